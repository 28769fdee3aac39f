"""Recall and false extractions, always both: each alone is won by a writer that says everything, or nothing."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from citeledger.core.evaluation.pairing import pairs
from citeledger.core.evaluation.rates import Rate
from citeledger.core.evaluation.records import Claim, SpanRule
from citeledger.core.statements import FROM_SOURCES

BASES: Final = tuple(basis.value for basis in FROM_SOURCES)


@dataclass(frozen=True, slots=True)
class Extraction:
    """How many gold statements were met, out of how many; and how many were emitted to do so."""

    met: int
    gold: int
    emitted: int

    def __add__(self, other: "Extraction") -> "Extraction":
        return Extraction(self.met + other.met, self.gold + other.gold, self.emitted + other.emitted)

    def shown(self) -> dict[str, object]:
        """Both rates; there is no way to have one of them."""
        return {
            "recall": Rate(self.met, self.gold).shown(),
            "false_extraction": Rate(self.emitted - self.met, self.emitted).shown(),
        }


def extraction(*, gold: Iterable[Claim], emitted: Iterable[Claim], rule: SpanRule) -> dict[str, Extraction]:
    """By basis. Statements pair off one to one within a question and a basis; what is left over was false."""
    expected, said = _grouped(gold), _grouped(emitted)
    found = dict.fromkeys(BASES, Extraction(0, 0, 0))
    for key in expected.keys() | said.keys():
        found[key[1]] += _compared(expected[key], said[key], rule)
    return found


def _grouped(claims: Iterable[Claim]) -> defaultdict[tuple[str, str], list[Claim]]:
    groups: defaultdict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in claims:
        groups[claim.question, claim.basis].append(claim)
    return groups


def _compared(gold: Sequence[Claim], emitted: Sequence[Claim], rule: SpanRule) -> Extraction:
    near = _Near(emitted, rule)
    met = pairs([[place for place in near.to(one) if _meets(emitted[place], one, rule)] for one in gold])
    return Extraction(met=met, gold=len(gold), emitted=len(emitted))


class _Near:
    """Emitted statements by what they rest on, so that a gold one is held beside those alone that it may meet."""

    def __init__(self, emitted: Sequence[Claim], rule: SpanRule) -> None:
        self._rule = rule
        self._by_query: defaultdict[str, list[int]] = defaultdict(list)
        self._by_document: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)  # where a span starts, whose
        for place, said in enumerate(emitted):
            self._by_query[said.query].append(place)
            for span in said.spans:
                self._by_document[span.document].append((span.start, place))
        for found in self._by_document.values():
            found.sort()

    def to(self, gold: Claim) -> list[int]:
        """Places of statements of which a span may be the same as the first one of `gold`; rising.

        The same span begins in it, or before it by no more than the rule lets it be longer.
        """
        if not gold.spans:
            return self._by_query[gold.query]
        first, found = gold.spans[0], self._by_document[gold.spans[0].document]
        earliest = first.start - int((first.end - first.start) / self._rule.at_least)
        near = found[bisect_left(found, (earliest, 0)) : bisect_left(found, (first.end, 0))]
        return sorted({place for _, place in near})


def _meets(said: Claim, gold: Claim, rule: SpanRule) -> bool:
    """The same query, and as many spans that pair off one to one: to cite more than gold does meets nothing."""
    if said.query != gold.query or len(said.spans) != len(gold.spans):
        return False
    fits = [[place for place, span in enumerate(said.spans) if rule.same(span, one)] for one in gold.spans]
    return pairs(fits) == len(gold.spans)
