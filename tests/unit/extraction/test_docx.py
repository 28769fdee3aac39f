"""DOCX: the text a reader sees with all changes accepted; what stands beside the text is there once, and marked."""

import re
from io import BytesIO

import docx as writer
import pytest
from docx.shared import Inches
from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.extraction import Extraction, Options, RegionKind, Unreadable, docx
from tests.rig.examples import examples
from tests.unit.extraction.letters import cell, letter, paragraph, part, row, run, table
from tests.unit.extraction.packages import package
from tests.unit.extraction.readings import blocks, cells, elsewhere, names, regions, sound, spelled, steps, survives

# docx-tracked-changes: the paragraph of its report.
TRACKED = (
    '<w:p><w:r><w:t xml:space="preserve">The refund window is </w:t></w:r><w:del w:id="1" w:author="R"><w:r>'
    '<w:delText>30</w:delText></w:r></w:del><w:ins w:id="2" w:author="R"><w:r><w:t>14</w:t></w:r></w:ins><w:r>'
    '<w:t xml:space="preserve"> days.</w:t></w:r></w:p>'
)
BOX = (
    "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp>"
    "<wps:txbx><w:txbxContent>{0}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor>"
    "</w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape alt='stand-in'><v:textbox><w:txbxContent>{0}"
    "</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
)


def read(body: str, parts: dict[str, str] | None = None) -> Extraction:
    return sound(docx.extract(letter(body, parts), Options()))


def text(body: str, parts: dict[str, str] | None = None) -> str:
    return read(body, parts).text


class TestPendingChanges:
    def test_insertions_are_in_and_deletions_are_out(self) -> None:
        found = read(TRACKED)
        assert found.text == "The refund window is 14 days.\n\n"
        assert found.structure.details["pending_insertions"] == "1"
        assert found.structure.details["pending_deletions"] == "1"
        assert found.structure.details["accepted_changes"] == "2"
        assert found.structure.warnings == (docx.PENDING,)

    def test_accepting_them_changes_nothing_but_the_notice(self) -> None:
        accepted = read(paragraph("The refund window is 14 days."))
        assert accepted.text == read(TRACKED).text
        assert "30 days" not in accepted.text
        assert (accepted.structure.details, accepted.structure.warnings) == ({}, ())

    def test_moved_text_stands_where_it_went(self) -> None:
        body = (
            "<w:p><w:moveFrom>" + run("moved ") + "</w:moveFrom>" + run("first") + "</w:p>"
            "<w:p>" + run("then ") + "<w:moveTo>" + run("moved") + "</w:moveTo></w:p>"
        )
        assert text(body) == "first\n\nthen moved\n\n"
        assert read(body).structure.details == {"pending_moves": "1", "accepted_changes": "1"}

    def test_a_paragraph_end_taken_out_joins_two(self) -> None:
        joined = paragraph("one ", "<w:rPr><w:del/></w:rPr>") + paragraph("two", "<w:rPr><w:ins/></w:rPr>")
        assert text(joined + paragraph("three")) == "one two\n\nthree\n\n"
        gone = "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:del>" + run("x") + "</w:del></w:p>"
        assert blocks(read(gone + paragraph("T", "<w:outlineLvl w:val='1'/>"))) == [("heading", "T")]

    def test_an_item_moved_away_takes_no_number(self) -> None:
        item = "<w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr>"
        gone = f"<w:p><w:pPr>{item}<w:rPr><w:moveFrom/></w:rPr></w:pPr><w:moveFrom>{run('moved')}</w:moveFrom></w:p>"
        there = f"<w:p><w:pPr>{item}<w:rPr><w:moveTo/></w:rPr></w:pPr><w:moveTo>{run('moved')}</w:moveTo></w:p>"
        level = "<w:lvl w:ilvl='0'><w:start w:val='1'/><w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/></w:lvl>"
        kinds = f"<w:abstractNum w:abstractNumId='0'>{level}</w:abstractNum>"
        parts = {"numbering": f"{kinds}<w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num>"}
        assert text(gone + paragraph("stays", item) + there, parts) == "1. stays\n\n2. moved\n\n"

    def test_rows_and_cells_put_in_are_in_and_counted(self) -> None:
        found = read(table(row("a", "b"), row("c", cell("d", "<w:cellIns/>"), properties="<w:ins/>")))
        assert found.text == "a\tb\nc\td\n\n"
        assert found.structure.details == {"pending_insertions": "2", "accepted_changes": "2"}

    def test_rows_and_cells_taken_out_are_out(self) -> None:
        found = read(
            table(row("a", "b"), row("no", "no", properties="<w:del/>"), row("c", cell("no", "<w:cellDel/>"), "d"))
        )
        assert found.text == "a\tb\nc\td\n\n"
        assert found.structure.details["pending_deletions"] == "2"

    def test_deletions_hide_notes_and_boxes_inside_them(self) -> None:
        body = "<w:p>" + run("a") + "<w:del><w:r><w:footnoteReference w:id='1'/></w:r>" + BOX.format(paragraph("no"))
        assert text(body + "</w:del></w:p>", {"footnotes": note("footnote", 1, "no")}) == "a\n\n"


