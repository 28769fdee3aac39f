"""Lines of print as marked pieces of text: what is struck through, and letters that the file does not name."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from citeledger.extraction import passages
from citeledger.extraction.pdf.glyphs import UNREADABLE
from citeledger.extraction.pdf.lines import Line
from citeledger.extraction.structure import RegionKind

_UNREADABLE = passages.Mark(RegionKind.UNQUOTABLE, "The file does not say which letter this is.")
_LETTER = re.compile(r"[^ \n]")
_SPACE_WITHIN = re.compile("(?<=s)[ \n]+(?=s)")
_STRETCH = re.compile("s+|[^s]+")


def marked(lines: Sequence[Line]) -> tuple[passages.Piece, ...]:
    """The text of lines under one another, as printed."""
    text = "\n".join(line.text for line in lines)
    if not any(line.has_struck for line in lines):
        return tuple(_named(text))
    mask = _mask(text, lines)
    return tuple(
        piece
        for stretch in _STRETCH.finditer(mask)
        for piece in _named(
            text[stretch.start() : stretch.end()], *((passages.STRUCK,) if stretch[0].startswith("s") else ())
        )
    )


def _mask(text: str, lines: Sequence[Line]) -> str:
    """The text with `s` for each struck character, spaces between two of them included, and no other `s`."""
    struck = chain.from_iterable(line.struck for line in lines)
    mask = _LETTER.sub(lambda _: "s" if next(struck) else "-", text)
    return _SPACE_WITHIN.sub(lambda space: "s" * len(space[0]), mask)


def _named(text: str, *marks: passages.Mark) -> Iterator[passages.Piece]:
    for part in re.split(f"({UNREADABLE})", text):
        if part:
            yield passages.Piece(part, (*marks, _UNREADABLE) if part == UNREADABLE else marks)
