"""The finished file, read back."""

import re
import subprocess
from dataclasses import replace
from datetime import date
from typing import Any

import pikepdf
import pytest

from citeledger.core.states import State
from citeledger.interfaces.exports import pdf
from citeledger.interfaces.exports.attachment import attachment
from citeledger.interfaces.exports.glyphs import packaged_glyphs
from citeledger.interfaces.exports.pdf import (
    Export,
    ExportedHeading,
    ExportedSource,
    ExportedStructure,
    ExportNotRenderedError,
    render_pdf,
)
from citeledger.interfaces.wording import STATES, UNAVAILABLE_NOTICE
from tests.unit.exports.paper import Paper
from tests.unit.exports.samples import ATTESTED, REFUNDS, export, statement, uid

STAMP = "States computed for Amira Haddad at 2026-11-30 10:42:07 UTC; a later copy cannot be revalidated."
A4_WIDTH, RIGHT_MARGIN = 595.28, 70.8  # points


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.fixture(scope="module")
def refunds() -> Paper:
    return Paper(render_pdf(export=REFUNDS))


@pytest.fixture(scope="module")
def long_ticket() -> Paper:
    states = ["current", "source_changed", "unavailable", "unverified"]
    segments = [
        statement(
            f"Rule {number} says what it says. " * 3,
            number=number,
            state=states[number % 4],
            changed_on=date(2026, 1, 1),
        )
        for number in range(300)
    ]
    return Paper(render_pdf(export=export(*segments, kind="ticket")))


class TestWhatIsOnPaper:
    def test_every_citation_shows_its_state_in_words_its_basis_and_its_uid(self, refunds: Paper) -> None:
        for number, state, basis in [
            (1, "Source changed", "Quoted 2026-06-12"),
            (2, "Current", "Paraphrased —"),
            (3, "Unavailable", "— —"),
            (4, "Unverified", "Quoted —"),
        ]:
            assert squeezed(f"{number} {state} {basis} {uid(number)}") in refunds.unbroken

    def test_the_state_stands_beside_its_statement(self, refunds: Paper) -> None:
        text = squeezed("Goods may be returned within 30 days. Source changed · Quoted · changed on 2026-06-12")

        assert text in refunds.unbroken

    def test_every_page_says_for_whom_and_when(self, refunds: Paper, long_ticket: Paper) -> None:
        for page in refunds.pages + long_ticket.pages:
            assert squeezed(STAMP) in squeezed(page)

    def test_the_first_page_has_title_reference_and_summary(self, refunds: Paper) -> None:
        first = squeezed(refunds.pages[0])

        for text in ("Handling a refund request", "RB-0142", "4 citations: 1 current, 1 source changed, 1 unavailable"):
            assert squeezed(text) in first

    def test_the_legend_says_what_each_state_means_and_what_to_do(self, refunds: Paper) -> None:
        for state in State:
            wording = STATES[state]
            assert squeezed(f"{wording.word} {wording.meaning} {wording.action}") in refunds.unbroken

    def test_each_state_is_drawn_with_a_shape_of_its_own(self) -> None:
        drawn = [Paper(render_pdf(export=export(statement("Words.", state=state)))).strokes for state in State]

        assert all(drawn.count(strokes) == 1 for strokes in drawn)

    def test_headings_and_structure_are_printed_in_place(self, refunds: Paper) -> None:
        places = [
            refunds.unbroken.index(squeezed(text))
            for text in ("Before you start", "Goods may", "method of the order", "Steps")
        ]

        assert places == sorted(places)

    def test_how_a_passage_was_read_stands_under_its_statement(self) -> None:
        notes = (
            "As read by OCR, confidence 0.93, not compared with the paper.",
            "Caption of a figure, not the figure.",
        )
        paper = Paper(render_pdf(export=export(statement("Words.", notes=notes))))

        assert all(squeezed(note) in paper.unbroken for note in notes)
        assert paper.facts["segments"][0]["notes"] == list(notes)

    @pytest.mark.parametrize(
        ("still_applies", "said"),
        [
            (True, "Still holds, says legal on 2026-06-20:"),
            (False, "legal said on 2026-06-20 that it still held. A passage changed again since. The note was:"),
        ],
    )
    def test_an_attestation_stands_beside_the_state_with_name_day_and_note(
        self, still_applies: bool, said: str
    ) -> None:
        attested = replace(ATTESTED, still_applies=still_applies)
        paper = Paper(render_pdf(export=export(statement("Words.", state="source_changed", attestation=attested))))

        assert squeezed(f"{said} The statement speaks of goods bought in May.") in paper.unbroken
        assert paper.facts["segments"][0]["attestation"] == {
            "by": "legal",
            "on": "2026-06-20",
            "note": "The statement speaks of goods bought in May.",
            "still_applies": still_applies,
        }

    def test_what_an_attestation_says_that_cannot_be_printed_is_listed(self) -> None:
        attested = replace(ATTESTED, note="見", by="\u202e")
        paper = Paper(render_pdf(export=export(statement("Words.", state="source_changed", attestation=attested))))

        assert paper.facts["substitutions"] == [{"where": 0, "characters": ["U+202E", "U+898B"]}]

    def test_an_export_without_anything_is_still_a_report(self) -> None:
        empty = Paper(render_pdf(export=export(title=" ", host_reference=None, viewer_name="")))

        assert "No citations" in empty.text
        assert "for a viewer without a name at" in empty.text


