"""Numbers in words, and what stands behind or before an amount: a year, a unit, a bound, an exponent, a currency."""

import pytest

from tests.unit.core.anchored import outcome

TYPES = ("text/plain", "text/markdown")


def page(lines: str) -> str:
    return f"Fees of the house\n\n{lines}\n\nAsk at the desk.\n"


AMOUNTS = {
    "5 May": ("Due on 5 May 2024.", "Due on 5 May 2025."),
    "May 5": ("Due on May 5, 2024.", "Due on May 5, 2025."),
    "10": ("It holds 10^3 items.", "It holds 10^6 items."),
    "two": ("It waits two days.", "It waits two and a half days."),
    "five": ("It waits five days.", "It waits five hundred days."),
    "fünf": ("Er wartet fünf Tage.", "Er wartet fünf Wochen."),
    "7": ("It costs USD 7.", "It costs EUR 7."),
    "9 guests": ("For 9 guests or more.", "For 9 guests or fewer."),
    "6 days": ("6 days before the start.", "6 days after the start."),
}


@pytest.mark.parametrize("cited", AMOUNTS)
def test_an_amount_in_words_and_what_stands_behind_one_are_of_the_amount(cited: str) -> None:
    old, new = map(page, AMOUNTS[cited])
    for media_type in TYPES:
        assert not outcome(old, new, cited, media_type=media_type).is_current
        assert outcome(old, f"New.\n\n{old}", cited, media_type=media_type).is_current


def test_a_bound_of_something_else_behind_an_amount_is_beside_it() -> None:
    old = page("You are at least 21 years old, or otherwise over the legal age.")
    assert outcome(old, old.replace(", or otherwise", " or"), "21 years old").is_current
