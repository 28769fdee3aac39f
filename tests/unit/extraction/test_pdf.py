"""What a reader of the pages sees, in the order it is read: characters, lines, columns, running lines."""

import os
import subprocess
import sys

import pytest
from pikepdf import Dictionary, Name, Pdf

from citeledger.core.anchoring import OutcomeKind, Side, reanchor
from citeledger.core.outcomes import Locator
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import Extraction, Options, RegionKind, pdf
from tests.unit.extraction.printing import changed, column, drawn, saved, show, typeset

LEFT = [
    "The left column is read first,",
    "down to its very last line,",
    "although the file writes its",
    "in turns.",
]
RIGHT = [
    "The right column comes after it.",
    "Nobody reads across the strip",
    "of white between columns,",
    "line by line.",
]


def read(data: bytes) -> Extraction:
    return pdf.extract(data, Options())


def text_of(data: bytes) -> str:
    return read(data).text


def regions(extraction: Extraction, kind: RegionKind) -> list[str]:
    found = [region for region in extraction.structure.regions if region.kind is kind]
    return [extraction.text[region.start : region.end] for region in found]


def blocks(extraction: Extraction) -> list[tuple[str, str]]:
    return [(block.kind, extraction.text[block.start : block.end].strip()) for block in extraction.structure.blocks]


def to_unicode(data: bytes, mapping: dict[str, str]) -> bytes:
    """The file with its Helvetica saying which letters (UTF-16 in hexadecimal) some of its codes stand for."""
    rows = "\n".join(f"<{ord(code):02x}> <{letters}>" for code, letters in mapping.items())
    spoilt = changed(data)
    font = spoilt.pages[0].Resources.Font.F
    font.ToUnicode = spoilt.make_stream(
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def\n"
        b"1 begincodespacerange <00> <ff> endcodespacerange\n"
        + f"{len(mapping)} beginbfchar\n{rows}\nendbfchar endcmap end end".encode()
    )
    return saved(spoilt)


class TestCharacters:
    @pytest.mark.parametrize(
        "sentence",
        [
            "Pay within 30 days; fee 2.5 % (at most 5 €).",
            "An office files fluffy offers.",
            "Emoji stay whole: 😀 and 😎.",
            "Über Straßen, naïve façade, Łódź, Ñandú.",
            "Νόμος 4624 και Закон 152.",
            "नमस्ते दुनिया क्षत्रिय",
            "½ of № 5 … “quoted” – dashed — ±3 °C",
        ],
    )
    def test_they_come_out_as_they_were_set(self, sentence: str) -> None:
        assert text_of(typeset(sentence.replace("“", "\\u{201c}").replace("”", "\\u{201d}"))) == f"{sentence}\n\n"

    def test_raised_and_lowered_digits_are_no_plain_digits(self) -> None:
        assert text_of(typeset("Area 10² and 10#super[2] and H#sub[2]O.")) == "Area 10² and 10² and H₂O.\n\n"

    @pytest.mark.parametrize(
        "sentence",
        [
            "שלום עולם 123 (סוגר)",
            "سياسة الاسترداد (30 يوما)",
            "الاسترداد خلال 45% من",
            "ועידת API חדשה של 2026",
        ],
    )
    def test_lines_written_from_right_to_left_are_in_the_order_they_are_read(self, sentence: str) -> None:
        assert text_of(typeset(f"#text(dir: rtl)[{sentence}]")) == f"{sentence}\n\n"

    @pytest.mark.parametrize("sentence", ["English with עברית מילים inside.", "The term كتاب جديد means a new book."])
    def test_words_of_the_other_direction_keep_their_order_in_a_line(self, sentence: str) -> None:
        assert text_of(typeset(sentence)) == f"{sentence}\n\n"

    def test_chinese_in_a_font_that_is_not_in_the_file(self) -> None:
        operators = "BT /S 10 Tf 20 300 Td <671F96503300330065E5> Tj ET"
        assert text_of(drawn(operators.replace("33003300", "00330030"))) == "期限30日\n\n"

    def test_what_looks_like_one_letter_and_is_two_comes_out_as_two(self) -> None:
        # The field case "ligatures-and-lost-characters": what pdfium is told is one ligature it spells out.
        written = drawn(show("Turn o@ pump; #le form O~ce-7.", x=20, y=300))
        spelled = to_unicode(written, {"@": "fb00", "#": "fb01", "~": "00660066 0069".replace(" ", "")})
        assert text_of(spelled) == "Turn off pump; file form Office-7.\n\n"

    def test_letters_the_file_does_not_name_are_no_wildcards(self) -> None:
        written = drawn(show("turn o@ pump at #00", x=20, y=300))
        found = read(to_unicode(written, {"@": "0000", "#": "fffd"}))
        assert found.text == "turn o\ufffd pump at \ufffd00\n\n"
        unquotable = [region for region in found.structure.regions if region.kind is RegionKind.UNQUOTABLE]
        assert [(region.start, region.end) for region in unquotable] == [(6, 7), (16, 17)]
        assert found.text[8:15] == "pump at"
        assert found.structure.details["unreadable_characters"] == "2"
        assert len(found.structure.warnings) == 1

    @pytest.mark.parametrize("halves", ["d83d", "de00", "d83d0041", "fffe", "0001", "0085"])
    def test_halves_of_letters_and_controls_are_letters_the_file_does_not_name(self, halves: str) -> None:
        found = read(to_unicode(drawn(show("odd @ letter", x=20, y=300)), {"@": halves}))
        assert found.text.startswith("odd \ufffd") or found.text == "odd letter\n\n"
        found.text.encode()

    def test_accents_drawn_over_their_letters_stay_with_them(self) -> None:
        assert text_of(typeset("cafe\u0301 in n\u0303andu")).split() == ["cafe\u0301", "in", "n\u0303andu"]


