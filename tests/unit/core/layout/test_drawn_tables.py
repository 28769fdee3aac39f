"""Tables drawn in text, and headers over several columns: the value under another header is another statement."""

import re
from time import process_time

import pytest

from citeledger.core.anchoring import Locator, Pair, Side, prepare, reanchor
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import Options
from citeledger.extraction.formats import load
from tests.unit.core.anchored import outcome, side, steps

DRAWN = {
    "spaces": "Plan     Min   Max\nGold     30    60\nSilver   14    20",
    "tabs": "Plan\tMin\tMax\nGold\t30\t60\nSilver\t14\t20",
    "bars": "Plan | Min | Max\nGold | 30 | 60\nSilver | 14 | 20",
    "a ruler": "Plan    Min  Max\n------  ---  ---\nGold    30   60\nSilver  14   20",
}
ALARMS = {
    "headers exchanged": lambda text: text.replace("Min", "@").replace("Max", "Min").replace("@", "Max"),
    "another header": lambda text: text.replace("Min", "Fee"),
    "keys exchanged": lambda text: text.replace("Gold", "@").replace("Silver", "Gold").replace("@", "Silver"),
    "values exchanged": lambda text: text.replace("30", "@").replace("14", "30").replace("@", "14"),
    "values of a row exchanged": lambda text: text.replace("30", "@").replace("60", "30").replace("@", "60"),
}
CURRENT = {
    "rows sorted": lambda text: "\n".join([*text.split("\n")[:-2], *text.split("\n")[:-3:-1]]),
    "a row put in": lambda text: text + text[text.rindex("\n") :].replace("Silver", "Bronze").replace("14", "10"),
    "another value": lambda text: text.replace("20", "21"),
    "drawn wider": lambda text: text.replace("  ", "    "),
}


def page(table: str) -> str:
    return f"The fees of the house.\n\n{table}\n\nAsk at the desk.\n"


def answered(table: str, new: str) -> set[bool]:
    types = ("text/plain", "text/markdown")
    fenced = tuple(page(f"```\n{each}\n```") for each in (table, new))
    pairs = ((page(table), page(new)), fenced)
    return {outcome(*pair, "30", media_type=kind).is_current for pair in pairs for kind in types}


@pytest.mark.parametrize("drawn", DRAWN)
def test_a_value_under_another_name_is_not_current(drawn: str) -> None:
    for name, change in ALARMS.items():
        assert answered(DRAWN[drawn], change(DRAWN[drawn])) == {False}, name


@pytest.mark.parametrize("drawn", DRAWN)
def test_a_value_that_keeps_its_names_is(drawn: str) -> None:
    for name, change in CURRENT.items():
        assert answered(DRAWN[drawn], change(DRAWN[drawn])) == {True}, name


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Plan\tMin\tMax\nGold\t\t30\nSilver\t14\t20", "Plan\tMin\tMax\nGold\t30\t\nSilver\t14\t20"),
        ("Plan    Min  Max\nGold         30\nSilver  14   20", "Plan    Min  Max\nGold    30\nSilver  14   20"),
    ],
)
def test_a_value_in_another_column_with_the_same_words_is_not_current(old: str, new: str) -> None:
    assert answered(old, new) == {False}


def test_lines_of_names_and_values_have_no_header() -> None:
    old = "Name:    John\nPhone:   555\nMail:    john@here.example"
    new = old.replace("John", "Jack")
    assert outcome(page(old), page(new), "555", media_type="text/plain").is_current


GRID = """+--------+-----+-----+
| Plan   | Min | Max |
+========+=====+=====+
| Gold   | 30  | 60  |
+--------+-----+-----+
| Silver | 14  | 20  |
+--------+-----+-----+
"""
SIMPLE = """====== === ===
Plan   Min Max
====== === ===
Gold   30  60
Silver 14  20
====== === ===
"""


def _rst(table: str) -> Side:
    extraction = load("text/x-rst").extract(page(table).encode(), Options())
    return Side(extraction.text, extraction.structure, normalizer_for("text/x-rst"))


