"""XLSX: the cells a reader sees, as they are shown; nothing hidden, nothing that no program computed can be quoted."""

import datetime as dt
from io import BytesIO

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.worksheet.table import Table

from citeledger.extraction import Extraction, Options, RegionKind, Unreadable, xlsx
from tests.rig.examples import examples
from tests.unit.extraction.packages import package, relations
from tests.unit.extraction.readings import blocks, cells, elsewhere, names, regions, sound, spelled, steps, survives
from tests.unit.extraction.workbooks import MAIN, SPACES, data, formula, number, row, text, workbook


def read(*sheets: str, **more: object) -> Extraction:
    return sound(xlsx.extract(workbook(*sheets, **more), Options()))  # type: ignore[arg-type]


def written(book: openpyxl.Workbook) -> bytes:
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def shown(value: str, code: str, properties: str = "") -> str:
    escaped = code.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    found = read(data(row(1, number("A1", value, 1), text("B1", "x"))), codes=[escaped], properties=properties)
    return cells(found).get("S1!A1", "")


class TestNumbers:
    @pytest.mark.parametrize(
        ("value", "code", "expected"),
        [
            ("1234.5", "General", "1234.5"),
            ("0.30000000000000004", "General", "0.3"),
            ("3.14159265358979", "General", "3.141592654"),
            ("12345678901", "General", "12345678901"),
            ("1E+11", "General", "1E+11"),
            ("1.23456789E-5", "General", "1.23457E-05"),
            ("-7", "General", "-7"),
            ("0.125", "0%", "13%"),
            ("0.125", "0.0%", "12.5%"),
            ("1234567.891", "#,##0.00", "1,234,567.89"),
            ("1.005", "0.00", "1.01"),
            ("2.5", "0", "3"),
            ("-2.5", "0", "-3"),
            ("5", "000", "005"),
            ("0.5", "#.##", ".5"),
            ("12", "0,000", "0,012"),
            ("1500000", '0.0,,"M"', "1.5M"),
            ("12345", "0.00E+00", "1.23E+04"),
            ("-5", "#,##0_);(#,##0)", "(5)"),
            ("1234.5", '"$"#,##0.00', "$1,234.50"),
            ("-1234.5", '"$"#,##0.00', "-$1,234.50"),
            ("1234.5", "#,##0.00\\ [$€-407]", "1,234.50 €"),
            ("0", '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', "-"),
            ("0", '0;-0;"nil"', "nil"),
            ("5", "[Red]0", "5"),
            ("42", '"Q"0', "Q42"),
            ("5", ";;;", ""),
            ("-5", "0;", ""),
        ],
    )
    def test_they_stand_as_they_are_shown(self, value: str, code: str, expected: str) -> None:
        assert shown(value, code) == expected

    @pytest.mark.parametrize(
        ("value", "code", "expected"),
        [
            ("45322", "yyyy-mm-dd", "2024-01-31"),
            ("45322", "dd/mm/yyyy", "31/01/2024"),
            ("45322", "d. mmmm yyyy", "31. January 2024"),
            ("45322", "[$-409]d-mmm-yy;@", "31-Jan-24"),
            ("45322", "dddd", "Wednesday"),
            ("45322.5208333333", "yyyy-mm-dd hh:mm", "2024-01-31 12:30"),
            ("0.5", "h:mm AM/PM", "12:00 PM"),
            ("1.5", "[h]:mm", "36:00"),
            ("0.0000115740740740741", "mm:ss.0", "00:01.0"),
            ("45322.99999", "yyyy-mm-dd hh:mm", "2024-01-31 23:59"),
            ("1", "yyyy-mm-dd", "1900-01-01"),
            ("59", "yyyy-mm-dd", "1900-02-28"),
            ("60", "yyyy-mm-dd", "1900-02-29"),
            ("61", "yyyy-mm-dd", "1900-03-01"),
            ("2958465", "yyyy-mm-dd", "9999-12-31"),
        ],
    )
    def test_dates_stand_as_they_are_shown(self, value: str, code: str, expected: str) -> None:
        assert shown(value, code) == expected

    def test_both_epochs(self) -> None:
        assert shown("43860", "yyyy-mm-dd", 'date1904="1"') == "2024-01-31"
        assert read(data(row(1, number("A1", "1"))), properties='date1904="1"').structure.details == {
            "dates_since": "1904"
        }

    @pytest.mark.parametrize(
        ("value", "code", "expected"),
        [
            ("0.5", "# ?/?", "0.5"),
            ("5", "[&gt;3]0;0.0", "5"),
            ("5", '0"x"0', "5"),
            ("5", "0." + "0" * 450, "5"),
            ("5", "%" * 300 + "0", "5"),
            ("45322", "[$-407]d. mmmm yyyy", "2024-01-31"),
            ("45322.5", "[$-411]ggge mmmm", "2024-01-31 12:00:00"),
            ("-1", "yyyy-mm-dd", "-1"),
            ("2958466", "yyyy-mm-dd", "2958466"),
        ],
    )
    def test_a_format_unknown_here_leaves_the_plain_value_and_a_warning(
        self, value: str, code: str, expected: str
    ) -> None:
        found = read(data(row(1, number("A1", value, 1))), codes=[code.replace('"', "&quot;")])
        assert cells(found) == {"S1!A1": expected}
        assert len(found.structure.warnings) == 1

    @pytest.mark.parametrize(
        ("id_", "expected"), [(14, "2024-01-31"), (9, "4532200%"), (5, "45322"), (22, "2024-01-31 0:00")]
    )
    def test_formats_named_by_number(self, id_: int, expected: str) -> None:
        styles = f'<styleSheet {SPACES}><cellXfs><xf numFmtId="{id_}"/></cellXfs></styleSheet>'
        assert cells(read(data(row(1, number("A1", "45322"))), raw={"xl/styles.xml": styles})) == {"S1!A1": expected}


