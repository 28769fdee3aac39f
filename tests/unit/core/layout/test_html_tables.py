"""Tables of tags inside Markdown: their cells have names, as those of pages have."""

import pytest

from citeledger.core.layout.html_tables import html_cells
from tests.unit.core.anchored import outcome, side, steps

TABLE = """<table>
<thead><tr><th rowspan=2>Who</th><th colspan="2">Limit</th></tr><tr><th>Min</th><th>Max</th></tr></thead>
<tr><td rowspan="2">Ada</td><td>30</td><td>60</td></tr>
<tr><td>31</td><td>61</td></tr>
<tr><td>Bob</td><td>32</td><td>62</td></tr>
</table>
"""


def named(text: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    found = html_cells(
        blocks=side(text).structure.blocks, text=text, reading=lambda start, end: text[start:end].strip()
    )
    return {text[cell.start : cell.end].strip(): (cell.headers, cell.keys) for cell in found}


def test_cells_have_headers_and_keys_also_below_a_key_of_several_rows() -> None:
    found = named(f"Text.\n\n{TABLE}")
    assert found["60"] == (("Limit", "Max"), ("Ada",))
    assert found["61"] == (("Limit", "Max"), ("Ada",))
    assert found["32"] == (("Limit", "Min"), ("Bob",))
    assert "Max" not in found


def test_a_first_row_and_a_first_column_name_where_no_tag_does() -> None:
    assert named("<table><tr><td>Who<td>Fee<tr><td>A<td>1</table>")["1"] == (("Fee",), ("A",))
    assert named("<table><tr><td>a</table> <table><tr><th>B<tr><td>2</table>")["2"] == (("B",), ())


def test_the_end_of_the_text_closes_a_table() -> None:
    assert named("<table><tr><td>Who<td>Fee<tr><td>A<td>1")["1"] == (("Fee",), ("A",))


def test_tables_in_code_and_tags_alone_are_none() -> None:
    assert named(f"```\n{TABLE}```\n") == {}
    assert named("<tr><td>a</td></tr></table><td>") == {}


@pytest.mark.parametrize(("old", "new"), [("Min", "Max"), ("Ada", "Bob"), ("Who", "Whose"), ("Max", "Upper")])
def test_another_header_or_key_is_another_statement(old: str, new: str) -> None:
    text = f"Text.\n\n{TABLE}\nMore.\n"
    changed = text.replace(old, "@").replace(new, old).replace("@", new)
    cited = "60" if old != "Min" else "30"
    assert outcome(text, f"New.\n\n{text}", cited).is_current
    if old != "Who":
        assert not outcome(text, changed, cited).is_current


@pytest.mark.parametrize("unit", ["<td '", '<tr><td "x">', "<table>", "<td colspan=999 rowspan=999>", "<tr><td>a<td>b"])
def test_work_grows_with_the_text(unit: str) -> None:
    text = [f"<table>{unit * count}</table>" for count in (50, 400)]
    small, large = (steps(lambda text=each: named(text)) for each in text)
    assert large < 12 * small
