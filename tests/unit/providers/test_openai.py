"""OpenAI: what annotations of the Responses API, and of messages of the Assistants API, become."""

import pytest

from citeledger.core.outcomes import Locator
from citeledger.providers import NoteKind, Reason
from tests.unit.providers import responses as r

ANSWER = "Fees are 5 🚀. Returns take 14 days."
FILES = (r.plain("Fees: 5.", "file-a"), r.plain("Returns: 14 days.", "file-b"))


class TestResponses:
    def read(self, *annotations: r.Json, text: str = ANSWER) -> r.Ingested:
        return r.read("openai", r.openai(text, *annotations), *FILES)

    def test_marks_cite_the_text_up_to_them_from_the_mark_before(self) -> None:
        ingested = self.read(
            r.file_citation(12, "file-a"), r.file_citation(35, "file-b"), r.file_citation(35, "file-a")
        )
        assert r.bound(ingested) == [("Fees are 5 🚀", (0,)), (". Returns take 14 days.", (1, 0))]

    def test_marks_need_not_come_in_order(self) -> None:
        ingested = self.read(r.file_citation(35, "file-b"), r.file_citation(12, "file-a"))
        assert r.bound(ingested) == [("Fees are 5 🚀", (0,)), (". Returns take 14 days.", (1,))]

    @pytest.mark.parametrize(
        ("index", "reason"),
        [
            (36, Reason.POSITION_OUTSIDE_ANSWER),
            (-1, Reason.POSITION_OUTSIDE_ANSWER),
            (10**40, Reason.POSITION_OUTSIDE_ANSWER),
            (0, Reason.NOTHING_BEFORE_POSITION),
            (None, Reason.MALFORMED),
            (12.0, Reason.NOT_A_WHOLE_NUMBER),
            ("12", Reason.NOT_A_WHOLE_NUMBER),
            (True, Reason.NOT_A_WHOLE_NUMBER),
        ],
    )
    def test_a_position_that_is_none_is_refused(self, index: r.Json, reason: Reason) -> None:
        ingested = self.read(r.file_citation(index, "file-a"))
        assert r.reasons(ingested) == [reason]
        assert r.bound(ingested) == [(ANSWER, ())]

    def test_a_position_within_a_letter_is_refused(self) -> None:
        ingested = self.read(r.file_citation(4, "file-a"), text="Cafe\u0301.")
        assert r.reasons(ingested) == [Reason.OFFSET_NOT_ON_CHARACTER_BOUNDARY]

    @pytest.mark.parametrize(
        ("file_id", "reason"),
        [("file-x", Reason.DOCUMENT_UNKNOWN), ("", Reason.DOCUMENT_NOT_IDENTIFIED), (None, Reason.MALFORMED)],
    )
    def test_a_file_that_was_not_given_binds_nothing(self, file_id: r.Json, reason: Reason) -> None:
        assert r.reasons(self.read(r.file_citation(12, file_id))) == [reason]

    def test_of_two_files_with_one_identifier_none_is_chosen(self) -> None:
        ingested = r.read("openai", r.openai(ANSWER, r.file_citation(12, "file-a")), FILES[0], FILES[0])
        assert r.reasons(ingested) == [Reason.DOCUMENT_AMBIGUOUS]

    def test_a_url_is_a_link_at_its_place_and_never_a_citation(self) -> None:
        url = {"type": "url_citation", "url": "https://a.example/x", "title": "t", "start_index": 14, "end_index": 35}
        ingested = r.read("openai", r.openai(ANSWER, url), r.plain("Any.", "https://a.example/x"))
        pieces = [(one.text, len(one.grounds.links)) for one in ingested.statements]
        assert pieces == [("Fees are 5 🚀. ", 0), ("Returns take 14 days.", 1)]
        assert r.bound(ingested)[-1][1] == ()
        assert [one.place for one in ingested.report.ranges] == [Locator(14, 35)]

    def test_a_url_with_a_place_outside_is_listed_all_the_same(self) -> None:
        url = {"type": "url_citation", "url": "https://a.example/x", "start_index": 30, "end_index": 99}
        ingested = self.read(url)
        assert [link.href for link in ingested.report.links] == ["https://a.example/x"]
        assert r.reasons(ingested) == [Reason.POSITION_OUTSIDE_ANSWER]

    def test_a_file_of_a_container_binds_a_document_to_its_range(self) -> None:
        file = {"type": "container_file_citation", "container_id": "c", "file_id": "file-a", "filename": "a"}
        ingested = self.read({**file, "start_index": 0, "end_index": 13})
        assert r.bound(ingested) == [("Fees are 5 🚀.", (0,)), (" Returns take 14 days.", ())]

    def test_texts_of_several_messages_and_refusals_make_up_the_answer(self) -> None:
        response = {
            "output": [
                {"type": "file_search_call", "results": None},
                {"type": "message", "content": [{"type": "output_text", "text": "One. ", "annotations": []}]},
                {"type": "message", "content": [{"type": "refusal", "refusal": "I will not. "}]},
                {"type": "message", "content": [{"type": "output_poem", "text": "Two."}, {"type": "output_text"}]},
                {"type": "surprise", "content": [{"type": "output_text", "text": "Three."}]},
            ]
        }
        ingested = r.read("openai", response)
        assert ingested.text == "One. I will not. Two.Three."
        assert r.reasons(ingested) == [Reason.UNKNOWN_CONTENT_TYPE] * 2

    def test_a_generated_file_is_no_citation(self) -> None:
        ingested = self.read({"type": "file_path", "file_id": "file-a", "index": 3})
        assert [note.kind for note in ingested.report.notes] == [NoteKind.NOT_A_CITATION]
        assert self.read({"type": "surprise"}).report.rejections[0].reason is Reason.UNKNOWN_CITATION_TYPE


