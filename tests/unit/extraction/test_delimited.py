"""CSV: every field where a spreadsheet would show it, whatever it was written with."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.extraction import Extraction, Options, Unreadable, delimited
from citeledger.extraction.delimited import UNBALANCED, UNEVEN
from tests.rig.examples import examples
from tests.unit.extraction.readings import blocks, cells, elsewhere, names, sound, spelled, steps, survives


def read(table: str | bytes) -> Extraction:
    return sound(delimited.extract(table if isinstance(table, bytes) else table.encode(), Options()))


class TestEncodings:
    def test_a_mark_at_the_head_is_no_part_of_the_first_name(self) -> None:
        """csv-bom-and-legacy-encoding, with the bytes of its report."""
        found = read(bytes.fromhex("ef bb bf 4e 61 6d 65 2c 4c 69 6d 69 74 0d 0a 41 64 61 2c 33 30 0d 0a"))
        assert found.text == "Name\tLimit\nAda\t30\n"
        assert cells(found) == {"A1": "Name", "B1": "Limit", "A2": "Ada", "B2": "30"}
        assert len(cells(found)["A1"]) == 4
        assert names(found)["B2"] == (("Limit",), ("Ada",))
        assert [block for block, _ in blocks(found)] == ["table"]

    def test_a_windows_code_page_is_told_and_recorded(self) -> None:
        found = read(bytes.fromhex("4e 6f 74 65 0d 0a 93 4e 65 74 20 33 30 94 20 96 20 35 80 0d 0a"))
        assert found.text == "Note\n“Net 30” – 5€\n"
        assert found.structure.details["encoding"] == "windows-1252"
        assert "“Net 30” – 5€" in found.text

    def test_an_encoding_that_cannot_be_told_is_refused(self) -> None:
        with pytest.raises(Unreadable):
            delimited.extract("año;1".encode("cp1252"), Options())


class TestDialects:
    @pytest.mark.parametrize(
        ("table", "delimiter", "last"),
        [
            ("a,b\n1,2\n", "comma", "2"),
            ("a;b\n1,5;2,5\n", "semicolon", "2,5"),
            ("1,5;2,5\n3,5;4,5", "semicolon", "4,5"),
            ("a\tb\nx, y\tz, w\n", "tab", "z, w"),
            ("a|b\n1|2", "bar", "2"),
            ("a,b;c\n1,2", "comma", "2"),
            ("sep=;\na,x;b\n1,y;2", "semicolon", "2"),
            ("a,b\r\n1,2\r\n", "comma", "2"),
            ("a,b\r1,2\r", "comma", "2"),
            ('"a;1","b"\n"c;2",d', "comma", "d"),
        ],
    )
    def test_the_delimiter_is_told_and_recorded(self, table: str, delimiter: str, last: str) -> None:
        found = read(table)
        assert found.structure.details["delimiter"] == delimiter
        assert cells(found)["B2"] == last
        assert found.structure.warnings == ()

    def test_one_column_has_none(self) -> None:
        assert cells(read("Note\nfirst\nsecond")) == {"A1": "Note", "A2": "first", "A3": "second"}

    def test_a_row_is_a_line_whatever_a_field_holds(self) -> None:
        found = read('Name,Note\n"Ada ""A""","two\r\nlines\tand a tab"\nBob, x \n')
        assert found.text == 'Name\tNote\nAda "A"\ttwo lines and a tab\nBob\t x \n'
        assert cells(found)["B2"] == "two lines and a tab"
        assert cells(found)["B3"] == " x "

    def test_rows_are_counted_as_a_spreadsheet_counts_them(self) -> None:
        assert cells(read("a,b\n\n,\nc,\n,d\n")) == {"A1": "a", "B1": "b", "A4": "c", "B5": "d"}

    def test_what_is_odd_is_said(self) -> None:
        assert read("a,b\n1,2,3\n4,5").structure.warnings == (UNEVEN,)
        found = read('a,b\n"1,2\n3,4\n')
        assert found.structure.warnings == (UNBALANCED,)
        assert cells(found)["A2"] == '"1'
        assert cells(read('a,b\n"x"y,2"3\n'))["A2"] == "xy"


class TestHeaders:
    def test_a_first_row_of_words_names_the_columns(self) -> None:
        assert names(read("Year,2023,2024\nFee,1,2"))["C2"] == (("2024",), ("Fee",))

    def test_a_first_row_of_amounts_does_not(self) -> None:
        assert names(read("Max,30\nMin,10"))["B2"] == ((), ("Min",))


class TestBounds:
    @pytest.mark.parametrize("table", ["", "\n\n", ",,,\n,,", " , ", '""', "a\0b", "," * 600_000])
    def test_what_no_reader_could_see_is_refused(self, table: str) -> None:
        with pytest.raises(Unreadable):
            delimited.extract(table.encode(), Options())

    @pytest.mark.parametrize("unit", ["a,b\n", '"a""b",c\n', '"', '"a,\n', '""', ",", "a;b,c|d\t", '"x"",'])
    def test_work_grows_with_the_table(self, unit: str) -> None:
        small, large = (steps(delimited, ("x,y\n" + unit * count).encode()) for count in (100, 800))
        assert large < 10 * small


def test_it_is_the_same_in_every_process() -> None:
    table = "Näme;B\n1;2\n3;4;5".encode("utf-16")
    once = spelled(read(table))
    assert {elsewhere("delimited", table, seed=seed) for seed in (1, 2)} == {once, spelled(read(table))}


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp", "Zs")), min_size=1, max_size=6)


@settings(deadline=None, max_examples=examples(150))
@given(
    st.integers(2, 4).flatmap(lambda width: st.lists(st.lists(WORDS, min_size=width, max_size=width), min_size=1)),
    st.sampled_from(",;\t|"),
)
def test_what_another_program_wrote_comes_back(rows: list[list[str]], delimiter: str) -> None:
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
    found = read(f"sep={delimiter}\n{file.getvalue()}")
    assert found.text == "".join("\t".join(row) + "\n" for row in rows)


@settings(deadline=None, max_examples=examples(150))
@given(st.text('a1,;|\t"\n\r é0', max_size=40).map(str.encode) | st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    survives(delimited, data)
