"""Tables of any format: written one row a line, with an address, a header path and a naming cell for every cell.

In the text a row is a line and cells are parted by tabs; a column nobody wrote in has none. Line ends and tabs inside
a cell become spaces, so that a line is always a row. Which cells are headers is what the format says; where it says
nothing, the first row is if it reads like one, and so are rows that one of its cells spans or has its parts in.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby, takewhile
from typing import Final

from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.passages import Piece, write_pieces
from citeledger.extraction.structure import Cell

MOST_CELLS: Final = 500_000  # of a table, empty ones and all that a spanning cell covers counted
LONGEST_NAME: Final = 200  # characters of a header or key that are kept with every cell it names
_DEEPEST: Final = 6
_BREAK: Final = re.compile(r"\r\n|[\t-\r\x1c-\x1e\x85\u2028\u2029]")
# What starts like an amount names no column; a bare year does.
_AMOUNT: Final = re.compile(r"\s*[-+−(]?\s*[€$£¥]?\s*[.,]?\d(?!\d{3}\s*\Z)")


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell as the format has it: its place (from 1), its extent, whether the format calls it a header, and the stored
    value that it shows by a format (see `structure.Cell`).
    """

    row: int
    column: int
    pieces: tuple[Piece, ...]
    rows: int = 1
    columns: int = 1
    is_header: bool = False
    value: str = ""

    @property
    def text(self) -> str:
        """In one line, as headers and keys are compared."""
        return " ".join("".join(piece.text for piece in self.pieces).split())


@dataclass(frozen=True, slots=True)
class Table:
    """`name` is how people call it; `prefix` is what its cells' addresses begin with."""

    name: str
    prefix: str
    cells: tuple[TableCell, ...]


def letters(column: int) -> str:
    """A column (from 1) as spreadsheets call it: 1 is A, 27 is AA."""
    name = ""
    while column > 0:
        column, place = divmod(column - 1, 26)
        name = chr(ord("A") + place) + name
    return name


def write_table(builder: TextBuilder, table: Table, *, ending: str = "\n") -> None:
    """Write a table as one block, `ending` after its last line. Raises Unreadable when nobody could read it."""
    filled = sorted((cell for cell in table.cells if cell.text), key=lambda cell: (cell.row, cell.column))
    places = {column: place for place, column in enumerate(sorted({cell.column for cell in filled}))}
    rows = [list(row) for _, row in groupby(filled, key=lambda cell: cell.row)]
    if len(rows) * len(places) > MOST_CELLS or sum(cell.rows + cell.columns for cell in filled) > 4 * MOST_CELLS:
        raise Unreadable
    names = CellNames(rows)
    with builder.block("table", ending=ending):
        for row in rows:
            _write_row(builder, table, row, places, names)


def _write_row(
    builder: TextBuilder, table: Table, row: Sequence[TableCell], places: dict[int, int], names: "CellNames"
) -> None:
    place = 0
    for cell in row:
        builder.write("\t" * (places[cell.column] - place))
        place = places[cell.column]
        start, end = write_pieces(builder, _in_one_line(cell.pieces))
        address = f"{table.prefix}{letters(cell.column)}{cell.row}"
        headers, keys = names.of(cell)
        builder.cell(Cell(address, table.name, cell.row, cell.column, start, end, headers, keys, cell.value))
    builder.write("\n")


def _in_one_line(pieces: Iterable[Piece]) -> Iterable[Piece]:
    return (Piece(_BREAK.sub(" ", piece.text), piece.marks) for piece in pieces)