class TestCells:
    def test_every_kind_of_value(self) -> None:
        found = read(
            data(
                row(
                    1,
                    '<c r="A1" t="s"><v>0</v></c>',
                    text("B1", "inline"),
                    '<c r="C1" t="b"><v>1</v></c><c r="D1" t="b"><v>0</v></c>',
                    '<c r="E1" t="e"><v>#DIV/0!</v></c>',
                    formula("F1", "A1", "<v>words</v>", "str"),
                    formula("G1", "1+1", "<v>2</v>"),
                    '<c r="H1" t="d"><v>2024-01-31</v></c>',
                    '<c r="I1"/><c><v>10</v></c>',
                )
            ),
            strings=["<t>shared</t>"],
        )
        assert list(cells(found).values()) == [
            "shared",
            "inline",
            "TRUE",
            "FALSE",
            "#DIV/0!",
            "words",
            "2",
            "2024-01-31",
            "10",
        ]
        assert "S1!J1" in cells(found)

    def test_a_formula_nobody_computed_cannot_be_quoted(self) -> None:
        found = read(
            data(row(1, formula("A1", "SUM(B1:B2)"), formula("B1", "X", "<v/>"), formula("C1", "Y", "<v></v>", "str")))
        )
        assert found.text == "S1\n\n=SUM(B1:B2)\t=X\n\n"
        assert regions(found, RegionKind.UNQUOTABLE) == ["=SUM(B1:B2)", "=X"]
        assert {region.note for region in found.structure.regions} == {"formula without a stored value"}
        assert len(found.structure.warnings) == 1

    def test_rich_text_is_one_text(self) -> None:
        strings = [
            "<r><t>is </t></r><r><rPr><strike/></rPr><t>30</t></r><r><t> 14</t></r><rPh><t>no</t></rPh>",
            "<r><t>10</t></r><r><rPr><vertAlign val='superscript'/></rPr><t>2</t></r>",
            "<t>a_x000D__x000A_b _x005F_x0041_ _x0000_ _xD800_</t>",
        ]
        found = read(data(row(1, *(f'<c t="s"><v>{place}</v></c>' for place in range(3)))), strings=strings)
        assert found.text == "S1\n\nis 30 14\t10²\ta b _x0041_ \ufffd \ufffd\n\n"
        assert regions(found, RegionKind.UNQUOTABLE) == ["30"]

    def test_a_struck_cell_cannot_be_quoted(self) -> None:
        assert regions(read(data(row(1, text("A1", "old", 1), text("B1", "new")))), RegionKind.UNQUOTABLE) == ["old"]

    def test_a_row_is_a_line_whatever_a_cell_holds(self) -> None:
        found = read(data(row(1, text("A1", "a&#10;b&#9;c"), text("B1", "d")), row(2, text("A2", "e"))))
        assert found.text == "S1\n\na b c\td\ne\n\n"


