"""The words of a query in what is shown, and in titles."""

import pytest

from citeledger.documents.search.marking import places_of
from citeledger.documents.search.terms import terms_of_query
from citeledger.documents.search.titles import has_words


def marked(query: str, text: str, media_type: str = "text/plain") -> list[str]:
    places = places_of(terms=terms_of_query(query), text=text, media_type=media_type)
    return [text[start:end] for start, end in places]


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("refund", "Refunds and the REFUND of a refund.", ["REFUND", "refund"]),
        ("cafe", "The café and the cafe\u0301", ["café", "cafe\u0301"]),
        ("返品", "購入後の返品は三十日以内", ["返品"]),
        ("後の返", "購入後の返品は", ["後の返"]),
        ("返品", "返、品", []),
        ("refund", "the re-\nfund is paid", ["re-\nfund"]),
        ("30", "within 300 days or 30", ["30"]),
        ("zebra", "no such animal", []),
        ("zebra", "", []),
    ],
)
def test_what_a_query_looks_up_is_marked_as_it_stands(query: str, text: str, found: list[str]) -> None:
    assert marked(query, text) == found


def test_markup_parts_no_word_and_is_none() -> None:
    assert marked("refund", "A re**fund**, `refund` [or](refund)", "text/markdown") == ["re**fund", "refund"]


@pytest.mark.parametrize(
    ("query", "title", "has"),
    [
        ("returns", "Returns policy", True),
        ("polic retur", "Returns policy", True),
        ("turns", "Returns policy", False),
        ("returns handbook", "Returns policy", False),
        ("ruckgabe", "Rückgabe", True),
        ("RÜCK", "rückgabe", True),
        ("返品", "購入後の返品規定", True),
        ("後品", "購入後の返品規定", False),
        ("returns", "", False),
    ],
)
def test_a_title_has_all_the_words_or_what_begins_with_them(query: str, title: str, has: bool) -> None:
    assert has_words(title=title, terms=terms_of_query(query)) is has
