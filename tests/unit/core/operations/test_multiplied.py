"""A number that a word behind it multiplies is no value of its text without that word."""

import pytest

from citeledger.core.operations.multiplied import is_multiplied
from citeledger.core.reading.normalization import normalizer_for


def of_a_text(text: str, value: str, media_type: str = "text/plain") -> bool:
    start = text.index(value)
    return is_multiplied(text=text, start=start, end=start + len(value), normalizer=normalizer_for(media_type))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It cost 5 million EUR.", "5"),
        ("It cost €5 Million.", "€5"),
        ("Es waren 5 Mio. EUR.", "5"),
        ("Ce sont 5 mille.", "5"),
        ("It cost \u20b95 lakh.", "\u20b95"),
        ("It cost 5\nmillion.", "5"),
        ("A 5-million fund.", "5"),
        ("5\u00a0тыс. руб", "5"),
        ("5 万円", "5"),
        ("It cost 5 M\u20ac.", "5"),
        ("It cost £5 k.", "£5"),
        ("It cost 5 hundred thousand.", "5 hundred"),
        ("Es waren 5 Tsd. Mio. EUR.", "5 Tsd."),
        ("It cost 2.5 crore.", "cost 2.5"),
    ],
)
def test_what_is_multiplied(text: str, value: str) -> None:
    assert of_a_text(text, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It cost 5 million EUR.", "5 million"),
        ("It cost 5 million EUR.", "5 million EUR"),
        ("It cost 5 EUR, a million times.", "5"),
        ("It was 5.\n\nMillions came.", "5"),
        ("Of 5, million-fold.", "5"),
        ("It cost 5 km.", "5"),
        ("It cost millions.", "cost"),
        ("5", "5"),
    ],
)
def test_what_is_not(text: str, value: str) -> None:
    assert not of_a_text(text, value)


def test_markup_is_looked_through() -> None:
    assert of_a_text("It cost **5** *million*.", "5", "text/markdown")
    assert of_a_text("It cost 5&nbsp;million.", "5", "text/markdown")
    assert not of_a_text("It cost 5 <!-- million --> EUR.", "5", "text/markdown")
