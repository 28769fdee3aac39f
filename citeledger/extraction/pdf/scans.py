"""Pages that are pictures: drawn, and read through character recognition where it is installed.

A text layer that came with such a page (invisible letters over or under the scan) was made by a program we do not know,
and no eye ever compared it with the picture. Where we can read the picture ourselves the layer is dropped; elsewhere it
is kept for reading and search, marked as recognised without confidence, and cannot be quoted: else anybody could put
words into a scan that no reader of the page sees.
"""

import ctypes
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pypdfium2_raw as pdfium

from citeledger.extraction.extracted import Options, Unreadable
from citeledger.extraction.ocr import Word, words
from citeledger.extraction.pdf import library
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pdf.sheets import Sheet
from citeledger.extraction.pictures import MOST_PICTURES, Picture
from citeledger.extraction.recognition import RecognitionUnavailable, Recognizer

_DOTS_PER_INCH = 300
_MOST_PIXELS = 40_000_000
_POINTS_PER_INCH = 72


class Scans:
    """Reads the pages of an opened document that are pictures. `recognize` is None where nothing is installed."""

    def __init__(self, opened: Handle, options: Options, recognizer_for: Callable[[str], Recognizer]) -> None:
        self._opened, self._read = opened, 0
        try:
            self.recognize: Recognizer | None = recognizer_for(options.language)
        except RecognitionUnavailable:
            self.recognize = None

    def words(self, sheet: Sheet) -> list[Word] | None:
        """What stands on the picture beside the visible text of the page; None where it cannot be read here.

        Raises Unreadable for more pictures than one file may have, and RecognitionFailed.
        """
        if self.recognize is None:
            return None
        self._read += 1
        if self._read > MOST_PICTURES:
            raise Unreadable
        with library.page(self._opened, sheet.index) as loaded:
            picture, scale = _drawn(loaded)
        return [word for word in words(self.recognize(picture)) if not _is_text(word, sheet, scale)]


def _is_text(word: Word, sheet: Sheet, scale: float) -> bool:
    """Whether a recognised word is one of the letters that the page has as text."""
    x = sheet.box.left + (word.left + word.width / 2) / scale
    y = sheet.box.top - (word.top + word.height / 2) / scale
    return any(piece.left <= x <= piece.right and piece.bottom <= y <= piece.top for piece in sheet.pieces)


def _drawn(loaded: Handle) -> tuple[Picture, float]:
    """A page as grey pixels, and how many of those make a point."""
    width, height = pdfium.FPDF_GetPageWidthF(loaded), pdfium.FPDF_GetPageHeightF(loaded)
    if not (width > 0 and height > 0 and math.isfinite(width * height)):
        raise Unreadable
    scale = min(_DOTS_PER_INCH / _POINTS_PER_INCH, math.sqrt(_MOST_PIXELS / (width * height)))
    across, down = max(math.ceil(width * scale), 1), max(math.ceil(height * scale), 1)
    if across * down > 2 * _MOST_PIXELS:
        raise Unreadable
    with _canvas(across, down) as canvas:
        pdfium.FPDF_RenderPageBitmap(canvas, loaded, 0, 0, across, down, 0, pdfium.FPDF_GRAYSCALE)
        pixels = _rows(canvas, across, down)
    return Picture(across, down, pixels, round(scale * _POINTS_PER_INCH)), scale


@contextmanager
def _canvas(width: int, height: int) -> Iterator[Handle]:
    handle = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_Gray, None, 0)
    if not handle:
        raise Unreadable
    try:
        pdfium.FPDFBitmap_FillRect(handle, 0, 0, width, height, 0xFFFFFFFF)
        yield handle
    finally:
        pdfium.FPDFBitmap_Destroy(handle)


def _rows(canvas: Handle, width: int, height: int) -> bytes:
    stride = pdfium.FPDFBitmap_GetStride(canvas)
    drawn = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(canvas), stride * height)
    if stride == width:
        return drawn
    return b"".join(drawn[start : start + width] for start in range(0, stride * height, stride))
