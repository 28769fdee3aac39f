"""Which cells of a table name the others, where the format does not say: in every format, from the places alone."""

from dataclasses import replace

import pytest

from citeledger.extraction.passages import Piece
from citeledger.extraction.tables import CellNames, TableCell


def table(*rows: str) -> list[list[TableCell]]:
    """Cells by column, `|` between them; `2x3:text` spans 2 rows and 3 columns, nothing is no cell."""
    return [
        [_cell(row, column, text) for column, text in enumerate(line.split("|"), start=1) if text]
        for row, line in enumerate(rows, start=1)
    ]


def _cell(row: int, column: int, text: str) -> TableCell:
    extent, colon, words = text.partition(":")
    rows, columns = map(int, extent.split("x")) if colon else (1, 1)
    return TableCell(row, column, (Piece(words or extent),), rows, columns)


def named(rows: list[list[TableCell]], text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return CellNames(rows).of(next(cell for row in rows for cell in row if cell.text == text))


FEES = ("North|5 EUR|6 EUR|7 EUR|8 EUR", "South|9 EUR|10 EUR|11 EUR|12 EUR")


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(("2x1:Region|1x2:Fees||1x2:Caps|", "|2025|2026|2025|2026"), id="the first cell goes down"),
        pytest.param(("Area|1x2:Fees||1x2:Caps|", "Region|2025|2026|2025|2026"), id="it does not"),
        pytest.param(("|1x2:Fees||1x2:Caps|", "Region|2025|2026|2025|2026"), id="nothing stands in the corner"),
        pytest.param(
            ("1x5:Report 2026||||", "2x1:Region|1x2:Fees||1x2:Caps|", "|2025|2026|2025|2026"), id="below a title"
        ),
    ],
)
def test_a_header_over_several_columns_has_the_row_below_for_its_parts(head: tuple[str, ...]) -> None:
    rows = table(*head, *FEES)
    assert named(rows, "5 EUR") == (("Fees", "2025"), ("North",))
    assert named(rows, "12 EUR") == (("Caps", "2026"), ("South",))
    assert named(rows, "North")[1] == ()


def test_one_group_beside_empty_corners_is_a_header_and_no_title() -> None:
    rows = table("|1x2:Fees|", "Region|2025|2026", "North|5 EUR|6 EUR")
    assert named(rows, "6 EUR") == (("Fees", "2026"), ("North",))


def test_where_the_format_says_which_cells_are_headers_nothing_is_guessed() -> None:
    rows = table("|1x2:Fees|", "Region|2025|2026", "North|5 EUR|6 EUR")
    rows[1] = [replace(cell, is_header=True) for cell in rows[1]]
    assert named(rows, "6 EUR") == (("2026",), ("North",))


def test_three_rows_of_headers_are_one_path() -> None:
    rows = table("3x1:Region|1x4:Fees|||", "|1x2:2025||1x2:2026|", "|H1|H2|H1|H2", *FEES)
    assert named(rows, "8 EUR") == (("Fees", "2026", "H2"), ("North",))


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(("Region|1x2:Fees|", "North|5 EUR|6 EUR", "South|7 EUR|8 EUR"), id="amounts"),
        pytest.param(("Region|Fees|Caps", "North|none|all", "South|7 EUR|8 EUR"), id="headers over one column"),
        pytest.param(("Role|1x2:Rights|", "North|1x2:none|", "South|7 EUR|8 EUR"), id="merged alike"),
        pytest.param(("1x2:Place||Fee", "2x1:North|Oslo|none", "|7 EUR|8 EUR"), id="begun by a key over rows"),
    ],
)
def test_what_is_no_part_of_a_header_is_data(rows: tuple[str, ...]) -> None:
    """So it keeps the key of its row, and the header that stands over it alone."""
    found = table(*rows)
    beside = found[1][-1]
    assert CellNames(found).of(beside)[1] != ()
    assert len(CellNames(found).of(found[2][-1])[0]) == 1


def test_the_last_row_is_never_a_header() -> None:
    rows = table("Region|1x2:Fees|", "North|none|all")
    assert named(rows, "all") == (("Fees",), ("North",))


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(("Fees of 2026||", "|Region|Fee", "|North|5 EUR", "|South|6 EUR"), id="a title further left"),
        pytest.param(("|Region|Fee", "|North|5 EUR", "|South|6 EUR", "Told by the board||"), id="a remark below"),
        pytest.param(("No.|Region|Fee", "|North|5 EUR", "|South|6 EUR"), id="numbers that are drawn, no text"),
    ],
)
def test_rows_are_named_by_the_first_column_that_they_begin_in(rows: tuple[str, ...]) -> None:
    assert named(table(*rows), "6 EUR") == (("Fee",), ("South",))


def test_headers_over_all_of_a_long_table_cost_no_more_than_its_cells() -> None:
    rows = table("30x2:All||Fee", *("||none" for _ in range(29)))
    assert named(rows, "Fee") == ((), ())
    assert CellNames(rows).of(rows[6][0])[0] == ("Fee", "none", "none", "none", "none", "none")
