"""Tables of reStructuredText: cells have addresses, headers and keys, and another name is another statement."""

import pytest

from citeledger.extraction import Extraction, Options, rst
from tests.unit.extraction.readings import cells, names, sound, steps
from tests.unit.extraction.test_pairs import RST, became

GRID = """+-----------+-------+-------+
| **Item**  | Min   | Max   |
|           | days  |       |
+===========+=======+=======+
| Ada 期限  | 30    | 60    |
|  too      | or so |       |
+-----------+-------+-------+
| Bob       | 1             |
|           +-------+-------+
|           | 2     | 3     |
+-----------+-------+-------+
"""
SIMPLE = """=====  =====  ======
   Inputs     Output
------------  ------
  A      B    A or B
=====  =====  ======
False  False  no
True   False  yes it
              is
=====  =====  ======
"""
LIST = """.. list-table:: Title
   :header-rows: 1
   :stub-columns: 1

   * - Name
     - Fee
   * - Ada
     - 30
       net
   * - Bob
     -
   * - Eve
     - 5
"""
CSV = """.. csv-table:: T
   :header: "Name", Fee
   :widths: 1,2

   Ada, 30
   "Bob, Eve", "4
   5"
   Kim,,
"""


def read(source: str) -> Extraction:
    return sound(rst.extract(source.encode(), Options()))


def test_grids_with_cells_of_several_lines_columns_and_rows() -> None:
    found = read(f"Text.\n\n{GRID}\nMore.\n")
    assert cells(found)["table 1!C2"] == "60"
    assert names(found)["table 1!C2"] == (("Max",), ("Ada 期限 too",))
    assert names(found)["table 1!B2"] == (("Min days",), ("Ada 期限 too",))
    assert names(found)["table 1!C4"] == (("Max",), ("Bob",))
    assert [found.text[c.start : c.end] for c in found.structure.cells if c.address == "table 1!B2"] == ["30", "or so"]


def test_simple_tables_with_spans_and_lines_that_go_on() -> None:
    found = read(f"Text.\n\n{SIMPLE}\nMore.\n")
    assert names(found)["table 1!B3"] == (("Inputs", "B"), ("False",))
    assert names(found)["table 1!C4"] == (("Output", "A or B"), ("True",))


def test_lists_and_values_in_directives() -> None:
    found = read(f"{LIST}\n{CSV}\n\nText.\n")
    assert cells(found)["table 1!B2"] == "30\n       net"
    assert names(found)["table 1!B4"] == (("Fee",), ("Eve",))
    assert cells(found)["table 2!A3"] == "Bob, Eve"
    assert names(found)["table 2!B3"] == (("Fee",), ("Bob, Eve",))


def test_what_stands_as_it_is_holds_no_table() -> None:
    indented = "".join(f"   {line}\n" for line in GRID.splitlines())
    assert read(f"Example::\n\n{indented}").structure.cells == ()
    assert read(f".. table:: Title\n\n{indented}").structure.cells != ()


TABLES = {
    "grid": "+-----+-----+-----+\n| Who | Min | Max |\n+=====+=====+=====+\n| Ada | 30  | 60  |\n+-----+-----+-----+\n"
    "| Bob | 31  | 61  |\n+-----+-----+-----+\n",
    "simple": "===  ===  ===\nWho  Min  Max\n===  ===  ===\nAda  30   60\nBob  31   61\n===  ===  ===\n",
    "list": ".. list-table::\n   :header-rows: 1\n\n   * - Who\n     - Min\n     - Max\n   * - Ada\n     - 30\n"
    "     - 60\n   * - Bob\n     - 31\n     - 61\n",
    "csv": ".. csv-table::\n   :header: Who, Min, Max\n\n   Ada, 30, 60\n   Bob, 31, 61\n",
}


@pytest.mark.parametrize("kind", TABLES)
def test_another_header_or_key_is_another_statement(kind: str) -> None:
    old = f"Text.\n\n{TABLES[kind]}\nMore.\n".encode()
    swapped = old.replace(b"Ada", b"@@@").replace(b"Bob", b"Ada").replace(b"@@@", b"Bob")
    headers = old.replace(b"Min", b"@@@").replace(b"Max", b"Min").replace(b"@@@", b"Max")
    assert became(old, b"New.\n\n" + old, RST, cited="30").is_current
    for new in (swapped, headers, old.replace(b"Max", b"Med").replace(b"Min", b"Max")):
        assert not became(old, new, RST, cited="30").is_current
    assert not became(old, old.replace(b"Ada", b"Eve"), RST, cited="30").is_current


@pytest.mark.parametrize(
    "source",
    [
        "+--+--+\n",
        "+--+--+\n| a",
        "+--+--+\n|a|b|c|\n+--+\n||\n",
        "==  ==\n",
        "==  ==\na\n==  ==",
        "==  ==\na\n--\n==  ==\n\n",
        ".. list-table::",
        ".. list-table::\n\n   * -\n   - x\n     - y\n",
        '.. csv-table::\n   :header: "a\n\n   "b, c\n',
        '.. csv-table::\n   :delim: space\n   :header-rows: 99999999\n\n   a b  "c d"\n',
    ],
)
def test_what_is_no_sound_table_is_read_all_the_same(source: str) -> None:
    assert read(f"Text.\n\n{source}\n").text


@pytest.mark.parametrize(
    "unit",
    [
        "| a | b |\n+===+===+\n",
        "==  ==\na   b\n",
        "   * - a\n     - b\n",
        "+--",
        "| ",
        "a  b\n--  --\n",
    ],
)
@pytest.mark.parametrize("head", ["+---+---+\n", "==  ==\n", ".. list-table::\n\n", '.. csv-table::\n\n   "'])
def test_work_grows_with_the_source(head: str, unit: str) -> None:
    small, large = (steps(rst, f"Text.\n\n{head}{unit * count}\n\nx\n".encode()) for count in (30, 240))
    assert large < 12 * small