def ticked(said: str) -> str:
    """A box of a form, and a word behind it."""
    return _field(f"<w:checkBox><w:sizeAuto/>{said}</w:checkBox>", "FORMCHECKBOX") + run(" yes")


def chosen(said: str) -> str:
    """A list to choose from, and a word behind it."""
    entries = "<w:listEntry w:val='30'/><w:listEntry w:val='60'/>"
    return _field(f"<w:ddList>{said}{entries}</w:ddList>", "FORMDROPDOWN") + run(" days")


def _field(data: str, code: str) -> str:
    begin = f"<w:fldChar w:fldCharType='begin'><w:ffData>{data}</w:ffData></w:fldChar>"
    code = f"<w:instrText> {code} </w:instrText><w:fldChar w:fldCharType='separate'/>"
    return f"<w:r>{begin}{code}<w:fldChar w:fldCharType='end'/></w:r>"


def note(kind: str, number: int, words: str) -> str:
    return f"<w:{kind} w:id='{number}'>{paragraph(f'<w:r><w:{kind}Ref/></w:r>' + run(words))}</w:{kind}>"


class TestBesideTheText:
    def test_text_boxes_and_footnotes_are_there_once(self) -> None:
        """docx-text-box-and-footnote, with the words of its report."""
        reference = "<w:r><w:footnoteReference w:id='2'/></w:r>"
        body = paragraph(run("See the limit.") + reference + BOX.format(paragraph("Cap: 500 EUR"))) + paragraph(
            "After."
        )
        found = read(body, {"footnotes": note("footnote", 2, "Excludes VAT.")})
        assert found.text == "See the limit.\n\nCap: 500 EUR\n\nExcludes VAT.\n\nAfter.\n\n"
        assert regions(found, RegionKind.TEXT_BOX) == ["Cap: 500 EUR"]
        assert regions(found, RegionKind.FOOTNOTE) == ["Excludes VAT."]
        assert [region.note for region in found.structure.regions if region.kind is RegionKind.FOOTNOTE] == [
            "footnote 1"
        ]

    def test_the_stand_in_is_read_where_nothing_newer_is(self) -> None:
        newer = BOX[BOX.index("<mc:Choice") : BOX.index("<mc:Fallback")]
        old = BOX.replace(newer, "").replace(" alt='stand-in'", "").format(paragraph("box"))
        assert text(paragraph(run("a") + old)) == "a\n\nbox\n\n"

    def test_notes_are_numbered_as_they_come_and_stand_once(self) -> None:
        def refer(kind: str, number: int) -> str:
            return f"<w:r><w:{kind}Reference w:id='{number}'/></w:r>"

        body = (
            paragraph(run("a") + refer("footnote", 7) + refer("footnote", 3) + refer("endnote", 7))
            + paragraph(run("b") + refer("footnote", 3) + refer("footnote", 99))
            + table(row(cell(paragraph(run("c") + refer("footnote", 8))), "d"))
        )
        notes = "".join(note("footnote", number, f"foot {number}") for number in (3, 7, 8, 9))
        found = read(body, {"footnotes": notes, "endnotes": note("endnote", 7, "end 7")})
        assert found.text == "a\n\nfoot 7\n\nfoot 3\n\nend 7\n\nb\n\nc\td\n\nfoot 8\n\n"
        assert [region.note for region in found.structure.regions] == [
            "footnote 1",
            "footnote 2",
            "endnote 1",
            "footnote 3",
        ]

    def test_headers_and_footers_stand_once_at_the_end(self) -> None:
        parts = {
            "header1": paragraph("Secret"),
            "header2": paragraph("First"),
            "footer1": paragraph("Secret"),
            "footer2": paragraph("Even"),
        }
        refs = (
            "<w:sectPr><w:headerReference w:type='default' r:id='header1'/>"
            "<w:headerReference w:type='first' r:id='header2'/><w:footerReference w:type='default' r:id='footer1'/>"
            "<w:footerReference w:type='even' r:id='footer2'/>{}</w:sectPr>"
        )
        found = read(paragraph("a") + refs.format(""), parts)
        assert found.text == "a\n\nSecret\n\n"
        assert regions(found, RegionKind.RUNNING) == ["Secret"]
        assert text(paragraph("a") + refs.format("<w:titlePg/>"), parts) == "a\n\nSecret\n\nFirst\n\n"
        assert (
            text(paragraph("a") + refs.format(""), {**parts, "settings": "<w:evenAndOddHeaders/>"})
            == "a\n\nSecret\n\nEven\n\n"
        )

    def test_words_for_pictures_and_captions_are_marked(self) -> None:
        picture = (
            "<w:r><w:drawing><wp:inline><wp:docPr name='1' descr='A chart of fees'/></wp:inline></w:drawing></w:r>"
        )
        styles = "<w:style w:styleId='Beschriftung'><w:name w:val='caption'/></w:style>"
        body = paragraph(run("See") + picture + run("here.")) + paragraph(
            "Figure 1", "<w:pStyle w:val='Beschriftung'/>"
        )
        found = read(body, {"styles": styles})
        assert found.text == "See A chart of fees here.\n\nFigure 1\n\n"
        assert regions(found, RegionKind.ALT_TEXT) == ["A chart of fees"]
        assert regions(found, RegionKind.CAPTION) == ["Figure 1"]

    def test_comments_are_counted_and_left_out(self) -> None:
        found = read(paragraph("a"), {"comments": f"<w:comment w:id='1'>{paragraph('no')}</w:comment>"})
        assert found.text == "a\n\n"
        assert found.structure.details == {"comments": "1"}
        assert found.structure.warnings == (docx.COMMENTED,)

    def test_what_was_not_read_is_said(self) -> None:
        chart = "<w:r><w:drawing><a:graphicData uri='http://schemas.openxmlformats.org/drawingml/2006/chart'/></w:drawing></w:r>"
        assert read(paragraph(run("a") + chart)).structure.warnings == (docx.UNREAD,)
        assert read(paragraph("a") + "<w:altChunk/>").structure.warnings == (docx.UNREAD,)


