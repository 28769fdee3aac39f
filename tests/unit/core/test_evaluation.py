"""The parts of an evaluation: intervals against published values, pairs against brute force."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.evaluation.pairing import pairs
from citeledger.core.evaluation.rates import Rate
from citeledger.core.evaluation.records import Place, Search, SpanRule
from citeledger.core.evaluation.retrieval import recall_at, reciprocal_rank

# R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I,
# method 3 (score without continuity correction).
NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize(("part", "n", "low", "high"), NEWCOMBE)
def test_intervals_are_wilsons(part: int, n: int, low: float, high: float) -> None:
    interval = Rate(part, n).interval()

    assert interval is not None
    assert [round(bound, 4) for bound in interval] == [low, high]


@given(st.integers(0, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share_and_stays_between_0_and_1(counted: tuple[int, int]) -> None:
    part, n = counted
    interval = Rate(part, n).interval()

    assert (interval is None) == (n == 0)
    if interval is not None:
        assert 0 <= interval[0] <= part / n + 1e-12
        assert part / n - 1e-12 <= interval[1] <= 1


@given(st.lists(st.lists(st.integers(0, 4), unique=True), max_size=5))
def test_there_are_no_more_pairs_to_be_had(fits: list[list[int]]) -> None:
    best = max(
        sum(right in fits[left] for left, right in enumerate(order[: len(fits)]))
        for order in permutations([*range(5), *(-1 for _ in fits)], 5)
    )

    assert pairs(fits) == best


def test_pairing_does_not_depend_on_depth() -> None:
    length = 5_000
    chain = [[place, place + 1] for place in reversed(range(length))]

    assert pairs([*chain, [length]]) == length + 1


A = Place("a", 10, 20)


@pytest.mark.parametrize(
    ("other", "share"),
    [
        (Place("a", 10, 20), Fraction(1)),
        (Place("a", 10, 17), Fraction(7, 10)),
        (Place("a", 15, 25), Fraction(5, 15)),
        (Place("a", 20, 30), Fraction(0)),
        (Place("b", 10, 20), Fraction(0)),
    ],
)
def test_overlap_is_what_is_shared_of_what_is_in_either(other: Place, share: Fraction) -> None:
    assert SpanRule(Fraction(1)).same(A, other) == (share == 1)
    if share:
        assert SpanRule(share).same(A, other)
        assert SpanRule(share).same(other, A)
    assert not SpanRule(share + Fraction(1, 1000)).same(A, other)


def test_searches_are_judged_by_what_passages_hold_wholly() -> None:
    two = Search(relevant=(A, Place("b", 0, 5)), ranked=(Place("a", 11, 99), Place("a", 0, 50), Place("b", 0, 5)))
    none = Search(relevant=(A,), ranked=())

    assert recall_at(1, [two, none]) == {"value": 0.0, "n": 2}
    assert recall_at(2, [two, none]) == {"value": 0.25, "n": 2}
    assert recall_at(3, [two, none]) == {"value": 0.5, "n": 2}
    assert reciprocal_rank([two, none]) == {"value": 0.25, "n": 2}
    assert recall_at(1, []) == reciprocal_rank([]) == {"value": None, "n": 0}
