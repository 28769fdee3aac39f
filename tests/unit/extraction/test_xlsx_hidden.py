"""Workbooks: cells that a program draws so that nobody reads them are no text."""

import pytest
from lxml import etree

from citeledger.extraction import Extraction, Options, xlsx
from citeledger.extraction.xlsx.palette import Palette
from tests.unit.extraction.readings import sound
from tests.unit.extraction.workbooks import MAIN, data, number, row, text, workbook

WHITE = "<color rgb='FFFFFFFF'/>"
BLACK = "<color rgb='FF000000'/>"
NAVY = "<fill><patternFill patternType='solid'><fgColor rgb='FF1F3864'/></patternFill></fill>"
UNSEEN, DOUBTFUL = "Text that is not seen was left out (1 place).", "a rule may hide"


def read(*cells: str, font: str = "", fill: str = "", rules: str = "", dxf: str = "", view: str = "") -> Extraction:
    """A sheet of one row that says "seen" and these cells; those of style 1 have the font and the fill."""
    styles = (
        f'<styleSheet xmlns="{MAIN}"><fonts><font/><font>{font}</font></fonts><fills><fill/>{fill or "<fill/>"}</fills>'
        f"<cellXfs><xf/><xf fontId='1' fillId='1'/></cellXfs><dxfs><dxf>{dxf}</dxf></dxfs></styleSheet>"
    )
    plain = "<fill><patternFill patternType='none'/></fill>"
    styles = styles.replace("<fill/>", plain)
    sheet = f"<sheetViews><sheetView {view}/></sheetViews>" + data(row(1, text("A1", "seen"), *cells)) + rules
    return sound(xlsx.extract(workbook(sheet, raw={"xl/styles.xml": styles}), Options()))


def words(found: Extraction) -> list[str]:
    return found.text.split()[2:]


@pytest.mark.parametrize(
    ("font", "fill"),
    [
        (WHITE, ""),
        ("<color theme='0'/>", ""),
        ("<color indexed='9'/>", ""),
        ("<color theme='1' tint='1'/>", ""),
        ("<color rgb='FF1F3864'/>", NAVY),
        ("<sz val='1'/>", ""),
    ],
)
def test_letters_nobody_reads(font: str, fill: str) -> None:
    for cell in (text("B1", "no", 1), number("B1", "30", 1)):
        found = read(cell, font=font, fill=fill)
        assert words(found) == []
        assert any(UNSEEN in warning for warning in found.structure.warnings)


@pytest.mark.parametrize(
    ("font", "fill"),
    [
        (BLACK, ""),
        ("<color auto='1'/>", ""),
        ("<color theme='0' tint='-0.5'/>", ""),
        (WHITE, NAVY),
        (WHITE, "<fill><patternFill patternType='gray125'/></fill>"),
        (WHITE, "<fill><gradientFill/></fill>"),
        ("<sz val='8'/>", ""),
        ("<sz val='x'/>", ""),
    ],
)
def test_letters_a_reader_sees(font: str, fill: str) -> None:
    found = read(text("B1", "yes", 1), font=font, fill=fill)
    assert words(found) == ["yes"]
    assert found.structure.warnings == ()


def test_runs_of_a_string_say_themselves_how_they_look() -> None:
    runs = "".join(f"<r><rPr>{colour}</rPr><t>{words}</t></r>" for colour, words in ((WHITE, "no"), (BLACK, "yes")))
    cell = f'<c r="B1" s="{{}}" t="inlineStr"><is>{runs}</is></c>'
    assert words(read(cell.format(0))) == ["yes"]
    assert words(read(cell.format(1), font=WHITE)) == ["yes"]


def test_a_theme_says_what_its_numbers_mean() -> None:
    theme = '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme>{}'
    theme += "</a:clrScheme></a:themeElements></a:theme>"
    dark = etree.fromstring(theme.format("<a:lt1><a:srgbClr val='102030'/></a:lt1>"))
    font = etree.fromstring(f"<font xmlns='{MAIN}'><color theme='0'/></font>")
    white = Palette(None).letters(font).colour
    assert white is not None
    assert not Palette(None).letters(font).shows_on(white)
    assert Palette(dark).letters(font).shows_on(white)


@pytest.mark.parametrize(
    ("dxf", "hides"),
    [
        (f"<font>{WHITE}</font>", True),
        ("<numFmt numFmtId='164' formatCode=';;;'/>", True),
        (f"<font>{WHITE}</font><fill><patternFill><bgColor rgb='FF1F3864'/></patternFill></fill>", False),
        (f"<font>{BLACK}</font>", False),
        ("<font><b/></font>", False),
    ],
)
def test_cells_that_a_rule_may_hide_are_left_out_and_told_of(dxf: str, hides: bool) -> None:
    rules = "<conditionalFormatting sqref='B1 D1:E9'><cfRule type='expression' dxfId='0'/></conditionalFormatting>"
    found = read(text("B1", "maybe"), text("C1", "yes"), text("D1", "maybe"), rules=rules, dxf=dxf)
    assert words(found) == (["yes"] if hides else ["maybe", "yes", "maybe"])
    assert any(DOUBTFUL in warning for warning in found.structure.warnings) is hides


def test_zeros_that_a_sheet_does_not_show() -> None:
    assert words(read(number("B1", "0"), number("C1", "0.0"), number("D1", "10"), view="showZeros='0'")) == ["10"]
    assert words(read(number("B1", "0"), number("C1", "10"))) == ["0", "10"]


def test_rows_and_columns_too_small_to_be_read() -> None:
    for attributes, column in (('ht="0.75"', "8"), ("", "0.1")):
        sheet = f'<cols><col min="1" max="1" width="{column}"/></cols>' + data(
            row(1, text("A1", "no"), attributes=attributes), row(2, text("B2", "seen"))
        )
        assert "no" not in sound(xlsx.extract(workbook(sheet), Options())).text.split()


def test_a_format_may_name_the_colour_of_letters() -> None:
    for code, expected in (("[White]0", ["seen"]), ("[Color2]@", ["seen"]), ("[Red]0", ["seen", "30"])):
        sheet = data(row(1, text("A1", "seen"), number("B1", "30", 1)))
        found = sound(xlsx.extract(workbook(sheet, codes=(code,)), Options()))
        assert found.text.split()[1:] == expected
