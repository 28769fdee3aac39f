"""Annotations: what a program lays over the words of a page. Those that it does not show on a screen do nothing.

Which letters one covers is told from drawings of the page with and without annotations, with and without its text:
any kind of annotation may look like anything.
"""

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pypdfium2_raw as pdfium

from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.pdf.drawing import drawn
from citeledger.extraction.pdf.geometry import Box, Turn
from citeledger.extraction.pdf.glyphs import Frame, Glyph
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pdf.painting import objects
from citeledger.extraction.pictures import Picture

_MOST = 20_000  # on one page
_UNSHOWN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW
_BESIDE = frozenset({pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP})  # nothing is drawn for them
_MARKERS = frozenset(  # they lie on words in order to be seen with them
    {
        pdfium.FPDF_ANNOT_HIGHLIGHT,
        pdfium.FPDF_ANNOT_UNDERLINE,
        pdfium.FPDF_ANNOT_SQUIGGLY,
        pdfium.FPDF_ANNOT_STRIKEOUT,
    }
)
_WORDED = frozenset({pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP})  # they show words of their own
_MIDDLE = 0.3  # of the font size above the baseline
_BODY = (-0.2, 0.75)  # where the ink of letters is
_EDGE = 0.15  # of the letter's width
_DOTS_PER_INCH = 100
_MOST_PIXELS = 1_000_000
_FAINT = 0.2  # of the contrast that letters have without annotations: less is not seen


@dataclass(frozen=True, slots=True)
class _Annotation:
    """Its kind, its box, and those of the words it is about, where it says so."""

    kind: int
    box: Box
    words: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class _Views:
    """The page drawn in four ways, and how its places become pixels."""

    loaded: Handle
    whole: Picture
    textless: Picture
    bare: Picture  # without annotations
    ground: Picture  # without both

    def is_covered(self, box: Box) -> bool:
        """Whether the letter in a box is seen no more where annotations are drawn."""
        area = self._area(box)
        seen = _contrast(self.bare, self.ground, area)
        return seen > 0 and _contrast(self.whole, self.textless, area) < _FAINT * seen

    def is_touched(self, box: Box) -> bool:
        """Whether annotations change anything in a box."""
        return _contrast(self.whole, self.bare, self._area(box)) > 0

    def _area(self, box: Box) -> tuple[range, range]:
        """The columns and rows of pixels."""
        one, other = self._pixel(box.left, box.bottom), self._pixel(box.right, box.top)
        across, down = sorted((one[0], other[0])), sorted((one[1], other[1]))
        return (
            range(max(across[0], 0), min(across[1] + 1, self.whole.width)),
            range(max(down[0], 0), min(down[1] + 1, self.whole.height)),
        )

    def _pixel(self, x: float, y: float) -> tuple[int, int]:
        across, down = ctypes.c_int(0), ctypes.c_int(0)
        pdfium.FPDF_PageToDevice(self.loaded, 0, 0, self.whole.width, self.whole.height, 0, x, y, across, down)
        return across.value, down.value


def annotate(loaded: Handle, frames: Sequence[Frame]) -> bool:
    """Mark the letters that annotations strike out or cover. Whether others lie over letters that are still seen.

    Raises Unreadable for more annotations than any real page has.
    """
    found = list(_annotations(loaded))
    if not found:
        return False
    for frame in frames:
        _strike_out(frame, found)
    under = [(frame, glyph) for frame in frames for glyph in frame.glyphs if _is_under(frame, glyph, found)]
    return bool(under) and _cover(_views(loaded), under, [each for each in found if each.kind not in _MARKERS])


def has_words(loaded: Handle) -> bool:
    """Whether words are shown that somebody typed or stamped onto the page. Raises Unreadable as `annotate` does."""
    return any(each.kind in _WORDED for each in _annotations(loaded))


