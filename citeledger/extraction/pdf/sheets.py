"""Pages as they lie on the table: read into pieces and lines first, so that they can be compared with each other."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import pypdfium2_raw as pdfium

from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.pdf import library
from citeledger.extraction.pdf.annotations import annotate, has_words
from citeledger.extraction.pdf.figures import alternative_texts
from citeledger.extraction.pdf.geometry import Box
from citeledger.extraction.pdf.glyphs import Frame, Glyph, frames
from citeledger.extraction.pdf.grids import grids
from citeledger.extraction.pdf.layers import unseen
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pdf.lines import Line, Piece, lines, pieces
from citeledger.extraction.pdf.painting import Painting, painting
from citeledger.extraction.pdf.ruled import Places, Ruled
from citeledger.extraction.pdf.spoken import correct
from citeledger.extraction.pdf.strikes import strike, strokes

MOST_PAGES = 5_000
_MOST_CHARACTERS = 5_000_000  # in the whole document
_PICTURE = 0.5  # of the page: a page whose pictures cover that much may be a scan
_FEW = 200  # visible characters: what a scan carries besides (stamps, page numbers)


@dataclass(slots=True)
class Sheet:
    """One page: its label, its box as it lies when read, what stands upright on it in its tables and outside,
    what is turned, what is hidden, what words stand for its pictures.
    """

    index: int
    label: str
    box: Box
    pieces: list[Piece]
    tables: list[Ruled]
    lines: list[Line]
    turned: list[list[Line]]
    hidden: list[Piece]
    alternatives: list[str]
    is_picture: bool
    is_overlaid: bool  # annotations lie over letters that are still seen
    has_more_words: bool  # of annotations, which are not read


def read_sheets(opened: Handle) -> Iterator[Sheet]:
    """Every page of a document. Raises Unreadable for too many pages or characters, and for broken pages."""
    count = pdfium.FPDF_GetPageCount(opened)
    if not 0 < count <= MOST_PAGES:
        raise Unreadable
    left = _MOST_CHARACTERS
    for index in range(count):
        with library.page(opened, index) as loaded:
            correct(opened, index, loaded)
            with library.characters(loaded) as characters:
                left -= pdfium.FPDFText_CountChars(characters)
                if left < 0:
                    raise Unreadable
                yield _sheet(index, library.label(opened, index), loaded, characters)


def _sheet(index: int, label: str, loaded: Handle, characters: Handle) -> Sheet:
    painted = painting(loaded)
    box = _box(loaded)
    upright = pdfium.FPDFPage_GetRotation(loaded) % 4 * 90
    found = frames(characters=characters, painted=painted, hidden=unseen(loaded), page=box, upright=upright)
    is_overlaid = annotate(loaded, found)
    drawn = strokes(loaded, painted)
    for frame in found:
        strike(frame, drawn)
    main = found[0]
    shown = list(_visible(main))
    places = Places(grids([main.turn.box(rule) for rule in painted.rules]), shown)
    tables, seen = places.split(list(pieces(shown, places.of)))
    visible = sum(glyph.is_visible and glyph.text != " " for frame in found for glyph in frame.glyphs)
    return Sheet(
        index=index,
        label=label,
        box=main.page,
        pieces=seen,
        tables=tables,
        lines=lines(seen),
        turned=[lines(list(pieces(_visible(frame)))) for frame in found[1:]],
        hidden=list(chain.from_iterable(pieces(_hidden(frame)) for frame in found)),
        alternatives=alternative_texts(loaded),
        is_picture=visible < _FEW and _pictured(painted, box) >= _PICTURE * box.area,
        is_overlaid=is_overlaid,
        has_more_words=has_words(loaded),
    )


def _visible(frame: Frame) -> Iterator[Glyph]:
    return (glyph for glyph in frame.glyphs if glyph.is_visible)


def _hidden(frame: Frame) -> Iterator[Glyph]:
    """What cannot be seen and stands on the page all the same."""
    page = frame.page
    return (glyph for glyph in frame.glyphs if not glyph.is_visible and page.holds(glyph.left, glyph.baseline))


def _pictured(painted: Painting, page: Box) -> float:
    return sum(picture.within(page).area for picture in painted.pictures)


def _box(loaded: Handle) -> Box:
    """The part of the page that is shown (its crop box within its media box)."""
    shown = pdfium.FS_RECTF()
    if not pdfium.FPDF_GetPageBoundingBox(loaded, ctypes.byref(shown)):
        raise Unreadable
    return Box.between(shown.left, shown.bottom, shown.right, shown.top)