class TestLines:
    def test_hyphens_at_line_ends_stay_as_printed_and_the_comparison_looks_through_them(self) -> None:
        lines = ["Surplus goes to refriger-", "ation funds; see pages 10-", "20."]
        narrow = read(drawn("".join(column(lines, x=20, y=300))))
        assert narrow.text == "Surplus goes to refriger-\nation funds; see pages 10-\n20.\n\n"
        wide = read(drawn(show("Surplus goes to refrigeration funds; see pages 1020.", x=20, y=300)))
        plain = normalizer_for("text/plain")
        old, new = (Side(found.text, found.structure, plain) for found in (narrow, wide))
        kept, joined = reanchor(old=old, new=new, spans=[Locator(16, 37), Locator(43, 56)])
        assert narrow.text[16:37] == "refriger-\nation funds"
        assert kept.kind.is_current
        assert narrow.text[43:56] == "pages 10-\n20."
        assert joined.kind is OutcomeKind.NUMBERS

    def test_a_soft_hyphen_shows_where_it_is_printed(self) -> None:
        assert text_of(drawn("".join(column(["refriger\xad", "ation"], x=20, y=300)))) == "refriger-\nation\n\n"

    def test_a_hyphenated_paragraph_says_the_same_on_a_wider_page(self) -> None:
        words = "Administrative considerations regarding refrigeration equipment require documentation beforehand."
        narrow, wide = (read(typeset(f"#box(width: {width}pt)[{words}]")) for width in (90, 220))
        assert "-\n" in narrow.text
        old, new = (Side(found.text, found.structure, normalizer_for("text/plain")) for found in (narrow, wide))
        [outcome] = reanchor(old=old, new=new, spans=[Locator(0, len(narrow.text.rstrip()))])
        assert outcome.is_current

    def test_paragraphs_headings_and_list_items_are_blocks(self) -> None:
        found = read(typeset("= Refunds\nFirst paragraph.\n\nSecond paragraph.\n== Opened items\n- one\n- two\n"))
        assert blocks(found) == [
            ("heading", "Refunds"),
            ("paragraph", "First paragraph."),
            ("paragraph", "Second paragraph."),
            ("heading", "Opened items"),
            ("list_item", "• one"),
            ("list_item", "• two"),
        ]
        assert [(heading.level, heading.title) for heading in found.structure.headings] == [
            (1, "Refunds"),
            (2, "Opened items"),
        ]

    def test_a_short_bold_line_of_the_same_size_is_a_heading(self) -> None:
        text = "".join(column(["The window is 30 days for everything", "that was opened."], x=20, y=288))
        found = read(drawn(show("4.2 Returns", x=20, y=300, font="B") + text))
        assert [block for block, _ in blocks(found)] == ["heading", "paragraph"]
        assert [(heading.level, heading.title) for heading in found.structure.headings] == [(1, "4.2 Returns")]

    @pytest.mark.parametrize(
        "lines",
        [
            [("The window is 30 days for everything", "F"), ("that was bought and opened in a shop", "B"), ("on", "F")],
            [("Nothing here is set in another weight", "B"), ("than bold", "B")],
            [("Refunds . . . . . . . . . . . . 12", "B"), ("This is how long a document may go on.", "F")],
            [("Never return food that was opened.", "B"), ("That includes drinks and fresh flowers.", "F")],
        ],
    )
    def test_bold_words_in_a_text_are_no_heading(self, lines: list[tuple[str, str]]) -> None:
        written = "".join(show(line, x=20, y=300 - 12 * at, font=font) for at, (line, font) in enumerate(lines))
        assert read(drawn(written)).structure.headings == ()

    def test_a_caption_and_a_footnote_are_named(self) -> None:
        found = read(
            typeset("#lorem(20) #footnote[Excludes VAT.]\n#figure(rect(width: 9pt), caption: [Cap: 500 EUR.])\nEnd.")
        )
        assert regions(found, RegionKind.CAPTION) == ["Figure 1: Cap: 500 EUR."]
        assert regions(found, RegionKind.FOOTNOTE) == ["¹Excludes VAT."]

    def test_words_that_stand_for_a_picture_are_named(self) -> None:
        drawing = '<svg xmlns=\\"http://www.w3.org/2000/svg\\" width=\\"9\\" height=\\"9\\"/>'
        picture = f'#figure(image(bytes("{drawing}"), alt: "A falling curve"), caption: [Returns.])'
        found = read(typeset(f"Before.\n{picture}\nAfter."))
        assert regions(found, RegionKind.ALT_TEXT) == ["A falling curve"]
        assert found.text.index("After.") < found.text.index("A falling curve")

    def test_a_caption_under_words_that_its_figure_holds_is_one(self) -> None:
        under = ["a label of it", "Figure 2: Fees by month and by kind of guest."]
        found = read(drawn("".join(column(["Words of the text that go on and on over it.", "", *under], x=20, y=300))))
        assert [words for kind, words in blocks(found) if kind == "paragraph"][-2:] == under
        assert regions(found, RegionKind.CAPTION) == [under[1]]
        full = ["The fees of the guests are drawn over the months in", "Figure 2. They fall."]
        assert regions(read(drawn("".join(column(full, x=20, y=300)))), RegionKind.CAPTION) == []

    def test_a_line_that_begins_with_a_raised_number_is_a_note_and_none_of_the_words_above(self) -> None:
        lines = [
            "Guests may enter the vault\xb9",
            "\xb9 Only with a pass.",
            "\xb2 Except in May, the",
            "\xb3 of which is free.",
        ]
        paragraphs = [words for _, words in blocks(read(drawn("".join(column(lines, x=20, y=300)))))]
        assert paragraphs == [line.replace("\xb9", "¹").replace("\xb2", "²").replace("\xb3", "³") for line in lines]

    def test_a_sentence_that_begins_with_a_figure_is_no_caption(self) -> None:
        assert not regions(read(typeset("Figure 1 shows the limits.")), RegionKind.CAPTION)

    def test_a_page_lying_on_its_side_is_read_as_it_is_shown(self) -> None:
        # Written upwards, shown turned by 90 degrees clockwise.
        lines = [f"BT /F 10 Tf 0 1 -1 0 {100 + 12 * number} 50 Tm ({line}) Tj ET\n" for number, line in enumerate(LEFT)]
        assert text_of(drawn("".join(lines), Rotate=90)) == "\n".join(LEFT) + "\n\n"

    @pytest.mark.parametrize("angle", [90, 180, 270])
    def test_pages_that_are_all_turned_have_headings_where_others_have(self, angle: int) -> None:
        written = show("Rules", x=20, y=330, size=16) + "".join(column(LEFT, x=20, y=300))
        found = read(drawn(written, Rotate=angle))
        assert [heading.title for heading in found.structure.headings] == ["Rules"]
        assert found.text == "Rules\n\n" + "\n".join(LEFT) + "\n\n"

    def test_text_that_runs_another_way_comes_after_the_page(self) -> None:
        found = read(
            drawn("BT /F 10 Tf 0 1 -1 0 280 100 Tm (Along the edge) Tj ET\n" + show("On the page", x=20, y=300))
        )
        assert found.text == "On the page\n\nAlong the edge\n\n"
        assert len(found.structure.warnings) == 1


