"""May the words said on one passage be said on another? What parts the two is looked at strictly."""

import pytest

from citeledger.core.outcomes import OutcomeKind
from citeledger.core.quotation.rewording import PassageOf, rewording
from citeledger.core.reading.normalization import normalizer_for


def kind(old: str, new: str, *, cited: str = "", there: str = "", media_type: str = "text/plain") -> OutcomeKind:
    """Of the whole texts, or of the words named in them."""
    return rewording(old=passage(old, cited or old, media_type), new=passage(new, there or new, media_type))


def passage(text: str, words: str, media_type: str) -> PassageOf:
    start = text.index(words)
    return PassageOf(text, start, start + len(words), normalizer_for(media_type))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("The fee is 180 EUR.", "The fee is 180 EUR.", OutcomeKind.INTACT),
        ("The fee is  180\nEUR.", "The fee is 180 EUR.", OutcomeKind.INTACT),
        ("The fee is 180 EUR.", "The fee is 195 EUR.", OutcomeKind.NUMBERS),
        ("The fee is 180 EUR.", "The yearly fee comes to 195 EUR.", OutcomeKind.NUMBERS),
        ("Keep it at -5 degrees.", "Hold it at 5 degrees.", OutcomeKind.NUMBERS),
        ("From 5 to 9 on weekdays.", "From 9 to 5 on all weekdays.", OutcomeKind.NUMBERS),
        ("Guests may stay.", "Guests may not stay.", OutcomeKind.NEGATION),
        ("Send it back in 14 days.", "Send it back, re-packed, in 14 days.", OutcomeKind.EDITED),
        ("Visitors keep a badge all day.", "Visitors wear a badge all day.", OutcomeKind.EDITED),
        ("Visitors keep a badge all day.", "Chairs are mended by the workshop.", OutcomeKind.DELETED),
    ],
)
def test_what_parts_them(old: str, new: str, expected: OutcomeKind) -> None:
    assert kind(old, new) is expected


def test_what_is_written_onto_the_edges_belongs_to_the_words() -> None:
    assert kind("It takes 7 days.", "It takes ~7 days.", cited="7 days", there="7 days") is OutcomeKind.NUMBERS
    assert kind("It takes 30 days.", "It takes 130 days.", cited="30 days", there="30 days") is OutcomeKind.NUMBERS
    assert kind("It takes 30 days.", "Within 30 days.", cited="30 days", there="30 days") is OutcomeKind.INTACT


def test_markup_is_looked_through() -> None:
    assert kind("within 30 days", "within **30** days", media_type="text/markdown") is OutcomeKind.INTACT
    assert kind("within 30 days", "within ~~30~~ days", media_type="text/markdown") is OutcomeKind.NUMBERS