class TestRuns:
    @pytest.mark.parametrize(
        ("content", "expected"),
        [
            (run("Re") + run("fund", "<w:b/>") + run("s"), "Refunds"),
            ("<w:r><w:t> a </w:t><w:t xml:space='preserve'> b</w:t></w:r>", "a b"),
            ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t></w:r>", "a\tb\nc\nd"),
            ("<w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:t>c</w:t></w:r>", "a\u2011b\u00adc"),
            ("<w:r><w:t>a</w:t><w:br w:type='page'/></w:r>", "a"),
            ("<w:r><w:fldChar/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>" + run("7"), "7"),
            (ticked("<w:checked/>"), "☒ yes"),
            (ticked("<w:default w:val='1'/>"), "☒ yes"),
            (ticked("<w:default w:val='1'/><w:checked w:val='0'/>"), "☐ yes"),
            (ticked(""), "☐ yes"),
            (chosen("<w:result w:val='1'/>"), "60 days"),
            (chosen("<w:default w:val='1'/>"), "60 days"),
            (chosen(""), "30 days"),
            (chosen("<w:result w:val='9'/>"), " days"),
            ("<w:fldSimple w:instr='DATE'>" + run("May") + "</w:fldSimple>", "May"),
            ("<w:hyperlink r:id='x'>" + run("link") + "</w:hyperlink>", "link"),
            (
                "<w:sdt><w:sdtPr><w:alias w:val='no'/></w:sdtPr><w:sdtContent>" + run("in") + "</w:sdtContent></w:sdt>",
                "in",
            ),
            (
                run("10")
                + run("2", "<w:vertAlign w:val='superscript'/>")
                + run("3", "<w:vertAlign w:val='superscript'/>"),
                "10²³",
            ),
            (run("H") + run("2", "<w:vertAlign w:val='subscript'/>") + run("O"), "H₂O"),
            (run("a ") + run("1", "<w:vertAlign w:val='superscript'/>"), "a ¹"),
            (
                "<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>",
                "x²",
            ),
            (run("seen") + run("no", "<w:vanish/>") + run("too", "<w:vanish w:val='0'/>"), "seentoo"),
            (run("seen") + run("no", "<w:rStyle w:val='Ghost'/>"), "seen"),
            (run("a") + "<w:r><w:sym w:font='Arial' w:char='2713'/></w:r>", "a✓"),
            (run("😀 é 期限 \u200f"), "😀 é 期限 \u200f"),
        ],
    )
    def test_they_read_as_they_show(self, content: str, expected: str) -> None:
        styles = "<w:style w:styleId='Ghost'><w:rPr><w:vanish/></w:rPr></w:style>"
        assert text(paragraph(content), {"styles": styles}) == expected + "\n\n"

    def test_struck_text_stays_and_cannot_be_quoted(self) -> None:
        found = read(paragraph(run("is ") + run("30", "<w:strike/>") + run("31", "<w:dstrike/>") + run(" 14")))
        assert found.text == "is 3031 14\n\n"
        assert regions(found, RegionKind.UNQUOTABLE) == ["3031"]

    def test_a_sign_only_its_font_knows_is_no_character(self) -> None:
        found = read(paragraph(run("a ") + "<w:r><w:sym w:font='Wingdings' w:char='F0FC'/></w:r>"))
        assert found.text == "a \ufffd\n\n"
        assert found.structure.warnings == (docx.UNKNOWN_SYMBOLS,)


