"""Stage 2: what became of a span in a later version, worked out here where no result is remembered.

Re-slices before it compares (DESIGN rule 3): a span that does not re-slice has no outcome and shows `unverified`.
Each text is read as what its media type says, and the rule id names both: results of different rules are never mixed
(threat T81), and what is struck through in a Markdown file that took a plain text's place is not there.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from citeledger.core.anchoring import Locator, OutcomeKind, Pair, SpanOutcome, rule_id
from citeledger.core.anchoring.carrying import carried
from citeledger.core.reading.normalization import between, normalizer, normalizer_ids
from citeledger.core.spans import SpanError, prove
from citeledger.documents.absences import search_rules
from citeledger.ledger.models import SpanText
from revalidation.decoding import decodable
from revalidation.facts import Facts
from revalidation.mismatches import Met, met
from revalidation.sides import Sides
from revalidation.ways import DIRECT, Kind, Way

_NORMALIZER = r"[a-z]+/\d+\+u\d+\.\d+\.\d+"
_RULE_ID = re.compile(rf"(?:anchor|absence)/\d+\+{_NORMALIZER}(?:>{_NORMALIZER})?")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One span to compare: its place (code points) in the cited version, and the version to look in."""

    span_id: int
    start: int
    end: int
    cited_id: int
    target_id: int


PREPARED_INLINE = 3_000_000
"""Code points a request prepares at most, about a second per million: an old and a new version of a megabyte each fit.

Beyond it a badge is `unverified` until the sweep has remembered the result (threats T84, T85).
"""


def rules_here() -> frozenset[str]:
    """Rule ids whose remembered results this process may use: those it would compute itself (threat T81)."""
    known = [normalizer(id_) for id_ in normalizer_ids()]
    return frozenset(rule_id(between(old, new)[0]) for old in known for new in known)


def is_of_another_rule(rule: str) -> bool:
    """Whether a result's rule id is well formed and of another release: after an update such memos stay, unused."""
    return rule not in rules_here() | search_rules() and _RULE_ID.fullmatch(rule) is not None


def from_facts(facts: Facts, span_ids: Iterable[int]) -> list[Comparison]:
    """The comparisons with the head version for these spans."""
    wanted = []
    for span_id in sorted(set(span_ids)):
        span = facts.spans[span_id]
        head_id = facts.documents[span.document_id].head_id
        if head_id is not None:
            wanted.append(Comparison(span_id, span.start, span.end, span.version_id, head_id))
    return wanted


def compare(comparisons: Iterable[Comparison], sides: Sides | None = None) -> dict[tuple[int, int], SpanOutcome]:
    """Outcomes by (span id, target version id). Spans that cannot be proved are left out.

    At most two queries, and three more where versions were read by different extractors.
    """
    sides = sides or Sides(prepares=PREPARED_INLINE)
    outcomes: dict[tuple[int, int], SpanOutcome] = {}
    for way, group in _proved(list(comparisons), sides):
        outcomes |= _compared(sides, way, group)
    return outcomes


def kinds(comparisons: Iterable[Comparison]) -> dict[tuple[int, int], OutcomeKind]:
    """What `compare` calls each of them, for badges: where the bytes decide, no text is prepared to find a place."""
    sides = Sides(prepares=PREPARED_INLINE)
    found: dict[tuple[int, int], OutcomeKind] = {}
    for way, group in _proved(list(comparisons), sides):
        if way.kind is Kind.SAME_BYTES:
            found |= {(c.span_id, c.target_id): OutcomeKind.INTACT for c in group}
        else:
            found |= {key: outcome.kind for key, outcome in _compared(sides, way, group).items()}
    return found


def _proved(wanted: Sequence[Comparison], sides: Sides) -> Iterator[tuple[Way, list[Comparison]]]:
    """The comparisons whose span re-slices, those of two versions together, each pair with the way between them."""
    if not wanted:
        return
    sides.load({c.cited_id for c in wanted} | {c.target_id for c in wanted})
    exacts = SpanText.objects.filter(span_id__in={c.span_id for c in wanted})
    exact = dict(decodable(exacts, "span_id", "exact", record=Met.SPAN))
    groups: dict[tuple[int, int], list[Comparison]] = defaultdict(list)
    for comparison in wanted:
        if _is_proved(comparison, sides.text(comparison.cited_id), exact.get(comparison.span_id)):
            groups[comparison.cited_id, comparison.target_id].append(comparison)
    sides.find_ways(groups)
    yield from ((sides.way(*pair), group) for pair, group in groups.items())


def _compared(sides: Sides, way: Way, group: list[Comparison]) -> dict[tuple[int, int], SpanOutcome]:
    """The outcomes of spans of one version in one other, by the way between the two."""
    cited_id, target_id = group[0].cited_id, group[0].target_id
    if way.via is not None:
        moved = _carried(sides, way.via, group)
        left = [c for c in group if c.span_id not in {each.span_id for each in moved}]
        return (_compared(sides, DIRECT, moved) if moved else {}) | (_compared(sides, DIRECT, left) if left else {})
    if way.kind is Kind.SAME_BYTES:
        return _unchanged(sides, group)
    return _reanchor(sides.pair(cited_id, target_id), group)


def _carried(sides: Sides, via: int, group: list[Comparison]) -> list[Comparison]:
    """The same comparisons from where the spans stand in the version `via`; without those that have no place there."""
    places = zip(group, _places(sides, via, group), strict=True)
    return [replace(c, cited_id=via, start=place.start, end=place.end) for c, place in places if place]


def _unchanged(sides: Sides, group: list[Comparison]) -> dict[tuple[int, int], SpanOutcome]:
    """Intact, whatever another extractor made of the same bytes; the place is for showing, where there is one."""
    places = zip(group, _places(sides, group[0].target_id, group), strict=True)
    return {
        (c.span_id, c.target_id): SpanOutcome(OutcomeKind.INTACT, *((place.start, place.end) if place else ()))
        for c, place in places
    }


def _places(sides: Sides, version_id: int, group: list[Comparison]) -> list[Locator | None]:
    """Where the spans stand in another reading of the bytes they were cited from."""
    old, new = sides.text(group[0].cited_id), sides.text(version_id)
    if old is None or new is None:
        return [None] * len(group)
    found = _reanchor(sides.pair(group[0].cited_id, version_id), [replace(c, target_id=version_id) for c in group])
    places = {span_id: _locator(outcome) for (span_id, _), outcome in found.items()}
    left = [c for c in group if places.get(c.span_id) is None]
    plain = carried(old=old, new=new, spans=[Locator(c.start, c.end) for c in left])
    places |= {c.span_id: place for c, place in zip(left, plain, strict=True)}
    return [places[c.span_id] for c in group]


def _locator(outcome: SpanOutcome) -> Locator | None:
    if not outcome.is_current or outcome.start is None or outcome.end is None:
        return None
    return Locator(outcome.start, outcome.end)


def _reanchor(pair: Pair | None, group: list[Comparison]) -> dict[tuple[int, int], SpanOutcome]:
    if pair is None:
        return {}
    results = pair.outcomes(Locator(c.start, c.end) for c in group)
    return {(c.span_id, c.target_id): outcome for c, outcome in zip(group, results, strict=True)}


def _is_proved(comparison: Comparison, text: str | None, exact: str | None) -> bool:
    if text is None or exact is None:
        return False
    try:
        prove(text=text, start=comparison.start, end=comparison.end, exact=exact)
    except SpanError:
        met(record=Met.SPAN, name=comparison.span_id)
        return False
    return True