class CellNames:
    """Which texts name a cell's column and which its row. `rows` are the cells with text, row by row."""

    def __init__(self, rows: Sequence[Sequence[TableCell]]) -> None:
        head = _header_rows(rows)
        self._head = frozenset(row[0].row for row in head)
        self._last = max(self._head, default=None)
        self._paths: dict[int, tuple[str, ...]] = {}
        self._above = {row[0].row: self._path_above(row) for row in head}
        self._first = _key_column([row for row in rows if self._last is None or row[0].row > self._last])
        self._keys: dict[int, list[TableCell]] = {}
        for row in rows:
            if row[0].row not in self._head:
                self._take_keys(row)

    def of(self, cell: TableCell) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Header path and keys of a cell. What stands above the headers has no path, headers have no keys."""
        if cell.row in self._head:
            return self._above[cell.row].get(cell.column, ()), ()
        below = self._last is not None and cell.row > self._last
        keys = [key for key in self._keys.get(cell.row, ()) if key is not cell]
        return self._paths.get(cell.column, ()) if below else (), tuple(map(_name, keys[:_DEEPEST]))

    def _path_above(self, row: Sequence[TableCell]) -> dict[int, tuple[str, ...]]:
        above = {cell.column: self._paths.get(cell.column, ()) for cell in row}
        for cell in row:
            for column in range(cell.column, cell.column + cell.columns):
                self._paths[column] = (*self._paths.get(column, ()), _name(cell))[:_DEEPEST]
        return above

    def _take_keys(self, row: Sequence[TableCell]) -> None:
        named = [cell for cell in row if cell.is_header] or [cell for cell in row if cell.column == self._first]
        for cell in named:
            for covered in range(cell.row, cell.row + cell.rows):
                self._keys.setdefault(covered, []).append(cell)


def _name(cell: TableCell) -> str:
    return cell.text[:LONGEST_NAME]


def _key_column(rows: Sequence[Sequence[TableCell]]) -> int:
    """The first column that rows of several cells begin in: titles and remarks beside a table name none of its rows."""
    begun = [row[0].column for row in rows]
    return min((column for column, row in zip(begun, rows, strict=True) if len(row) > 1), default=min(begun, default=0))


def _header_rows(rows: Sequence[Sequence[TableCell]]) -> Sequence[Sequence[TableCell]]:
    """The rows that name columns, below a title in a row of its own: those the format calls so, else some guessed."""
    if any(cell.is_header for row in rows for cell in row):
        below = dropwhile(lambda row: len(row) == 1 and not row[0].is_header, rows)
        return list(takewhile(lambda row: all(cell.is_header for cell in row), below))
    left = min((row[0].column for row in rows), default=0)
    body = list(dropwhile(lambda row: _is_title(row, left), rows))
    return list(_guessed_headers(body)) if len(body) > 1 else ()


def _is_title(row: Sequence[TableCell], left: int) -> bool:
    """Whether a row is one cell, and not one over some of the columns, which is the head of these."""
    return len(row) == 1 and (row[0].columns == 1 or row[0].column == left)


def _guessed_headers(body: Sequence[Sequence[TableCell]]) -> Iterator[Sequence[TableCell]]:
    """The first row if it reads like headers, and those that its headers reach into, but for the last row.

    A row that begins with a cell over several rows is named by it.
    """
    head: list[Sequence[TableCell]] = []
    for row in body[: min(len(body) - 1, _DEEPEST)]:
        is_reached = row[0].rows == 1 and any(_reaches(cell, row) for above in head for cell in above)
        if not (is_reached and not _holds_amount(row) if head else _reads_like_headers(row)):
            break
        head.append(row)
        yield row


def _reaches(header: TableCell, row: Sequence[TableCell]) -> bool:
    """Whether a header covers a row below, or stands directly over several cells of it, which are its parts."""
    below = header.row + header.rows
    parts = sum(header.column <= cell.column < header.column + header.columns for cell in row)
    return row[0].row < below or (row[0].row == below and parts > 1)


def _holds_amount(row: Sequence[TableCell]) -> bool:
    return any(_AMOUNT.match(cell.text) for cell in row)


def _reads_like_headers(row: Sequence[TableCell]) -> bool:
    texts = [cell.text for cell in row]
    return len(set(texts)) == len(texts) and not _holds_amount(row)
