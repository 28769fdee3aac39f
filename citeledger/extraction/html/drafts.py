"""A table of a page while it is read: where each cell comes to stand, and whether it is a table or mere layout."""

from collections.abc import Mapping
from typing import Final

from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.passages import Passage, Piece
from citeledger.extraction.tables import MOST_CELLS, Table, TableCell

_WIDEST: Final = 1_000  # columns, and
_HIGHEST: Final = 65_534  # rows that one cell may span (HTML, "forming a table")


class TableDraft:
    """Cells in order of reading. Presentational tables, tables of one cell and tables around tables are layout."""

    def __init__(self, *, is_layout: bool) -> None:
        self._is_layout = is_layout
        self._cells: list[tuple[TableCell, list[Passage | Table]]] = []
        self._row = self._column = self._steps = 0
        self._taken_until: dict[int, int] = {}  # column: the last row that a cell from above reaches

    def open_row(self) -> None:
        self._row, self._column = self._row + 1, 1

    def add(self, items: list[Passage | Table], attributes: Mapping[str, str], *, is_header: bool) -> None:
        """Place the next cell of the row. Raises Unreadable for tables nobody could read."""
        if self._row == 0:
            self.open_row()
        while self._taken_until.get(self._column, 0) >= self._row:
            self._column += 1
            self._steps += 1
        columns = _span(attributes.get("colspan"), _WIDEST) or 1
        rows = _span(attributes.get("rowspan"), _HIGHEST) or 1
        self._steps += columns
        if self._steps > MOST_CELLS:
            raise Unreadable
        for column in range(self._column, self._column + columns):
            self._taken_until[column] = self._row + rows - 1
        pieces = _joined(items)
        self._cells.append((TableCell(self._row, self._column, pieces, rows, columns, is_header), items))
        self._column += columns

    @property
    def is_layout(self) -> bool:
        return self._is_layout or len(self._cells) < 2 or any(_holds_table(items) for _, items in self._cells)

    def table(self, number: int) -> Table:
        """The table, as table `number` of its page."""
        return Table(f"table {number}", f"table {number}!", tuple(cell for cell, _ in self._cells))

    def contents(self) -> list[Passage | Table]:
        """What stood in its cells, if they were mere layout."""
        return [item for _, items in self._cells for item in items]


def _span(declared: str | None, most: int) -> int:
    """A span as a browser takes it: leading digits, none for anything else."""
    digits = (declared or "").strip()[:6]
    return min(int(digits), most) if digits.isascii() and digits.isdigit() else 0


def _joined(items: list[Passage | Table]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for item in items:
        if isinstance(item, Passage):
            pieces += [Piece(" ")] * bool(pieces) + list(item.pieces)
    return tuple(pieces)


def _holds_table(items: list[Passage | Table]) -> bool:
    return any(isinstance(item, Table) for item in items)
