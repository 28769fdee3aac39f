"""Anthropic: what its content blocks and citations become."""

import pytest

from citeledger.core.outcomes import Locator
from citeledger.providers import DraftStatement, Form, Grounds, Reason, RequestDocument
from tests.unit.providers import responses as r

GRASS = "The grass is green. The sky is blue."


def cited(citation: r.Json, *documents: RequestDocument) -> r.Ingested:
    return r.read("anthropic", r.anthropic(citation), *documents)


def test_the_answer_is_its_text_blocks_in_order_each_with_its_own_passages() -> None:
    response = {
        "content": [
            {"type": "thinking", "thinking": "Hm."},
            {"type": "text", "text": "According to the text, "},
            {"type": "text", "text": "grass", "citations": [r.char_location(0, 20, "The grass is green. ")]},
            {"type": "server_tool_use", "name": "web_search", "input": {}},
            {"type": "web_search_tool_result", "content": []},
            {"type": "text", "text": " is green.", "citations": None},
        ]
    }
    ingested = r.read("anthropic", response, r.plain(GRASS))
    assert ingested.text == "According to the text, grass is green."
    assert [statement.text for statement in ingested.statements] == ["According to the text, ", "grass", " is green."]
    assert [len(statement.spans) for statement in ingested.statements] == [0, 1, 0]
    assert ingested.report.rejections == ()


def test_search_results_are_counted_apart_from_documents() -> None:
    documents = (
        r.of_parts("Zero.", form=Form.SEARCH_RESULT),
        r.plain(GRASS),
        r.of_parts("One.", "Two.", form=Form.SEARCH_RESULT),
    )
    assert r.found(cited(r.char_location(0, 3, "The"), *documents)) == [(1, 0, 3)]
    assert r.found(cited(r.search_result_location(1, 2, "Two.", 1), *documents)) == [(2, 6, 10)]
    ingested = cited(r.search_result_location(0, 1, "Zero.", 2), *documents)
    assert r.reasons(ingested) == [Reason.DOCUMENT_INDEX_OUT_OF_RANGE]


def test_a_source_address_of_a_search_result_chooses_nothing() -> None:
    documents = [r.of_parts(text, form=Form.SEARCH_RESULT, ref=text) for text in ("Same.", "Same.")]
    citation = r.search_result_location(0, 1, "Same.", 1) | {"source": "Same."}
    assert r.found(cited(citation, *documents)) == [(1, 0, 5)]


def test_a_web_result_is_a_link_and_no_citation() -> None:
    citation = {
        "type": "web_search_result_location",
        "url": "https://bücher.example/a",
        "cited_text": "x",
        "title": "t",
    }
    ingested = cited(citation, r.plain("x", "https://bücher.example/a"))
    assert [link.href for link in ingested.report.links] == ["https://xn--bcher-kva.example/a"]
    assert ingested.statements[0] == DraftStatement("Said.", Grounds(links=ingested.report.links))


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://a.example/\u202etxt", "not a link"])
def test_whatever_is_no_plain_link_is_shown_and_leads_nowhere(url: str) -> None:
    ingested = cited({"type": "web_search_result_location", "url": url})
    assert [link.href for link in ingested.report.links] == [None]
    assert "\u202e" not in ingested.report.links[0].shown


def test_a_uid_of_the_ledger_among_links_is_a_word() -> None:
    uid = "0f8fad5b-d9cb-469f-a165-70867728950e"
    ingested = cited({"type": "web_search_result_location", "url": uid})
    assert [(link.shown, link.href) for link in ingested.report.links] == [(uid, None)]


