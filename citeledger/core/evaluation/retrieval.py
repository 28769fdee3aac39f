"""What searches found: recall among the first k, and how soon the first good passage came."""

from collections.abc import Sequence
from fractions import Fraction

from citeledger.core.evaluation.rates import mean
from citeledger.core.evaluation.records import Search


def recall_at(k: int, searches: Sequence[Search]) -> dict[str, object]:
    """The mean over questions of the share of relevant places that the first `k` passages hold wholly."""
    return mean([_share_found(search, k) for search in searches])


def reciprocal_rank(searches: Sequence[Search]) -> dict[str, object]:
    """MRR: the mean of 1 / rank of the first passage that holds a relevant place wholly, 0 where none does."""
    return mean([_first(search) for search in searches])


def _share_found(search: Search, k: int) -> Fraction:
    found = [any(passage.holds(place) for passage in search.ranked[:k]) for place in search.relevant]
    return Fraction(sum(found), len(found))


def _first(search: Search) -> Fraction:
    for rank, passage in enumerate(search.ranked, start=1):
        if any(passage.holds(place) for place in search.relevant):
            return Fraction(1, rank)
    return Fraction(0)
