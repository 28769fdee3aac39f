"""When did this span first differ: its result in every later version, remembered, cached or worked out now."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q

from citeledger.core.anchoring import OutcomeKind, SpanOutcome
from citeledger.core.principals import Principal
from citeledger.documents.models import Version
from revalidation import comparison, wiring
from revalidation.cache import Part, cache_key
from revalidation.comparison import Comparison
from revalidation.facts import CitationFacts, Facts
from revalidation.models import SpanResult
from revalidation.passages import PassageNotProved, SourceTexts


class Later(NamedTuple):
    """What became of a span in one version behind the cited one (of that time, aware UTC), and where (code points)."""

    version: UUID
    at: datetime
    outcome: str
    start: int | None
    end: int | None


@dataclass(frozen=True, slots=True)
class SpanHistory:
    """The result in the current version, its place there (code points), and when the span first differed (UTC).

    `candidates` are places of the current version with the cited words that could not be told apart or confirmed.
    `changed_in` and `changed_version` are number and uid of the version in which the span first differed. `later`: what
    became of it in each version behind the cited one, oldest first, to the current one.
    """

    outcome: str
    start: int | None
    end: int | None
    changed_at: datetime | None = None
    changed_in: int | None = None
    changed_version: UUID | None = None
    candidates: tuple[tuple[int, int], ...] = ()
    later: tuple[Later, ...] = ()

    @property
    def differs_since(self) -> datetime | None:
        """From which version on it differs without a break, None where it does not. It may have differed before."""
        differing = list(takewhile(lambda each: not OutcomeKind(each.outcome).is_current, reversed(self.later)))
        return differing[-1].at if differing else None


@dataclass(frozen=True, slots=True)
class _Result:
    outcome: str
    start: int | None
    end: int | None
    candidates: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Later:
    id: int
    uid: UUID
    number: int
    at: datetime


def histories(*, viewer: Principal, facts: Facts, texts: SourceTexts) -> dict[int, SpanHistory]:
    """The history of every span of a citation. To be asked only after stage 1 allowed the viewer all its sources.

    Raises `PassageNotProved` where a version on the way cannot be compared: then nobody knows when the span changed.
    A span bound to its version has none then: its state does not rest on it.
    """
    later = _later_versions(facts, texts.sources)
    key = _key(viewer, facts, texts, later)
    known = wiring.cache().get(key) if key else None
    if known is not None:
        return {int(span_id): _from_json(row) for span_id, row in known.items()}
    found = _found(facts, later)
    if key and len(found) == len(later):
        wiring.cache().set(key, {str(span_id): _to_json(history) for span_id, history in found.items()})
    return found


def first_changes(*, facts: Facts, citations: Iterable[CitationFacts]) -> dict[UUID, datetime]:
    """When the first passage of each of these citations changed (aware UTC), in a constant number of queries.

    Only for citations whose sources the viewer may all read. What did not change, or cannot be compared, is left out.
    """
    asked = list(citations)
    known = known_histories(facts=facts, span_ids={span_id for citation in asked for span_id in citation.span_ids})
    found = {c.uid: [at for id_ in c.span_ids if id_ in known and (at := known[id_].changed_at)] for c in asked}
    return {uid: min(dates) for uid, dates in found.items() if dates}


def known_histories(*, facts: Facts, span_ids: Iterable[int]) -> dict[int, SpanHistory]:
    """The histories of many spans, in a constant number of queries; what cannot be compared is left out.

    Only for spans of documents that the viewer may read.
    """
    later = _later_versions(facts, set(span_ids))
    results = _results(facts, later)
    found = {span_id: _history_or_none(facts, span_id, later[span_id], results) for span_id in later}
    return {span_id: history for span_id, history in found.items() if history}


_PAIRS_WORKED_OUT = 12
"""Pairs of versions a request compares at most to draw lives: each is a difference of two whole texts."""


def outcomes(*, facts: Facts, span_ids: Iterable[int]) -> dict[int, dict[int, str]]:
    """For each span, what became of it in every later version, by version id; in a constant number of queries.

    Results nobody remembered are worked out here for the first pairs of versions, and left out beyond. Only for spans
    of documents that the viewer may read.
    """
    later = _later_versions(facts, set(span_ids))
    results = _remembered(later)
    missing = [(span_id, v.id) for span_id in later for v in later[span_id] if (span_id, v.id) not in results]
    pairs = sorted({(facts.spans[span_id].version_id, version_id) for span_id, version_id in missing})
    chosen = set(pairs[:_PAIRS_WORKED_OUT])
    results |= _computed(facts, [pair for pair in missing if (facts.spans[pair[0]].version_id, pair[1]) in chosen])
    return {
        span_id: {v.id: results[span_id, v.id].outcome for v in later[span_id] if (span_id, v.id) in results}
        for span_id in later
    }


def _history_or_none(
    facts: Facts, span_id: int, later: list[_Later], results: dict[tuple[int, int], _Result]
) -> SpanHistory | None:
    try:
        return _history(facts, span_id, later, results)
    except KeyError:  # a version on the way cannot be compared
        return None


def _key(viewer: Principal, facts: Facts, texts: SourceTexts, later: dict[int, list[_Later]]) -> str | None:
    """Everything the histories rest on (threat R4), or None where a token is missing: then nothing is kept.

    Each later version is named: withdrawing one between the cited and the current version moves no epoch and no head,
    and yet changes when the span first differed.
    """
    (citation,) = facts.citations
    tokens = [facts.viewer.incarnation, *(["-"] if viewer.id is None else [facts.viewer.token])]
    tokens += [facts.derived[id_].token for id_ in citation.derived_ids]
    tokens += [facts.documents[facts.spans[id_].document_id].token for id_ in citation.all_span_ids]
    if None in tokens:
        return None
    places: list[Part] = []
    for span_id, source in texts.sources.items():
        places += [span_id, source.cited.version, source.head, len(later[span_id]), *(v.id for v in later[span_id])]
    rules = sorted(comparison.rules_here())
    return cache_key("histories/3", viewer.kind, viewer.id, citation.uid, *tokens, *rules, *places)


def _to_json(history: SpanHistory) -> list[Any]:
    at = history.changed_at.isoformat() if history.changed_at else None
    first = str(history.changed_version) if history.changed_version else None
    later = [[str(each.version), each.at.isoformat(), *each[2:]] for each in history.later]
    return [history.outcome, history.start, history.end, at, history.changed_in, first, history.candidates, later]


def _from_json(row: list[Any]) -> SpanHistory:
    outcome, start, end, at, number, first, candidates, later = row
    return SpanHistory(
        outcome=outcome,
        start=start,
        end=end,
        changed_at=datetime.fromisoformat(at) if at else None,
        changed_in=number,
        changed_version=UUID(first) if first else None,
        candidates=_places(candidates),
        later=tuple(Later(UUID(version), datetime.fromisoformat(day), *became) for version, day, *became in later),
    )


def _places(pairs: Iterable[Iterable[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((start, end) for start, end in pairs)


def _found(facts: Facts, later: dict[int, list[_Later]]) -> dict[int, SpanHistory]:
    results = _results(facts, later)
    (citation,) = facts.citations
    found = {span_id: _history_or_none(facts, span_id, later[span_id], results) for span_id in later}
    if any(found[span_id] is None for span_id in citation.span_ids):
        raise PassageNotProved
    return {span_id: history for span_id, history in found.items() if history}


def _results(facts: Facts, later: dict[int, list[_Later]]) -> dict[tuple[int, int], _Result]:
    results = _remembered(later)
    missing = [(span_id, v.id) for span_id in later for v in later[span_id] if (span_id, v.id) not in results]
    return results | _computed(facts, missing)


def _later_versions(facts: Facts, span_ids: Iterable[int]) -> dict[int, list[_Later]]:
    """Versions from the cited one (exclusive) to the head (inclusive), withdrawn ones left out, oldest first.

    What the snapshot called standing stays in, even if it was withdrawn since: the next request sees that.
    """
    documents = {facts.spans[span_id].document_id for span_id in span_ids}
    ends = {facts.spans[span_id].version_id for span_id in span_ids} | {facts.documents[d].head_id for d in documents}
    standing = Q(withdrawal=None) | Q(pk__in=ends)
    rows = Version.objects.filter(standing, document_id__in=documents).order_by("number", "rendition")
    by_document: dict[int, list[_Later]] = {document_id: [] for document_id in documents}
    for document_id, id_, uid, number, at in rows.values_list("document_id", "id", "uid", "number", "effective_at"):
        by_document[document_id].append(_Later(id_, uid, number, at))
    return {span_id: _after(by_document[facts.spans[span_id].document_id], facts, span_id) for span_id in span_ids}


def _after(versions: list[_Later], facts: Facts, span_id: int) -> list[_Later]:
    ids = [version.id for version in versions]
    span = facts.spans[span_id]
    head_id = facts.documents[span.document_id].head_id
    if head_id is None:
        return []
    return versions[ids.index(span.version_id) + 1 : ids.index(head_id) + 1]


def _remembered(span_ids: Iterable[int]) -> dict[tuple[int, int], _Result]:
    rows = SpanResult.objects.filter(span_id__in=list(span_ids), rule__in=comparison.rules_here())
    known = rows.filter(outcome__in=[kind.value for kind in OutcomeKind])
    results = {(row.span_id, row.version_id): _remembered_result(row) for row in known}
    return {pair: result for pair, result in results.items() if result}


def _remembered_result(row: SpanResult) -> _Result | None:
    """The result as remembered; None where its places are no places: then it is worked out anew."""
    try:
        return _Result(row.outcome, row.start, row.end, _places(json.loads(row.candidates)))
    except (ValueError, TypeError, RecursionError):
        return None


def _computed(facts: Facts, pairs: list[tuple[int, int]]) -> dict[tuple[int, int], _Result]:
    wanted = [
        Comparison(span_id, facts.spans[span_id].start, facts.spans[span_id].end, facts.spans[span_id].version_id, v)
        for span_id, v in pairs
    ]
    return {pair: _worked_out(outcome) for pair, outcome in comparison.compare(wanted).items()}


def _worked_out(outcome: SpanOutcome) -> _Result:
    return _Result(outcome.kind.value, outcome.start, outcome.end, tuple((c.start, c.end) for c in outcome.candidates))


def _history(facts: Facts, span_id: int, later: list[_Later], results: dict[tuple[int, int], _Result]) -> SpanHistory:
    span = facts.spans[span_id]
    if not later:
        return SpanHistory(OutcomeKind.INTACT.value, span.start, span.end)
    passed = tuple(_passed(version, results[span_id, version.id]) for version in later)
    now = results[span_id, later[-1].id]
    if OutcomeKind(now.outcome).is_current:
        return SpanHistory(now.outcome, now.start, now.end, later=passed)
    first = next(v for v in later if not OutcomeKind(results[span_id, v.id].outcome).is_current)
    return SpanHistory(now.outcome, now.start, now.end, first.at, first.number, first.uid, now.candidates, passed)


def _passed(version: _Later, result: _Result) -> Later:
    return Later(version.uid, version.at, result.outcome, result.start, result.end)