@pytest.mark.parametrize(
    ("citation", "reason"),
    [
        (r.char_location(0, 3, "the"), Reason.CITED_TEXT_MISMATCH),
        (r.char_location(0, 4, "The"), Reason.CITED_TEXT_MISMATCH),
        (r.char_location(0, 99, GRASS), Reason.OFFSET_OUT_OF_RANGE),
        (r.char_location(-3, 3, "The"), Reason.OFFSET_OUT_OF_RANGE),
        (r.char_location(3, 0, "The"), Reason.OFFSET_OUT_OF_RANGE),
        (r.char_location(0, 10**30, "The"), Reason.OFFSET_OUT_OF_RANGE),
        (r.char_location(3, 3, "x"), Reason.EMPTY_RANGE),
        (r.char_location(3, 4, " "), Reason.EMPTY_RANGE),
        (r.char_location(0, 3, ""), Reason.CITED_TEXT_MISSING),
        (r.char_location(0, 3, None), Reason.CITED_TEXT_MISSING),
        (r.char_location(0, 3, 7), Reason.MALFORMED),
        (r.char_location("0", 3, "The"), Reason.NOT_A_WHOLE_NUMBER),
        (r.char_location(0.0, 3, "The"), Reason.NOT_A_WHOLE_NUMBER),
        (r.char_location(False, 3, "The"), Reason.NOT_A_WHOLE_NUMBER),
        (r.char_location(None, 3, "The"), Reason.MALFORMED),
        (r.char_location(0, 3, "The", None), Reason.MALFORMED),
        (r.char_location(0, 3, "The", "0"), Reason.NOT_A_WHOLE_NUMBER),
        (r.page_location(1, 2, "The"), Reason.WRONG_DOCUMENT_FORM),
        (r.block_location(0, 1, "The"), Reason.WRONG_DOCUMENT_FORM),
        ({"type": "line_location", "document_index": 0}, Reason.UNKNOWN_CITATION_TYPE),
        ({"document_index": 0}, Reason.UNKNOWN_CITATION_TYPE),
        ("The", Reason.MALFORMED),
        ({"type": "web_search_result_location", "url": None}, Reason.MALFORMED),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason_and_the_text_stays(citation: r.Json, reason: Reason) -> None:
    ingested = cited(citation, r.plain(GRASS))
    assert r.reasons(ingested) == [reason]
    assert ingested.report.rejections[0].at == "content.0.citations.0"
    assert ingested.statements == (DraftStatement("Said."),)


@pytest.mark.parametrize(
    ("start", "end", "cited_text", "reason"),
    [
        (0, 2, "One. Two.", Reason.CITED_TEXT_MISMATCH),
        (0, 1, "Two.", Reason.CITED_TEXT_MISMATCH),
        (1, 1, "Two.", Reason.EMPTY_RANGE),
        (2, 1, "Two.", Reason.EMPTY_RANGE),
        (-1, 1, "One.", Reason.OFFSET_OUT_OF_RANGE),
        (1, 4, "Two.", Reason.OFFSET_OUT_OF_RANGE),
        (2, 3, " ", Reason.EMPTY_RANGE),
    ],
)
def test_blocks_that_are_not_the_cited_text_are_refused(start: int, end: int, cited_text: str, reason: Reason) -> None:
    document = r.of_parts("One.", "Two.", " ", form=Form.BLOCKS)
    assert r.reasons(cited(r.block_location(start, end, cited_text), document)) == [reason]


def test_blocks_become_one_span_each_and_blank_ones_none() -> None:
    document = r.of_parts("One.", " ", "Two.", form=Form.BLOCKS)
    ingested = cited(r.block_location(0, 3, "One. Two."), document)
    assert r.exacts(ingested) == ["One.", "Two."]
    assert r.labels(ingested) == ["block 1 of 3", "block 3 of 3"]


def test_a_block_that_ends_within_a_letter_is_refused() -> None:
    document = RequestDocument(text="Cafe\u0301 fee.", form=Form.BLOCKS, parts=(Locator(0, 4), Locator(4, 10)))
    for number, text in enumerate(("Cafe", "\u0301 fee.")):
        ingested = cited(r.block_location(number, number + 1, text), document)
        assert r.reasons(ingested) == [Reason.OFFSET_NOT_ON_CHARACTER_BOUNDARY]


def test_numbers_count_within_the_excerpt_that_was_sent() -> None:
    document = RequestDocument(text=f"Fee: 5. {GRASS} Fee: 5.", parts=(Locator(8, 44),))
    assert r.found(cited(r.char_location(0, 19, "The grass is green."), document)) == [(0, 8, 27)]
    assert r.reasons(cited(r.char_location(0, 7, "Fee: 5."), document)) == [Reason.CITED_TEXT_MISMATCH]
    assert r.reasons(cited(r.char_location(0, 44, GRASS), document)) == [Reason.OFFSET_OUT_OF_RANGE]


class TestPages:
    PAGES = r.of_parts(
        "Re-\nfunds are paid\nwithin 14 days.", "Fees: none.\nFees: none.", "Refunds: see above.", form=Form.PAGES
    )

    def test_what_printing_does_is_looked_through(self) -> None:
        pages = RequestDocument(
            text=self.PAGES.text, parts=self.PAGES.parts, form=Form.PAGES, media_type="application/pdf"
        )
        ingested = cited(r.page_location(1, 2, "Refunds are paid within 14 days."), pages)
        assert r.exacts(ingested) == ["Re-\nfunds are paid\nwithin 14 days."]

    def test_a_passage_may_run_over_two_pages(self) -> None:
        assert r.labels(cited(r.page_location(1, 3, "within 14 days. Fees: none. Fees"), self.PAGES)) == ["pages 1-2"]

    @pytest.mark.parametrize(
        ("start", "end", "text", "reason"),
        [
            (2, 3, "within 14 days.", Reason.CITED_TEXT_NOT_FOUND),
            (1, 2, "within 15 days.", Reason.CITED_TEXT_NOT_FOUND),
            (2, 3, "Fees: none.", Reason.CITED_TEXT_AMBIGUOUS),
            (3, 5, "Refunds", Reason.OFFSET_OUT_OF_RANGE),
            (0, 1, "Refunds", Reason.OFFSET_OUT_OF_RANGE),
            (2, 1, "Fees", Reason.EMPTY_RANGE),
            (1, 2, "  ", Reason.CITED_TEXT_MISSING),
        ],
    )
    def test_no_other_page_is_looked_at_and_no_place_is_chosen(
        self, start: int, end: int, text: str, reason: Reason
    ) -> None:
        assert r.reasons(cited(r.page_location(start, end, text), self.PAGES)) == [reason]


def test_line_ends_count_as_the_document_has_them() -> None:
    document = r.plain("One.\nTwo.")
    assert r.found(cited(r.char_location(5, 9, "Two."), document)) == [(0, 5, 9)]
    # Of a text sent with CRLF the numbers are too large for the canonical text.
    assert r.reasons(cited(r.char_location(6, 10, "Two."), document)) == [Reason.OFFSET_OUT_OF_RANGE]
    assert r.reasons(cited(r.char_location(0, 10, "One.\r\nTwo."), document)) == [Reason.OFFSET_OUT_OF_RANGE]


def test_text_of_a_block_of_no_known_type_is_kept_and_reported() -> None:
    ingested = r.read("anthropic", {"content": [{"type": "poem", "text": "Roses."}, {"type": "poem"}, 5]})
    assert ingested.text == "Roses."
    assert r.reasons(ingested) == [Reason.UNKNOWN_CONTENT_TYPE] * 2 + [Reason.MALFORMED]


def test_citations_of_no_text_are_refused() -> None:
    ingested = r.read("anthropic", r.anthropic(r.char_location(0, 3, "The"), text=""), r.plain(GRASS))
    assert (ingested.statements, r.reasons(ingested)) == ((), [Reason.NO_ANSWER_TEXT])


def test_citations_beyond_the_most_are_refused_unread() -> None:
    ingested = r.read("anthropic", r.anthropic(*[r.char_location(0, 3, "The")] * 2001), r.plain(GRASS))
    assert r.reasons(ingested) == [Reason.TOO_MANY_CITATIONS]
    assert ingested.report.rejections[0].at == "content.0.citations.2000"
    # The same passage two thousand times is one.
    assert r.found(ingested) == [(0, 0, 3)]


def test_overlapping_ranges_of_pages_do_not_ask_for_the_same_text_for_ever() -> None:
    pages = r.of_parts(*(f"Page {number}. " + "Word. " * 400 for number in range(60)), form=Form.PAGES)
    wide = [r.page_location(start, end, "Nowhere.") for start in range(1, 20) for end in range(40, 61)]
    ingested = r.read("anthropic", r.anthropic(*wide), pages)
    assert set(r.reasons(ingested)) == {Reason.CITED_TEXT_NOT_FOUND, Reason.TOO_MUCH_TO_SEARCH}
