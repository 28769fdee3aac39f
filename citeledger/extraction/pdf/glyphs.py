"""The characters of a page, each with its place, size and direction, and whether a reader sees it.

pdfium's own text is not used: it loses characters beyond U+FFFF and leaves out line ends after a hyphen.
Characters it made up (spaces it inferred, line ends) are taken as hints only.
"""

import ctypes
import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

import pypdfium2_raw as pdfium

from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.pdf.geometry import Box, Turn
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pdf.painting import THIN, Layer, Painting, address, fill, is_white

UNREADABLE = "\ufffd"  # stands where the file says of a letter only how it looks
_MOST_CHARACTERS = 1_000_000  # on one page
_SMALLEST = 1.0  # points: nobody reads letters this size
_JOINED_HYPHEN = 0x02  # pdfium's own mark for a hyphen at a line end, which it would drop
_SOFT_HYPHEN = 0xAD
_BOLD = re.compile(rb"bold|black|heavy|demi|[A-Z]BX\d", re.IGNORECASE)  # in a font's name; TeX says CMBX12
_LONGEST_NAME = 128  # bytes
_SNAP = 2  # degrees: a scanner's slant is no other direction
_RAISED = dict(zip("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹", strict=True))
_LOWERED = dict(zip("0123456789", "₀₁₂₃₄₅₆₇₈₉", strict=True))
_SMALL_DIGIT = 0.55  # of the font size: digits of full height are 0.62 and more
_INVISIBLE_MODES = frozenset({pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP})


@dataclass(slots=True)
class Glyph:
    """A character (a letter with several code points is several of them) in a frame where its line runs level.

    `is_apart` says that pdfium saw a space or a line end before it.
    """

    text: str
    left: float
    right: float
    baseline: float
    size: float
    is_visible: bool
    is_bold: bool = False
    is_apart: bool = False
    is_struck: bool = False


@dataclass(slots=True)
class Frame:
    """The glyphs of a page that are written in one direction, in the order the file paints them."""

    turn: Turn
    page: Box  # the page as it lies in this frame
    glyphs: list[Glyph] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Style:
    """What the characters of one text object share."""

    turn: Turn
    size: float
    is_visible: bool
    is_bold: bool
    covers: tuple[Box, ...]
    grounds: tuple[Box, ...] | None  # None: it stands out on the bare page

    def shows(self, x: float, y: float) -> bool:
        if not self.is_visible or any(cover.holds(x, y) for cover in self.covers):
            return False
        return self.grounds is None or any(ground.holds(x, y) for ground in self.grounds)


def frames(*, characters: Handle, painted: Painting, hidden: Collection[int], page: Box, upright: int) -> list[Frame]:
    """The glyphs of a page by direction: text that stands upright as the page is shown first, then the others.

    `hidden` are the addresses of text objects that no reader sees, whatever else is true of them; `upright` is the
    direction (degrees) that the page's own rotation makes level. Raises Unreadable for more characters than any real
    page has.
    """
    count = pdfium.FPDFText_CountChars(characters)
    if not 0 <= count <= _MOST_CHARACTERS:
        raise Unreadable
    found = {upright: Frame(Turn(upright), Turn(upright).box(page))}
    for glyph, turn in _Reading(characters, painted, hidden, page).glyphs(count):
        frame = found.setdefault(turn.angle, Frame(turn, turn.box(page)))
        frame.glyphs.append(glyph)
    return [found.pop(upright), *(found[angle] for angle in sorted(found))]


