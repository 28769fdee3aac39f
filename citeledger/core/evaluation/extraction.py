"""Recall and false extractions, always both: each alone is won by a writer that says everything, or nothing."""

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
    met = pairs([[place for place, said in enumerate(emitted) if _meets(said, one, rule)] for one in gold])
    return Extraction(met=met, gold=len(gold), emitted=len(emitted))


def _meets(said: Claim, gold: Claim, rule: SpanRule) -> bool:
    """The same query, and as many spans that pair off one to one: to cite more than gold does meets nothing."""
    if said.query != gold.query or len(said.spans) != len(gold.spans):
        return False
    fits = [[place for place, span in enumerate(said.spans) if rule.same(span, one)] for one in gold.spans]
    return pairs(fits) == len(gold.spans)