class TestUnavailable:
    def worlds(self) -> list[Export]:
        more = {
            "changed_on": date(2026, 6, 12),
            "notes": ("As read by OCR, confidence 0.93.",),
            "attestation": ATTESTED,
            "sources": (ExportedSource(title="Minutes of the board", number=2, on=date(2026, 6, 1)),),
        }
        revoked = statement("The board will sell the company.", state="unavailable", **more)
        removed = statement(None, state="unavailable", basis="退 document_only")
        never_existed = statement(None, state="unavailable", basis="")
        return [export(statement("Before.", number=7), world) for world in (revoked, removed, never_existed)]

    def test_worlds_that_differ_only_in_the_cause_give_equal_bytes(self) -> None:
        assert len({render_pdf(export=world) for world in self.worlds()}) == 1

    def test_the_neutral_notice_replaces_the_statement_whole(self) -> None:
        paper = Paper(render_pdf(export=self.worlds()[0]))

        assert squeezed(UNAVAILABLE_NOTICE) in paper.unbroken
        assert "board" not in paper.text
        assert b"board" not in paper.attachment
        assert paper.facts["segments"][1] == {
            "type": "statement",
            "ordinal": 1,
            "mark": "",
            "text": None,
            "citation_uid": uid(1),
            "state": "unavailable",
            "basis": None,
            "as_of": [],
            "changed_on": None,
            "notes": [],
            "sources": [],
            "attestation": None,
        }


class TestMetadata:
    def test_two_archival_profiles_are_declared(self, refunds: Paper) -> None:
        assert (refunds.xmp["part"], refunds.xmp["conformance"], refunds.xmp["pdfua-part"]) == ("3", "A", "1")
        assert refunds.file.Root.OutputIntents[0].S == "/GTS_PDFA1"
        assert refunds.file.Root.Lang == "en"
        assert bool(refunds.file.Root.MarkInfo.Marked)

    def test_metadata_is_the_same_for_every_title_and_viewer(self, refunds: Paper) -> None:
        other = Paper(
            render_pdf(export=replace(REFUNDS, title="Sale of the company", viewer_name="Zoe", host_reference="S-1"))
        )
        own = {"InstanceID", "DocumentID", "NPages", "History", "schemas"}

        assert {key: value for key, value in other.xmp.items() if key not in own} == {
            key: value for key, value in refunds.xmp.items() if key not in own
        }
        assert refunds.xmp["title"] == str(refunds.file.docinfo.Title) == "citeledger export"
        assert "/Author" not in refunds.file.docinfo

    def test_the_table_has_header_cells_for_its_columns(self, refunds: Paper) -> None:
        headers = [tag for tag in refunds.tags if tag.S == "/TH"]

        assert len(headers) == 5
        assert all("/Column" in str(header.A) for header in headers)

    def test_headings_never_skip_a_level(self) -> None:
        headings = [ExportedHeading(level=level, text=f"Level {level}") for level in (6, 1, 9, 9, 9, 9, 9, -3)]
        paper = Paper(render_pdf(export=export(*headings, ExportedHeading(level=1, text=" "))))

        found = [int(str(tag.S)[2:]) for tag in paper.tags if re.fullmatch(r"/H\d", str(tag.S))]

        assert found == [1, 2, 2, 3, 4, 5, 6, 6, 2, 2, 2]

    def test_equal_exports_give_equal_bytes(self) -> None:
        assert render_pdf(export=REFUNDS) == render_pdf(export=replace(REFUNDS))


class TestAttachment:
    def test_it_is_the_file_the_reader_was_promised(self, refunds: Paper) -> None:
        assert refunds.attachment == attachment(export=REFUNDS)
        assert refunds.facts["schema"] == "citeledger-export/1"
        assert squeezed(refunds.facts["stamp"]) == squeezed(STAMP)
        assert refunds.facts["summary"] == {"citations": 4} | dict.fromkeys(map(str, State), 1)
        assert [segment["type"] for segment in refunds.facts["segments"]] == [
            "heading", "statement", "statement", "structure", "statement", "statement",
        ]  # fmt: skip

    def test_it_satisfies_the_archive_profile(self, refunds: Paper) -> None:
        (specification,) = refunds.file.Root.AF
        embedded = specification.EF.F

        assert list(refunds.file.attachments) == ["citeledger-export.json"]
        assert isinstance(specification.AFRelationship, pikepdf.Name)
        assert specification.AFRelationship == "/Data"
        assert embedded.Subtype == "/application/json"
        assert str(embedded.Params.ModDate).startswith("D:20261130104207")
        assert str(specification.Desc)

    def test_internal_links_lead_somewhere(self, refunds: Paper) -> None:
        links = [note for page in refunds.file.pages for note in page.get("/Annots", []) if note.Subtype == "/Link"]
        pages = {page.objgen for page in refunds.file.pages}

        assert len(links) == 3 + 4  # three that need a look, four in the table
        assert all(link.Dest[0].objgen in pages for link in links)

    def test_it_keeps_the_original_where_paper_prints_numbers(self) -> None:
        text = "退\u202e\ud800 \x00"
        facts = Paper(render_pdf(export=export(statement(text), title="漢"))).facts

        assert facts["segments"][0]["text"] == text
        assert facts["substitutions"] == [
            {"where": "title", "characters": ["U+6F22"]},
            {"where": 0, "characters": ["U+0000", "U+202E", "U+9000", "U+D800"]},
        ]