class _Reading:
    def __init__(self, characters: Handle, painted: Painting, hidden: Collection[int], page: Box) -> None:
        self._characters, self._painted, self._hidden, self._page = characters, painted, hidden, page
        self._styles: dict[int, _Style] = {}
        self._box, self._x, self._y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()

    def glyphs(self, count: int) -> Iterator[tuple[Glyph, Turn]]:
        is_apart, index = False, 0
        while index < count:
            if self._is_made_up(index):
                is_apart, index = True, index + 1
                continue
            text, length = self._letter(index, count)
            yield self._glyph(index, text, is_apart)
            is_apart, index = False, index + length

    def _is_made_up(self, index: int) -> bool:
        code = pdfium.FPDFText_GetUnicode(self._characters, index)
        return bool(code <= 0x20 and pdfium.FPDFText_IsGenerated(self._characters, index) == 1)

    def _letter(self, index: int, count: int) -> tuple[str, int]:
        """A character, and how many of pdfium's it takes: two halves make one beyond U+FFFF."""
        code = pdfium.FPDFText_GetUnicode(self._characters, index)
        if 0xD800 <= code < 0xDC00 and index + 1 < count:
            low = pdfium.FPDFText_GetUnicode(self._characters, index + 1)
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)), 2
        return self._single(code, index), 1

    def _single(self, code: int, index: int) -> str:
        if code == _JOINED_HYPHEN and pdfium.FPDFText_IsHyphen(self._characters, index) == 1:
            return "-"
        if code in {0x09, 0x0A, 0x0D, 0x20, 0xA0}:
            return " "
        # Controls, non-characters and halves of characters: the file does not say which letter this is.
        if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE or code > 0x10FFFF:
            return UNREADABLE
        return chr(code)

    def _glyph(self, index: int, text: str, is_apart: bool) -> tuple[Glyph, Turn]:
        style = self._style(index)
        pdfium.FPDFText_GetLooseCharBox(self._characters, index, self._box)
        box = Box.between(self._box.left, self._box.bottom, self._box.right, self._box.top)
        pdfium.FPDFText_GetCharOrigin(self._characters, index, self._x, self._y)
        _, baseline = style.turn.point(self._x.value, self._y.value)
        turned = style.turn.box(box)
        if text in _RAISED or ord(text) == _SOFT_HYPHEN:
            text = self._as_printed(index, text, style, baseline)
        return (
            Glyph(
                text=text,
                left=turned.left,
                right=turned.right,
                baseline=baseline,
                size=style.size,
                is_visible=self._is_seen(style, box),
                is_bold=style.is_bold,
                is_apart=is_apart,
            ),
            style.turn,
        )

    def _as_printed(self, index: int, text: str, style: _Style, baseline: float) -> str:
        """A small digit above or below the line is another character: 10² is not 102. A soft hyphen shows or not."""
        sides = [ctypes.c_double() for _ in range(4)]
        pdfium.FPDFText_GetCharBox(self._characters, index, *sides)
        left, right, bottom, top = (side.value for side in sides)
        ink = style.turn.box(Box.between(left, bottom, right, top))
        if ord(text) == _SOFT_HYPHEN:
            return "-" if ink.area > 0 else text
        if not 0 < ink.top - ink.bottom < _SMALL_DIGIT * style.size:
            return text
        if ink.bottom > baseline + 0.2 * style.size:
            return _RAISED[text]
        return _LOWERED[text] if ink.bottom < baseline - 0.1 * style.size else text

    def _is_seen(self, style: _Style, box: Box) -> bool:
        x, y = (box.left + box.right) / 2, (box.bottom + box.top) / 2
        return self._page.holds(x, y) and style.shows(x, y)

    def _style(self, index: int) -> _Style:
        handle = pdfium.FPDFText_GetTextObject(self._characters, index)
        key = address(handle)
        if key not in self._styles:
            self._styles[key] = self._look(index, handle)
        return self._styles[key]

    def _look(self, index: int, handle: Handle) -> _Style:
        matrix = pdfium.FS_MATRIX(1, 0, 0, 1, 0, 0)
        pdfium.FPDFText_GetMatrix(self._characters, index, matrix)
        size = abs(pdfium.FPDFText_GetFontSize(self._characters, index)) * math.hypot(matrix.c, matrix.d)
        if not math.isfinite(size):
            raise Unreadable
        order = self._painted.order.get(address(handle), self._painted.count)
        return _Style(
            turn=Turn(_direction(matrix.a, matrix.b)),
            size=size,
            is_visible=size >= _SMALLEST and address(handle) not in self._hidden and _is_inked(handle),
            is_bold=_is_bold(handle),
            covers=tuple(cover.box for cover in self._covers(size) if cover.order > order),
            grounds=self._grounds(order) if is_white(fill(handle)) else None,
        )

    def _covers(self, size: float) -> Iterator[Layer]:
        """What letters of a size vanish under: thin lines only strike them."""
        yield from self._painted.covers
        yield from (bar for bar in self._painted.bars if bar.box.top - bar.box.bottom > THIN * size)

    def _grounds(self, order: int) -> tuple[Box, ...]:
        """What white letters may be read on: whatever was painted before them."""
        return tuple(ground.box for ground in self._painted.grounds if ground.order < order)


def _direction(a: float, b: float) -> int:
    if not (math.isfinite(a) and math.isfinite(b)):
        raise Unreadable
    angle = round(math.degrees(math.atan2(b, a))) % 360
    quarter = round(angle / 90) * 90
    return quarter % 360 if abs(angle - quarter) <= _SNAP else angle


def _is_inked(handle: Handle) -> bool:
    if not handle:
        return True
    return pdfium.FPDFTextObj_GetTextRenderMode(handle) not in _INVISIBLE_MODES and fill(handle)[3] > 0


def _is_bold(handle: Handle) -> bool:
    """By the font's name: the weights that files give are worth nothing."""
    font = pdfium.FPDFTextObj_GetFont(handle) if handle else None
    if not font:
        return False
    name = ctypes.create_string_buffer(_LONGEST_NAME)
    pdfium.FPDFFont_GetBaseFontName(font, name, _LONGEST_NAME)
    return _BOLD.search(name.value) is not None
