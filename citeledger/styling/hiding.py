"""Which style takes text out of sight: one list for pages and for tags inside Markdown.

Values are as `declarations` gives them, in small letters and with variables put in.
"""

import re
from collections.abc import Mapping
from typing import Final

from citeledger.styling.clipping import draws_nothing, leaves_nothing
from citeledger.styling.colours import BLACK, WHITE, Colour, colour

Values = Mapping[str, str]

_LENGTH: Final = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?)(%|[a-z]*)\Z")
_PIXELS: Final = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945, "em": 16.0,
    "rem": 16.0, "ex": 8.0, "ch": 8.0, "lh": 20.0, "rlh": 20.0, "%": 10.0,
}  # fmt: skip
_WHOLE_VIEW: Final = re.compile(r"[1-9]\d{2,}(?:\.\d*)?[sld]?v(?:w|h|min|max|i|b)\Z")
_OF_VIEW: Final = 10.0  # pixels of vw, vh, ...: parts of the view
_SCALE: Final = re.compile(r"scale\w*\(([^)]*)\)")
_SHIFT: Final = re.compile(r"translate\w*\(([^)]*)\)")
_TURNED: Final = re.compile(
    r"rotate[xy]\(\s*-?(?:90|270)deg|skew[xy]?\(\s*-?90deg|[xy]\s+-?(?:90|270)deg|matrix\(\s*0\s*,\s*0\s*,\s*0\s*,\s*0\s*,"
)
_NUMBERS: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?%?")
_OFF_PAGE: Final = -100.0  # pixels from which text put to the left of or above its place is off the page, and
_BEYOND: Final = 500.0  # those from which it is behind the edge of a box that cuts off
_FAR: Final = 1_000.0  # those from which it is wherever it is put
_FARTHEST: Final = 5_000.0
FAINT: Final = 0.2  # of full opacity: letters fainter than that are practically not there
_SMALLEST_SCALE: Final = 0.05
TINY: Final = 2.0  # pixels of letters or of a box that nobody reads
USUAL_SIZE: Final = 16.0  # pixels of letters
_SHARES: Final = {"em": 1.0, "%": 0.01, "ex": 0.5, "ch": 0.5, "lh": 1.2}
_STEPS: Final = {"smaller": 5 / 6, "larger": 1.2}
_SIZE_WORDS: Final = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
    "initial": 16.0,
}  # fmt: skip
_TIGHT: Final = -8.0  # pixels between letters, from which they lie on one another
_SMALLEST_ZOOM: Final = 0.1
_BLURRED: Final = 8.0  # pixels
_CALCULATION: Final = re.compile(r"(?:calc|min|max|clamp)\(\s*(.*?)\s*\)\Z")
_ZEROS: Final = re.compile(r"[-+]?0*\.?0*[a-z%]*(?:\s*[-+*/,]\s*[-+]?0*\.?0*[a-z%]*)+\Z")
_BLUR: Final = re.compile(r"blur\(([^)]*)\)")
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
        or any(_pixels(value) >= _BLURRED for value in _BLUR.findall(values.get("filter", "")))
        or 0 <= opacity(values.get("zoom", "")) < _SMALLEST_ZOOM
        or _pixels(values.get("letter-spacing", "")) <= _TIGHT
        or _is_off_page(values)
        or _is_cut_off(values)
        or _is_drawn_as_nothing(values)
    )


def letter_size(value: str, around: float) -> float:
    """The size of letters in pixels, inside ones of which that is `around`."""
    if value in _SIZE_WORDS:
        return _SIZE_WORDS[value]
    found = _LENGTH.match(_computed(value))
    if not found:
        return around * _STEPS.get(value, 1.0)
    number, unit = float(found.group(1)), found.group(2)
    share = _SHARES.get(unit)
    return number * share * around if share else number * _pixels_of(unit)


def opacity(value: str) -> float:
    """How opaque an element is, from 0 to 1."""
    found = _LENGTH.match(_computed(value))
    return float(found.group(1)) * (0.01 if found.group(2) == "%" else 1) if found else 1.0


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
    return letters.alpha >= FAINT and (behind is None or letters.is_seen_before(behind))


def hides(values: Values) -> bool:
    """Whether a style by itself, on a white page, takes text out of sight."""
    return (
        not is_legible(text_colour(values, BLACK), background(values, WHITE))
        or is_gone(values)
        or letter_size(values.get("font-size", ""), USUAL_SIZE) <= TINY
        or is_hidden(values.get("visibility", ""), around=False)
    )


def strikes(values: Values) -> bool:
    """Whether a style strikes text through."""
    return "line-through" in values.get("text-decoration-line", "")


def _pixels_of(unit: str) -> float:
    return _PIXELS.get(unit, _OF_VIEW)


def _computed(value: str) -> str:
    """A length of a calculation in which there is nothing to calculate, or only zeros."""
    inside = _CALCULATION.match(value)
    if not inside:
        return value
    return inside.group(1) if _LENGTH.match(inside.group(1)) else "0" if _ZEROS.match(inside.group(1)) else value


def _pixels(value: str) -> float:
    """A length in pixels, 0 for what is none."""
    found = _LENGTH.match(_computed(value))
    return float(found.group(1)) * _pixels_of(found.group(2)) if found else 0.0


def _is_faint(value: str) -> bool:
    return opacity(value) < FAINT


def _is_off_page(values: Values) -> bool:
    near = [_pixels(values.get(name, "")) for name in ("text-indent", "left", "top", "right", "bottom")]
    far = [_pixels(values.get(name, "")) for name in ("margin-left", "margin-top")]
    moves = [values.get("translate", "").replace(" ", ","), *_SHIFT.findall(values.get("transform", ""))]
    far += [_pixels(part.strip()) for move in moves for part in move.split(",")]
    is_off = any(x <= _OFF_PAGE or x >= _FARTHEST for x in near) or any(x <= -_FAR or x >= _FARTHEST for x in far)
    return is_off or any(_WHOLE_VIEW.match(values.get(name, "")) for name in ("left", "top", "right", "bottom"))


def _is_cut_off(values: Values) -> bool:
    """Whether a box of no size cuts off what is in it. Without cutting it flows over."""
    clips = values.get("overflow", "visible") not in {"visible", "initial", "unset"}
    sizes = (values.get(name, "") for name in _SIZES)
    is_small = any(_LENGTH.match(size) and 0 <= _pixels(size) <= TINY for size in (*sizes, *_line_height(values)))
    is_small |= _pixels(values.get("text-indent", "")) >= _BEYOND
    is_clipped = any(leaves_nothing(values.get(name, "")) for name in ("clip", "clip-path"))
    return (
        (clips and is_small) or is_clipped or draws_nothing(values.get("mask-image", ""), values.get("mask-size", ""))
    )


def _line_height(values: Values) -> list[str]:
    """The height of lines as a length; a bare number is a part of the size of letters."""
    value = values.get("line-height", "")
    return [f"{value}em" if value.replace(".", "", 1).isdigit() else value]


def _is_drawn_as_nothing(values: Values) -> bool:
    scales = [values.get("scale", ""), *_SCALE.findall(values.get("transform", ""))]
    numbers = (number for scale in scales for number in _NUMBERS.findall(scale) if not number.endswith("%"))
    return any(abs(float(number)) < _SMALLEST_SCALE for number in numbers) or any(
        _TURNED.search(values.get(name, "")) for name in ("transform", "rotate")
    )
