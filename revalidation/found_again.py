"""Absent then, present now: since when the searches of a batch of citations find something, and what.

Only for citations whose whole scope the viewer may read, after the fold. A constant number of queries.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import NamedTuple
from uuid import UUID

from citeledger.documents.absences import code_points, search_rules
from citeledger.documents.models import Version
from revalidation.absences import SEARCHED_INLINE, Wanted, look, searched
from revalidation.facts import ABSENT, PRESENT, CitationFacts, Facts, MemberFacts
from revalidation.models import AbsenceResult
from revalidation.passages import Passage, passages_at


@dataclass(frozen=True, slots=True)
class FoundAgain:
    """A document (its id) in which a search that found nothing finds something now.

    `since` (aware UTC): from which version on, without a break; None where a version between cannot be searched here.
    `passages` are the first places, re-sliced; empty where finding them again is too much for one request.
    """

    document_id: int
    since: datetime | None
    passages: tuple[Passage, ...]


class _Later(NamedTuple):
    id: int
    at: datetime


def found_again(*, facts: Facts, citations: Iterable[CitationFacts]) -> dict[UUID, tuple[FoundAgain, ...]]:
    """By citation, the documents of its scope in which it finds something now; nothing for those without a search."""
    members = [(citation.uid, member) for citation in citations for member in citation.scope]
    if not members:
        return {}
    later = _later(facts, [member for _, member in members])
    known = _outcomes({(m.absence_id, v.id) for _, m in members for v in later[m]})
    hits = [(uid, m) for uid, m in members if later[m] and known.get((m.absence_id, later[m][-1].id)) == PRESENT]
    places = _places({(m.absence_id, later[m][-1].id) for _, m in hits}, facts)
    found: dict[UUID, tuple[FoundAgain, ...]] = {}
    for uid, m in hits:
        here = FoundAgain(m.document_id, _since(m, later[m], known), places.get((m.absence_id, later[m][-1].id), ()))
        found[uid] = (*found.get(uid, ()), here)
    return found


def _later(facts: Facts, members: Collection[MemberFacts]) -> dict[MemberFacts, Sequence[_Later]]:
    """The versions behind the one searched, to the current one, oldest first; withdrawn ones left out."""
    rows = Version.objects.filter(document__in={m.document_id for m in members}, withdrawal=None)
    by_document: dict[int, list[_Later]] = {member.document_id: [] for member in members}
    for document_id, id_, at in rows.order_by("number", "rendition").values_list("document_id", "id", "effective_at"):
        by_document[document_id].append(_Later(id_, at))
    return {
        m: tuple(_between(by_document[m.document_id], m.version_id, facts.documents[m.document_id].head_id))
        for m in members
    }


def _between(versions: Sequence[_Later], searched_id: int, head_id: int | None) -> Iterator[_Later]:
    ids = [version.id for version in versions]
    if searched_id in ids and head_id in ids:
        yield from versions[ids.index(searched_id) + 1 : ids.index(head_id) + 1]


def _outcomes(wanted: Collection[Wanted]) -> dict[Wanted, str]:
    """As remembered, or worked out here as far as that fits one request."""
    grounds, versions = {ground for ground, _ in wanted}, {version for _, version in wanted}
    rows = AbsenceResult.objects.filter(ground__in=grounds, version__in=versions, rule__in=search_rules())
    known = {(row[0], row[1]): row[2] for row in rows.values_list("ground_id", "version_id", "outcome")}
    return known | look([pair for pair in wanted if known.get(pair) not in {ABSENT, PRESENT}])


def _since(member: MemberFacts, later: Sequence[_Later], known: Mapping[Wanted, str]) -> datetime | None:
    outcomes = [(version.at, known.get((member.absence_id, version.id))) for version in reversed(later)]
    if any(outcome is None for _, outcome in outcomes):
        return None
    return [at for at, _ in takewhile(lambda one: one[1] == PRESENT, outcomes)][-1]


def _places(wanted: Collection[Wanted], facts: Facts) -> dict[Wanted, tuple[Passage, ...]]:
    if not wanted or code_points(version_ids={version for _, version in wanted}) > SEARCHED_INLINE:
        return {}
    places = {pair: (pair[1], hit) for pair, (_, hit) in searched(wanted).items() if hit}
    return {pair: passages for pair, (_, _, passages) in passages_at(places=places, facts=facts).items()}