def formula(content: str) -> str:
    """The text of a formula, its elements written without their prefix; `[...]` is a run of it."""
    named = re.sub(r"(?<=<)(?=\w)|(?<=</)|(?<= )(?=val=)", "m:", content)
    runs = named.replace("[", "<m:r><m:t>").replace("]", "</m:t></m:r>")
    return text(paragraph(f"<m:oMath>{runs}</m:oMath>")).rstrip("\n")


class TestFormulas:
    @pytest.mark.parametrize(
        ("content", "expected"),
        [
            ("<f><num>[1]</num><den>[20]</den></f>", "1/20"),
            ("[6]<f><num>[1]</num><den>[2]</den></f>", "6 1/2"),
            ("<f><num>[a+b]</num><den>[2][x]</den></f>", "(a+b)/(2x)"),
            ("[2]<d><e>[a+b]</e></d>", "2(a+b)"),
            ("<d><dPr><begChr val='{'/><endChr val=''/></dPr><e>[a]</e></d>", "{a"),
            ("<d><dPr><sepChr val=';'/></dPr><e>[a]</e><e>[b]</e></d>", "(a;b)"),
            (
                "<d><e><f><fPr><type val='noBar'/></fPr><num>[n]</num><den>[k]</den></f></e></d>",
                "(n k)",
            ),
            ("[3]<rad><deg/><e>[8]</e></rad>", "3√8"),
            ("<rad><deg>[3]</deg><e>[x+1]</e></rad>", "³√(x+1)"),
            (
                "<nary><naryPr><chr val='∑'/></naryPr><sub>[1]</sub><sup>[9]</sup><e>[k]</e></nary>",
                "∑₁⁹k",
            ),
            ("<nary><e>[x]</e></nary>", "∫x"),
            ("<acc><accPr><chr val='\u0304'/></accPr><e>[x]</e></acc>[=5]", "x\u0304=5"),
            ("<bar><barPr><pos val='top'/></barPr><e>[x]</e></bar>", "x\u0305"),
            ("<m><mr><e>[1]</e><e>[0]</e></mr><mr><e>[2]</e></mr></m>", "1 0; 2"),
            ("<eqArr><e>[a=1]</e><e>[b=2]</e></eqArr>", "a=1\nb=2"),
            ("<func><fName>[sin]</fName><e>[x]</e></func>", "sin x"),
            ("<limLow><e>[max]</e><lim>[1]</lim></limLow>", "max₁"),
            ("<limUpp><e>[m]</e><lim>[1]</lim></limUpp>", "m¹"),
            ("[a]<phant><phantPr><show val='0'/></phantPr><e>[no]</e></phant>[b]", "ab"),
            ("<phant><phantPr><show/></phantPr><e>[yes]</e></phant>", "yes"),
            ("<sSup><e><d><e>[1+r]</e></d></e><sup>[2t]</sup></sSup>", "(1+r)^2t"),
        ],
    )
    def test_what_their_build_draws_is_read(self, content: str, expected: str) -> None:
        assert formula(content) == expected