class TestHidden:
    def test_sheets_rows_and_columns_nobody_sees_are_out(self) -> None:
        sheet = '<cols><col min="2" max="3" hidden="1"/><col min="5" max="5" width="0"/></cols>' + data(
            row(1, *(text(f"{letter}1", letter) for letter in "ABCDEF")),
            row(2, text("A2", "no"), attributes='hidden="1"'),
            row(3, text("A3", "no"), attributes='ht="0"'),
            row(4, text("A4", "yes")),
        )
        found = read(
            sheet, data(row(1, text("A1", "no"))), data(row(1, text("A1", "no"))), states={2: "hidden", 3: "veryHidden"}
        )
        assert cells(found) == {"S1!A1": "A", "S1!D1": "D", "S1!F1": "F", "S1!A4": "yes"}
        assert len(found.structure.warnings) == 2

    def test_what_a_merged_area_covers_is_out(self) -> None:
        merged = '<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="D1:XFD1048576"/></mergeCells>'
        rows = (row(place, *(text(f"{letter}{place}", f"{letter}{place}") for letter in "ABCDE")) for place in (1, 2))
        assert cells(read(data(*rows) + merged)) == {"S1!A1": "A1", "S1!C1": "C1", "S1!D1": "D1", "S1!C2": "C2"}

    def test_nothing_seen_is_unreadable(self) -> None:
        for sheet in (data(), data(row(1, text("A1", " "))), data(row(1, text("A1", "no"), attributes='hidden="1"'))):
            with pytest.raises(Unreadable):
                xlsx.extract(workbook(sheet), Options())


class TestTables:
    def test_cells_have_addresses_headers_and_keys(self) -> None:
        found = read(
            data(
                row(1, text("A1", "Report 2024")),
                row(3, text("A3", "Name"), text("B3", "Limit"), text("C3", "2024")),
                row(4, text("A4", "Ada"), number("B4", "30"), number("C4", "1")),
                row(5, text("A5", "Bob"), number("C5", "2")),
            ),
            data(row(7, number("AA7", "1"), text("AC7", "x"))),
        )
        assert found.text == "S1\n\nReport 2024\nName\tLimit\t2024\nAda\t30\t1\nBob\t\t2\n\nS2\n\n1\tx\n\n"
        assert names(found)["S1!B4"] == (("Limit",), ("Ada",))
        assert names(found)["S1!C5"] == (("2024",), ("Bob",))
        assert cells(found)["S2!AC7"] == "x"
        assert [heading.title for heading in found.structure.headings] == ["S1", "S2"]
        assert [kind for kind, _ in blocks(found)] == ["heading", "table", "heading", "table"]

    def test_a_merged_header_names_all_its_columns(self) -> None:
        made = Table(displayName="Fees", ref="A1:C3", headerRowCount=1)
        book = openpyxl.Workbook()
        for line in (["Name", "Limit", "Note"], ["Ada", 30, "x"], ["Bob", 40, "y"], [], ["below", "z"]):
            book.active.append(line)
        book.active["E1"] = "beside"
        book.active.add_table(made)
        found = sound(xlsx.extract(written(book), Options()))
        assert {cell.table for cell in found.structure.cells if cell.row == 2} == {"Fees"}
        assert names(found)["Sheet!B2"] == (("Limit",), ("Ada",))
        assert names(found)["Sheet!B5"] == ((), ("below",))
        assert found.text == "Sheet\n\nName\tLimit\tNote\nAda\t30\tx\nBob\t40\ty\n\n\t\tbeside\nbelow\tz\n\n"


def fees() -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Q1"
    book.active.append(["Name", "Limit", "Since"])
    book.active.append(["Ada", 1234.5, dt.date(2024, 1, 31)])
    book.active["B2"].number_format = "#,##0.00 €"
    return written(book)


