"""Which shapes and masks leave nothing of a box: where they cut away all of it, or draw it with nothing.

A shape or a picture that stands elsewhere (`url()`) is not looked at: it leaves nothing, in doubt.
"""

import re
from collections.abc import Sequence
from typing import Final

from citeledger.styling.colours import colour, is_colour

_SHAPE: Final = re.compile(r"([a-z]+)\((.*?)\)")
_LENGTH: Final = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+))(%|[a-z]*)\Z")
_ZERO: Final = re.compile(r"[-+]?0*\.?0*(?:%|[a-z]+)?\Z")
_TIGHT: Final = 2.0  # pixels of a box that `clip` leaves
_ELSEWHERE: Final = re.compile(r"\b(?:url|image|image-set|element|cross-fade|paint)\(")
_COLOURS: Final = re.compile(r"#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|hwb|color|oklch|oklab|lab|lch)\([^()]*\)|[a-z]+")
_FAINT: Final = 0.2  # of full opacity
_NONE: Final = frozenset(("", "none", "auto", "initial", "unset", "revert", "inherit"))


def leaves_nothing(shape: str) -> bool:
    """Whether a `clip` or `clip-path` cuts away all of a box."""
    found = _SHAPE.match(shape)
    if shape in _NONE or not found:
        return False
    name, inside = found.groups()
    sizes = re.split(r"[\s,]+", inside.split(" round ")[0].strip())
    match name:
        case "inset":
            top, right, bottom, left = _sides(sizes)
            return _fills(top, bottom) or _fills(left, right)
        case "rect":
            return len(sizes) == 4 and (_is_flat(sizes[0], sizes[2]) or _is_flat(sizes[3], sizes[1]))
        case "circle" | "ellipse":
            return any(map(_ZERO.match, sizes[: 2 if name == "ellipse" else 1]))
        case "xywh":
            return any(map(_ZERO.match, sizes[2:4]))
        case "polygon":
            return _is_line(inside)
        case _:
            return name == "url" or (name == "path" and not inside.strip("\"' "))


def draws_nothing(image: str, size: str) -> bool:
    """Whether a mask of this `mask-image` and `mask-size` draws nothing of a box."""
    if image in _NONE:
        return False
    if _ELSEWHERE.search(image) or (size and all(map(_ZERO.match, size.split()))):
        return True
    colours = [colour(each) for each in _COLOURS.findall(image) if is_colour(each)]
    return bool(colours) and all(each is not None and each.alpha < _FAINT for each in colours)


def _sides(sizes: Sequence[str]) -> tuple[str, str, str, str]:
    """Top, right, bottom, left, as CSS fills in what is not given."""
    top = sizes[0]
    right = sizes[1] if len(sizes) > 1 else top
    return top, right, sizes[2] if len(sizes) > 2 else top, sizes[3] if len(sizes) > 3 else right


def _fills(one: str, other: str) -> bool:
    """Whether two percentages cut a box away from both sides. Lengths are of boxes whose size nobody knows."""
    parts = [_LENGTH.match(each) for each in (one, other)]
    return sum(float(part[1]) for part in parts if part and part[2] == "%") >= 100


def _is_flat(near: str, far: str) -> bool:
    """Whether the far side of a rectangle is at its near side, or before it; one in other units than pixels is not."""
    first, last = _LENGTH.match(near), _LENGTH.match(far)
    if not first or not last or not {first[2], last[2]} <= {"", "px"}:
        return False
    return float(last[1]) - float(first[1]) <= _TIGHT


def _is_line(points: str) -> bool:
    """Whether a polygon of numbers of one kind has no area."""
    found = [_LENGTH.match(each) for point in points.split(",") for each in point.split()]
    numbers = [float(each[1]) for each in found if each]
    if len(numbers) < len(found) or len(numbers) % 2 or len({each[2] for each in found if each and float(each[1])}) > 1:
        return False
    corners = list(zip(numbers[::2], numbers[1::2], strict=True))
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(corners, [*corners[1:], *corners[:1]], strict=True))) < 1e-9