class TestColumns:
    def in_turns(self) -> str:
        left, right = column(LEFT, x=10, y=300), column(RIGHT, x=155, y=300)
        return "".join(one + other for one, other in zip(left, right, strict=True))

    def test_the_left_one_is_read_before_the_right_one(self) -> None:
        assert text_of(drawn(self.in_turns())) == "\n".join(LEFT) + "\n\n" + "\n".join(RIGHT) + "\n\n"

    def test_lines_across_both_come_before_and_after(self) -> None:
        above = show("A title that goes across both of the columns of this page", x=10, y=330)
        below = show("A closing line that goes across both of the columns as well", x=10, y=240)
        found = text_of(drawn(below + self.in_turns() + above))
        positions = [found.index(part) for part in ("A title", LEFT[0], LEFT[-1], RIGHT[0], RIGHT[-1], "A closing")]
        assert positions == sorted(positions)

    def test_columns_whose_lines_are_not_level(self) -> None:
        pages = drawn("".join(column(RIGHT, x=155, y=295) + column(LEFT, x=10, y=300)))
        assert text_of(pages) == "\n".join(LEFT) + "\n\n" + "\n".join(RIGHT) + "\n\n"

    def test_three_columns(self) -> None:
        lines = ["words in a narrow", "strip of the page", "that go on below"]
        thirds = [[f"{name} {line}"[:20] for line in lines] for name in "ABC"]
        rows = [column(third, x=5 + 100 * number, y=300, size=8) for number, third in enumerate(thirds)]
        found = text_of(drawn("".join(part for row in zip(*rows, strict=True) for part in row)))
        assert found == "\n\n".join("\n".join(third) for third in thirds) + "\n\n"

    def test_set_in_two_columns_by_a_typesetter(self) -> None:
        found = " ".join(text_of(typeset("#columns(2)[#lorem(120)]")).replace("-\n", "").split())
        assert "voluptatem. Ut enim aeque doleamus animo" in found
        assert "At etiam Athenis, ut e patre audiebam facete et urbane" in found

    def test_short_cells_side_by_side_are_read_across(self) -> None:
        rows = [("Opened items", "30 days"), ("Sealed items", "14 days"), ("Gift cards", "never"), ("Food", "1 day")]
        left = column([name for name, _ in rows], x=20, y=300)
        right = column([value for _, value in rows], x=160, y=300)
        assert text_of(drawn("".join(left + right))) == "".join(f"{name} {value}\n" for name, value in rows) + "\n"