class TestHeadings:
    STYLES = (
        "<w:style w:styleId='berschrift1'><w:name w:val='heading 1'/></w:style>"
        "<w:style w:styleId='Mine'><w:name w:val='Mein Titel'/><w:basedOn w:val='berschrift1'/></w:style>"
        "<w:style w:styleId='Deep'><w:name w:val='x'/><w:pPr><w:outlineLvl w:val='7'/></w:pPr></w:style>"
        "<w:style w:styleId='TOCHeading'><w:name w:val='TOC Heading'/><w:basedOn w:val='berschrift1'/>"
        "<w:pPr><w:outlineLvl w:val='9'/></w:pPr></w:style>"
        "<w:style w:styleId='A'><w:basedOn w:val='B'/></w:style><w:style w:styleId='B'><w:basedOn w:val='A'/></w:style>"
        "<w:style w:styleId='Zitat'><w:name w:val='Quote'/></w:style>"
    )

    @pytest.mark.parametrize(
        ("properties", "level"),
        [
            ("<w:pStyle w:val='berschrift1'/>", 1),
            ("<w:pStyle w:val='Mine'/>", 1),
            ("<w:pStyle w:val='Deep'/>", 6),
            ("<w:pStyle w:val='TOCHeading'/>", 0),
            ("<w:pStyle w:val='A'/>", 0),
            ("<w:pStyle w:val='None'/>", 0),
            ("<w:outlineLvl w:val='2'/>", 3),
            ("<w:pStyle w:val='berschrift1'/><w:outlineLvl w:val='9'/>", 0),
        ],
    )
    def test_they_are_told_by_style_and_outline(self, properties: str, level: int) -> None:
        headings = read(paragraph(run("T ") + run("t"), properties), {"styles": self.STYLES}).structure.headings
        assert [(heading.level, heading.title) for heading in headings] == ([(level, "T t")] if level else [])

    def test_quotes_are_told_by_style(self) -> None:
        assert blocks(read(paragraph("q", "<w:pStyle w:val='Zitat'/>"), {"styles": self.STYLES})) == [("quote", "q")]


def level(place: int, form: str, pattern: str, more: str = "") -> str:
    said = f"<w:start w:val='1'/><w:numFmt w:val='{form}'/><w:lvlText w:val='{pattern}'/>{more}"
    return f"<w:lvl w:ilvl='{place}'>{said}</w:lvl>"


def item(number: int, place: int, words: str = "x") -> str:
    return paragraph(words, f"<w:numPr><w:ilvl w:val='{place}'/><w:numId w:val='{number}'/></w:numPr>")


class TestNumbers:
    NUMBERING = (
        "<w:abstractNum w:abstractNumId='0'>"
        + level(0, "decimal", "%1.")
        + level(1, "lowerLetter", "(%2)")
        + level(2, "lowerRoman", "%1.%2.%3", "<w:isLgl/>")
        + level(3, "bullet", "\uf0b7")
        + level(4, "chineseCounting", "%5")
        + "</w:abstractNum><w:abstractNum w:abstractNumId='1'>"
        + level(0, "upperRoman", "Art. %1", "<w:pStyle w:val='H'/>")
        + "</w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num>"
        "<w:num w:numId='2'><w:abstractNumId w:val='0'/>"
        "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='5'/></w:lvlOverride></w:num>"
        "<w:num w:numId='3'><w:abstractNumId w:val='1'/></w:num>"
        "<w:num w:numId='4'><w:abstractNumId w:val='77'/></w:num>"
    )

    def shown(self, *items: str) -> list[str]:
        found = read("".join(items), {"numbering": self.NUMBERING, "styles": self.STYLES})
        return [words.removesuffix("x").strip() for _, words in blocks(found)]

    STYLES = (
        "<w:style w:styleId='H'><w:name w:val='heading 2'/><w:pPr><w:numPr><w:numId w:val='3'/></w:numPr></w:pPr>"
        "</w:style>"
    )

    def test_they_are_drawn_as_word_draws_them(self) -> None:
        places = (0, 1, 1, 2, 0, 1, 2, 2, 3, 4)
        drawn = self.shown(*(item(1, place) for place in places))
        assert drawn == ["1.", "(a)", "(b)", "1.2.1", "2.", "(a)", "2.1.1", "2.1.2", "", ""]

    def test_a_list_may_start_anew(self) -> None:
        assert self.shown(item(1, 0), item(1, 0), item(2, 0), item(2, 0)) == ["1.", "2.", "5.", "6."]

    def test_a_heading_keeps_its_number_out_of_its_title(self) -> None:
        found = read(paragraph("Fees", "<w:pStyle w:val='H'/>"), {"numbering": self.NUMBERING, "styles": self.STYLES})
        assert found.text == "Art. I Fees\n\n"
        heading = found.structure.headings[0]
        assert (heading.title, found.text[heading.start : heading.end]) == ("Fees", "Art. I Fees")

    def test_items_are_list_items_and_number_zero_is_none(self) -> None:
        found = read(
            item(1, 0, "a") + item(0, 0, "b") + item(9, 0, "c") + item(4, 0, "d"), {"numbering": self.NUMBERING}
        )
        assert blocks(found) == [("list_item", "1. a"), ("paragraph", "b"), ("paragraph", "c"), ("paragraph", "d")]

    @pytest.mark.parametrize(
        ("form", "shown"), [("lowerLetter", "999999999."), ("upperRoman", "999999999."), ("decimal", "999999999.")]
    )
    def test_no_start_makes_a_number_long(self, form: str, shown: str) -> None:
        numbering = f"<w:abstractNum w:abstractNumId='0'>{level(0, form, '%1.')}</w:abstractNum>".replace(
            "'1'/><w:numFmt", "'999999999'/><w:numFmt"
        )
        numbering += "<w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num>"
        assert len(text(item(1, 0), {"numbering": numbering})) < 20