BOOK = fees()  # once: its writer stamps it with the time


class TestOtherHands:
    def test_a_workbook_of_another_program_is_read(self) -> None:
        assert cells(sound(xlsx.extract(BOOK, Options())))["Q1!B2"] == "1,234.50 €"
        assert cells(sound(xlsx.extract(BOOK, Options())))["Q1!C2"] == "2024-01-31"

    @settings(deadline=None, max_examples=examples(40))
    @given(
        st.dictionaries(
            st.tuples(st.integers(1, 9), st.integers(1, 9)),
            st.integers(-(10**9), 10**9) | st.booleans() | st.from_regex(r"[a-zé期😀]{1,6}", fullmatch=True),
            min_size=1,
        )
    )
    def test_every_value_stands_where_it_was_written(self, values: dict[tuple[int, int], object]) -> None:
        book = openpyxl.Workbook()
        for (line, column), value in values.items():
            book.active.cell(line, column, value)
        found = sound(xlsx.extract(written(book), Options()))
        places = {(cell.row, cell.column): found.text[cell.start : cell.end] for cell in found.structure.cells}
        assert places == {
            place: str(value).upper() if isinstance(value, bool) else str(value) for place, value in values.items()
        }

    def test_it_is_the_same_in_every_process(self) -> None:
        once = spelled(xlsx.extract(BOOK, Options()))
        assert once == spelled(xlsx.extract(BOOK, Options()))
        assert {elsewhere("xlsx", BOOK, seed=seed) for seed in (1, 2)} == {once}

    @settings(deadline=None, max_examples=examples(60))
    @given(st.data())
    def test_a_damaged_one_is_read_or_refused(self, data: st.DataObject) -> None:
        original = bytearray(BOOK)
        for _ in range(data.draw(st.integers(1, 4))):
            original[data.draw(st.integers(0, len(original) - 1))] = data.draw(st.integers(0, 255))
        survives(xlsx, bytes(original[: data.draw(st.integers(len(original) // 2, len(original)))]))

    @settings(deadline=None, max_examples=examples(100))
    @given(
        st.from_regex(r"[-+0-9.eE]{1,12}", fullmatch=True), st.text('0#?,.%/@;"\\_*[]EeGgymdhsAP $-+:()', max_size=12)
    )
    def test_any_code_on_any_number_is_shown_somehow(self, value: str, code: str) -> None:
        escaped = code.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        survives(xlsx, workbook(data(row(1, number("A1", value, 1), text("B1", "x", 1))), codes=[escaped]))


@pytest.mark.parametrize("properties", ["", 'date1904="1"'])
def test_moments_written_as_such_stand_as_their_formats_show_them(properties: str) -> None:
    """As the strict edition writes them."""
    codes = ["d mmmm yyyy", "yyyy-mm-dd hh:mm", "General", "0.0", "dd.mm.yy hh:mm:ss"]
    written = ["2026-05-01", "2026-05-01T13:30:00", "2026-05-01", "2026-05-01", "2026-05-01T13:30:15.000Z"]
    placed = (f'<c r="A{at}" s="{at}" t="d"><v>{moment}</v></c>' for at, moment in enumerate(written, start=1))
    rows = [row(at, each) for at, each in enumerate(placed, start=1)]
    found = sound(xlsx.extract(workbook(data(*rows), codes=codes, properties=properties), Options()))
    assert list(cells(found).values()) == [
        *("1 May 2026", "2026-05-01 13:30", "2026-05-01", "2026-05-01", "01.05.26 13:30:15"),
    ]
    assert [cell.value for cell in found.structure.cells] == ["2026-05-01", "2026-05-01T13:30", "", "", ""]


@pytest.mark.parametrize(
    "written", ["2026-13-01", "0001-01-01", "yesterday", "2026-05-01T25:00", "1900-02-29", "1903-01-01"]
)
def test_what_is_no_moment_stays_text(written: str) -> None:
    cell = f'<c r="A1" s="1" t="d"><v>{written}</v></c>'
    book = workbook(data(row(1, cell)), codes=["d mmm yyyy"], properties='date1904="1"')
    assert cells(sound(xlsx.extract(book, Options()))) == {"S1!A1": written}


def test_the_first_days_of_the_epoch_are_themselves() -> None:
    shown = [f'<c r="A{at}" s="1" t="d"><v>1900-0{at}-01</v></c>' for at in (1, 2, 3)]
    rows = [row(at, cell) for at, cell in enumerate(shown, start=1)]
    found = sound(xlsx.extract(workbook(data(*rows), codes=["yyyy-mm-dd"]), Options()))
    assert list(cells(found).values()) == ["1900-01-01", "1900-02-01", "1900-03-01"]


def test_the_strict_edition_is_read_too() -> None:
    strict = workbook(data(row(1, text("A1", "a"))))
    parts = {"xl/workbook.xml": f'<workbook {SPACES}><sheets><sheet name="S1" r:id="s1"/></sheets></workbook>'}
    parts["xl/s1.xml"] = f"<worksheet {SPACES}>{data(row(1, text('A1', 'a')))}</worksheet>"
    parts["xl/_rels/workbook.xml.rels"] = relations({"s1": ("worksheet", "s1.xml")})
    swapped = {
        name: part.replace(MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main").replace(
            "http://schemas.openxmlformats.org/officeDocument/2006/", "http://purl.oclc.org/ooxml/officeDocument/"
        )
        for name, part in parts.items()
    }
    assert (
        sound(xlsx.extract(package("xl/workbook.xml", swapped), Options())).text == xlsx.extract(strict, Options()).text
    )


class TestBounds:
    @pytest.mark.parametrize(
        "sheet",
        [
            data(row(1_048_577, text("A1048577", "x"))),
            data(row(1, text("XFE1", "x"))),
            data(row(1, text("A2", "x"))),
            data(row(1, text("A0", "x"))),
            data(row(1, text("$$", "x"))),
            data(row(1, text("A1", "x"), '<c r="B1" t="s"><v>7</v></c>')),
            data(row(1, text("A1", "x"))) + '<mergeCells><mergeCell ref="nonsense"/></mergeCells>',
        ],
    )
    def test_what_no_sheet_can_be_is_refused(self, sheet: str) -> None:
        with pytest.raises(Unreadable):
            xlsx.extract(workbook(sheet), Options())

    def test_named_dimensions_and_far_cells_cost_nothing(self) -> None:
        sheet = (
            '<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384" width="9"/></cols>'
            + data(row(1, text("A1", "a")), row(1_048_576, text("XFD1048576", "b")))
            + '<mergeCells><mergeCell ref="B1:XFC1048576"/></mergeCells>'
        )
        assert read(sheet).text == "S1\n\na\n\tb\n\n"
        assert steps(xlsx, workbook(sheet)) < 40_000

    def test_areas_over_one_another_are_refused(self) -> None:
        rows = (row(place, text(f"A{place}", "x"), text(f"C{place}", "x")) for place in range(1, 2_001))
        merged = "<mergeCells>" + '<mergeCell ref="B1:B2000"/>' * 2_000 + "</mergeCells>"
        with pytest.raises(Unreadable):
            xlsx.extract(workbook(data(*rows) + merged), Options())

    def test_a_diagonal_is_refused_before_it_is_written(self) -> None:
        def letters(column: int) -> str:
            name = ""
            while column:
                column, place = divmod(column - 1, 26)
                name = chr(65 + place) + name
            return name

        rows = (row(place, number(f"{letters(place)}{place}", "1")) for place in range(1, 1_500))
        with pytest.raises(Unreadable):
            xlsx.extract(workbook(data(*rows)), Options())

    @pytest.mark.parametrize("value", ["1e999", "9" * 41, "nan", "Infinity", "1e", "--1", "٣"])
    def test_what_is_no_number_stays_text(self, value: str) -> None:
        assert cells(read(data(row(1, number("A1", value))))) == {"S1!A1": value}

    def test_work_grows_with_the_sheet(self) -> None:
        def lines(count: int) -> bytes:
            return workbook(
                data(*(row(place, text(f"A{place}", "x"), number(f"B{place}", "1")) for place in range(1, count)))
            )

        small, large = (steps(xlsx, lines(count)) for count in (100, 800))
        assert large < 10 * small
