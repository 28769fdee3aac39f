"""AWS Bedrock: what citations of Converse and of RetrieveAndGenerate become."""

import pytest

from citeledger.providers import Form, NoteKind, Reason
from tests.unit.providers import responses as r

TEXT = r.plain("Fee: 5 🚀. Paid at once.")
PAGES = r.of_parts("One.", "Two.", "Three.", form=Form.PAGES)
CHUNKS = r.of_parts("One.", "Two.", "Three.", form=Form.BLOCKS)
RESULTS = r.of_parts("One.", "Two.", form=Form.SEARCH_RESULT)


def char(start: r.Json, end: r.Json, index: r.Json = 0) -> r.Json:
    return {"documentChar": {"documentIndex": index, "start": start, "end": end}}


def page(start: r.Json, end: r.Json) -> r.Json:
    return {"documentPage": {"documentIndex": 1, "start": start, "end": end}}


def chunk(start: r.Json, end: r.Json) -> r.Json:
    return {"documentChunk": {"documentIndex": 2, "start": start, "end": end}}


def result(start: r.Json, end: r.Json) -> r.Json:
    return {"searchResultLocation": {"searchResultIndex": 0, "start": start, "end": end}}


class TestConverse:
    def read(self, location: r.Json, *cited: str) -> r.Ingested:
        return r.read("bedrock_converse", r.converse(location, *cited), RESULTS, TEXT, PAGES, CHUNKS)

    @pytest.mark.parametrize(
        ("location", "cited", "exact", "label", "noted"),
        [
            (char(0, 6), "Fee: 5", "Fee: 5", "characters 0-6", False),
            (char(0, 5), "Fee: 5", "Fee: 5", "characters 0-6", True),
            (char(10, 14), "Paid", "Paid", "characters 10-14", False),
            (page(2, 3), "Two.", "Two.", "page 2", False),
            (page(2, 2), "Two.", "Two.", "page 2", True),
            (page(1, 3), "Two. Three", "Two.\n\nThree", "pages 1-3", True),
            (chunk(1, 2), "Two.", "Two.", "block 2 of 3", False),
            (chunk(1, 1), "Two.", "Two.", "block 2 of 3", True),
            (result(1, 2), "Two.", "Two.", "block 2 of 2", False),
            (result(1, 1), "Two.", "Two.", "block 2 of 2", True),
        ],
    )
    def test_the_cited_text_decides_on_the_end(
        self, location: r.Json, cited: str, exact: str, label: str, noted: bool
    ) -> None:
        ingested = self.read(location, cited)
        assert (r.exacts(ingested), r.labels(ingested)) == ([exact], [label])
        assert (NoteKind.OTHER_READING in [note.kind for note in ingested.report.notes]) is noted
        assert ingested.text == "First. Said."

    def test_cited_text_in_several_pieces_is_one(self) -> None:
        assert r.exacts(self.read(chunk(0, 2), "One.", "Two.")) == ["One.", "Two."]

    @pytest.mark.parametrize(
        ("location", "cited", "reason"),
        [
            (char(0, 6), "Fee: 6", Reason.CITED_TEXT_MISMATCH),
            (char(1, 6), "Fee: 5", Reason.CITED_TEXT_MISMATCH),
            (char(0, 7), "Fee: 5", Reason.CITED_TEXT_MISMATCH),
            (char(11, 15), "Paid", Reason.CITED_TEXT_MISMATCH),  # UTF-16
            (char(0, 6, 3), "Fee: 5", Reason.DOCUMENT_INDEX_OUT_OF_RANGE),
            (char(0, 6, 1), "Fee: 5", Reason.WRONG_DOCUMENT_FORM),
            (char(0, 6, None), "Fee: 5", Reason.MALFORMED),
            (char(0.0, 6), "Fee: 5", Reason.NOT_A_WHOLE_NUMBER),
            (char(0, "6"), "Fee: 5", Reason.NOT_A_WHOLE_NUMBER),
            (char(0, True), "Fee: 5", Reason.NOT_A_WHOLE_NUMBER),
            (char(0, 6), "", Reason.CITED_TEXT_MISSING),
            (page(0, 0), "One.", Reason.EMPTY_RANGE),
            (page(0, 1), "One.", Reason.OFFSET_OUT_OF_RANGE),
            (page(3, 5), "Three.", Reason.OFFSET_OUT_OF_RANGE),
            (page(1, 2), "Three.", Reason.CITED_TEXT_NOT_FOUND),
            (chunk(0, 4), "One.Two.Three.", Reason.OFFSET_OUT_OF_RANGE),
            (chunk(1, 0), "Two.", Reason.EMPTY_RANGE),
            (result(0, 1), "Two.", Reason.CITED_TEXT_MISMATCH),
            ({"web": {}}, "x", Reason.MALFORMED),
            ({"documentLine": {}}, "x", Reason.UNKNOWN_CITATION_TYPE),
            ({}, "x", Reason.MALFORMED),
            ({**char(0, 6), **page(1, 2)}, "Fee: 5", Reason.MALFORMED),
            (None, "x", Reason.MALFORMED),
        ],
    )
    def test_what_does_not_fit_is_refused(self, location: r.Json, cited: str, reason: Reason) -> None:
        ingested = self.read(location, cited)
        assert r.reasons(ingested) == [reason]
        assert r.found(ingested) == []
        assert ingested.text == "First. Said."

    def test_a_web_location_is_a_link(self) -> None:
        ingested = self.read({"web": {"url": "https://a.example/x", "domain": "a.example"}}, "x")
        assert [link.href for link in ingested.report.links] == ["https://a.example/x"]
        assert [len(one.grounds.links) for one in ingested.statements] == [0, 1]

    def test_blocks_that_say_nothing_are_passed_over_and_unknown_ones_named(self) -> None:
        content = [{"reasoningContent": {}}, {"toolUse": {}}, {"poem": {}}, {"text": "Said."}, {"text": 5}]
        ingested = r.read("bedrock_converse", {"output": {"message": {"content": content}}})
        assert ingested.text == "Said."
        assert r.reasons(ingested) == [Reason.UNKNOWN_CONTENT_TYPE, Reason.MALFORMED]