def _annotations(loaded: Handle) -> Iterator[_Annotation]:
    count = max(pdfium.FPDFPage_GetAnnotCount(loaded), 0)
    if count > _MOST:
        raise Unreadable
    for index in range(count):
        handle = pdfium.FPDFPage_GetAnnot(loaded, index)
        if not handle:
            continue
        kind = pdfium.FPDFAnnot_GetSubtype(handle)
        if kind not in _BESIDE and not pdfium.FPDFAnnot_GetFlags(handle) & _UNSHOWN:
            yield _Annotation(kind, _box(handle), tuple(_quads(handle)))
        pdfium.FPDFPage_CloseAnnot(handle)


def _box(handle: Handle) -> Box:
    rectangle = pdfium.FS_RECTF()
    pdfium.FPDFAnnot_GetRect(handle, rectangle)
    return Box.between(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)


def _quads(handle: Handle) -> Iterator[Box]:
    points = pdfium.FS_QUADPOINTSF()
    for index in range(min(pdfium.FPDFAnnot_CountAttachmentPoints(handle), _MOST)):
        if pdfium.FPDFAnnot_GetAttachmentPoints(handle, index, points):
            yield Box.around(*((getattr(points, f"x{at}"), getattr(points, f"y{at}")) for at in range(1, 5)))


def _strike_out(frame: Frame, found: Sequence[_Annotation]) -> None:
    strikes = [each for each in found if each.kind == pdfium.FPDF_ANNOT_STRIKEOUT]
    boxes = [frame.turn.box(box) for each in strikes for box in each.words or (each.box,)]
    for glyph in frame.glyphs if boxes else ():
        glyph.is_struck |= any(box.holds(*_middle(glyph)) for box in boxes)


def _middle(glyph: Glyph) -> tuple[float, float]:
    return (glyph.left + glyph.right) / 2, glyph.baseline + _MIDDLE * glyph.size


def _is_under(frame: Frame, glyph: Glyph, found: Sequence[_Annotation]) -> bool:
    if not glyph.is_visible or glyph.text == " ":
        return False
    x, y = _back(frame).point(*_middle(glyph))
    return any(each.box.holds(x, y) for each in found)


def _cover(views: _Views, under: Sequence[tuple[Frame, Glyph]], over: Sequence[_Annotation]) -> bool:
    """Take covered letters out of sight; whether any of the others is touched by what is no mere marker."""
    is_touched = False
    for frame, glyph in under:
        box = _back(frame).box(_ink(glyph).within(frame.page))
        if views.is_covered(box):
            glyph.is_visible = False
        else:
            is_touched |= _is_under(frame, glyph, over) and views.is_touched(box)
    return is_touched


def _ink(glyph: Glyph) -> Box:
    """Where a letter's own ink is; what its neighbours reach into is left aside."""
    edge = _EDGE * (glyph.right - glyph.left)
    low, high = (glyph.baseline + part * glyph.size for part in _BODY)
    return Box(glyph.left + edge, low, glyph.right - edge, high)


def _back(frame: Frame) -> Turn:
    """What turns places of a frame back to places of the page."""
    return Turn(-frame.turn.angle % 360)


def _views(loaded: Handle) -> _Views:
    whole, bare = _picture(loaded, pdfium.FPDF_ANNOT), _picture(loaded, 0)
    with _without_text(loaded):
        return _Views(loaded, whole, _picture(loaded, pdfium.FPDF_ANNOT), bare, _picture(loaded, 0))


def _picture(loaded: Handle, shown: int) -> Picture:
    picture, _ = drawn(loaded, dots_per_inch=_DOTS_PER_INCH, most_pixels=_MOST_PIXELS, shown=shown)
    return picture


@contextmanager
def _without_text(loaded: Handle) -> Iterator[None]:
    texts = [each for each in objects(loaded) if pdfium.FPDFPageObj_GetType(each) == pdfium.FPDF_PAGEOBJ_TEXT]
    for text in texts:
        pdfium.FPDFPageObj_SetIsActive(text, False)
    try:
        yield
    finally:
        for text in texts:
            pdfium.FPDFPageObj_SetIsActive(text, True)


def _contrast(one: Picture, other: Picture, area: tuple[range, range]) -> int:
    """The greatest difference of a pixel (0-255)."""
    across, down = area
    return max(
        (
            abs(one.pixels[row * one.width + column] - other.pixels[row * one.width + column])
            for row in down
            for column in across
        ),
        default=0,
    )