class TestHostileText:
    @pytest.mark.parametrize(
        ("text", "paper"),
        [
            ('#read("/etc/passwd") #import "x.typ" *bold* $x$ \\u{41} @label <label>', None),
            ("</script><script>alert(1)</script> =cmd|' /C calc'!A0", None),
            ("𠮷野家 返金期限 \U0001f680 14", "[U+20BB7][U+91CE][U+5BB6][U+8FD4][U+91D1][U+671F][U+9650][U+1F680]14"),
            ("naïve coöperate", None),
            ("safe\u202eexe.txt\u202c", "safe[U+202E]exe.txt[U+202C]"),
        ],
    )
    def test_text_stays_text_in_every_field(self, text: str, paper: str | None) -> None:
        read = Paper(
            render_pdf(
                export=export(
                    ExportedHeading(level=1, text=text),
                    ExportedStructure(text=text),
                    statement(text, basis=text, citation_uid=text),
                    title=text,
                    host_reference=text,
                    viewer_name=text,
                )
            )
        )

        assert read.unbroken.count(squeezed(paper or text)) >= 8
        assert not [character for character in read.text if character != "\n" and not character.isprintable()]

    def test_every_character_said_to_be_printable_is_printed_in_regular_and_in_bold(self) -> None:
        text = " ".join(chr(code_point) for code_point in sorted(packaged_glyphs().fonts))
        both = export(ExportedHeading(level=1, text=text), statement(text), title=text)

        assert render_pdf(export=both).startswith(b"%PDF")

    @pytest.mark.parametrize(("text", "digits"), [("החזר 45 יום", "45"), ("المهلة ٤٥ يوم", "٤٥")])
    def test_right_to_left_text_keeps_every_letter_once_and_its_digits_in_order(self, text: str, digits: str) -> None:
        paper = Paper(render_pdf(export=export(statement(text))))
        letters = sorted(character for character in paper.text if not character.isascii() and character not in "·—“”")

        assert letters == sorted(character for character in text if not character.isascii())
        assert digits in paper.text
        assert digits[::-1] not in paper.text

    @pytest.mark.parametrize(
        "text", ["x" * 10_000, "W" * 3_000, "退" * 1_000, "﷽" * 200, "المهلة" * 300, "https://a.test/" + "p/" * 900]
    )
    def test_nothing_runs_off_the_paper(self, text: str) -> None:
        paper = Paper(
            render_pdf(export=export(ExportedHeading(level=1, text=text[:500]), statement(text), title=text[:500]))
        )

        for run in (run for page in paper.runs for run in page):
            assert run.left > 0
            assert run.right < A4_WIDTH - RIGHT_MARGIN + 3
            assert run.baseline > 0

    def test_a_long_name_does_not_crowd_out_the_foot_of_the_page(self) -> None:
        paper = Paper(render_pdf(export=export(statement("Words."), viewer_name="W" * 3_000)))

        assert all(run.baseline > 30 for page in paper.runs for run in page)
        assert all("cannotberevalidated." in squeezed(page) for page in paper.pages)


class TestLongReports:
    def test_the_table_repeats_its_header_on_each_of_its_pages(self, long_ticket: Paper) -> None:
        with_rows = [page for page in long_ticket.pages if "6f9619ff" in page]

        assert len(with_rows) > 5
        assert all("Changed on" in page for page in with_rows)

    def test_every_statement_is_there(self, long_ticket: Paper) -> None:
        assert all(uid(number) in long_ticket.unbroken for number in range(300))
        assert long_ticket.unbroken.count(squeezed(UNAVAILABLE_NOTICE)) == 75

    def test_the_first_page_names_the_first_and_counts_the_rest(self, long_ticket: Paper) -> None:
        assert squeezed("and 51 more, see Citations") in squeezed(long_ticket.pages[0])


class TestTheTypesetter:
    def test_its_failure_names_no_text_of_the_export(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(command: list[str], **_: Any) -> None:
            raise subprocess.CalledProcessError(1, command, stderr=b"the text `secret` could not be displayed")

        monkeypatch.setattr(pdf.subprocess, "run", fail)

        with pytest.raises(ExportNotRenderedError) as failure:
            render_pdf(export=REFUNDS)

        assert str(failure.value) == "the typesetter ended with status 1"
        assert failure.value.__cause__ is None

    def test_it_is_stopped_when_it_takes_too_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pdf, "LONGEST_RENDERING", 0.001)

        with pytest.raises(ExportNotRenderedError, match="took more than"):
            render_pdf(export=REFUNDS)
