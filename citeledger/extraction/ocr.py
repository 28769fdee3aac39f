"""Pictures of pages (PNG, JPEG, TIFF) to canonical text, through tesseract; and what it reads on pages of a PDF.

Every word carries how sure tesseract is. Words below `options.least_confidence` are kept for reading and cannot be
quoted. All text is in regions of kind `ocr`, one for each stretch of a line on one side of that limit, with the
confidence of its least sure word.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import groupby
from typing import NamedTuple

from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.extracted import Extraction, Options, Unreadable
from citeledger.extraction.pictures import pictures
from citeledger.extraction.recognition import Recognizer, installed
from citeledger.extraction.structure import RegionKind

RULE = "ocr/1"
EXTRACTOR = f"{RULE}+pillow-{version('pillow')}"
UNSURE_NOTE = "Read from a picture with too little confidence."
_MOST_WORDS = 50_000  # on one picture
_WORD_LEVEL = "5"
_COLUMNS = 12


class Word(NamedTuple):
    """A word as recognised: its line, its place in pixels from the top left corner, its confidence in thousandths."""

    line: tuple[int, int, int]  # block, paragraph, line
    left: int
    top: int
    width: int
    height: int
    confidence: int
    text: str


def extract(data: bytes, options: Options, *, recognizer_for: Callable[[str], Recognizer] = installed) -> Extraction:
    """Read every picture of a file as a page. Raises Unreadable, RecognitionUnavailable and RecognitionFailed."""
    recognize = recognizer_for(options.language)
    builder = TextBuilder()
    for number, picture in enumerate(pictures(data), start=1):
        with builder.page(str(number)):
            write_words(builder, words(recognize(picture)), least=options.least_confidence)
    text = builder.text()
    if not text.strip():
        raise Unreadable
    return Extraction(text, builder.structure(), f"{EXTRACTOR}+{recognized_by(recognize, options)}")


def recognized_by(recognize: Recognizer, options: Options) -> str:
    """What of an extractor's id says how pictures were read."""
    return f"{recognize.id}+least-{options.least_confidence}"


def words(table: str) -> list[Word]:
    """The words of tesseract's table (TSV), in its order. Raises Unreadable for what is no such table."""
    try:
        found = [_word(row) for row in _rows(table)]
    except (ValueError, OverflowError):
        raise Unreadable from None
    if len(found) > _MOST_WORDS:
        raise Unreadable
    return [word for word in found if word.text]


def write_words(builder: TextBuilder, found: Iterable[Word], *, least: int) -> None:
    """Write words as paragraphs of the lines they stand on, in regions that say how sure they are."""
    for _, paragraph in groupby(found, key=lambda word: word.line[:2]):
        with builder.block("paragraph"):
            for number, (_, line) in enumerate(groupby(paragraph, key=lambda word: word.line)):
                builder.write("\n" if number else "")
                _write_line(builder, list(line), least)


def _rows(table: str) -> Iterator[Sequence[str]]:
    _, *rows = table.split("\n")
    for row in rows:
        columns = row.split("\t", _COLUMNS - 1)
        if len(columns) == _COLUMNS and columns[0] == _WORD_LEVEL:
            yield columns


def _word(columns: Sequence[str]) -> Word:
    block, paragraph, line, _, left, top, width, height = (int(column) for column in columns[2:10])
    confidence = min(max(round(float(columns[10]) * 10), 0), 1000)
    text = "".join(columns[11].split()).replace("\0", "")
    return Word((block, paragraph, line), left, top, width, height, confidence, text)


def _write_line(builder: TextBuilder, line: Sequence[Word], least: int) -> None:
    for number, (is_sure, run) in enumerate(groupby(line, key=lambda word: word.confidence >= least)):
        builder.write(" " if number else "")
        stretch = list(run)
        text = " ".join(word.text for word in stretch)
        with builder.region(RegionKind.OCR, confidence=min(word.confidence for word in stretch)):
            if is_sure:
                builder.write(text)
                continue
            with builder.region(RegionKind.UNQUOTABLE, note=UNSURE_NOTE):
                builder.write(text)