class TestRunningLines:
    def paged(self, *bodies: str, head: str = "Refund policy", foot: str = "Page {} of 3") -> Extraction:
        pages = [
            show(head.format(number), x=20, y=380) + show(body, x=20, y=300) + show(foot.format(number), x=20, y=15)
            for number, body in enumerate(bodies, start=1)
        ]
        return read(drawn(*pages))

    def test_what_every_page_repeats_is_kept_and_marked(self) -> None:
        found = self.paged("First.", "Second.", "Third.")
        assert found.text.split("\n\n")[:6] == [
            "Refund policy",
            "First.",
            "Page 1 of 3",
            "Refund policy",
            "Second.",
            "Page 2 of 3",
        ]
        assert regions(found, RegionKind.RUNNING) == [
            *["Refund policy", "Page 1 of 3", "Refund policy", "Page 2 of 3", "Refund policy", "Page 3 of 3"]
        ]

    def test_pages_have_labels_and_ranges(self) -> None:
        found = self.paged("First.", "Second.")
        assert [page.label for page in found.structure.pages] == ["1", "2"]
        assert ["First." in found.text[page.start : page.end] for page in found.structure.pages] == [True, False]

    def test_labels_are_the_ones_printed(self) -> None:
        spoilt = changed(drawn(show("one", x=20, y=300), show("two", x=20, y=300)))
        spoilt.Root.PageLabels = Dictionary(Nums=[0, Dictionary(S=Name.r, St=4), 1, Dictionary(S=Name.D)])
        assert [page.label for page in read(saved(spoilt)).structure.pages] == ["iv", "1"]

    def test_two_numbered_headings_are_no_header(self) -> None:
        found = self.paged("First.", "Second.", head="Chapter {}", foot="")
        assert regions(found, RegionKind.RUNNING) == []

    def test_a_numbered_header_on_three_pages_is_one(self) -> None:
        found = self.paged("First.", "Second.", "Third.", head="Policy 7, page {}", foot="")
        assert regions(found, RegionKind.RUNNING) == ["Policy 7, page 1", "Policy 7, page 2", "Policy 7, page 3"]

    def test_the_same_sentence_in_the_middle_of_pages_is_text(self) -> None:
        found = self.paged("Repeated.", "Repeated.", "Repeated.", head="", foot="")
        assert regions(found, RegionKind.RUNNING) == []

    def test_a_header_beside_columns_does_not_join_them(self) -> None:
        page = show("Refund policy", x=10, y=380) + show("Page 7", x=250, y=380)
        body = "".join(column(LEFT, x=10, y=300) + column(RIGHT, x=155, y=300))
        found = read(drawn(page + body, page + body))
        assert regions(found, RegionKind.RUNNING) == ["Refund policy Page 7"] * 2
        assert "\n".join(LEFT) in found.text


