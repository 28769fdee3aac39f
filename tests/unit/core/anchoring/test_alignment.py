import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from citeledger.core.anchoring import alignment
from citeledger.core.anchoring.alignment import Alignment
from citeledger.core.reading.streams import Stream
from citeledger.core.reading.tokens import Token
from tests.rig.examples import examples

WORDS = st.lists(st.sampled_from("abcdef"), max_size=60)


def stream(values: list[str]) -> Stream:
    return Stream.of(Token(value, 2 * index, 2 * index + 1, True) for index, value in enumerate(values))


def mapped(old: list[str], new: list[str]) -> list[int | None]:
    found = Alignment(old=stream(old), new=stream(new))
    return [found.place(index) for index in range(len(old))]


@settings(deadline=None, max_examples=examples(200))
@given(WORDS, WORDS)
def test_only_equal_tokens_are_paired_and_in_order(old: list[str], new: list[str]) -> None:
    places = [(index, place) for index, place in enumerate(mapped(old, new)) if place is not None]
    assert all(old[index] == new[place] for index, place in places)
    assert [place for _, place in places] == sorted({place for _, place in places})


@settings(deadline=None, max_examples=examples(100))
@given(st.lists(st.sampled_from("abcdef"), max_size=20), st.lists(st.sampled_from("abcdef"), max_size=20))
def test_without_anchors_the_difference_is_the_shortest(old: list[str], new: list[str]) -> None:
    kept = sum(place is not None for place in mapped(old, new))
    assert kept == LCSseq.similarity(old, new) or len(old) >= 6


def test_a_full_stop_is_paired_with_its_own_sentence() -> None:
    sentence = ["you", "can", "read", "more", "about", "the", "vendor", "here", "."]
    old = ["to", "perform", "the", "audit", ".", *sentence, "send", "mail", "to", "the", "list", "."]
    new = ["to", "make", "an", "audit", ".", *sentence]
    assert mapped(old, new)[5:14] == list(range(5, 14))


def test_a_text_too_long_to_compare_is_cut_at_what_is_unique() -> None:
    number = random.Random(7)
    old = [f"w{number.randrange(50_000)}" for _ in range(40_000)]
    new = [*old[:100], "x", *old[100:20_000], *["y"] * 50, *old[20_010:]]
    places = mapped(old, new)
    assert places[50] == 50
    assert places[30_000] == 30_041
    assert places[20_005] is None


def test_what_cannot_be_compared_in_time_counts_as_gone(monkeypatch) -> None:
    monkeypatch.setattr(alignment, "_MOST_CELLS", 10)
    assert mapped(list("abcab"), list("cabca")) == [None] * 5


def test_long_texts_with_nothing_unique_in_common_come_to_an_end(monkeypatch) -> None:
    monkeypatch.setattr(alignment, "_MOST_CELLS", 10)
    assert mapped(["a", "b"] * 50, ["b", "b", "a"] * 40) == [None] * 100
    assert mapped([f"o{n}" for n in range(50)], [f"n{n}" for n in range(50)]) == [None] * 50


@settings(deadline=None, max_examples=examples(100))
@given(st.lists(st.sampled_from("abc"), max_size=40), st.lists(st.sampled_from("abc"), max_size=40))
def test_cutting_always_comes_to_an_end(old: list[str], new: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alignment, "_MOST_CELLS", 10)
        places = [place for place in mapped(old, new) if place is not None]
    assert places == sorted(places)
