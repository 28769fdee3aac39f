"""Stage 2: what became of a span in a later version, worked out in this request where no result is remembered.

Re-slices before it compares (DESIGN rule 3): a span that does not re-slice has no outcome, so its badge is `unverified`.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from citeledger.core.anchoring import Locator, PreparedSide, Side, SpanOutcome, prepare, reanchor, rule_id
from citeledger.core.hashing import sha256_hex
from citeledger.core.normalization import normalizer_for, normalizer_ids
from citeledger.core.spans import SpanError, prove
from citeledger.documents.models import VersionText
from citeledger.extraction.structure import Structure
from citeledger.ledger.models import SpanText
from revalidation.facts import Facts

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One span to compare: its place (code points) in the cited version, and the version to look in."""

    span_id: int
    start: int
    end: int
    cited_id: int
    target_id: int


def rules_here() -> frozenset[str]:
    """Rule ids whose remembered results this process may use: those it would compute itself (threat T81)."""
    return frozenset(rule_id(normalizer) for normalizer in normalizer_ids())


def from_facts(facts: Facts, span_ids: Iterable[int]) -> list[Comparison]:
    """The comparisons with the head version for these spans."""
    wanted = []
    for span_id in sorted(set(span_ids)):
        span = facts.spans[span_id]
        head_id = facts.documents[span.document_id].head_id
        if head_id is not None:
            wanted.append(Comparison(span_id, span.start, span.end, span.version_id, head_id))
    return wanted


def compare(comparisons: Iterable[Comparison]) -> dict[tuple[int, int], SpanOutcome]:
    """Outcomes by (span id, target version id): two queries, whatever the number. Unprovable spans are left out."""
    wanted = list(comparisons)
    if not wanted:
        return {}
    exact = dict(SpanText.objects.filter(span_id__in={c.span_id for c in wanted}).values_list("span_id", "exact"))
    sides = _sides({c.cited_id for c in wanted} | {c.target_id for c in wanted})
    by_pair: dict[tuple[int, int], list[Comparison]] = defaultdict(list)
    for comparison in wanted:
        if _is_proved(comparison, sides, exact):
            by_pair[comparison.cited_id, comparison.target_id].append(comparison)
    return {
        (comparison.span_id, target): outcome
        for (cited, target), group in by_pair.items()
        if target in sides
        for comparison, outcome in zip(group, _reanchor(sides[cited], sides[target], group), strict=True)
    }


def _reanchor(old: PreparedSide, new: PreparedSide, group: list[Comparison]) -> list[SpanOutcome]:
    return reanchor(old=old, new=new, spans=[Locator(c.start, c.end) for c in group])


def _sides(version_ids: set[int]) -> dict[int, PreparedSide]:
    """Stored texts ready to compare. A text that no longer has its stored hash is left out: it proves nothing."""
    rows = VersionText.objects.filter(version_id__in=version_ids, version__withdrawal=None).values_list(
        "version_id", "text", "sha256", "structure", "version__media_type"
    )
    return {
        version_id: prepare(Side(text, Structure.from_json(structure), normalizer_for(media_type)))
        for version_id, text, sha256, structure, media_type in rows
        if sha256_hex(text) == sha256
    }


def _is_proved(comparison: Comparison, sides: Mapping[int, PreparedSide], exact: Mapping[int, str]) -> bool:
    if comparison.cited_id not in sides or comparison.span_id not in exact:
        return False
    try:
        prove(
            text=sides[comparison.cited_id].side.text,
            start=comparison.start,
            end=comparison.end,
            exact=exact[comparison.span_id],
        )
    except SpanError:
        logger.exception("span_not_proved", extra={"span_id": comparison.span_id})
        return False
    return True
