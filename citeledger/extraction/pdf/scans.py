"""Pages that are pictures: drawn, and read through character recognition where it is installed.

A text layer that came with such a page (invisible letters over or under the scan) was made by a program we do not know,
and no eye ever compared it with the picture. Where we can read the picture ourselves the layer is dropped; elsewhere it
is kept for reading and search, marked as recognised without confidence, and cannot be quoted: else anybody could put
words into a scan that no reader of the page sees.
"""

from collections.abc import Callable

from citeledger.extraction.extracted import Options, Unreadable
from citeledger.extraction.ocr import Word, words
from citeledger.extraction.pdf import library
from citeledger.extraction.pdf.drawing import drawn
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pdf.sheets import Sheet
from citeledger.extraction.pictures import MOST_PICTURES
from citeledger.extraction.recognition import RecognitionUnavailable, Recognizer

_DOTS_PER_INCH = 300
_MOST_PIXELS = 40_000_000


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
            picture, scale = drawn(loaded, dots_per_inch=_DOTS_PER_INCH, most_pixels=_MOST_PIXELS)
        return [word for word in words(self.recognize(picture)) if not _is_text(word, sheet, scale)]


def _is_text(word: Word, sheet: Sheet, scale: float) -> bool:
    """Whether a recognised word is one of the letters that the page has as text."""
    x = sheet.box.left + (word.left + word.width / 2) / scale
    y = sheet.box.top - (word.top + word.height / 2) / scale
    return any(piece.left <= x <= piece.right and piece.bottom <= y <= piece.top for piece in sheet.pieces)
