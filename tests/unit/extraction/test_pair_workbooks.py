"""Pairs of workbooks: a cell that keeps its stored value and gets another format, a sheet that gets another name."""

import pytest

from citeledger.core.anchoring import Locator, OutcomeKind, SpanOutcome
from citeledger.core.anchoring.notes import Note, notes
from tests.unit.extraction import workbooks
from tests.unit.extraction.test_pairs import XLSX, became, side


def sheet(value: str, code: str, *, key: str = "Bag", title: str = "", more: tuple[str, ...] = ()) -> bytes:
    """A sheet of a title, headers, other rows, and a row whose second cell holds a value in this format."""
    rows = [
        workbooks.row(1, workbooks.text("A1", title or "Rates")),
        workbooks.row(2, workbooks.text("A2", "Thing"), workbooks.text("B2", "Fee"), workbooks.text("C2", "Note")),
        *(workbooks.row(3 + at, workbooks.text(f"A{3 + at}", other)) for at, other in enumerate(more)),
    ]
    at = 3 + len(more)
    cells = workbooks.text(f"A{at}", key), workbooks.number(f"B{at}", value, 1), workbooks.text(f"C{at}", "paid once")
    escaped = code.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return workbooks.workbook(workbooks.data(*rows, workbooks.row(at, *cells)), codes=[escaped])


def shown(data: bytes) -> str:
    read = side(data, XLSX)
    return next(read.text[cell.start : cell.end] for cell in read.structure.cells if cell.headers == ("Fee",))


def reformatted(value: str, code: str, other: str) -> SpanOutcome:
    old = sheet(value, code)
    return became(old, sheet(value, other), XLSX, cited=shown(old))


@pytest.mark.parametrize(
    ("value", "code", "other"),
    [
        ("5000", "0", "#,##0.00"),
        ("5000", "General", "#,##0"),
        ("-5", "0", "#,##0_);(#,##0)"),
        ("0.125", "0.0%", "0.00%"),
        ("1234.5", '"$"#,##0.00', '"$"0.0'),
        ("1234.5", "0.00\\ [$€-407]", "#,##0.0\\ [$€-407]"),
        ("100000000000", "General", "#,##0"),
        ("45322", "yyyy-mm-dd", "d mmmm yyyy"),
        ("45322", "yyyy/mm/dd", "dddd, d mmm yyyy"),
        ("45322.5", "yyyy-mm-dd hh:mm", "yyyy-mm-dd h:mm AM/PM"),
    ],
)
def test_another_format_of_the_same_value_is_current_with_a_note(value: str, code: str, other: str) -> None:
    for first, second in ((code, other), (other, code)):
        old, new = sheet(value, first), sheet(value, second)
        assert shown(old) != shown(new)
        outcome = reformatted(value, first, second)
        assert outcome.kind is OutcomeKind.INTACT
        before, after = side(old, XLSX), side(new, XLSX)
        assert after.text[outcome.start : outcome.end] == shown(new)
        start = before.text.index(shown(old))
        span = Locator(start, start + len(shown(old)))
        assert notes(old=before, new=after, span=span, outcome=outcome) == (Note.FORMATTING,)


@pytest.mark.parametrize(
    ("value", "code", "other"),
    [
        ("0.125", "0.000", "0.0%"),
        ("5000", "0", '"$"0'),
        ("5000", '"$"0', "0\\ [$€-407]"),
        ("5000", "0", '0" t"'),
        ("5000", "0", '"<"0'),
        ("-5", "0", "0;[Red]0"),
        ("4.6", "General", "0"),
        ("5000", "0", "0,"),
        ("1500000", "0", '0.0,,"M"'),
        ("5", "0", "000"),
        ("45322", "yyyy-mm-dd", "mmmm yyyy"),
        ("45322", "yyyy-mm-dd", "d mmmm yy"),
        ("45322", "dd/mm/yyyy", "mm/dd/yyyy"),
        ("45322", "yyyy-mm-dd", '"before "d mmmm yyyy'),
        ("45322.5", "yyyy-mm-dd", "yyyy-mm-dd hh:mm"),
        ("45322", "yyyy-mm-dd", "0"),
    ],
)
def test_a_format_that_says_something_else_alarms(value: str, code: str, other: str) -> None:
    for first, second in ((code, other), (other, code)):
        assert shown(sheet(value, first)) != shown(sheet(value, second))
        assert not reformatted(value, first, second).is_current


def test_another_value_alarms_in_whatever_format() -> None:
    old = sheet("5000", "0")
    assert not became(old, sheet("5001", "#,##0.00"), XLSX, cited="5000").is_current
    assert not became(sheet("4.96", "0.0"), sheet("5.02", "0"), XLSX, cited="5.0").is_current
    assert not became(old, sheet("5000", "#,##0", key="Hat"), XLSX, cited="5000").is_current


def test_the_rows_may_move_and_the_row_may_be_cited_whole() -> None:
    old, new = sheet("5000", "0"), sheet("5000", "#,##0.00", more=("Hat", "Coat"))
    assert became(old, new, XLSX, cited="5000").is_current
    assert became(old, new, XLSX, cited="Bag\t5000\tpaid once").is_current
    assert not became(old, sheet("5000", "0%"), XLSX, cited="Bag\t5000\tpaid once").is_current


def test_what_takes_the_table_back_still_counts() -> None:
    assert not became(sheet("5000", "0"), sheet("5000", "#,##0", title="Repealed:"), XLSX, cited="5000").is_current


def named(name: str) -> bytes:
    """A workbook whose one sheet has this name."""
    rows = [
        workbooks.row(1, workbooks.text("A1", "Thing"), workbooks.text("B1", "Fee")),
        workbooks.row(2, workbooks.text("A2", "Bag"), workbooks.text("B2", "5 EUR")),
        workbooks.row(3, workbooks.text("A3", "Hat"), workbooks.text("B3", "6 EUR")),
    ]
    listed = f'<sheet name="{name}" sheetId="1" r:id="s1"/>'
    raw = {"xl/workbook.xml": f"<workbook {workbooks.SPACES}><sheets>{listed}</sheets></workbook>"}
    return workbooks.workbook(workbooks.data(*rows), raw=raw)


@pytest.mark.parametrize(
    "name",
    [
        *("Prices (old)", "Prices_old", "OLD_Prices", "Archive", "Old prices", "Prices - draft", "Prices until 2024"),
        *("PricesOld", "OldPrices", "oldPrices", "PricesUntil2024", "PRICESDraft", "Prices_ArchivedIn2024"),
    ],
)
def test_a_sheet_whose_name_takes_its_cells_back_is_another_place(name: str) -> None:
    old = named("Prices")
    for cited in ("5 EUR", "Bag\t5 EUR", "Bag"):
        assert not became(old, named(name), XLSX, cited=cited).is_current
        assert not became(named(name), old, XLSX, cited=cited).is_current


@pytest.mark.parametrize(
    "name",
    [
        "Prices 2026",
        "Price list",
        "Price_list",
        "Rates",
        "prices",
        "PriceList",
        "PricesQ1",
        "Prices2026",
        "pricesGolden",
    ],
)
def test_a_sheet_that_is_only_renamed_is_the_same(name: str) -> None:
    for cited in ("5 EUR", "Bag\t5 EUR", "Bag"):
        assert became(named("Prices"), named(name), XLSX, cited=cited).is_current
