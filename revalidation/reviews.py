"""The review queue: what changed under statements that a person may attest, and nobody has attested as it is now.

Evaluated for the viewer, now: candidates come from one statement, the evaluator decides about each (DESIGN rule 9).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger.core.anchoring import OutcomeKind
from citeledger.core.anchoring.changes import describe
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import Refused
from citeledger.core.statements import Basis
from citeledger.core.states import State
from citeledger.documents.models import DocumentMetadata
from revalidation import awaiting, comparison, service
from revalidation.attestations import Attested, attested
from revalidation.awaiting import Candidate
from revalidation.by_way import spans_by_way
from revalidation.facts import ABSENT, PRESENT, CitationFacts, Facts
from revalidation.found_again import FoundAgain, found_again
from revalidation.history import SpanHistory, known_histories
from revalidation.proved_texts import proved_texts

_AT_ONCE = 100  # candidates evaluated together
_PRESENT = "What was looked for was absent then and is present now."
_ABSENT = "What was looked for is still absent."
_ROUNDS = 10  # of them in one request; a viewer who attested thousands goes on from where it ended


@dataclass(frozen=True, slots=True)
class ReviewSource:
    """A document that changed, and how, in a plain sentence.

    `outcome` is that of the passage; of a search that found nothing "present" (with `passages`, what it finds now), or
    "absent" where another document took over and that is all. `by_way`: the statement does not name it itself, a text
    it rests on does.
    """

    document: UUID
    title: str
    outcome: str
    change: str
    passages: tuple[str, ...] = ()
    by_way: bool = False


@dataclass(frozen=True, slots=True)
class Review:
    """A citation that awaits review. `differs_since` (aware UTC): since when it differs, by the first source that does.

    `attestation` is one that has fallen silent, because a passage changed again. `is_attestable` says whether "it still
    holds" can be said of it at all: that nothing was found is not attested, but searched and written anew.
    """

    uid: UUID
    basis: str
    statement: str
    differs_since: datetime | None
    sources: tuple[ReviewSource, ...]
    attestation: Attested | None
    is_attestable: bool = True


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
    told = _told(found)
    # A quotation that no longer re-slices is shown nowhere (DESIGN rule 3).
    return tuple(_review(one, *texts[one.citation.uid], told) for one in found if one.citation.uid in texts)


@dataclass(frozen=True, slots=True)
class _Told:
    """What rows tell beside the facts: `names` by document (uid, title), when it was `taken_over`, what was `found`.

    `by_way` are by citation the spans that another text names, and not the statement itself.
    """

    names: Mapping[int, tuple[UUID, str]]
    taken_over: Mapping[int, datetime | None]
    found: Mapping[UUID, tuple[FoundAgain, ...]]
    by_way: Mapping[UUID, frozenset[int]]


def _told(found: Sequence[_Awaiting]) -> _Told:
    """From the metadata that the snapshot saw (threat T8); searches are asked once for each batch."""
    ids = {one.facts.documents[document_id].metadata_id for one in found for document_id in _documents(one)}
    metadata = DocumentMetadata.objects.filter(pk__in=[id_ for id_ in ids if id_ is not None])
    columns = ("document_id", "document__uid", "title", "document__head__superseded_from")
    rows = list(metadata.values_list(*columns))
    batches = {id(one.facts): one.facts for one in found}
    again: dict[UUID, tuple[FoundAgain, ...]] = {}
    for facts in batches.values():
        again |= found_again(facts=facts, citations=[one.citation for one in found if one.facts is facts])
    by_way = spans_by_way(citations=[one.citation for one in found])
    return _Told({row[0]: (row[1], row[2]) for row in rows}, {row[0]: row[3] for row in rows}, again, by_way)


def _documents(one: _Awaiting) -> set[int]:
    spans = {one.facts.spans[span_id].document_id for span_id in one.citation.span_ids}
    return spans | {member.document_id for member in one.citation.scope}


def _review(one: _Awaiting, basis: str, statement: str, told: _Told) -> Review:
    return Review(
        uid=one.citation.uid,
        basis=basis,
        statement=statement,
        differs_since=min(_dates(one, told), default=None),
        sources=tuple(dict.fromkeys((*_sources(one, told), *_searched(one, told, by_way=basis != Basis.ABSENCE)))),
        attestation=one.attestation,
        is_attestable=not one.citation.scope,
    )


def _dates(one: _Awaiting, told: _Told) -> Iterator[datetime]:
    """Since when each of its sources differs, or another document has taken over from it."""
    past = (one.histories[span_id].differs_since for span_id in one.citation.span_ids if span_id in one.histories)
    found = (again.since for again in told.found.get(one.citation.uid, ()))
    superseded = (id_ for id_ in _documents(one) if one.facts.documents[id_].superseded)
    yield from (at for at in (*past, *found, *map(told.taken_over.get, superseded)) if at)


def _sources(one: _Awaiting, told: _Told) -> Iterator[ReviewSource]:
    """The sources that changed: those by what became of the passage, and those another document took over from."""
    for span_id in one.citation.span_ids:
        document_id, past = one.facts.spans[span_id].document_id, one.histories.get(span_id)
        is_superseded = one.facts.documents[document_id].superseded
        if (
            past is not None
            and document_id in told.names
            and (is_superseded or not OutcomeKind(past.outcome).is_current)
        ):
            change = f"{_taken_over(is_superseded)}{describe(OutcomeKind(past.outcome))}"
            by_way = span_id in told.by_way.get(one.citation.uid, ())
            yield ReviewSource(*told.names[document_id], past.outcome, change, by_way=by_way)


def _searched(one: _Awaiting, told: _Told, *, by_way: bool) -> Iterator[ReviewSource]:
    """The documents of its scope in which it finds something now, and those another document took over from.

    A search of the statement's own is all that it rests on; any other is one of a text below it.
    """
    found = {again.document_id: again for again in told.found.get(one.citation.uid, ())}
    for document_id in dict.fromkeys(member.document_id for member in one.citation.scope):
        is_superseded, again = one.facts.documents[document_id].superseded, found.get(document_id)
        if document_id in told.names and (is_superseded or again):
            outcome, change = (PRESENT, _PRESENT) if again else (ABSENT, _ABSENT)
            passages = tuple(passage.text for passage in again.passages) if again else ()
            told_of = f"{_taken_over(is_superseded)}{change}"
            yield ReviewSource(*told.names[document_id], outcome, told_of, passages, by_way)


def _taken_over(is_superseded: bool) -> str:
    return "Another document has taken over from this one. " if is_superseded else ""
