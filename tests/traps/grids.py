"""Edits of a table planted behind the passage's paragraph: its cells are cited by value, its rows as a whole."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from tests.traps.cases import CHANGED, CURRENT, Edit, Operation
from tests.traps.sources import Passage

Grid = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Headers, rows, and how it is written down."""

    headers: tuple[str, ...]
    rows: Grid
    rule: str = "---"
    row: str = "| {} |"
    bar: str = " | "

    def written(self) -> str:
        lines = (self.headers, tuple(self.rule for _ in self.headers), *self.rows)
        return "\n".join(self.row.format(self.bar.join(line)) for line in lines)


FEES = Table(
    ("Thing", "Kept for", "Fee", "Where"),
    (
        ("Walking stick", "30 days", "4 coins", "ground floor"),
        ("Handcart", "60 days", "12 coins", "court yard"),
        ("Camera", "90 days", "4 coins", "first floor"),
        ("Pram", "60 days", "9 coins", "court yard"),
        ("Jewellery, which only the director of the house may hand over in person", "365 days", "free", "safe"),
    ),
)
Change = Callable[[Table], Table]


def _rows(change: Callable[[list[tuple[str, ...]]], list[tuple[str, ...]]]) -> Change:
    return lambda table: replace(table, rows=tuple(change(list(table.rows))))


def _columns(order: tuple[int, ...]) -> Change:
    """The columns in another order; a column left out is dropped."""

    def moved(table: Table) -> Table:
        headers, *rows = (tuple(line[index] for index in order) for line in (table.headers, *table.rows))
        return replace(table, headers=headers, rows=tuple(rows))

    return moved


def _with_column(at: int, header: str, value: str) -> Change:
    def added(table: Table) -> Table:
        lines = [
            (*line[:at], header if not n else f"{value} {n}", *line[at:])
            for n, line in enumerate((table.headers, *table.rows))
        ]
        return replace(table, headers=lines[0], rows=tuple(lines[1:]))

    return added


