"""Cohere: what citations of both versions of its API become."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.outcomes import Locator
from citeledger.providers import NoteKind, Reason, intake
from citeledger.providers.answers import Cited, references, statements
from citeledger.providers.drafts import DraftStatement, Grounds
from tests.unit.providers import responses as r

ANSWER = "The tallest penguins are Emperor penguins 🐧."
TALL = "Emperor penguins are the tallest."
HABITAT = "Emperor penguins only live in Antarctica."


def v1(*citations: r.Json, documents: r.Json = ()) -> r.Json:
    return {"text": ANSWER, "citations": list(citations), "documents": list(documents)}


def v1_citation(start: int, end: int, text: str, *ids: r.Json) -> r.Json:
    return {"start": start, "end": end, "text": text, "document_ids": list(ids)}


class TestTheTextThatComesBack:
    def test_leads_to_the_passage_of_the_document_in_both_versions(self) -> None:
        documents = (r.plain(f"Penguins. {TALL} {HABITAT}", "100"),)
        returned = {"id": "100", "snippet": TALL, "title": "Tall penguins"}
        second = r.cohere(ANSWER, r.cohere_citation(25, 41, "Emperor penguins", "100", document=returned))
        first = v1(v1_citation(25, 41, "Emperor penguins", "100"), documents=[returned])
        for response in (second, first):
            ingested = r.read("cohere", response, *documents)
            assert r.found(ingested) == [(0, 10, 10 + len(TALL))]
            assert [one.text for one in ingested.statements if one.spans] == ["Emperor penguins"]
            assert ingested.text == ANSWER

    def test_has_to_be_in_the_document_of_the_request(self) -> None:
        citation = r.cohere_citation(25, 41, "Emperor penguins", "100", document={"text": HABITAT})
        ingested = r.read("cohere", r.cohere(ANSWER, citation), r.plain(TALL, "100"), r.plain(HABITAT, "101"))
        assert r.reasons(ingested) == [Reason.CITED_TEXT_NOT_FOUND]
        assert r.found(ingested) == []

    def test_is_not_replaced_by_the_whole_document_where_it_is_missing(self) -> None:
        ingested = r.read("cohere", v1(v1_citation(25, 41, "Emperor penguins", "100")), r.plain(TALL, "100"))
        assert r.found(ingested) == []
        assert r.bound(ingested)[1] == ("Emperor penguins", (0,))


class TestIdentifiers:
    @pytest.mark.parametrize(("ref", "document"), [("doc:0", 0), ("doc:1", 1), ("doc_1", 1)])
    def test_the_ones_that_cohere_gives_are_numbers_of_the_list(self, ref: str, document: int) -> None:
        citation = r.cohere_citation(25, 41, "Emperor penguins", ref)
        ingested = r.read("cohere", r.cohere(ANSWER, citation), r.plain(TALL), r.plain(HABITAT))
        assert r.bound(ingested)[1] == ("Emperor penguins", (document,))

    def test_the_requests_own_come_first(self) -> None:
        citation = r.cohere_citation(25, 41, "Emperor penguins", "doc:1")
        ingested = r.read("cohere", r.cohere(ANSWER, citation), r.plain(TALL, "doc:1"), r.plain(HABITAT))
        assert r.bound(ingested)[1] == ("Emperor penguins", (0,))

    @pytest.mark.parametrize(
        ("ref", "reason"),
        [
            ("doc:2", Reason.DOCUMENT_INDEX_OUT_OF_RANGE),
            ("doc:0", Reason.DOCUMENT_UNKNOWN),
            ("doc:01", Reason.DOCUMENT_UNKNOWN),
            ("doc:-1", Reason.DOCUMENT_UNKNOWN),
            ("doc:٢", Reason.DOCUMENT_UNKNOWN),
            ("search_abc:0", Reason.DOCUMENT_UNKNOWN),
            ("", Reason.DOCUMENT_NOT_IDENTIFIED),
        ],
    )
    def test_no_other_document_stands_in(self, ref: str, reason: Reason) -> None:
        citation = r.cohere_citation(25, 41, "Emperor penguins", ref)
        ingested = r.read("cohere", r.cohere(ANSWER, citation), r.plain(TALL, "100"), r.plain(HABITAT))
        assert r.reasons(ingested) == [reason]


@pytest.mark.parametrize(
    ("citation", "reason"),
    [
        (r.cohere_citation(25, 44, "Emperor penguins", "d"), Reason.ANSWER_TEXT_MISMATCH),
        (r.cohere_citation(25, 99, "Emperor penguins", "d"), Reason.POSITION_OUTSIDE_ANSWER),
        (r.cohere_citation(-5, 3, "The", "d"), Reason.POSITION_OUTSIDE_ANSWER),
        (r.cohere_citation(3, 3, " ", "d"), Reason.EMPTY_RANGE),
        (r.cohere_citation(0, 3, "", "d"), Reason.CITED_TEXT_MISSING),
        (r.cohere_citation(0, 3, None, "d"), Reason.CITED_TEXT_MISSING),
        (r.cohere_citation(0.0, 3, "The", "d"), Reason.NOT_A_WHOLE_NUMBER),
        (r.cohere_citation(0, "3", "The", "d"), Reason.NOT_A_WHOLE_NUMBER),
        (r.cohere_citation(None, 3, "The", "d"), Reason.MALFORMED),
        (r.cohere_citation(0, 3, "The", "d") | {"content_index": 1}, Reason.POSITION_OUTSIDE_ANSWER),
        (r.cohere_citation(0, 3, "The", "d") | {"sources": "d"}, Reason.MALFORMED),
    ],
)
def test_what_does_not_fit_is_refused(citation: r.Json, reason: Reason) -> None:
    ingested = r.read("cohere", r.cohere(ANSWER, citation), r.plain(TALL, "d"))
    assert r.reasons(ingested) == [reason]
    assert ingested.text == ANSWER
    assert not any(documents for _, documents in r.bound(ingested))


def test_places_behind_an_emoji_are_code_points() -> None:
    ingested = r.read("cohere", r.cohere("🐧🐧 swim.", r.cohere_citation(3, 8, "swim.", "d")), r.plain(TALL, "d"))
    assert r.bound(ingested) == [("🐧🐧 ", ()), ("swim.", (0,))]
    ingested = r.read("cohere", r.cohere("🐧🐧 swim.", r.cohere_citation(5, 10, "swim.", "d")), r.plain(TALL, "d"))
    assert r.reasons(ingested) == [Reason.POSITION_OUTSIDE_ANSWER]


@pytest.mark.parametrize(("start", "end", "text"), [(0, 4, "Cafe"), (5, 6, "\u0301"), (4, 7, "\u0301 f")])
def test_a_letter_of_the_answer_is_not_parted_from_its_accent(start: int, end: int, text: str) -> None:
    ingested = r.read(
        "cohere", r.cohere("Cafe\u0301 fee", r.cohere_citation(start, end, text, "d")), r.plain(TALL, "d")
    )
    assert ingested.text == "Cafe\u0301 fee"
    assert r.bound(ingested) == [("Cafe\u0301 fee", ())]
    assert len(ingested.report.rejections) == 1


def test_citations_are_of_the_content_they_name() -> None:
    response = r.cohere(ANSWER, r.cohere_citation(0, 5, "Twice", "d") | {"content_index": 2})
    response["message"]["content"] += [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": " Twice."}]
    ingested = r.read("cohere", response, r.plain(TALL, "d"))
    assert r.reasons(ingested) == [Reason.ANSWER_TEXT_MISMATCH]
    response["message"]["citations"][0] |= {"start": 1, "end": 6}
    ingested = r.read("cohere", response, r.plain(TALL, "d"))
    assert r.bound(ingested) == [(ANSWER, ()), (" ", ()), ("Twice", (0,)), (".", ())]


@pytest.mark.parametrize("kind", ["PLAN", "THINKING_CONTENT"])
def test_citations_of_its_own_planning_are_none_of_the_answer(kind: str) -> None:
    ingested = r.read("cohere", r.cohere(ANSWER, r.cohere_citation(0, 3, "The", "d") | {"type": kind}))
    assert [note.kind for note in ingested.report.notes] == [NoteKind.NOT_A_CITATION]
    assert ingested.report.rejections == ()


def test_content_of_no_known_type_keeps_its_text() -> None:
    response = {"message": {"content": [{"type": "poem", "text": "Roses."}, {"type": "poem"}]}}
    ingested = r.read("cohere", response)
    assert ingested.text == "Roses."
    assert r.reasons(ingested) == [Reason.UNKNOWN_CONTENT_TYPE] * 2


def nested(count: int) -> r.Json:
    """Citations of one text, each inside the one before."""
    text = "x" * (2 * count)
    return r.cohere(
        text, *[r.cohere_citation(at, 2 * count - at, text[at : 2 * count - at], "0") for at in range(count)]
    )


def test_citations_that_overlap_too_often_are_refused_before_anything_is_made_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1,000 nested ones are a million references; 100 are ten thousand."""
    assert len(r.read("cohere", nested(100), r.plain("Grass.", "0")).statements) == 199
    joined: list[int] = []

    def counted(**given: Any) -> list[DraftStatement]:
        joined.append(len(given["cited"]))
        return list(statements(**given))

    monkeypatch.setattr(intake, "statements", counted)
    ingested = r.read("cohere", nested(1000), r.plain("Grass.", "0"))
    assert (ingested.text, len(ingested.statements)) == ("x" * 2000, 1)
    assert ingested.statements[0].grounds == Grounds()
    assert [(each.reason, each.at) for each in ingested.report.rejections] == [(Reason.TOO_MANY_CITATIONS, "message")]
    assert joined == [0]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 10)), max_size=6), st.integers(0, 9))
def test_references_are_counted_as_they_would_be_made(pairs: list[tuple[int, int]], gone: int) -> None:
    cited = [Cited(Locator(a, b), Grounds(documents=(n,))) for n, (a, b) in enumerate(pairs) if a < b]
    made = list(statements(text="0123456789", cited=cited))
    assert references(text="0123456789", cited=cited) == sum(each.grounds.size for each in made)
    # What is removed is counted, too: the count is never too small.
    removed = [Locator(gone, gone + 1)]
    left = statements(text="0123456789", cited=cited, removed=removed)
    assert references(text="0123456789", cited=cited, removed=removed) >= sum(each.grounds.size for each in left)
