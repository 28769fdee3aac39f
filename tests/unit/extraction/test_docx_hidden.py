"""Letters: words that Word draws so that nobody reads them are no text, and words only drawn unusually are."""

import pytest

from citeledger.extraction import Extraction, Options, RegionKind, docx, unseen
from tests.unit.extraction.letters import cell, letter, paragraph, part, row, run, table
from tests.unit.extraction.readings import regions, sound

SEEN = paragraph("seen")
NO = run("no")
W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
FIELD = "<w:r><w:fldChar w:fldCharType='{}'/></w:r>"
DARK = "<w:shd w:val='clear' w:fill='1F3864'/>"
WHITE = "<w:color w:val='FFFFFF'/>"


def read(body: str, parts: dict[str, str] | None = None, raw: dict[str, str] | None = None) -> Extraction:
    return sound(docx.extract(letter(body, parts, raw=raw), Options()))


def words(body: str, parts: dict[str, str] | None = None, raw: dict[str, str] | None = None) -> list[str]:
    return read(SEEN + body, parts, raw).text.split()[1:]


def style(name: str, run_properties: str, *, kind: str = "paragraph", more: str = "") -> str:
    return f"<w:style w:type='{kind}' w:styleId='{name}' {more}><w:rPr>{run_properties}</w:rPr></w:style>"


@pytest.mark.parametrize(
    "properties",
    [
        "<w:vanish/>",
        "<w:specVanish/>",
        WHITE,
        "<w:color w:val='FEFEFE'/>",
        "<w:color w:val='000000' w:themeColor='background1'/>",
        f"<w:color w:val='1F3864'/>{DARK}",
        "<w:color w:val='FF0000'/><w:highlight w:val='red'/>",
        "<w:color w:val='FF0000'/><w:shd w:val='solid' w:color='FF0000' w:fill='FFFFFF'/>",
        "<w:sz w:val='2'/>",
        "<w:w w:val='1'/>",
        "<w:position w:val='-3000'/>",
        "<w:fitText w:val='1'/>",
        "<w:spacing w:val='-300'/>",
        f"<w14:textFill {W14}><w14:noFill/></w14:textFill>",
    ],
)
def test_words_nobody_reads(properties: str) -> None:
    assert words(paragraph(run("no", properties) + run("yes"))) == ["yes"]


@pytest.mark.parametrize(
    "properties",
    [
        "<w:webHidden/>",
        "<w:color w:val='auto'/>",
        "<w:color w:val='EEEEEE'/>",
        "<w:color w:val='FFFFFF' w:themeColor='text1'/>",
        f"{WHITE}{DARK}",
        f"{WHITE}<w:highlight w:val='black'/>",
        "<w:color w:val='FF0000'/><w:shd w:val='clear' w:color='FF0000' w:fill='FFFFFF'/>",
        "<w:sz w:val='12'/><w:w w:val='80'/><w:position w:val='6'/><w:spacing w:val='-10'/><w:fitText w:val='900'/>",
    ],
)
def test_words_drawn_unusually(properties: str) -> None:
    assert words(paragraph(run("yes", properties))) == ["yes"]


def test_styles_and_defaults_hide_as_a_run_does() -> None:
    white = paragraph(run("no")) + paragraph(run("yes", "<w:color w:val='000000'/>"))
    defaults = f"<w:docDefaults><w:rPrDefault><w:rPr>{WHITE}</w:rPr></w:rPrDefault></w:docDefaults>"
    for styles in (defaults, style("Usual", WHITE, more="w:default='1'")):
        body = paragraph(run("seen", "<w:color w:val='000000'/>")) + white
        assert read(body, {"styles": styles}).text.split() == ["seen", "yes"]
    assert words(paragraph(NO, "<w:pStyle w:val='G'/>"), {"styles": style("G", WHITE)}) == []
    assert words(paragraph(run("no", "<w:rStyle w:val='G'/>")), {"styles": style("G", WHITE, kind="character")}) == []


