"""Gemini and Vertex AI: what grounding supports and chunks become."""

import pytest

from citeledger.core.outcomes import Locator
from citeledger.providers import Form, NoteKind, Reason
from tests.unit.providers import responses as r

ANSWER = "Größe: 5 🚀. Rückgabe: 14 Tage."
SIZES = r.plain("Größe: 5. Gewicht: 7. Größe im Lager: 9.", "projects/p/documents/sizes")
WEB = {"web": {"uri": "https://a.example/x", "title": "a.example"}}


def read(*supports: r.Json, chunks: list[r.Json], parts: tuple[str, ...] = (ANSWER,)) -> r.Ingested:
    return r.read("gemini", r.gemini(*parts, supports=supports, chunks=chunks), SIZES)


def test_segments_count_bytes_within_their_part() -> None:
    supports = [
        r.support({"startIndex": 0, "endIndex": 16, "text": "Größe: 5 🚀."}, 0),
        r.support({"partIndex": 1, "startIndex": 0, "endIndex": 9, "text": "Rückgabe"}, 0),
    ]
    ingested = read(*supports, chunks=[WEB], parts=("Größe: 5 🚀. ", "Rückgabe: 14 Tage."))
    assert [(one.text, len(one.grounds.links)) for one in ingested.statements] == [
        ("Größe: 5 🚀.", 1),
        (" ", 0),
        ("Rückgabe", 1),
        (": 14 Tage.", 0),
    ]


def test_a_zero_may_be_left_out() -> None:
    ingested = read(r.support({"endIndex": 7}, 0), chunks=[WEB])
    assert [one.place for one in ingested.report.ranges] == [Locator(0, 5)]


def test_names_of_the_python_libraries_are_read_as_well() -> None:
    response = {
        "candidates": [
            {
                "content": {"parts": [{"text": ANSWER}]},
                "grounding_metadata": {
                    "grounding_chunks": [
                        {"retrieved_context": {"document_name": SIZES.ref, "rag_chunk": {"text": "Gewicht: 7."}}}
                    ],
                    "grounding_supports": [
                        {
                            "segment": {"part_index": None, "start_index": None, "end_index": 16, "text": None},
                            "grounding_chunk_indices": [0],
                        }
                    ],
                },
            }
        ]
    }
    assert r.exacts(r.read("gemini", response, SIZES)) == ["Gewicht: 7."]


@pytest.mark.parametrize(
    ("segment", "reason"),
    [
        ({"endIndex": 3}, Reason.OFFSET_NOT_ON_CHARACTER_BOUNDARY),
        ({"startIndex": 3, "endIndex": 7}, Reason.OFFSET_NOT_ON_CHARACTER_BOUNDARY),
        ({"endIndex": 37}, Reason.POSITION_OUTSIDE_ANSWER),
        ({"startIndex": -1, "endIndex": 7}, Reason.POSITION_OUTSIDE_ANSWER),
        ({"startIndex": 7, "endIndex": 2}, Reason.POSITION_OUTSIDE_ANSWER),
        ({"startIndex": 7, "endIndex": 7}, Reason.EMPTY_RANGE),
        ({}, Reason.EMPTY_RANGE),
        ({"endIndex": 10**40}, Reason.POSITION_OUTSIDE_ANSWER),
        ({"partIndex": 1, "endIndex": 7}, Reason.POSITION_OUTSIDE_ANSWER),
        ({"partIndex": -1, "endIndex": 7}, Reason.POSITION_OUTSIDE_ANSWER),
        ({"endIndex": 7.0}, Reason.NOT_A_WHOLE_NUMBER),
        ({"endIndex": "7"}, Reason.NOT_A_WHOLE_NUMBER),
        ({"partIndex": False, "endIndex": 7}, Reason.NOT_A_WHOLE_NUMBER),
        # Numbers in other units: the text that came along says so.
        ({"endIndex": 8, "text": "Größe: "}, Reason.ANSWER_TEXT_MISMATCH),
        ({"startIndex": 12, "endIndex": 20, "text": "Rückgabe"}, Reason.OFFSET_NOT_ON_CHARACTER_BOUNDARY),
        ("all", Reason.MALFORMED),
    ],
)
def test_a_segment_that_does_not_fit_is_refused(segment: r.Json, reason: Reason) -> None:
    assert len(ANSWER.encode()) == 36
    ingested = read(r.support(segment, 0), chunks=[WEB])
    assert r.reasons(ingested) == [reason]
    assert r.bound(ingested) == [(ANSWER, ())]


def test_retrieved_text_leads_to_the_passage() -> None:
    chunk = r.retrieved("Gewicht: 7.", documentName=SIZES.ref)
    ingested = read(r.support({"endIndex": 16}, 0), chunks=[chunk])
    assert r.found(ingested) == [(0, 10, 21)]
    assert [one.text for one in ingested.statements] == ["Größe: 5 🚀.", " Rückgabe: 14 Tage."]