class TestAssistants:
    MARK = "【4:0†source】"

    def read(self, text: str, *annotations: r.Json) -> r.Ingested:
        return r.read("openai_assistants", r.assistants(text, *annotations), *FILES)

    def test_a_quotation_leads_to_a_passage(self) -> None:
        marked = f"Five{self.MARK}."
        ingested = self.read(marked, r.marker(self.MARK, 4, 16, "file-a", quote="Fees: 5."))
        assert r.found(ingested) == [(0, 0, 8)]
        assert r.reasons(self.read(marked, r.marker(self.MARK, 4, 16, "file-b", quote="Fees: 5."))) == [
            Reason.CITED_TEXT_NOT_FOUND
        ]

    def test_two_citations_of_one_marker_are_two(self) -> None:
        marked = f"Five{self.MARK}."
        twice = (r.marker(self.MARK, 4, 16, "file-a"), r.marker(self.MARK, 4, 16, "file-b"))
        ingested = self.read(marked, *twice)
        assert ingested.text == "Five."
        assert r.bound(ingested) == [("Five", (0, 1)), (".", ())]
        assert [one.position for one in ingested.report.markers] == [4, 4]
        later = r.marker(self.MARK, 20, 32, "file-a")
        ingested = self.read(f"{marked} So{self.MARK}.", *twice, later)
        assert ingested.text == "Five. So."
        assert [one.position for one in ingested.report.markers] == [4, 4, 8]

    def test_a_marker_at_the_start_cites_nothing(self) -> None:
        ingested = self.read(f"{self.MARK}Five", r.marker(self.MARK, 0, 12, "file-a"))
        assert ingested.text == "Five"
        assert r.bound(ingested) == [("Five", ())]
        assert r.reasons(ingested) == [Reason.NOTHING_BEFORE_POSITION]

    @pytest.mark.parametrize("text", ["【4:0†source", "[4:0†source]", "【】", "【a:b†source】", "", "4:0†source】"])
    def test_only_markers_leave_the_text(self, text: str) -> None:
        ingested = self.read(f"{text} more", r.marker(text, 0, len(text), "file-a"))
        assert ingested.text == f"{text} more"
        assert r.reasons(ingested) == [Reason.NOT_A_MARKER]

    def test_a_text_with_a_lone_surrogate_has_no_utf16_places(self) -> None:
        ingested = self.read(f"\ud800🚀{self.MARK}", r.marker(self.MARK, 3, 15, "file-a"))
        assert ingested.text == f"\ud800🚀{self.MARK}"
        assert r.reasons(ingested) == [Reason.POSITION_OUTSIDE_ANSWER]

    def test_other_annotations_leave_the_text_as_it_is(self) -> None:
        others = [
            {"type": "file_path", "text": "sandbox:/a", "start_index": 0, "end_index": 4},
            {"type": "surprise"},
            5,
        ]
        ingested = self.read("Five.", *others)
        assert ingested.text == "Five."
        assert [note.kind for note in ingested.report.notes] == [NoteKind.NOT_A_CITATION]
        assert r.reasons(ingested) == [Reason.UNKNOWN_CITATION_TYPE, Reason.MALFORMED]

    def test_other_content_is_named(self) -> None:
        content = [
            {"type": "image_file"},
            {"type": "refusal", "refusal": "No. "},
            {"type": "poem", "text": {"value": "Roses."}},
            {"type": "poem"},
        ]
        ingested = r.read("openai_assistants", {"content": content})
        assert ingested.text == "No. Roses."
        assert r.reasons(ingested) == [Reason.UNKNOWN_CONTENT_TYPE] * 2
