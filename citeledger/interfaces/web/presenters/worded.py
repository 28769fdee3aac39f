"""Words as they are shown where two texts are compared: what was taken out and put in, and rows of tables as rows.

In an extracted text a row is a line and its cells are parted by tabs (`extraction.tables`). What was taken out and what
was put in for it share their cells where both have the same ones; else the one row stands below the other.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Final

from citeledger.core.anchoring.changes import Piece
from citeledger.interfaces.web.presenters.text import DRAWN, is_as_written

_PARTING: Final = re.compile(r"([\t\n])")
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_CELL, _ROW = "\t", "\n"


@dataclass(frozen=True, slots=True)
class DifferencePart:
    """`kind` is equal, removed or added; for words that went to, or came from, another place left or arrived; where a
    place is shown also marked, for its words, or quiet, around them.
    """

    kind: str
    text: str


Cell = tuple[DifferencePart, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows of cells, or else the parts of text that has none; `is_drawn`: whole lines of a table drawn with signs."""

    parts: tuple[DifferencePart, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    is_drawn: bool = False


def has_rows(*, media_type: str) -> bool:
    """Whether tabs part cells in texts of this kind: not in what is its own source, where they are what they are."""
    return media_type != "text/plain" and not is_as_written(media_type=media_type)


def parts_of(*, pieces: Iterable[Piece]) -> Iterator[DifferencePart]:
    """The pieces of a difference as templates see them, with spaces and line ends left out of what is marked.

    Whole lines that nothing took the place of keep their ends: what follows begins in a line of its own.
    """
    found = tuple(pieces)
    for piece, after in zip_longest(found, found[1:]):
        words = piece.text.rstrip()
        if words and piece.op == "removed" and piece.text.endswith("\n") and not (after and after.op == "added"):
            words = f"{words}\n"
        if words:
            yield DifferencePart(kind=piece.op, text=words)
        if piece.op != "removed" and words != piece.text:
            yield DifferencePart(kind="equal", text=piece.text[len(words) :])


def compared_parts(*, pieces: Iterable[Piece], as_rows: bool) -> tuple[DifferencePart, ...]:
    """`parts_of`; to the character for rows, where what parts cells belongs to what was taken out or put in."""
    if not as_rows:
        return tuple(parts_of(pieces=pieces))
    return tuple(DifferencePart(kind=piece.op, text=piece.text) for piece in pieces)


def stretches(*, parts: Sequence[DifferencePart], as_rows: bool) -> tuple[Stretch, ...]:
    """The parts as given; with `as_rows` the lines that have cells as rows of tables, all other lines as parts."""
    if not as_rows:
        return tuple(_drawn(parts)) if parts else ()
    if not any(_CELL in part.text for part in parts):
        return (Stretch(parts=tuple(parts)),) if parts else ()
    grouped = groupby(_rows(parts), key=lambda row: len(row) > 1)
    return tuple(Stretch(rows=tuple(rows)) if are_cells else _lines(rows) for are_cells, rows in grouped)


def _drawn(parts: Sequence[DifferencePart]) -> Iterator[Stretch]:
    """The parts as given, lines of drawn tables apart from all others."""
    if not any(DRAWN.search(part.text) for part in parts):
        yield Stretch(parts=tuple(parts))
        return
    for is_drawn, lines in groupby(_source_lines(parts), key=_is_drawn):
        yield Stretch(parts=tuple(part for line in lines for part in line), is_drawn=is_drawn)


def _source_lines(parts: Sequence[DifferencePart]) -> Iterator[list[DifferencePart]]:
    line: list[DifferencePart] = []
    for part in parts:
        for text in _LINE.findall(part.text):
            line.append(DifferencePart(part.kind, text))
            if text.endswith(_ROW):
                yield line
                line = []
    if line:
        yield line


def _is_drawn(line: Iterable[DifferencePart]) -> bool:
    return DRAWN.match("".join(part.text for part in line)) is not None


def _lines(rows: Iterable[tuple[Cell, ...]]) -> Stretch:
    return Stretch(parts=tuple(part for row in rows for cell in row for part in (*cell, DifferencePart("equal", _ROW))))


def _rows(parts: Sequence[DifferencePart]) -> Iterator[tuple[Cell, ...]]:
    row: list[list[DifferencePart]] = [[]]
    for part in _cut(parts):
        if part.text == _ROW:
            yield tuple(map(tuple, row))
            row = [[]]
        elif part.text == _CELL:
            row.append([])
        else:
            row[-1].append(part)
    if row != [[]]:
        yield tuple(map(tuple, row))


def _cut(parts: Sequence[DifferencePart]) -> Iterator[DifferencePart]:
    """The parts cut at what parts cells and rows, which comes as parts of its own."""
    left = iter(parts)
    for part in left:
        after = next(left, None) if part.kind == "removed" else None
        if after is not None and after.kind == "added":
            yield from _exchanged(part, after)
            continue
        yield from _pieces(part)
        if after is not None:
            yield from _pieces(after)


def _pieces(part: DifferencePart) -> Iterator[DifferencePart]:
    return (DifferencePart(part.kind, text) for text in _PARTING.split(part.text) if text)


def _exchanged(removed: DifferencePart, added: DifferencePart) -> Iterator[DifferencePart]:
    old, new = _PARTING.split(removed.text), _PARTING.split(added.text)
    if old[1::2] != new[1::2]:
        yield from _pieces(removed)
        yield from _pieces(added)
        return
    for gone, come, parting in zip_longest(old[::2], new[::2], old[1::2], fillvalue=""):
        whole = DifferencePart("removed", gone), DifferencePart("added", come), DifferencePart("equal", parting)
        yield from (part for part in whole if part.text)
