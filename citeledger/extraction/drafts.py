"""A table while it is read: where each cell comes to stand, and whether it is a table or mere layout."""

from dataclasses import dataclass

from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.passages import Passage, Piece
from citeledger.extraction.tables import MOST_CELLS, Table, TableCell


@dataclass(slots=True)
class _Cell:
    """A cell being read: the last row it reaches grows with every cell below that continues it."""

    row: int
    column: int
    last_row: int
    columns: int
    items: list[Passage | Table]
    is_header: bool


class TableDraft:
    """Cells in order of reading. Presentational tables, tables of one cell and tables around tables are layout."""

    def __init__(self, *, is_layout: bool = False) -> None:
        self._is_layout = is_layout
        self._cells: list[_Cell] = []
        self._row = self._column = self._steps = 0
        self._lowest: dict[int, _Cell] = {}  # column: the last cell placed there

    def open_row(self, *, before: int = 0) -> None:
        """Begin a row, with so many columns left out at its start."""
        self._row, self._column = self._row + 1, 1 + before

    def add(self, items: list[Passage | Table], *, rows: int = 1, columns: int = 1, is_header: bool = False) -> None:
        """Place the next cell of the row. Raises Unreadable for tables nobody could read."""
        if self._row == 0:
            self.open_row()
        while (above := self._lowest.get(self._column)) and above.last_row >= self._row:
            self._column += 1
            self._count(1)
        self._count(columns)
        cell = _Cell(self._row, self._column, self._row + rows - 1, columns, items, is_header)
        self._cells.append(cell)
        self._lowest |= dict.fromkeys(range(self._column, self._column + columns), cell)
        self._column += columns

    def continue_above(self, *, columns: int = 1) -> None:
        """The next cell of the row is the lower part of the one above it."""
        self._count(columns)
        above = self._lowest.get(self._column)
        if above and above.last_row == self._row - 1:
            above.last_row = self._row
        self._column += columns

    @property
    def is_layout(self) -> bool:
        return self._is_layout or len(self._cells) < 2 or any(_holds_table(cell.items) for cell in self._cells)

    def table(self, number: int) -> Table:
        """The table, as table `number` of its document."""
        return Table(f"table {number}", f"table {number}!", tuple(map(_placed, self._cells)))

    def contents(self) -> list[Passage | Table]:
        """What stood in its cells, if they were mere layout."""
        return [item for cell in self._cells for item in cell.items]

    def _count(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MOST_CELLS:
            raise Unreadable


def _placed(cell: _Cell) -> TableCell:
    rows = cell.last_row - cell.row + 1
    return TableCell(cell.row, cell.column, _joined(cell.items), rows, cell.columns, cell.is_header)


def _joined(items: list[Passage | Table]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for item in items:
        if isinstance(item, Passage):
            pieces += [Piece(" ")] * bool(pieces) + list(item.pieces)
    return tuple(pieces)


def _holds_table(items: list[Passage | Table]) -> bool:
    return any(isinstance(item, Table) for item in items)
