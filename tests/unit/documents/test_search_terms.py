"""What is looked up: the same words for texts and queries, in every script."""

import pytest

from citeledger.core.reading.normalization import normalizer_for
from citeledger.documents.search.passages import LONGEST_PASSAGE, Outline, passages
from citeledger.documents.search.ranking import SCALE, Collection
from citeledger.documents.search.terms import LONGEST_TERM, terms_of_query, terms_of_text
from citeledger.extraction import Heading, extract

MARKDOWN = normalizer_for("text/markdown")


def text_terms(text: str) -> set[str]:
    return set(terms_of_text(MARKDOWN.columns(text)[0].values))


def found_in(text: str) -> list[str]:
    """The passages of a Markdown text, as they stand there."""
    read = extract(data=text.encode(), media_type="text/markdown")
    made = passages(text=read.text, structure=read.structure, normalizer=MARKDOWN)
    return [read.text[passage.start : passage.end] for passage in made]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Refunds WITHIN 30 days", "refunds within **30** days."),
        ("café", "The cafe\u0301 is open"),
        ("cafe", "The café is open"),
        ("Straße", "STRASSE"),
        ("３０", "within 30 days"),
        ("3.5", "a rate of 3.5 %"),
        ("5", "falls by -5 degrees"),
        ("שלום", "שָׁלוֹם"),
        ("محمد", "مُحَمَّد"),
        ("Ελλάδα", "ΕΛΛΑΔΑ"),
        ("返品", "購入後の返品は三十日以内"),
        ("คืนเงิน", "ลูกค้าขอคืนเงินได้ภายใน 30 วัน"),
        ("환불", "환불 기간은 30일"),
        ("हिन्दी", "यह हिन्दी में है"),
        ("犬", "犬と猫"),
    ],
)
def test_a_query_finds_what_says_it(query: str, text: str) -> None:
    assert set(terms_of_query(query)) <= text_terms(text)
    assert terms_of_query(query)


@pytest.mark.parametrize(
    ("query", "text"), [("3", "within 30 days"), ("品返", "返品"), ("ครั", "คืนเงิน"), ("refund", "refunds")]
)
def test_and_not_what_says_something_else(query: str, text: str) -> None:
    assert not set(terms_of_query(query)) <= text_terms(text)


@pytest.mark.parametrize("query", ["", "   ", "... !?", '"" AND-', "\u200b\u200d", "* % _ ' \\"])
def test_signs_alone_ask_for_nothing(query: str) -> None:
    assert set(terms_of_query(query)) <= {"and"}


def test_a_word_is_looked_at_as_far_as_the_longest_term() -> None:
    assert terms_of_query("x" * 200) == ("x" * LONGEST_TERM,)
    assert terms_of_query("x" * 200)[0] in text_terms("x" * 300)


def test_nothing_that_readers_do_not_see_is_found() -> None:
    assert text_terms("Open <!-- secret --> until ~~nine~~ [ten](https://hidden.example)") == {"open", "until", "ten"}


def test_a_heading_is_found_with_what_stands_under_it() -> None:
    text = "# Returns\n\n## Refund window\n\nThirty days.\n\n- cash\n- voucher\n\n## Empty\n"
    assert found_in(text) == ["# Returns", "Thirty days.", "- cash", "- voucher", "## Empty"]
    read = extract(data=text.encode(), media_type="text/markdown")
    _, thirty, *_ = passages(text=read.text, structure=read.structure, normalizer=MARKDOWN)
    assert {"returns", "refund", "window", "thirty", "days"} == set(thirty.terms)


def test_long_blocks_are_found_in_pieces_that_begin_with_a_sentence() -> None:
    text = " ".join(f"Sentence number {number} says something of its own." for number in range(200))
    found = found_in(text)
    assert " ".join(found) == text
    assert all(len(piece) <= LONGEST_PASSAGE and piece.startswith("Sentence") for piece in found)


@pytest.mark.parametrize("text", ["word " * 2000, "犬" * 5000, "x" * 5000, "a,b;" * 2000])
def test_and_with_a_word_where_no_sentence_ends(text: str) -> None:
    found = found_in(text)
    assert "".join("".join(piece.split()) for piece in found) == "".join(text.split())
    assert max(map(len, found)) <= LONGEST_PASSAGE


def test_a_word_that_a_line_end_broke_is_found_whole() -> None:
    assert "information" in _page_terms("This infor-\nmation is well-known.")
    assert "wellknown" not in _page_terms("This infor-\nmation is well-known.")


def _page_terms(text: str) -> set[str]:
    read = extract(data=text.encode(), media_type="text/plain")
    made = passages(text=read.text, structure=read.structure, normalizer=normalizer_for("text/html"))
    return {term for passage in made for term in passage.terms}


def test_the_outline_names_the_headings_above_a_place() -> None:
    headings = [Heading(1, 0, 5, "A"), Heading(3, 10, 15, "B"), Heading(2, 20, 25, "C"), Heading(1, 30, 35, "D")]
    outline = Outline(headings)
    named = {offset: "".join(heading.title for heading in outline.above(offset)) for offset in (2, 7, 12, 17, 27, 40)}
    assert named == {2: "", 7: "A", 12: "A", 17: "AB", 27: "AC", 40: "D"}


def test_weights_are_those_of_the_formula() -> None:
    """ln(1 + (N - n + 0.5) / (n + 0.5)) for N = 10: worked out by hand to four digits."""
    collection = Collection(passages=10, length=55)
    assert [round(collection.weight(holding=n) / SCALE, 4) for n in (1, 5, 10)] == [1.9924, 0.6931, 0.0465]
    assert collection.average == 550
    assert Collection(0, 0).average == 1