class TestRetrieveAndGenerate:
    ANSWER = "Fees are 5 🚀. Paid at once."
    STORED = r.plain("All of it. Fee: 5 🚀. Paid at once.", "s3://bucket/fees.md")

    def read(self, *citations: r.Json) -> r.Ingested:
        return r.read("bedrock_knowledge_base", r.knowledge_base(self.ANSWER, *citations), self.STORED)

    @pytest.mark.parametrize(("end", "notes"), [(12, []), (13, [NoteKind.OTHER_READING])])
    def test_the_text_decides_on_the_end_and_leads_to_the_passage(self, end: int, notes: list[NoteKind]) -> None:
        reference = r.stored("Fee: 5 🚀.", self.STORED.ref)
        ingested = self.read(r.generated(0, end, "Fees are 5 🚀.", reference))
        assert [tuple(one.place) for one in ingested.report.ranges] == [(0, 13)]
        assert r.found(ingested) == [(0, 11, 20)]
        assert [note.kind for note in ingested.report.notes] == notes

    def test_without_the_text_the_end_is_the_last_character(self) -> None:
        ingested = self.read(r.generated(0, 12, None, r.stored(None, self.STORED.ref)))
        assert r.bound(ingested) == [("Fees are 5 🚀.", (0,)), (" Paid at once.", ())]

    @pytest.mark.parametrize(
        ("start", "end", "text", "reason"),
        [
            (1, 12, "Fees are 5 🚀.", Reason.ANSWER_TEXT_MISMATCH),
            (0, 14, "Fees are 5 🚀.", Reason.ANSWER_TEXT_MISMATCH),
            (0, 99, "Fees", Reason.POSITION_OUTSIDE_ANSWER),
            (0, 27, None, Reason.POSITION_OUTSIDE_ANSWER),
            (5, 4, None, Reason.EMPTY_RANGE),
            (6, 4, None, Reason.POSITION_OUTSIDE_ANSWER),
            (-1, 3, None, Reason.POSITION_OUTSIDE_ANSWER),
            (0, None, "Fees", Reason.MALFORMED),
            (0, 3.0, "Fees", Reason.NOT_A_WHOLE_NUMBER),
            ("0", 3, "Fees", Reason.NOT_A_WHOLE_NUMBER),
        ],
    )
    def test_a_span_that_does_not_fit_is_refused(
        self, start: r.Json, end: r.Json, text: r.Json, reason: Reason
    ) -> None:
        ingested = self.read(r.generated(start, end, text, r.stored("Fee: 5 🚀.", self.STORED.ref)))
        assert r.reasons(ingested) == [reason]
        assert r.bound(ingested) == [(self.ANSWER, ())]

    @pytest.mark.parametrize(
        ("reference", "reason"),
        [
            (r.stored("Fee: 5", "s3://bucket/other.md"), Reason.DOCUMENT_UNKNOWN),
            (r.stored("Fee: 6", "s3://bucket/fees.md"), Reason.CITED_TEXT_NOT_FOUND),
            (r.stored("Fee: 5", None), Reason.MALFORMED),
            ({"content": {"text": "Fee: 5"}}, Reason.DOCUMENT_NOT_IDENTIFIED),
            ({"content": {"text": "Fee: 5"}, "location": {"type": "SQL"}}, Reason.DOCUMENT_NOT_IDENTIFIED),
            ("s3://bucket/fees.md", Reason.MALFORMED),
        ],
    )
    def test_a_reference_that_leads_nowhere_is_refused(self, reference: r.Json, reason: Reason) -> None:
        ingested = self.read(r.generated(0, 12, "Fees are 5 🚀.", reference))
        assert r.reasons(ingested) == [reason]
        assert ingested.report.rejections[0].at == "citations.0.retrievedReferences.0"
        assert r.found(ingested) == []

    @pytest.mark.parametrize(
        ("kind", "field"),
        [("webLocation", "url"), ("confluenceLocation", "url"), ("kendraDocumentLocation", "uri")],
    )
    def test_an_address_on_the_web_is_a_link_even_where_a_document_has_it(self, kind: str, field: str) -> None:
        address = "https://a.example/fees"
        reference = {"content": {"text": "Fee: 5"}, "location": {kind: {field: address}}}
        response = r.knowledge_base(self.ANSWER, r.generated(0, 12, "Fees are 5 🚀.", reference))
        ingested = r.read("bedrock_knowledge_base", response, r.plain("Fee: 5", address))
        assert r.found(ingested) == []
        assert [link.href for link in ingested.report.links] == [address]

    def test_a_document_may_have_an_identifier_of_its_own(self) -> None:
        reference = {"content": {"text": "Fee: 5"}, "location": {"customDocumentLocation": {"id": "fees"}}}
        response = r.knowledge_base(self.ANSWER, r.generated(0, 12, "Fees are 5 🚀.", reference))
        assert r.found(r.read("bedrock_knowledge_base", response, r.plain("Fee: 5", "fees"))) == [(0, 0, 6)]
