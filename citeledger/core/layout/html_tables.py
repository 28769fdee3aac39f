"""Tables written as HTML inside Markdown: where their cells stand, and what names their columns and rows."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from citeledger.core.layout.tables import CellLike, Reading
from citeledger.core.reading.blocks import BlockLike

_TAG = re.compile(r"<(/?)(table|thead|tr|td|th)\b((?:[^<>\"']|\"[^\"]{0,500}\"|'[^']{0,500}')*)>", re.IGNORECASE)
_SPAN = re.compile(r"\b(col|row)span\s*=\s*[\"']?\s*(\d{1,3})", re.IGNORECASE)
_MOST_CELLS = 20_000  # places of one table, those that a spanning cell covers counted
_DEEPEST = 6  # headers of a column, keys of a row


@dataclass(slots=True)
class _Cell:
    """A cell: its place and extent, and once all of its table is read, what names it."""

    row: int
    column: int
    rows: int
    columns: int
    is_header: bool
    start: int
    end: int = 0
    table: str = ""
    headers: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    value: str = ""


@dataclass(slots=True)
class _Table:
    """A table being read: cells are placed as a browser places them."""

    cells: list[_Cell] = field(default_factory=list)
    row: int = 0
    column: int = 0
    in_head: bool = False
    _taken: set[tuple[int, int]] = field(default_factory=set)

    def open_row(self) -> None:
        self.row, self.column = self.row + 1, 0

    def open_cell(self, tag: str, attributes: str, start: int) -> None:
        spans = {name.lower(): max(1, int(number)) for name, number in _SPAN.findall(attributes)}
        rows, columns = spans.get("row", 1), spans.get("col", 1)
        while (self.row, self.column) in self._taken:
            self.column += 1
        if len(self._taken) + rows * columns <= _MOST_CELLS:
            below = range(self.row + 1, self.row + rows)
            self._taken |= {(row, self.column + place) for row in below for place in range(columns)}
        self.cells.append(_Cell(self.row, self.column, rows, columns, self.in_head or tag == "th", start))
        self.column += columns

    def close_cell(self, end: int) -> None:
        if self.cells and not self.cells[-1].end:
            self.cells[-1].end = end


def html_cells(*, blocks: Iterable[BlockLike], text: str, reading: Reading) -> Iterator[CellLike]:
    """The body cells of tables made of tags, none of those in code. Inner tables are tables of their own."""
    code = [(block.start, block.end) for block in blocks if block.kind == "code"]
    for number, table in enumerate(_tables(text, code)):
        yield from _located(f"html {number}", table, reading)


def _tables(text: str, code: Sequence[tuple[int, int]]) -> Iterator[_Table]:
    open_tables: list[_Table] = []
    hidden = iter([*code, (len(text), len(text))])
    start, end = next(hidden)
    for tag in _TAG.finditer(text):
        while tag.start() >= end < len(text):
            start, end = next(hidden)
        name, closes = tag.group(2).lower(), bool(tag.group(1))
        if start <= tag.start() < end or not (open_tables or (name == "table" and not closes)):
            continue
        if name == "table":
            if closes:
                open_tables[-1].close_cell(tag.start())
                yield open_tables.pop()
            elif len(open_tables) < _DEEPEST:
                open_tables.append(_Table())
        else:
            _take(open_tables[-1], name, tag, closes=closes)
    for table in reversed(open_tables):  # the end of the text closes what its writer did not
        table.close_cell(len(text))
        yield table


def _take(table: _Table, name: str, tag: re.Match[str], *, closes: bool) -> None:
    table.close_cell(tag.start())
    if name == "thead":
        table.in_head = not closes
    elif name == "tr" and not closes:
        table.open_row()
    elif name in {"td", "th"} and not closes:
        table.open_cell(name, tag.group(3), tag.end())


def _located(name: str, table: _Table, reading: Reading) -> Iterator[CellLike]:
    words = {id(cell): reading(cell.start, cell.end) for cell in table.cells}
    heads = _head_rows(table.cells)
    headers: dict[int, tuple[str, ...]] = {}
    keys: dict[int, list[_Cell]] = {}
    for cell in table.cells:
        if cell.row in heads:
            for column in range(cell.column, cell.column + cell.columns):
                headers[column] = (*headers.get(column, ()), words[id(cell)])[:_DEEPEST]
        elif cell.is_header or cell.column == 0:
            for row in range(cell.row, cell.row + cell.rows):
                keys.setdefault(row, []).append(cell)
    for cell in table.cells:
        if cell.row not in heads and cell.start < cell.end:
            names = (words[id(key)] for key in keys.get(cell.row, [])[:_DEEPEST] if key is not cell)
            cell.table, cell.headers, cell.keys = name, headers.get(cell.column, ()), tuple(filter(None, names))
            yield cell


def _head_rows(cells: Sequence[_Cell]) -> set[int]:
    """The first rows that hold headers alone; where none does, the first one."""
    heads: set[int] = set()
    plain = {cell.row for cell in cells if not cell.is_header}
    for row in sorted({cell.row for cell in cells}):
        if row in plain:
            break
        heads.add(row)
    return heads or {min((cell.row for cell in cells), default=0)}