class TestSameEachTime:
    SOURCE = "= Title\n#lorem(80)\n\n#columns(2)[#lorem(60)]\n#text(dir: rtl)[שלום (עולם)]"
    CODE = (
        "import sys, hashlib; from citeledger.extraction import pdf, Options\n"
        "found = pdf.extract(sys.stdin.buffer.read(), Options())\n"
        "print(hashlib.sha256((found.text + found.structure.to_json() + found.extractor).encode()).hexdigest())"
    )

    def test_in_one_process_and_in_others(self) -> None:
        data = typeset(self.SOURCE)
        assert read(data) == read(data)
        outputs = {
            subprocess.run(
                [sys.executable, "-c", self.CODE],
                input=data,
                capture_output=True,
                check=True,
                env=os.environ | {"PYTHONHASHSEED": seed},
            ).stdout
            for seed in ("1", "2")
        }
        assert len(outputs) == 1

    def test_the_extractor_is_named_with_what_it_depends_on(self) -> None:
        assert read(typeset("text")).extractor == pdf.EXTRACTOR
        assert pdf.EXTRACTOR.startswith("pdf/4+pdfium-")

    def test_the_structure_is_one_that_can_be_stored(self) -> None:
        structure = read(typeset(self.SOURCE)).structure
        assert type(structure).from_json(structure.to_json()) == structure


def test_a_file_without_pages_of_text_is_refused() -> None:
    made = Pdf.new()
    made.add_blank_page()
    with pytest.raises(pdf.Unreadable):
        read(saved(made))
