"""Which style takes text out of sight: one list for pages and for tags inside Markdown.

Values are as `declarations` gives them, in small letters and with variables put in.
"""

import re
from collections.abc import Mapping
from typing import Final

from citeledger.core.colours import BLACK, WHITE, Colour, colour

Values = Mapping[str, str]

_LENGTH: Final = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?)(%|[a-z]*)\Z")
_PIXELS: Final = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945, "em": 16.0,
    "rem": 16.0, "ex": 8.0, "ch": 8.0, "lh": 20.0, "rlh": 20.0, "%": 10.0,
}  # fmt: skip
_OF_VIEW: Final = 10.0  # pixels of vw, vh, ...: parts of the view
_SCALE: Final = re.compile(r"scale\w*\(([^)]*)\)")
_SHIFT: Final = re.compile(r"translate\w*\(([^)]*)\)")
_TURNED: Final = re.compile(r"rotate[xy]\(\s*-?(?:90|270)deg|matrix\(\s*0\s*,\s*0\s*,\s*0\s*,\s*0\s*,")
_CLIPPED: Final = re.compile(
    r"rect\(\s*[01](?:px)?(?![\d.])|inset\(\s*(?:50|[6-9]\d|[1-9]\d\d)%|(?:circle|ellipse)\(\s*0(?![.\d]*[1-9])"
    r"|polygon\((?:[\s,]*0(?:px|%)?(?![\d.]))+\s*\)"
)
_NUMBERS: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?%?")
_OFF_PAGE: Final = -100.0  # pixels from which text put to the left of or above its place is off the page, and
_FAR: Final = 1_000.0  # those from which it is wherever it is put
_FARTHEST: Final = 5_000.0
_FAINT: Final = 0.05  # of full opacity
_TINY: Final = 2.0  # pixels of letters or of a box that nobody reads
_PART: Final = 0.1  # of the size around it
_RELATIVE: Final = frozenset(("em", "%", "ex", "ch"))
_SIZES: Final = ("height", "width", "max-height", "max-width")
_INHERITED: Final = frozenset(("inherit", "unset", "revert", "smaller", "larger"))


def is_gone(values: Values) -> bool:
    """Whether an element and all inside it are out of sight: not shown, off the page, cut off, or drawn as nothing."""
    return (
        values.get("display") == "none"
        or values.get("content-visibility") == "hidden"
        or values.get("-webkit-text-security", "none") != "none"
        or _is_faint(values.get("opacity", ""))
        or _is_faint(values.get("fill-opacity", ""))
        or any(_is_faint(value) for value in re.findall(r"opacity\(([^)]*)\)", values.get("filter", "")))
        or _is_off_page(values)
        or _is_cut_off(values)
        or _is_drawn_as_nothing(values)
    )


def is_sizeless(size: str, around: bool) -> bool:
    """Whether letters of a font size have none anybody reads, inside ones of which that is `around`."""
    found = _LENGTH.match(size)
    if not found:
        return around and (size in _INHERITED or not size)
    number, unit = float(found.group(1)), found.group(2)
    if unit in _RELATIVE:
        return around or number * _pixels_of(unit) / _pixels_of("%" if unit == "%" else "em") < _share(unit)
    return number * _pixels_of(unit) <= _TINY


def is_hidden(value: str, around: bool) -> bool:
    """Whether a `visibility` hides, inside an element of which that is `around`."""
    return around if value in _INHERITED or not value else value in {"hidden", "collapse"}


def text_colour(values: Values, around: Colour | None) -> Colour | None:
    """The colour of letters; None where it is not known, or where the background shows through them."""
    if "text" in values.get("background-clip", ""):
        return None
    for name in ("-webkit-text-fill-color", "color"):
        value = values.get(name, "")
        if value == "initial":
            return BLACK
        if found := colour(value) if value else None:
            return found
    return around


def background(values: Values, around: Colour | None) -> Colour | None:
    """The opaque colour behind letters; None where something is drawn there."""
    if values.get("background-image", "none") not in {"none", "initial", "unset"}:
        return None
    own = colour(values.get("background-color", "") or "transparent")
    if own is None or own.alpha == 0:
        return around
    return Colour(*own[:3]) if own.alpha == 1 else around and own.over(around)


def is_legible(letters: Colour | None, behind: Colour | None) -> bool:
    """Whether letters of a colour are told from what is behind them; what is not known is."""
    if letters is None:
        return True
    return letters.alpha >= _FAINT and (behind is None or letters.is_seen_before(behind))


def hides(values: Values) -> bool:
    """Whether a style by itself, on a white page, takes text out of sight."""
    return (
        not is_legible(text_colour(values, BLACK), background(values, WHITE))
        or is_gone(values)
        or is_sizeless(values.get("font-size", ""), around=False)
        or is_hidden(values.get("visibility", ""), around=False)
    )


def strikes(values: Values) -> bool:
    """Whether a style strikes text through."""
    return "line-through" in values.get("text-decoration-line", "")


def _pixels_of(unit: str) -> float:
    return _PIXELS.get(unit, _OF_VIEW)


def _share(unit: str) -> float:
    return _PART * (100 if unit == "%" else 1)


def _pixels(value: str) -> float:
    """A length in pixels, 0 for what is none."""
    found = _LENGTH.match(value)
    return float(found.group(1)) * _pixels_of(found.group(2)) if found else 0.0


def _is_faint(value: str) -> bool:
    found = _LENGTH.match(value)
    return found is not None and float(found.group(1)) * (0.01 if found.group(2) == "%" else 1) < _FAINT


def _is_off_page(values: Values) -> bool:
    near = [_pixels(values.get(name, "")) for name in ("text-indent", "left", "top", "right", "bottom")]
    far = [_pixels(values.get(name, "")) for name in ("margin-left", "margin-top")]
    moves = [values.get("translate", "").replace(" ", ","), *_SHIFT.findall(values.get("transform", ""))]
    far += [_pixels(part.strip()) for move in moves for part in move.split(",")]
    return any(x <= _OFF_PAGE or x >= _FARTHEST for x in near) or any(x <= -_FAR or x >= _FARTHEST for x in far)


def _is_cut_off(values: Values) -> bool:
    """Whether a box of no size cuts off what is in it. Without cutting it flows over."""
    clips = values.get("overflow", "visible") not in {"visible", "initial", "unset"}
    sizes = (values.get(name, "") for name in _SIZES)
    is_small = any(_LENGTH.match(size) and 0 <= _pixels(size) <= _TINY for size in sizes)
    return (clips and is_small) or any(_CLIPPED.match(values.get(name, "")) for name in ("clip", "clip-path"))


def _is_drawn_as_nothing(values: Values) -> bool:
    scales = [values.get("scale", ""), *_SCALE.findall(values.get("transform", ""))]
    numbers = (number for scale in scales for number in _NUMBERS.findall(scale) if not number.endswith("%"))
    return any(abs(float(number)) < _FAINT for number in numbers) or bool(_TURNED.search(values.get("transform", "")))
