"""How a passage was read, from the structure stored with its version."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from citeledger.documents import readings
from citeledger.documents.readings import PLAIN, ReadCell, Reading, Readings, reading_of
from citeledger.extraction import Block, BrokenStructure, Cell, Heading, Page, Region, RegionKind, Structure
from citeledger.interfaces.readings import beside, notes, notes_of_all, said_beside
from revalidation.passages import Passage

STRUCTURE = Structure(
    headings=(),
    blocks=(Block("paragraph", 0, 100),),
    pages=(Page("iii", 0, 50), Page("iv", 50, 100)),
    cells=(
        Cell("Q1!B2", "Q1", 2, 2, 60, 64, ("Sales", "2026"), ("North",)),
        Cell("Q1!C2", "Q1", 2, 3, 65, 69, ("Costs",), ("North",)),
    ),
    regions=(
        Region(RegionKind.OCR, 10, 20, 963),
        Region(RegionKind.OCR, 20, 30, 505),
        Region(RegionKind.UNQUOTABLE, 20, 30, None, "Too faint."),
        Region(RegionKind.CAPTION, 30, 40),
        Region(RegionKind.ALT_TEXT, 40, 45),
    ),
)
STORED = STRUCTURE.to_json()


def passage_read(reading: Reading, *, program: str | None = None) -> Passage:
    return Passage(UUID(int=1), 1, datetime(2026, 3, 2, tzinfo=UTC), 0, 5, "Words", reading, program)


class TestReading:
    def test_the_least_sure_word_counts(self) -> None:
        assert reading_of(STRUCTURE, 12, 18).confidence == 963
        assert reading_of(STRUCTURE, 12, 21).confidence == 505

    @pytest.mark.parametrize(
        ("start", "end", "kinds"),
        [
            (0, 10, ()),
            (9, 11, (RegionKind.OCR,)),
            (19, 20, (RegionKind.OCR,)),
            (35, 41, (RegionKind.CAPTION, RegionKind.ALT_TEXT)),
            (45, 60, ()),
        ],
    )
    def test_a_region_counts_from_its_first_character_to_its_last(
        self, start: int, end: int, kinds: tuple[RegionKind, ...]
    ) -> None:
        assert reading_of(STRUCTURE, start, end).kinds == kinds

    def test_pages_and_cells_it_touches(self) -> None:
        reading = reading_of(STRUCTURE, 48, 62)
        assert reading.pages == ("iii (sheet 1)", "iv (sheet 2)")
        assert reading.cells == (ReadCell("Q1!B2", ("Sales", "2026"), ("North",)),)
        assert reading_of(STRUCTURE, 64, 65).cells == ()

    @pytest.mark.parametrize(("sheet", "named"), [(1, "i (sheet 1)"), (3, "1 (sheet 3)"), (12, "10 (sheet 12)")])
    def test_a_page_is_named_as_printed_and_by_its_sheet_where_these_differ(self, sheet: int, named: str) -> None:
        """danny-avila/LibreChat#15730, AndySparks/sourceconvert#58: page indexes were shown as page numbers."""
        labels = ["i", "ii", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
        pages = tuple(Page(label, 10 * at, 10 * at + 10) for at, label in enumerate(labels))
        stands = 10 * (sheet - 1)
        assert reading_of(Structure((), (), pages=pages), stands, stands + 5).pages == (named,)
        plain = tuple(Page(str(at + 1), 10 * at, 10 * at + 10) for at in range(12))
        assert reading_of(Structure((), (), pages=plain), stands, stands + 5).pages == (str(sheet),)

    def test_cells_have_a_limit_and_are_all_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(readings, "MOST_CELLS", 1)
        reading = reading_of(STRUCTURE, 0, 100)
        assert (len(reading.cells), reading.cell_count) == (1, 2)

    def test_stored_and_parsed_agree(self) -> None:
        for start in range(0, 100, 3):
            assert Readings(STORED).of(start, start + 7) == reading_of(STRUCTURE, start, start + 7)

    def test_plain_text_is_not_even_parsed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        title = 'A heading "regions": "cells": "pages": "unquotable"'
        plain = Structure((Heading(1, 0, 9, title),), (Block("heading", 0, 9),)).to_json()
        monkeypatch.setattr(Structure, "from_json", lambda _: pytest.fail("it was parsed"))
        assert Readings(plain).of(0, 9) == PLAIN
        assert Readings(plain).unquotable(0, 9) is None

    def test_a_damaged_structure_is_told(self) -> None:
        with pytest.raises(BrokenStructure):
            Readings(STORED.replace("[100", "[")[:-9]).of(0, 1)


class TestUnquotable:
    @pytest.mark.parametrize("place", [(20, 30), (0, 21), (29, 60), (25, 26)])
    def test_whatever_touches_it(self, place: tuple[int, int]) -> None:
        assert Readings(STORED).unquotable(*place) == "Too faint."

    @pytest.mark.parametrize("place", [(10, 20), (30, 40)])
    def test_what_ends_before_or_begins_behind_it_is_quotable(self, place: tuple[int, int]) -> None:
        assert Readings(STORED).unquotable(*place) is None

    def test_without_a_reason_it_is_unquotable_all_the_same(self) -> None:
        bare = Structure((), (Block("p", 0, 9),), regions=(Region(RegionKind.UNQUOTABLE, 2, 4),))
        assert Readings(bare.to_json()).unquotable(0, 9) == ""


class TestWords:
    @pytest.mark.parametrize(
        ("confidence", "said"), [(930, "0.93"), (999, "0.99"), (1000, "1.00"), (805, "0.80"), (7, "0.00")]
    )
    def test_ocr_says_how_sure_it_was_and_never_surer(self, confidence: int, said: str) -> None:
        reading = Reading(confidence=confidence, kinds=(RegionKind.OCR,))
        assert notes(reading=reading) == (f"As read by OCR, confidence {said}, not compared with the paper.",)

    def test_ocr_without_a_number(self) -> None:
        assert notes(reading=Reading(kinds=(RegionKind.OCR,))) == ("As read by OCR, not compared with the paper.",)

    def test_a_caption_is_not_the_figure(self) -> None:
        said = notes(reading=Reading(kinds=(RegionKind.ALT_TEXT, RegionKind.CAPTION)))
        assert said == ("Caption of a figure, not the figure.", "Words that stand for a picture, not the picture.")

    def test_plain_text_needs_no_words(self) -> None:
        assert notes(reading=PLAIN) == beside(reading=PLAIN) == ()

    def test_cells_are_named_with_their_headers_and_row(self) -> None:
        assert beside(reading=reading_of(STRUCTURE, 60, 69)) == (
            "Page iv (sheet 2).",
            "Cell Q1!B2: Sales › 2026; row North",
            "Cell Q1!C2: Costs; row North",
        )

    def test_many_cells_are_counted(self) -> None:
        cells = tuple(ReadCell(f"B{row}", (), ()) for row in range(5))
        assert beside(reading=Reading(cells=cells, cell_count=9)) == (
            "Cell B0",
            "Cell B1",
            "Cell B2",
            "and 6 more cells",
        )

    def test_what_hides_in_a_header_becomes_visible(self) -> None:
        cells = (ReadCell("B2", ("a\u202eb",), ()),)
        assert beside(reading=Reading(cells=cells, cell_count=1)) == ("Cell B2: a⟨U+202E⟩b",)

    def test_several_passages_say_a_thing_once(self) -> None:
        caption, both = Reading(kinds=(RegionKind.CAPTION,)), Reading(kinds=(RegionKind.CAPTION, RegionKind.FOOTNOTE))
        passages = [passage_read(each) for each in (caption, both)]
        assert notes_of_all(passages=passages) == ("Caption of a figure, not the figure.", "From a footnote.")

    def test_who_published_a_passage_comes_first_where_it_was_a_program(self) -> None:
        caption = Reading(kinds=(RegionKind.CAPTION,))
        said = ("Published by the program bot⟨U+202E⟩, not by a person.", "Caption of a figure, not the figure.")
        passages = [passage_read(caption, program="bot\u202e"), passage_read(caption, program="bot\u202e")]
        assert notes_of_all(passages=passages) == said
        assert said_beside(passage=passages[0]) == said
