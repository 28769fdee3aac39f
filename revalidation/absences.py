"""Searches that found nothing: are they still right in the current text of every document they looked through?

A memo of a pure function for each (search, version, rule), worked out here where none is remembered. What cannot be
searched within a request's means has no outcome yet: its badge is `unverified` until the sweep has remembered it.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.db import transaction

from citeledger.core.absences import Query, hits, parse, steps
from citeledger.core.layout.sides import PreparedSide
from citeledger.core.outcomes import Locator
from citeledger.core.refusals import Refused
from citeledger.core.statements import Absence
from citeledger.documents.absences import (
    STEPS_AT_ONCE,
    NotSearchable,
    code_points,
    code_points_each,
    looked_through,
    search_rules,
)
from citeledger.documents.models import SnapshotMember, Version
from citeledger.ledger.grounds import DamagedGround, read
from citeledger.ledger.models import StatementGround
from revalidation.facts import ABSENT, PRESENT, CitationFacts, Facts
from revalidation.mismatches import Met, met
from revalidation.models import AbsenceResult
from revalidation.passages import Passage, PassageNotProved, passages_of

SEARCHED_INLINE = 3_000_000
"""Code points a request searches at most, as many as it compares (`comparison.PREPARED_INLINE`)."""
GROUNDS_A_CHUNK = 50

_STORED_NOWHERE = 0  # no version has this id

Wanted = tuple[int, int]
"""A search (the id of its statement) and the version to look through."""


@dataclass(frozen=True, slots=True)
class PresentNow:
    """A document of the scope in which the search finds something now, and the first places where it does."""

    document: UUID
    title: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class LookedFor:
    """A search that found nothing, as it was recorded: what for, in how many documents pinned under which name, when.

    `snapshot` is empty where the name is gone; `at` is aware UTC.
    """

    kind: str
    terms: tuple[str, ...]
    snapshot: str
    documents: int
    at: datetime


@dataclass(frozen=True, slots=True)
class SearchedFor:
    """A search that found nothing: what for, in how many documents, pinned when (aware UTC); and where it hits now."""

    kind: str
    terms: tuple[str, ...]
    documents: int
    at: datetime
    present: tuple[PresentNow, ...]


def look(wanted: Collection[Wanted]) -> dict[Wanted, str]:
    """ABSENT or PRESENT; what cannot be searched here and now is left out.

    Three queries, four with patterns, none for nothing.
    """
    if not wanted:
        return {}
    if code_points(version_ids={version_id for _, version_id in wanted}) > SEARCHED_INLINE:
        return {}
    return {pair: PRESENT if places else ABSENT for pair, (_, places) in searched(wanted).items()}


def searched(wanted: Collection[Wanted]) -> dict[Wanted, tuple[str, tuple[Locator, ...]]]:
    """Rule and places by search and version; every text is prepared once for all searches that want it, and asked
    each question once, however many searches ask it.

    What is damaged is left out, and so are patterns for which STEPS_AT_ONCE does not suffice.
    """
    queries = _queries({ground_id for ground_id, _ in wanted})
    grounds: defaultdict[int, list[int]] = defaultdict(list)
    for ground_id, version_id in _affordable(sorted(pair for pair in wanted if pair[0] in queries), queries):
        grounds[version_id].append(ground_id)
    found: dict[Wanted, tuple[str, tuple[Locator, ...]]] = {}
    while grounds:
        try:
            for version_id, rule, places in looked_through(
                asked={v: [queries[g] for g in grounds[v]] for v in grounds}
            ):
                found |= {(g, version_id): (rule, hit) for g, hit in zip(grounds.pop(version_id), places, strict=True)}
            break
        except NotSearchable as damaged:
            met(record=Met.VERSION, name=damaged.version_id)
            del grounds[damaged.version_id]
    return found


def _affordable(wanted: Sequence[Wanted], queries: Mapping[int, Query]) -> Iterator[Wanted]:
    """Those that the steps of one go suffice for, in order: a text may have grown since the gate let its search in."""
    by_pattern = {version_id for ground_id, version_id in wanted if steps(queries[ground_id])}
    return _within(wanted, queries, code_points_each(version_ids=by_pattern) if by_pattern else {})


def _within(wanted: Sequence[Wanted], queries: Mapping[int, Query], sizes: Mapping[int, int]) -> Iterator[Wanted]:
    left = STEPS_AT_ONCE
    for ground_id, version_id in wanted:
        cost = steps(queries[ground_id]) * sizes.get(version_id, 0)
        if cost <= left:
            left -= cost
            yield ground_id, version_id


def hits_in(*, side: PreparedSide, ground_ids: Collection[int]) -> dict[int, tuple[Locator, ...]]:
    """By search, the first places it finds in a text that is stored nowhere. One query. Too dear ones are left out."""
    queries = _queries(ground_ids)
    wanted = sorted((pk, _STORED_NOWHERE) for pk in queries)
    return {pk: hits(queries[pk], side) for pk, _ in _within(wanted, queries, {_STORED_NOWHERE: len(side.text)})}


def _queries(ground_ids: Collection[int]) -> dict[int, Query]:
    rows = StatementGround.objects.filter(pk__in=ground_ids, snapshot__isnull=False)
    queries = ((pk, _query(pk, body)) for pk, body in rows.values_list("pk", "body"))
    return {pk: query for pk, query in queries if query}


def _query(ground_id: int, body: str) -> Query | None:
    try:
        said = read(body)
        return parse(said.query) if isinstance(said, Absence) else None
    except (DamagedGround, Refused):
        met(record=Met.GROUND, name=ground_id)
        return None


def remember(*, target: Version) -> int:
    """Search this version for everything said to be absent from an earlier one of its document; returns how many.

    What could not be searched holds up none behind it: it was named if it is damaged, and stays `unverified`. What the
    steps of one go do not suffice for is asked again with what else was left, as long as a go comes to something.
    """
    count, unknown = 0, iter(_unknown(target))
    while left := [(pk, target.pk) for pk in islice(unknown, GROUNDS_A_CHUNK)]:
        while left and (found := searched(left)):
            count += _remember(found)
            left = [pair for pair in left if pair not in found]
    return count


def _unknown(target: Version) -> list[int]:
    """Ids of searches of earlier versions of the document whose outcome in this one nobody remembered, rising.

    What is known is read once and left out here, for the reason that `sweeping` has.
    """
    members = SnapshotMember.objects.filter(document=target.document_id).exclude(version=target)
    grounds = StatementGround.objects.filter(snapshot__in=members.values("snapshot")).order_by("pk")
    ids = list(grounds.values_list("pk", flat=True))
    results = AbsenceResult.objects.filter(version=target, rule__in=search_rules())
    known = frozenset(results.values_list("ground_id", flat=True)) if ids else frozenset()
    return [pk for pk in ids if pk not in known]


@transaction.atomic
def _remember(found: Mapping[Wanted, tuple[str, tuple[Locator, ...]]]) -> int:
    rows = [
        AbsenceResult(
            ground_id=ground_id,
            version_id=version_id,
            rule=rule,
            outcome=PRESENT if places else ABSENT,
            places=json.dumps([[place.start, place.end] for place in places]),
        )
        for (ground_id, version_id), (rule, places) in found.items()
    ]
    AbsenceResult.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def looked_for(*, absence_ids: Collection[int]) -> dict[int, LookedFor]:
    """By the ids of the searches; a damaged one is left out. Two queries, none for nothing.

    Only after the fold, for who may read the whole scope.
    """
    queries = _queries(absence_ids) if absence_ids else {}
    if not queries:
        return {}
    named = ("pk", "snapshot__content__name", "snapshot__size", "snapshot__at")
    rows = StatementGround.objects.filter(pk__in=queries).order_by("pk").values_list(*named)
    return {
        pk: LookedFor(str(queries[pk].kind), queries[pk].terms, name or "", size, at) for pk, name, size, at in rows
    }


def searches(*, facts: Facts, citation: CitationFacts) -> tuple[SearchedFor, ...]:
    """For a panel: what the citation's searches looked for, and where they hit now. No query where there are none.

    Only after the fold, for who may read the whole scope. Raises PassageNotProved.
    """
    if not citation.absence_ids:
        return ()
    told = looked_for(absence_ids=citation.absence_ids)
    hits = _hits_now(facts, citation)
    if len(told) < len(citation.absence_ids):
        raise PassageNotProved
    return tuple(SearchedFor(one.kind, one.terms, one.documents, one.at, hits.get(pk, ())) for pk, one in told.items())


def _hits_now(facts: Facts, citation: CitationFacts) -> dict[int, tuple[PresentNow, ...]]:
    """By search, the documents whose current text it hits, with the places re-sliced (DESIGN rule 3)."""
    heads = {member: facts.documents[member.document_id].head_id for member in citation.scope}
    later = {member: head for member, head in heads.items() if head is not None and head != member.version_id}
    wanted = [(member.absence_id, head) for member, head in later.items() if member.outcome != ABSENT]
    looked = searched(wanted) if wanted else {}
    if len(looked) < len(set(wanted)):
        raise PassageNotProved
    places = {pair: hit for pair, (_, hit) in looked.items() if hit}
    found: dict[int, list[PresentNow]] = {}
    for (absence_id, version_id), hit in places.items():
        found.setdefault(absence_id, []).append(
            PresentNow(*passages_of(version_id=version_id, places=hit, facts=facts))
        )
    return {absence_id: tuple(present) for absence_id, present in found.items()}