@pytest.mark.parametrize(
    ("chunk", "reason"),
    [
        (r.retrieved("Gewicht: 8.", documentName=SIZES.ref), Reason.CITED_TEXT_NOT_FOUND),
        (r.retrieved("Größe", documentName=SIZES.ref), Reason.CITED_TEXT_AMBIGUOUS),
        (r.retrieved("Gewicht: 7.", documentName="projects/p/documents/other"), Reason.DOCUMENT_UNKNOWN),
        (r.retrieved("Gewicht: 7."), Reason.DOCUMENT_NOT_IDENTIFIED),
        (r.retrieved("Gewicht: 7.", uri="gs://b/other"), Reason.DOCUMENT_UNKNOWN),
        ({"image": {"imageUri": "x"}}, Reason.UNKNOWN_CITATION_TYPE),
        ({"web": {}}, Reason.MALFORMED),
        (None, Reason.MALFORMED),
    ],
)
def test_a_chunk_that_leads_nowhere_is_refused_and_the_others_stay(chunk: r.Json, reason: Reason) -> None:
    ingested = read(r.support({"endIndex": 16}, 0, 1), chunks=[chunk, WEB])
    assert r.reasons(ingested) == [reason]
    assert len(ingested.statements[0].grounds.links) == 1
    assert r.found(ingested) == []


def test_a_title_chooses_no_document() -> None:
    ingested = read(r.support({"endIndex": 16}, 0), chunks=[r.retrieved("Gewicht: 7.", title=SIZES.ref)])
    assert r.reasons(ingested) == [Reason.DOCUMENT_NOT_IDENTIFIED]


@pytest.mark.parametrize("index", [1, -1, 10**30])
def test_a_chunk_number_beyond_the_list_is_refused(index: int) -> None:
    ingested = read(r.support({"endIndex": 16}, index), chunks=[WEB])
    assert r.reasons(ingested) == [Reason.DOCUMENT_INDEX_OUT_OF_RANGE]


def test_an_address_of_a_retrieved_page_is_a_link_even_where_a_document_has_it() -> None:
    address = "https://a.example/sizes"
    document = r.plain("Gewicht: 7.", address)
    response = r.gemini(
        ANSWER, supports=[r.support({"endIndex": 7}, 0)], chunks=[r.retrieved("Gewicht: 7.", uri=address)]
    )
    ingested = r.read("gemini", response, document)
    assert r.found(ingested) == []
    assert [link.href for link in ingested.report.links] == [address]


class TestPagesOfAChunk:
    DOCUMENT = r.of_parts("Fee: 5.", "Fee: 5. More.", "End.", form=Form.PAGES, ref="d")

    def read(self, first: r.Json, last: r.Json) -> r.Ingested:
        chunk = {"text": "Fee: 5.", "pageSpan": {"firstPage": first, "lastPage": last}}
        context = {"retrievedContext": {"documentName": "d", "ragChunk": chunk}}
        return r.read(
            "gemini", r.gemini(ANSWER, supports=[r.support({"endIndex": 7}, 0)], chunks=[context]), self.DOCUMENT
        )

    def test_they_are_counted_from_one_to_the_last(self) -> None:
        assert r.labels(self.read(2, 2)) == ["page 2"]
        assert r.labels(self.read(2, 3)) == ["pages 2-3"]
        assert r.found(self.read(1, 1)) == [(0, 0, 7)]

    @pytest.mark.parametrize(
        ("first", "last", "reason"),
        [
            (1, 2, Reason.CITED_TEXT_AMBIGUOUS),
            (3, 3, Reason.CITED_TEXT_NOT_FOUND),
            (0, 1, Reason.OFFSET_OUT_OF_RANGE),
            (3, 4, Reason.OFFSET_OUT_OF_RANGE),
            (2, 1, Reason.EMPTY_RANGE),
            ("2", 2, Reason.NOT_A_WHOLE_NUMBER),
        ],
    )
    def test_other_pages_are_refused(self, first: r.Json, last: r.Json, reason: Reason) -> None:
        assert r.reasons(self.read(first, last)) == [reason]


def test_the_models_thoughts_are_no_answer_but_keep_their_number() -> None:
    response = r.gemini("Hm.", ANSWER, supports=[r.support({"partIndex": 1, "endIndex": 7}, 0)], chunks=[WEB])
    response["candidates"][0]["content"]["parts"][0]["thought"] = True
    ingested = r.read("gemini", response)
    assert ingested.text == ANSWER
    assert ingested.report.rejections == ()


def test_another_candidate_is_another_answer() -> None:
    response = r.gemini(ANSWER)
    response["candidates"].append(r.gemini("Other.")["candidates"][0])
    ingested = r.read("gemini", response)
    assert ingested.text == ANSWER
    assert [(note.kind, note.at) for note in ingested.report.notes] == [(NoteKind.OTHER_CANDIDATE, "candidates.1")]


def test_bytes_of_a_text_with_a_lone_surrogate_are_not_counted() -> None:
    ingested = read(r.support({"startIndex": 4, "endIndex": 5}, 0), chunks=[WEB], parts=("ab\ud800cdef",))
    assert r.reasons(ingested) == [Reason.TEXT_NOT_UNICODE]
    assert ingested.text == "ab\ud800cdef"


def test_overlapping_supports_each_count_for_what_they_cover() -> None:
    chunks = [r.retrieved("Größe: 5.", documentName=SIZES.ref), r.retrieved("Gewicht: 7.", documentName=SIZES.ref)]
    ingested = read(r.support({"endIndex": 16}, 0), r.support({"startIndex": 9, "endIndex": 36}, 1), chunks=chunks)
    pieces = [(one.text, [span.exact for span in one.spans]) for one in ingested.statements]
    assert pieces == [
        ("Größe: ", ["Größe: 5."]),
        ("5 🚀.", ["Größe: 5.", "Gewicht: 7."]),
        (" Rückgabe: 14 Tage.", ["Gewicht: 7."]),
    ]
