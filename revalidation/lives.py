"""The life of a document's cited passages: in which version each was cited, lived on, moved, changed.

Only passages cited by answers the viewer may read, and in citations all of whose sources they may read; evaluated for
them, now. The number of queries does not grow with versions or passages.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.core.states import State
from citeledger.documents import queries
from citeledger.documents.models import Version
from revalidation import cited, service
from revalidation.cited import Lane, Place
from revalidation.facts import Facts
from revalidation.history import outcomes
from revalidation.passages import Passage, cited_passages


@dataclass(frozen=True, slots=True)
class LifeVersion:
    """A version along the way, dated as the outside world had it (aware UTC). Re-readings of it count as it."""

    uid: UUID
    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class LaneCitation:
    citation: UUID
    state: State


@dataclass(frozen=True, slots=True)
class Became:
    """What became of a passage in a version; `outcome` is None where nobody has compared it yet."""

    version: UUID
    number: int
    outcome: str | None


@dataclass(frozen=True, slots=True)
class PassageLife:
    """A cited passage. `uid` is its span's; `more` counts citations of it beyond those named.

    `became` has one entry for each version behind the cited one, in order.
    """

    uid: UUID
    passage: Passage
    citations: tuple[LaneCitation, ...]
    more: int
    became: tuple[Became, ...]


@dataclass(frozen=True, slots=True)
class Life:
    """`versions` oldest first; `next` is the passage behind which the list goes on, None at its end."""

    document: UUID
    versions: tuple[LifeVersion, ...]
    passages: tuple[PassageLife, ...]
    next: UUID | None


def life(*, viewer: Principal, document: UUID, after: UUID | None, limit: int) -> Life:
    """The document's versions and at most `limit` of its cited passages, in the order of version and text.

    Raises NotFound, and Refused (`stale_cursor`) where `after` is no passage of the viewer's list, or no longer.
    """
    queries.document(viewer=viewer, uid=document)
    rows = cited.lanes(viewer=viewer, document=document, behind=_behind(viewer, document, after), limit=limit + 1)
    shown = rows[:limit]
    facts = service.facts(viewer=viewer, citations=[uid for lane in shown for uid in lane.citations])
    states = {one.citation: one.state for one in service.decide(facts) if one.may_be_shown}
    numbered = _versions(document)
    versions = tuple(dict.fromkeys(numbered.values()))
    return Life(
        document=document,
        versions=versions,
        passages=tuple(_lives(_readable(shown, states), facts, states, numbered, versions)),
        next=shown[-1].span if len(rows) > limit else None,
    )


def _behind(viewer: Principal, document: UUID, after: UUID | None) -> Place | None:
    if after is None:
        return None
    place = cited.place(viewer=viewer, document=document, span=after)
    if place is None:
        raise Refused("stale_cursor", "Start again from the first page.", "after")
    return place


def _readable(lanes: Sequence[Lane], states: Mapping[UUID, State]) -> list[Lane]:
    return [lane for lane in lanes if any(uid in states for uid in lane.citations)]


def _versions(document: UUID) -> dict[int, LifeVersion]:
    """By id of every standing rendition, its version as the newest of them names it."""
    rows = Version.objects.filter(document__uid=document, withdrawal=None).order_by("number", "rendition")
    found = list(rows.values_list("pk", "uid", "number", "effective_at"))
    newest = {number: LifeVersion(uid, number, at) for _, uid, number, at in found}
    return {pk: newest[number] for pk, _, number, _ in found}


def _lives(
    lanes: Sequence[Lane],
    facts: Facts,
    states: Mapping[UUID, State],
    numbered: Mapping[int, LifeVersion],
    versions: Sequence[LifeVersion],
) -> Iterable[PassageLife]:
    span_ids = [lane.span_id for lane in lanes]
    passages, known = cited_passages(span_ids=span_ids, facts=facts), outcomes(facts=facts, span_ids=span_ids)
    for lane in lanes:
        if lane.span_id not in passages:  # it does not re-slice, so nothing of it is shown (DESIGN rule 3)
            continue
        passage = passages[lane.span_id].passage
        told = {numbered[id_].number: kind for id_, kind in known[lane.span_id].items() if id_ in numbered}
        yield PassageLife(
            uid=lane.span,
            passage=passage,
            citations=tuple(LaneCitation(uid, states[uid]) for uid in lane.citations if uid in states),
            more=lane.more,
            became=tuple(
                Became(version.uid, version.number, told.get(version.number))
                for version in versions
                if version.number > passage.number
            ),
        )
