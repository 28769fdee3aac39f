"""Whole kinds: every valid span of every convention comes out as the same characters; junk is refused, text stays."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from citeledger.core.outcomes import Locator
from citeledger.core.spans import is_inside_character
from citeledger.providers import PROVIDERS, Form, Ingested, RequestDocument, ingest
from tests.rig.examples import examples
from tests.unit.providers import responses as r

# Letters of several lengths in every unit: astral, decomposed, joined, flags, line ends of all kinds.
_PIECES = [
    "a",
    "Fee",
    " ",
    "é",
    "e\u0301",
    "ß",
    "中",
    "🚀",
    "👩\u200d🚀",
    "🇫🇷",
    "𝔘",
    "\r\n",
    "\n",
    "\r",
    "30",
    ".",
    "ẛ̣",
    "น้ำ",
]
texts = st.lists(st.sampled_from(_PIECES), min_size=1, max_size=14).map("".join)


@st.composite
def passages(draw: st.DrawFn) -> tuple[str, int, int]:
    """A text and a readable range of it that takes no character apart."""
    text = draw(texts)
    edges = [edge for edge in range(len(text) + 1) if not is_inside_character(text=text, offset=edge)]
    start, end = sorted((draw(st.sampled_from(edges)), draw(st.sampled_from(edges))))
    assume(text[start:end].strip())
    return text, start, end


def utf8(text: str, edge: int) -> int:
    return len(text[:edge].encode())


def utf16(text: str, edge: int) -> int:
    return len(text[:edge].encode("utf-16-le")) // 2


def code_points(text: str, edge: int) -> int:
    return edge


Count = Callable[[str, int], int]


def in_source(text: str, start: int, end: int) -> Iterator[tuple[str, r.Json]]:
    """A citation of the range in the convention of every provider that gives places in a source."""
    exact = text[start:end]
    yield "anthropic", r.anthropic(r.char_location(start, end, exact))
    yield "bedrock_converse", r.converse({"documentChar": {"documentIndex": 0, "start": start, "end": end}}, exact)
    yield "bedrock_converse", r.converse({"documentChar": {"documentIndex": 0, "start": start, "end": end - 1}}, exact)
    for count in (code_points, utf16):
        place = count(text, start), count(text, end)
        yield "web_annotation", r.annotation(r.quote(exact), r.position(*place))
        yield "web_annotation", r.annotation(r.quote(exact), r.fragment("char={},{}".format(*place)))
        around = r.quote(exact, text[max(0, start - 3) : start], text[end : end + 3])
        yield "web_annotation", r.annotation(r.position(*place), around)


@settings(deadline=None)
@given(passage=passages())
def test_a_span_of_a_source_is_cut_out_as_the_same_characters(passage: tuple[str, int, int]) -> None:
    text, start, end = passage
    for provider, response in in_source(text, start, end):
        ingested = r.read(provider, response, r.plain(text, "urn:doc"))
        assert not ingested.report.rejections, (provider, response)
        assert r.exacts(ingested) == [text[start:end]]
        [(_, first, last)] = r.found(ingested)
        assert text[first:last] == text[start:end]


@settings(deadline=None)
@given(passage=passages(), before=texts, behind=texts)
def test_of_an_excerpt_the_place_in_the_whole_text_is_given(
    passage: tuple[str, int, int], before: str, behind: str
) -> None:
    text, start, end = passage
    sent = Locator(len(before), len(before) + len(text))
    document = RequestDocument(text=before + text + behind, parts=(sent,))
    whole = document.text
    edges = (sent.start + start, sent.start + end)
    assume(not any(is_inside_character(text=whole, offset=edge) for edge in edges))
    ingested = r.read("anthropic", r.anthropic(r.char_location(start, end, text[start:end])), document)
    assert r.found(ingested) == [(0, *edges)]


@settings(deadline=None)
@given(parts=st.lists(texts.filter(str.strip), min_size=1, max_size=6), data=st.data())
def test_a_range_of_blocks_is_their_characters(parts: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(parts) - 1))
    end = data.draw(st.integers(start + 1, len(parts)))
    cited = "".join(parts[start:end])
    blocks = r.of_parts(*parts, form=Form.BLOCKS, between="\n \n")
    results = r.of_parts(*parts, form=Form.SEARCH_RESULT, between="\n \n")
    chunk, result = {"start": start, "end": end}, {"start": start, "end": end - 1}
    for provider, response in [
        ("anthropic", r.anthropic(r.block_location(start, end, cited))),
        ("anthropic", r.anthropic(r.search_result_location(start, end, cited))),
        ("bedrock_converse", r.converse({"documentChunk": {"documentIndex": 0, **chunk}}, cited)),
        ("bedrock_converse", r.converse({"searchResultLocation": {"searchResultIndex": 0, **result}}, cited)),
    ]:
        ingested = r.read(provider, response, results, blocks)
        if not any(is_inside_character(text=blocks.text, offset=edge) for part in blocks.parts for edge in part):
            assert "".join(r.exacts(ingested)) == cited, (provider, ingested.report)


def in_answer(text: str, start: int, end: int) -> Iterator[tuple[str, r.Json]]:
    """A citation of the range of an answer in the convention of every provider that gives places there."""
    exact = text[start:end]
    segment = {"startIndex": utf8(text, start), "endIndex": utf8(text, end)}
    chunk = r.retrieved(None, documentName="d")
    yield "gemini", r.gemini(text, supports=[r.support(segment, 0)], chunks=[chunk])
    yield "gemini", r.gemini("🚀", text, supports=[r.support({**segment, "partIndex": 1}, 0)], chunks=[chunk])
    yield "cohere", r.cohere(text, r.cohere_citation(start, end, exact, "d"))
    yield "cohere", r.cohere(text, r.cohere_citation(start, end - 1, exact, "d"))
    yield "cohere", {"text": text, "citations": [{"start": start, "end": end, "text": exact, "document_ids": ["d"]}]}
    for last in (end - 1, end):
        yield "bedrock_knowledge_base", r.knowledge_base(text, r.generated(start, last, exact, r.stored(None, "d")))
    file = {"type": "container_file_citation", "file_id": "d", "start_index": start, "end_index": end}
    yield "openai", r.openai(text, file)


@settings(deadline=None)
@given(passage=passages())
def test_a_cited_stretch_of_an_answer_is_the_same_characters(passage: tuple[str, int, int]) -> None:
    text, start, end = passage
    for provider, response in in_answer(text, start, end):
        ingested = r.read(provider, response, r.plain("Any.", "d"))
        assert [said for said, documents in r.bound(ingested) if documents] == [text[start:end]], (provider, response)
        assert ingested.text.endswith(text)


@settings(deadline=None)
@given(before=texts, behind=texts, shift=st.sampled_from([code_points, utf16]))
def test_an_assistants_marker_is_found_in_both_units_and_nothing_else_goes(
    before: str, behind: str, shift: Count
) -> None:
    mark = "【4:0†source】"
    text = before + mark + behind
    assume(not is_inside_character(text=text, offset=len(before + mark)))
    start, end = shift(text, len(before)), shift(text, len(before + mark))
    ingested = r.read("openai_assistants", r.assistants(text, r.marker(mark, start, end, "d")), r.plain("Any.", "d"))
    assert ingested.text == before + behind
    assert [tuple(one.place) for one in ingested.report.markers] == [(len(before), len(before) + len(mark))]


# Junk: one good response of each form, with one place of it replaced.

_SOURCE = "Fee: none. Paid 🚀 at once."
_DOCUMENTS = (
    RequestDocument(text=_SOURCE, ref="d"),
    r.of_parts("One.", "Two.", ref="p", form=Form.PAGES),
    r.of_parts("One.", "Two.", ref="b", form=Form.BLOCKS),
    r.of_parts("One.", "Two.", ref="s", form=Form.SEARCH_RESULT),
)
_ANSWER = "Done 🚀【4:0†source】 in 14 days."
_WEB = {"type": "web_search_result_location", "url": "https://a.example", "cited_text": "x"}
_URL = {"type": "url_citation", "url": "https://a.example", "start_index": 0, "end_index": 4}
_RAG_CHUNK = {"text": "One.", "pageSpan": {"firstPage": 1, "lastPage": 2}}

RESPONSES: list[tuple[str, r.Json]] = [
    (
        "anthropic",
        r.anthropic(
            r.char_location(0, 3, "Fee"),
            r.page_location(1, 2, "One.", 1),
            r.block_location(0, 2, "One.Two.", 2),
            r.search_result_location(0, 1, "One."),
            _WEB,
            text=_ANSWER,
        ),
    ),
    ("openai", r.openai(_ANSWER, r.file_citation(6, "d"), _URL, {"type": "file_path", "file_id": "d", "index": 3})),
    ("openai_assistants", r.assistants(_ANSWER, r.marker("【4:0†source】", 6, 18, "d", quote="Fee: none."))),
    (
        "gemini",
        r.gemini(
            _ANSWER,
            supports=[r.support({"startIndex": 0, "endIndex": 9, "text": "Done 🚀"}, 0, 1, 2)],
            chunks=[
                {"web": {"uri": "https://a.example"}},
                r.retrieved("Fee", documentName="d"),
                {"retrievedContext": {"documentName": "p", "ragChunk": _RAG_CHUNK}},
            ],
        ),
    ),
    ("cohere", r.cohere(_ANSWER, r.cohere_citation(0, 4, "Done", "d", document={"id": "d", "text": "Fee: none."}))),
    (
        "cohere",
        {
            "text": _ANSWER,
            "citations": [{"start": 0, "end": 4, "text": "Done", "document_ids": ["d"]}],
            "documents": [{"id": "d", "text": "Fee: none."}],
        },
    ),
    (
        "bedrock_converse",
        r.converse({"documentPage": {"documentIndex": 1, "start": 1, "end": 2}}, "One.", text=_ANSWER),
    ),
    ("bedrock_knowledge_base", r.knowledge_base(_ANSWER, r.generated(0, 3, "Done", r.stored("Fee: none.", "d")))),
    (
        "web_annotation",
        r.annotation(r.quote("Fee"), r.position(0, 3), r.fragment("char=0,3"), source="d", body=_ANSWER),
    ),
]

_NUMBERS = st.sampled_from([-1, 0, 1, 7, 10**9, 2**63, -(2**70), 10**400, 1.5, 0.0, float("nan"), float("inf")])
_SCALARS = st.none() | st.booleans() | _NUMBERS | st.sampled_from(["", " ", "0", "d", "text", "\ud800", "a\0b", "【"])
junk = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "text", "id", "x"]), inner),
    max_leaves=4,
)

Path = tuple[str | int, ...]


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    yield here
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*here, key))


def replaced(value: Any, path: Path, by: Any) -> Any:
    if not path:
        return by
    changed = copy.copy(value)
    changed[path[0]] = replaced(value[path[0]], path[1:], by)
    return changed


def full_text(ingested: Ingested) -> str:
    """The answer with the markers put back, and none lost."""
    text = ingested.text
    for one in sorted(ingested.report.markers, key=lambda marker: marker.position, reverse=True):
        text = text[: one.position] + one.text + text[one.position :]
    return text


@pytest.mark.parametrize(("provider", "response"), RESPONSES)
def test_the_good_response_is_read_without_a_complaint(provider: str, response: r.Json) -> None:
    ingested = ingest(provider=provider, response=response, documents=_DOCUMENTS)
    assert ingested.report.rejections == ()
    assert full_text(ingested).endswith(_ANSWER)
    # So that what junk is put in place of is really read.
    assert provider == "openai" or r.found(ingested)


@pytest.mark.parametrize(("provider", "response"), RESPONSES)
@settings(deadline=None, max_examples=examples(60))
@given(data=st.data())
def test_junk_anywhere_leads_to_drafts_or_refusals(provider: str, response: r.Json, data: st.DataObject) -> None:
    spoilt = replaced(response, data.draw(st.sampled_from(list(paths(response)))), data.draw(junk))
    ingested = ingest(provider=provider, response=spoilt, documents=_DOCUMENTS)
    for statement in ingested.statements:
        for span in statement.spans:
            assert _DOCUMENTS[span.document].text[span.start : span.end] == span.exact


_CITING = {"citations", "annotations", "groundingMetadata", "target", "documents"}


@pytest.mark.parametrize(("provider", "response"), RESPONSES)
@settings(deadline=None, max_examples=examples(60))
@given(data=st.data())
def test_junk_among_the_citations_costs_no_text(provider: str, response: r.Json, data: st.DataObject) -> None:
    citing = [path for path in paths(response) if _CITING & set(path)]
    spoilt = replaced(response, data.draw(st.sampled_from(citing)), data.draw(junk))
    ingested = ingest(provider=provider, response=spoilt, documents=_DOCUMENTS)
    assert full_text(ingested).endswith(_ANSWER)


@pytest.mark.parametrize("provider", PROVIDERS)
@settings(deadline=None)
@given(response=junk)
@example(response=[])
@example(response={})
def test_what_is_no_response_is_none(provider: str, response: Any) -> None:
    assert not any(
        statement.spans for statement in ingest(provider=provider, response=response, documents=()).statements
    )


@pytest.mark.parametrize(("provider", "response"), RESPONSES)
def test_of_a_response_whose_documents_are_not_given_only_the_text_stays(provider: str, response: r.Json) -> None:
    ingested = ingest(provider=provider, response=response, documents=())
    assert full_text(ingested).endswith(_ANSWER)
    assert not any(statement.spans or statement.grounds.documents for statement in ingested.statements)
    assert ingested.report.rejections