class TestTables:
    def test_cells_have_addresses_headers_and_keys(self) -> None:
        found = read(
            paragraph("before")
            + table(
                row("Name", cell("Limit", "<w:gridSpan w:val='2'/>"), properties="<w:tblHeader/>"),
                row("", "EUR", "USD", properties="<w:tblHeader/>"),
                row(cell("Ada", "<w:vMerge w:val='restart'/>"), "30", cell(paragraph("33") + paragraph("net"))),
                row(cell("", "<w:vMerge/>"), "1", "2\t3"),
            )
            + paragraph("after")
        )
        assert found.text == "before\n\nName\tLimit\n\tEUR\tUSD\nAda\t30\t33 net\n\t1\t2 3\n\nafter\n\n"
        assert names(found)["table 1!C3"] == (("Limit", "USD"), ("Ada",))
        assert names(found)["table 1!C4"] == (("Limit", "USD"), ("Ada",))

    def test_columns_left_out_and_rows_hidden(self) -> None:
        found = read(
            table(
                row("a", "b"),
                row("no", "no", properties="<w:hidden/>"),
                row("c", properties="<w:gridBefore w:val='1'/>"),
            )
        )
        assert cells(found) == {"table 1!A1": "a", "table 1!B1": "b", "table 1!B2": "c"}

    def test_a_table_around_tables_is_layout(self) -> None:
        found = read(
            table(row(cell(paragraph("x") + table(row("a", "b"), row("c", "d"))), "side")) + table(row("e", "f"))
        )
        assert [kind for kind, _ in blocks(found)] == ["paragraph", "table", "paragraph", "table"]
        assert set(cells(found)) == {"table 1!A1", "table 1!B1", "table 1!A2", "table 1!B2", "table 2!A1", "table 2!B1"}