def _followed(old: Side, new: Side, cited: str) -> bool:
    start = old.text.index(cited)
    return reanchor(old=old, new=new, spans=[Locator(start, start + len(cited))])[0].is_current


@pytest.mark.parametrize("table", [GRID, SIMPLE], ids=["grid", "simple"])
def test_tables_of_restructured_text(table: str) -> None:
    swapped_keys = table.replace("Gold  ", "@").replace("Silver", "Gold  ").replace("@", "Silver")
    for new in (table.replace("Min", "Fee"), swapped_keys, ALARMS["headers exchanged"](table)):
        assert not _followed(_rst(table), _rst(new), "30")
    assert _followed(_rst(table), _rst(table.replace("20", "21")), "30")


SPANNED = (
    "<table><tr><th rowspan=2>Plan</th>{}<th>Land</th></tr><tr><th>a</th><th>b</th><th>c</th></tr>"
    "<tr><td>Gold</td><td>30</td><td>60</td><td>90</td></tr></table>"
)


def _html(headers: str) -> Side:
    extraction = load("text/html").extract(SPANNED.format(headers).encode(), Options())
    return Side(extraction.text, extraction.structure, normalizer_for("text/html"))


def test_a_header_over_other_columns_though_no_character_changed() -> None:
    old, new = _html("<th colspan=2>City</th>"), _html("<th>City</th><th></th>")
    assert old.text == new.text
    assert not _followed(old, new, "60")
    assert _followed(old, new, "30")
    assert _followed(old, _html("<th colspan=2>City</th>"), "60")


def test_a_header_over_other_columns() -> None:
    old = _html("<th colspan=2>City</th>")
    assert not _followed(old, _html("<th>City</th>"), "60")


def test_rows_that_share_their_first_cells_are_told_apart_in_linear_time() -> None:
    """A table of bookings begins with a day, a register with a country: thousands of rows have one key."""

    def taken(rows: int) -> int:
        lines = (f"EU\t{('Gold', 'Silver')[row % 2]}\titem {row}\t{row} days" for row in range(rows))
        old = "Region\tPlan\tName\tTerm\n" + "\n".join(lines)
        sides = [prepare(side(text, "text/plain")) for text in (old, old.replace("item 7\t", "article 7\t"))]
        spans = [Locator(*found.span()) for found in re.finditer(r"\d+ days", old)]
        pair = Pair(*sides)
        assert sum(outcome.is_current for outcome in pair.outcomes(spans[:6])) == 6
        return steps(lambda: pair.outcomes(spans))

    assert taken(400) < 5 * taken(100)


@pytest.mark.parametrize("run", ["a." + " " * 60_000 + "x", "-" * 60_000 + "x", "- |" + " " * 60_000 + "x"])
def test_a_line_of_spaces_or_dashes_takes_linear_time(run: str) -> None:
    begun = process_time()
    for media_type in ("text/plain", "text/markdown"):
        text = f"a | b\n{run}\nb | 3\n\nThe fee is 30 euros."
        assert outcome(text, text.replace("b | 3", "b | 4"), "The fee is 30 euros.", media_type=media_type).is_current
    assert process_time() - begun < 5  # seconds; more than half a minute where every place of a run is tried


@pytest.mark.parametrize("sign", [";", ", ", "; "])
def test_values_between_commas_stand_under_the_names_of_the_first_line(sign: str) -> None:
    table = DRAWN["tabs"].replace("\t", sign)
    for name, change in ALARMS.items():
        assert answered(table, change(table)) == {False}, name
    for name, change in CURRENT.items():
        assert answered(table, change(table)) == {True}, name


def test_a_comma_between_quotation_marks_is_of_the_value() -> None:
    table = 'Plan,Min,Max\n"Gold, old",30,no\nSilver,14,yes'
    assert answered(table, table.replace("Min", "Fee")) == {False}
    assert answered(table, table.replace("Max", "Most")) == {True}


def test_lines_of_prose_with_commas_are_no_table() -> None:
    old = "Ask for a key, or two\nPay 30 euros, 60 in all\nLeave before 10, 11 at most"
    assert answered(old, old.replace("key", "pass")) == {True}