def _cell(row: int, column: int, value: str) -> Change:
    def changed(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
        line = list(rows[row])
        line[column] = value
        return [*rows[:row], tuple(line), *rows[row + 1 :]]

    return _rows(changed)


def _headed(*headers: str) -> Change:
    return lambda table: replace(table, headers=headers)


def _swapped(one: tuple[int, int], other: tuple[int, int]) -> Change:
    """Two cells exchange what they say."""

    def swapped(table: Table) -> Table:
        first, second = table.rows[one[0]][one[1]], table.rows[other[0]][other[1]]
        return _cell(*other, first)(_cell(*one, second)(table))

    return swapped


def _planting(row: int, column: int | None, change: Change) -> Callable[[Passage, Random], Edit | None]:
    """The cell (or with no column the whole row) is cited, and the table changed."""

    def plant(passage: Passage, _: Random) -> Edit | None:
        if passage.is_item or passage.text[passage.paragraph_end :].lstrip("\n")[:1] == "|":
            return None
        old, new = (passage.with_paragraph(f"{passage.paragraph}\n\n{t.written()}") for t in (FEES, change(FEES)))
        line = FEES.row.format(FEES.bar.join(FEES.rows[row]))
        start = old.index(line)
        if column is None:
            return Edit(old, new, start + 2, start + len(line) - 2)
        start += len(FEES.bar.join(("| " + FEES.rows[row][0], *FEES.rows[row][1:column], "")) if column else "| ")
        return Edit(old, new, start, start + len(FEES.rows[row][column]))

    return plant


def operations() -> Iterator[Operation]:
    """Every edit of a table."""
    for name, (trap, row, column, change) in _MUST_NOT_ALARM.items():
        yield Operation(name, trap, CURRENT, _planting(row, column, change))
    for name, (trap, row, column, change) in _MUST_ALARM.items():
        yield Operation(name, trap, CHANGED, _planting(row, column, change))


_NEW_ROW = ("Suitcase", "60 days", "4 coins", "court yard")
_MUST_NOT_ALARM: dict[str, tuple[str, int, int | None, Change]] = {
    "table_row_inserted_above": ("a row above, with the same value", 1, 1, _rows(lambda r: [r[0], _NEW_ROW, *r[1:]])),
    "table_row_inserted_below": ("a row below, with the same value", 1, 1, _rows(lambda r: [*r[:2], _NEW_ROW, *r[2:]])),
    "table_row_inserted_first": ("a row at the top", 0, 1, _rows(lambda r: [_NEW_ROW, *r])),
    "table_row_of_twin_deleted": ("the other row with that value deleted", 1, 1, _rows(lambda r: [*r[:3], *r[4:]])),
    "table_rows_sorted": ("the rows in another order", 1, 1, _rows(sorted)),
    "table_rows_reversed": ("the rows in reverse order", 2, 2, _rows(lambda r: r[::-1])),
    "table_rows_sorted_row": ("the rows in another order, a row cited", 1, None, _rows(sorted)),
    "table_rows_sorted_long": ("the rows in another order, a long key cited", 4, 0, _rows(sorted)),
    "table_columns_moved": ("the columns in another order", 1, 1, _columns((0, 3, 1, 2))),
    "table_columns_moved_fee": ("the columns in another order", 2, 2, _columns((0, 2, 3, 1))),
    "table_column_inserted": ("a column inserted", 1, 1, _with_column(1, "Weight", "class")),
    "table_column_deleted": ("another column deleted", 1, 1, _columns((0, 1, 3))),
    "table_other_cell_edited": ("another cell of the row edited", 1, 1, _cell(1, 2, "15 coins")),
    "table_twin_cell_edited": ("the same value in another row edited", 1, 1, _cell(3, 1, "61 days")),
    "table_bars_left_out": ("no bars at the edges", 1, 1, lambda t: replace(t, row="{}")),
    "table_aligned": ("aligned columns", 1, 1, lambda t: replace(t, rule=":--------:", bar="   |  ")),
    "table_tight": ("no spaces around bars", 1, 1, lambda t: replace(t, rule="-", bar="|", row="|{}|")),
    "table_headers_bold": ("bold headers", 1, 1, lambda t: replace(t, headers=tuple(f"**{h}**" for h in t.headers))),
    "table_keys_linked": ("keys made links", 1, 1, _rows(lambda r: [(f"[{k}](#x)", *rest) for k, *rest in r])),
    "table_cell_bold": ("the cell bold", 1, 1, _cell(1, 1, "**60** days")),
}
_MUST_ALARM: dict[str, tuple[str, int, int | None, Change]] = {
    "table_cell_edited": ("the cell edited, its old value in another row", 1, 1, _cell(1, 1, "61 days")),
    "table_cell_emptied": ("the cell emptied, its old value in another row", 1, 1, _cell(1, 1, "")),
    "table_cell_struck": ("the cell struck through", 1, 1, _cell(1, 1, "~~60 days~~")),
    "table_cell_struck_and_new": ("the cell struck and written anew", 1, 1, _cell(1, 1, "~~60 days~~ 45 days")),
    "table_cells_swapped": ("values of two rows swapped", 0, 1, _swapped((0, 1), (2, 1))),
    "table_cells_swapped_twin": ("values swapped, one of them twice in the table", 1, 1, _swapped((1, 1), (0, 1))),
    "table_cells_swapped_in_row": ("values of two columns swapped", 1, 1, _swapped((1, 1), (1, 2))),
    "table_keys_swapped": ("two rows exchange their names", 0, 1, _swapped((0, 0), (2, 0))),
    "table_keys_swapped_twin": ("two rows exchange their names, the values equal", 0, 2, _swapped((0, 0), (1, 0))),
    "table_row_deleted": ("the row deleted, its value in another row", 1, 1, _rows(lambda r: [r[0], *r[2:]])),
    "table_row_deleted_fee": ("the row deleted, its value in another row", 0, 2, _rows(lambda r: r[1:])),
    "table_column_dropped": ("the column deleted", 1, 2, _columns((0, 1, 3))),
    "table_edited_and_sorted": (
        "the cell edited and the rows sorted",
        1,
        1,
        lambda t: _rows(sorted)(_cell(1, 1, "61 days")(t)),
    ),
    "table_edited_and_moved": (
        "the cell edited and the columns moved",
        1,
        1,
        lambda t: _columns((0, 3, 1, 2))(_cell(1, 1, "61 days")(t)),
    ),
    "table_edited_row_above_alike": (
        "edited, and a new row with the old value above",
        1,
        1,
        lambda t: _rows(lambda r: [r[0], _NEW_ROW, *r[1:]])(_cell(1, 1, "61 days")(t)),
    ),
    "table_row_edited": ("one word of a cited row", 1, None, _cell(1, 2, "13 coins")),
    "table_row_gone": ("a cited row deleted", 1, None, _rows(lambda r: [r[0], *r[2:]])),
    "table_headers_swapped_row": (
        "headers exchanged, a row cited",
        1,
        None,
        _headed("Thing", "Fee", "Kept for", "Where"),
    ),
    "table_unit_in_header_row": (
        "another unit in a header, a row cited",
        1,
        None,
        _headed("Thing", "Kept for", "Fee per day", "Where"),
    ),
    "table_header_denied": (
        "a header denied, a whole sentence cited",
        4,
        0,
        _headed("What we do not keep", "Kept for", "Fee", "Where"),
    ),
    "table_unit_in_cell": ("another unit in the cell", 1, 1, _cell(1, 1, "60 hours")),
}
