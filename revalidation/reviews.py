"""The review queue: what changed under statements that a person may attest, and nobody has attested as it is now.

Evaluated for the viewer, now: candidates come from one statement, the evaluator decides about each (DESIGN rule 9).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger.core.anchoring import OutcomeKind
from citeledger.core.changes import describe
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import Refused
from citeledger.core.states import State
from citeledger.documents.models import DocumentMetadata
from revalidation import awaiting, comparison, service
from revalidation.attestations import Attested, attested
from revalidation.awaiting import Candidate
from revalidation.facts import CitationFacts, Facts
from revalidation.history import SpanHistory, known_histories
from revalidation.reading import proved_texts

_AT_ONCE = 100  # candidates evaluated together
_ROUNDS = 10  # of them in one request; a viewer who attested thousands goes on from where it ended


@dataclass(frozen=True, slots=True)
class ReviewSource:
    """A document whose passage changed, and how, in a plain sentence."""

    document: UUID
    title: str
    outcome: str
    change: str


@dataclass(frozen=True, slots=True)
class Review:
    """A citation that awaits review. `changed_at` (aware UTC): when the last of its changed passages first differed.

    `attestation` is one that has fallen silent, because a passage changed again.
    """

    uid: UUID
    basis: str
    statement: str
    changed_at: datetime | None
    sources: tuple[ReviewSource, ...]
    attestation: Attested | None


@dataclass(frozen=True, slots=True)
class Reviews:
    """A stretch of the queue, newest change first; `next` is the citation to go on behind, None at the end."""

    items: tuple[Review, ...]
    next: UUID | None


@dataclass(frozen=True, slots=True)
class _Awaiting:
    citation: CitationFacts
    facts: Facts
    histories: dict[int, SpanHistory]
    attestation: Attested | None


def reviews(*, viewer: Principal, after: UUID | None, limit: int) -> Reviews:
    """At most `limit` citations that await the viewer's review; empty for services and visitors, who cannot attest.

    The number of queries does not grow with the ledger. A stretch may be short, or even empty, and go on.
    Raises Refused (`stale_cursor`) when `after` is no candidate of the viewer's, or no longer.
    """
    if viewer.kind is not Kind.PERSON:
        return Reviews((), None)
    found: list[_Awaiting] = []
    last, is_end = _place(viewer, after), False
    for _ in range(_ROUNDS):
        batch = awaiting.candidates(viewer=viewer, behind=last, limit=_AT_ONCE, rules=comparison.rules_here())
        found += _evaluated(viewer, batch)
        last, is_end = (batch[-1] if batch else last), len(batch) < _AT_ONCE
        if is_end or len(found) > limit:
            break
    return Reviews(_shown(found[:limit]), _next(found, limit=limit, last=None if is_end else last))


def _place(viewer: Principal, after: UUID | None) -> Candidate | None:
    if after is None:
        return None
    place = awaiting.candidate(viewer=viewer, citation=after, rules=comparison.rules_here())
    if place is None:
        raise Refused("stale_cursor", "Start again from the first page.", "after")
    return place


def _next(found: Sequence[_Awaiting], *, limit: int, last: Candidate | None) -> UUID | None:
    if len(found) > limit:
        return found[limit - 1].citation.uid
    return last.uid if last else None


def _evaluated(viewer: Principal, batch: Sequence[Candidate]) -> Iterator[_Awaiting]:
    if not batch:
        return
    facts = service.facts(viewer=viewer, citations=[candidate.uid for candidate in batch])
    decided = [one for one in service.decide(facts) if one.state is State.SOURCE_CHANGED]
    changed = [one.rests_on for one in decided if one.rests_on is not None]
    histories = known_histories(facts=facts, span_ids={span_id for found in changed for span_id in found.span_ids})
    said = attested(facts=facts, results=histories, citations=changed)
    for found in changed:
        attestation = said.get(found.uid)
        if attestation is None or not attestation.still_applies:
            yield _Awaiting(found, facts, histories, attestation)


def _shown(found: Sequence[_Awaiting]) -> tuple[Review, ...]:
    texts = proved_texts([one.citation.uid for one in found])
    titles = _titles(found)
    # A quotation that no longer re-slices is shown nowhere (DESIGN rule 3).
    return tuple(_review(one, *texts[one.citation.uid], titles) for one in found if one.citation.uid in texts)


def _titles(found: Sequence[_Awaiting]) -> dict[int, tuple[UUID, str]]:
    """Uid and title by document, from the metadata that the snapshot saw (threat T8)."""
    ids = {one.facts.documents[document_id].metadata_id for one in found for document_id in _documents(one)}
    rows = DocumentMetadata.objects.filter(pk__in=[id_ for id_ in ids if id_ is not None])
    return {row[0]: (row[1], row[2]) for row in rows.values_list("document_id", "document__uid", "title")}


def _documents(one: _Awaiting) -> set[int]:
    return {one.facts.spans[span_id].document_id for span_id in one.citation.span_ids}


def _review(one: _Awaiting, basis: str, statement: str, titles: dict[int, tuple[UUID, str]]) -> Review:
    past = [one.histories[span_id] for span_id in one.citation.span_ids if span_id in one.histories]
    return Review(
        uid=one.citation.uid,
        basis=basis,
        statement=statement,
        changed_at=max((history.changed_at for history in past if history.changed_at), default=None),
        sources=tuple(dict.fromkeys(_sources(one, titles))),
        attestation=one.attestation,
    )


def _sources(one: _Awaiting, titles: dict[int, tuple[UUID, str]]) -> Iterator[ReviewSource]:
    """The sources that changed: those by what became of the passage, and those another document took over from."""
    for span_id in one.citation.span_ids:
        document_id, past = one.facts.spans[span_id].document_id, one.histories.get(span_id)
        is_superseded = one.facts.documents[document_id].superseded
        if past is not None and document_id in titles and (is_superseded or not OutcomeKind(past.outcome).is_current):
            change = describe(OutcomeKind(past.outcome))
            taken_over = "Another document has taken over from this one. " if is_superseded else ""
            yield ReviewSource(*titles[document_id], past.outcome, f"{taken_over}{change}")