def test_what_is_behind_a_paragraph_a_cell_or_the_page_counts() -> None:
    white, black = run("w", WHITE), run("b", "<w:color w:val='000000'/>")
    assert words(paragraph(white, DARK)) == ["w"]
    assert words(
        table(row(cell(paragraph(white + black), DARK), cell(paragraph(black), "<w:shd w:fill='000000'/>")))
    ) == ["wb"]
    assert words(table(row(cell(paragraph(white)), cell(paragraph(black))))) == ["b"]
    document = part(
        "document", f"<w:background w:color='000000'/><w:body>{SEEN}{paragraph(white)}{paragraph(black)}</w:body>"
    )
    raw = {"word/document.xml": document}
    assert words("", raw=raw) == ["b"]
    found = words("", {"settings": "<w:displayBackgroundShape/>"}, raw)
    assert found == ["w"]


def test_white_words_in_a_table_whose_style_has_colours_are_seen() -> None:
    shaded = f"<w:tblStylePr w:type='firstRow'><w:tcPr>{DARK}</w:tcPr></w:tblStylePr>"
    styles = f"<w:style w:type='table' w:styleId='T'>{shaded}</w:style>"
    plain = "<w:style w:type='table' w:styleId='P'/>"
    body = table(row(cell(paragraph(run("w", WHITE))), "x"))
    for name, expected in (("T", ["w", "x"]), ("P", ["x"])):
        styled = body.replace("<w:tblPr/>", f"<w:tblPr><w:tblStyle w:val='{name}'/></w:tblPr>")
        assert words(styled, {"styles": styles + plain}) == expected


def test_rows_lines_and_shapes_of_no_height_or_sight() -> None:
    flat = "<w:trHeight w:val='1' w:hRule='exact'/>"
    assert words(table(row("a", "b"), row("no", "no", properties=flat), row("c", "d"))) == ["a", "b", "c", "d"]
    assert words(paragraph(NO, "<w:spacing w:line='2' w:lineRule='exact'/>")) == []
    assert words(paragraph(run("yes"), "<w:spacing w:line='2' w:lineRule='atLeast'/>")) == ["yes"]
    box = "<v:textbox><w:txbxContent>{}</w:txbxContent></v:textbox>"
    shape = f"<w:r><w:pict><v:shape style='{{}}'>{box}</v:shape></w:pict></w:r>"
    assert words(paragraph(run("x") + shape.format("visibility:hidden", paragraph(NO)))) == ["x"]
    assert words(paragraph(run("x") + shape.format("", paragraph("y")))) == ["x", "y"]


def test_the_code_of_a_field_is_no_text_and_what_it_gives_is() -> None:
    body = FIELD.format("begin") + NO + FIELD.format("separate") + run("yes") + FIELD.format("end") + run(" after")
    assert words(paragraph(body)) == ["yes", "after"]
    unended = read(SEEN + paragraph(FIELD.format("begin") + NO))
    assert unended.structure.warnings == (docx.UNENDED,)


def test_letters_of_fonts_of_signs_are_unreadable() -> None:
    found = read(paragraph(run("seen ") + run("30", "<w:rFonts w:ascii='Wingdings' w:hAnsi='Wingdings'/>")))
    assert found.text == "seen \ufffd\ufffd\n\n"
    assert found.structure.warnings == (docx.UNKNOWN_SYMBOLS,)


def test_letters_set_in_another_order_cannot_be_cited() -> None:
    found = read(paragraph(run("a ") + "<w:bdo w:val='rtl'>" + run("03") + "</w:bdo>" + run(" b")))
    assert regions(found, RegionKind.UNQUOTABLE) == ["03"]


@pytest.mark.parametrize(
    ("body", "places"),
    [
        (paragraph(run("no", WHITE)), 1),
        (paragraph(run("no", WHITE) + run("no", "<w:vanish/>")) + paragraph(run("no", WHITE)), 1),
        (paragraph(run("no", WHITE) + run("yes") + run("no", "<w:vanish/>")), 2),
        (table(row(cell(paragraph("yes"))), row(cell(paragraph("no")), properties="<w:hidden/>")), 1),
        (paragraph(run(" ", WHITE) + run("yes")), 0),
    ],
)
def test_how_often_text_is_left_out_is_told(body: str, places: int) -> None:
    assert read(SEEN + body).structure.warnings == tuple(unseen.told(places))
