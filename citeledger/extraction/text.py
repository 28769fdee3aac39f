"""Bytes to canonical text for formats whose source is the text (`text/1`), and the structure of plain text."""

import re

from citeledger.extraction import encodings
from citeledger.extraction.extracted import Extraction, Options
from citeledger.extraction.structure import Block, Structure

EXTRACTOR = "text/1"
_BOM = "\ufeff"
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")
_REFUSAL = "The file is not usable text: it must be non-empty UTF-8 without NUL characters."


class UndecodableText(ValueError):
    """The bytes are empty, not UTF-8, or hold NUL or lone surrogates. The owner saves the file as UTF-8 text."""

    def __init__(self) -> None:
        super().__init__(_REFUSAL)


def extract(data: bytes, options: Options) -> Extraction:
    """Plain text as it is, in whatever encoding it was saved. Raises Unreadable."""
    del options  # nothing of it matters to text
    read = encodings.decoded(data)
    return encodings.extraction(read, structure=structure(read.text), extractor=EXTRACTOR)


def decode(data: bytes) -> str:
    """Canonical text of `data`: strict UTF-8, one BOM dropped, CR LF and CR as LF (threat T79).

    Nothing else is touched: normal forms, spaces and invisible characters stay, because offsets index this text.
    Raises UndecodableText, always with the same message.
    """
    try:
        text = data.decode("utf-8", errors="strict")
    except UnicodeDecodeError:
        raise UndecodableText from None
    text = text.removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")
    # Both databases must store the same: PostgreSQL refuses NUL where SQLite takes it.
    if not text or "\0" in text:
        raise UndecodableText
    return text


def structure(text: str) -> Structure:
    """Plain text has no headings; its paragraphs end at blank lines, which stay with the paragraph before them."""
    edges = [match.end() for match in _BLANK_LINES.finditer(text) if match.end() < len(text)]
    ranges = zip([0, *edges], [*edges, len(text)], strict=True)
    return Structure(headings=(), blocks=tuple(Block("paragraph", start, end) for start, end in ranges))
