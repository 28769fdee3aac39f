"""One file's numbers, each beside the count it rests on."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from citeledger.core.evaluation.extraction import Extraction, extraction
from citeledger.core.evaluation.judged import read_alone, support
from citeledger.core.evaluation.rates import CONFIDENCE, Rate
from citeledger.core.evaluation.records import Claim, Evaluation, Judgement, Refusal, Search
from citeledger.core.evaluation.retrieval import recall_at, reciprocal_rank


def report(given: Evaluation) -> dict[str, object]:
    """The printed object. A part is null where the file holds nothing about it."""
    return {
        "format": 1,
        "span_rule": "exact" if given.rule.at_least == 1 else f"overlap of at least {float(given.rule.at_least):g}",
        "confidence": CONFIDENCE,
        "extraction": _extraction(given) if given.gold else None,
        "human": _human(given.judgements) if given.judgements else None,
        "retrieval": _retrieval(given.searches, given.ks) if given.searches else None,
        "gate": _gate(given.emitted, given.refusals) if given.emitted or given.refusals else None,
    }


def _extraction(given: Evaluation) -> dict[str, object]:
    found = extraction(gold=given.gold, emitted=given.emitted, rule=given.rule)
    whole = sum(found.values(), Extraction(0, 0, 0))
    return {"all": whole.shown(), **{basis: part.shown() for basis, part in found.items()}}


def _human(judgements: Sequence[Judgement]) -> dict[str, object]:
    return {"support": _shown(support(judgements)), "read_alone": _shown(read_alone(judgements))}


def _shown(rates: Mapping[str, Rate]) -> dict[str, object]:
    return {name: rate.shown() for name, rate in rates.items()}


def _retrieval(searches: Sequence[Search], ks: Sequence[int]) -> dict[str, object]:
    return {"recall_at": {str(k): recall_at(k, searches) for k in ks}, "mrr": reciprocal_rank(searches)}


def _gate(emitted: Sequence[Claim], refusals: Sequence[Refusal]) -> dict[str, object]:
    """By agent: the share of what it put to the gate that was refused, and how often for which reason."""
    passed, reasons = Counter(claim.agent for claim in emitted), defaultdict[str, Counter[str]](Counter)
    for refusal in refusals:
        reasons[refusal.agent][refusal.reason] += 1
    return {agent: _refused(passed[agent], reasons[agent]) for agent in sorted(passed.keys() | reasons.keys())}


def _refused(passed: int, reasons: Counter[str]) -> dict[str, object]:
    refused = reasons.total()
    return {"refused": Rate(refused, refused + passed).shown(), "reasons": dict(sorted(reasons.items()))}