def policy() -> bytes:
    document = writer.Document()
    document.add_heading("Policy", 0)
    document.add_heading("Refunds", 1)
    document.add_paragraph("Thirty days.")
    document.add_paragraph("one", style="List Number")
    document.add_paragraph("two", style="List Number")
    written = document.add_table(2, 2)
    for place, words in enumerate(("Name", "Fee", "Ada", "30")):
        written.cell(place // 2, place % 2).text = words
    document.sections[0].header.paragraphs[0].text = "Internal"
    document.sections[0].left_margin = Inches(1)
    file = BytesIO()
    document.save(file)
    return file.getvalue()


POLICY = policy()  # once: its writer stamps it with the time


class TestOtherHands:
    def test_a_document_of_another_program_is_read(self) -> None:
        found = sound(docx.extract(POLICY, Options()))
        assert (
            found.text == "Policy\n\nRefunds\n\nThirty days.\n\n1. one\n\n2. two\n\nName\tFee\nAda\t30\n\nInternal\n\n"
        )
        assert [(heading.level, heading.title) for heading in found.structure.headings] == [
            (1, "Policy"),
            (1, "Refunds"),
        ]

    def test_it_is_the_same_in_every_process(self) -> None:
        data = POLICY
        once = spelled(docx.extract(data, Options()))
        assert once == spelled(docx.extract(data, Options()))
        assert {elsewhere("docx", data, seed=seed) for seed in (1, 2)} == {once}

    @settings(deadline=None, max_examples=examples(60))
    @given(st.data())
    def test_a_damaged_one_is_read_or_refused(self, data: st.DataObject) -> None:
        original = bytearray(POLICY)
        for _ in range(data.draw(st.integers(1, 4))):
            original[data.draw(st.integers(0, len(original) - 1))] = data.draw(st.integers(0, 255))
        survives(docx, bytes(original[: data.draw(st.integers(len(original) // 2, len(original)))]))

    @settings(deadline=None, max_examples=examples(40))
    @given(
        st.lists(
            st.text(
                st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff"),
                max_size=20,
            ),
            max_size=5,
        )
    )
    def test_any_words_come_back(self, words: list[str]) -> None:
        document = writer.Document()
        for each in words:
            document.add_paragraph(each)
        file = BytesIO()
        document.save(file)
        kept = [each.rstrip(" \t\n") for each in words if each.strip()]
        if kept:
            assert docx.extract(file.getvalue(), Options()).text == "".join(f"{each}\n\n" for each in kept)


def test_the_strict_edition_is_read_too() -> None:
    strict = part("document", f"<w:body>{TRACKED}{table(row('a', 'b'))}</w:body>")
    strict = strict.replace(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    )
    found = sound(docx.extract(package("word/document.xml", {"word/document.xml": strict}), Options()))
    assert found.text == "The refund window is 14 days.\n\na\tb\n\n"


class TestBounds:
    @pytest.mark.parametrize(
        "body",
        [
            "",
            paragraph(""),
            paragraph(run("no", "<w:vanish/>")),
            "<w:sdt><w:sdtContent>" * 200 + paragraph("x") + "</w:sdtContent></w:sdt>" * 200,
            table(row(*["<w:tc><w:tcPr><w:gridSpan w:val='63'/></w:tcPr></w:tc>"] * 9_000)),
        ],
    )
    def test_what_no_reader_could_see_is_refused(self, body: str) -> None:
        with pytest.raises(Unreadable):
            docx.extract(letter(body), Options())

    @pytest.mark.parametrize(
        "document",
        [
            "<!DOCTYPE w:document [<!ENTITY x 'lol'>]>" + part("document", f"<w:body>{paragraph(run('&x;'))}</w:body>"),
            "<!DOCTYPE w:document SYSTEM 'file:///x'>" + part("document", f"<w:body>{paragraph('a')}</w:body>"),
            "<w:document><w:body>",
            "<a/>",
            "",
            "not XML",
        ],
    )
    def test_a_part_that_is_no_plain_xml_is_refused(self, document: str) -> None:
        with pytest.raises(Unreadable):
            docx.extract(package("word/document.xml", {"word/document.xml": document}), Options())

    def test_a_note_named_ten_thousand_times_stands_once(self) -> None:
        body = paragraph(run("a") + "<w:r><w:footnoteReference w:id='1'/></w:r>" * 10_000)
        assert len(text(body, {"footnotes": note("footnote", 1, "n" * 1_000)})) < 1_100

    def test_notes_that_name_notes_go_no_deeper(self) -> None:
        def named(number: int) -> str:
            return f"<w:r><w:footnoteReference w:id='{number}'/></w:r>"

        chain = "".join(
            f"<w:footnote w:id='{number}'>{paragraph(run('n') + named(number + 1))}</w:footnote>"
            for number in range(3_000)
        )
        body = paragraph(run("a") + named(0))
        assert text(body, {"footnotes": chain}) == "a\n\nn\n\n"

    @pytest.mark.parametrize(
        "unit",
        [paragraph("x"), TRACKED, table(row("a", "b")), paragraph(run("x") + BOX.format(paragraph("y"))), item(1, 3)],
    )
    def test_work_grows_with_the_document(self, unit: str) -> None:
        parts = {"numbering": TestNumbers.NUMBERING}
        small, large = (steps(docx, letter(unit * count, parts)) for count in (20, 160))
        assert large < 10 * small
