"""Words as they are shown where two texts are compared: what was taken out and put in, and rows of tables as rows.

In an extracted text a row is a line and its cells are parted by tabs (`extraction.tables`). What was taken out and what
was put in for it share their cells where both have the same ones; else the one row stands below the other.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Final

from citeledger.core.changes import Piece
from citeledger.interfaces.web.presenters.text import is_as_written

_PARTING: Final = re.compile(r"([\t\n])")
_CELL, _ROW = "\t", "\n"


@dataclass(frozen=True, slots=True)
class DifferencePart:
    """`kind` is equal, removed or added; where a place is shown also marked, for its words, or quiet, around them."""

    kind: str
    text: str


Cell = tuple[DifferencePart, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows of cells, or else the parts of text that has none."""

    parts: tuple[DifferencePart, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()


def has_rows(*, media_type: str) -> bool:
    """Whether tabs part cells in texts of this kind: not in what is its own source, where they are what they are."""
    return media_type != "text/plain" and not is_as_written(media_type=media_type)


def parts_of(*, pieces: Iterable[Piece]) -> Iterator[DifferencePart]:
    """The pieces of a difference as templates see them, with spaces and line ends left out of what is marked."""
    for piece in pieces:
        words = piece.text.rstrip()
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
    if not as_rows or not any(_CELL in part.text for part in parts):
        return (Stretch(parts=tuple(parts)),) if parts else ()
    grouped = groupby(_rows(parts), key=lambda row: len(row) > 1)
    return tuple(Stretch(rows=tuple(rows)) if are_cells else _lines(rows) for are_cells, rows in grouped)


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
