"""Does an attestation still speak of what stands in the documents now? Shown beside a state, never part of one.

Asked only after the fold, for citations whose sources the viewer may all read. It falls silent when a passage changed
again, and stays silent (`attested_words`, `withdrawn_since`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max

from citeledger.documents.models import DocumentHead, Version
from citeledger.ledger.attestations import BrokenAttestation, SeenPassage, seen_passages
from citeledger.ledger.models import Attestation, Span
from revalidation.attested_words import Watched, changed_since
from revalidation.decoding import decodable
from revalidation.facts import CitationFacts, Facts
from revalidation.history import SpanHistory
from revalidation.mismatches import Met, met
from revalidation.withdrawn_since import Kept, silenced


@dataclass(frozen=True, slots=True)
class Attested:
    """The newest attestation of a citation: who (a name), when (aware UTC), why; and whether it still applies."""

    by: str
    at: datetime
    note: str
    still_applies: bool


def attested(
    *, facts: Facts, results: Mapping[int, SpanHistory], citations: Sequence[CitationFacts]
) -> dict[UUID, Attested]:
    """The newest attestation of each of these citations. One query where there is none, else eight at most.

    One that is damaged is left out, like one that never was: its proof is ordered.
    """
    said = _newest(citation.id for citation in citations)
    if not said:
        return {}
    spans = {citation.id: citation.span_ids for citation in citations if citation.id in said}
    now = present(facts=facts, results=results, span_ids={id_ for ids in spans.values() for id_ in ids})
    kept = [
        (citation.id, one)
        for citation in citations
        if citation.id in said
        for one in _kept(said[citation.id], citation, now, facts)
    ]
    watched = [Watched(one.then, now[one.span_id], results[one.span_id].later) for _, one in kept]
    silent = silenced([one for _, one in kept]) | changed_since(watched)
    changed = {kept[at][0] for at in silent}
    return {
        citation.uid: _attested(
            said[citation.id], [now.get(id_) for id_ in citation.span_ids], is_changed=citation.id in changed
        )
        for citation in citations
        if citation.id in said
    }


def _kept(said: "_Said", citation: CitationFacts, now: Mapping[int, SeenPassage], facts: Facts) -> Iterator[Kept]:
    then = {passage.span: passage for passage in said.seen}
    for id_ in citation.span_ids:
        if id_ in now and now[id_].span in then:
            yield Kept(then[now[id_].span], said.at, id_, facts.spans[id_].document_id)


def present(*, facts: Facts, results: Mapping[int, SpanHistory], span_ids: Iterable[int]) -> dict[int, SeenPassage]:
    """What somebody who looks now sees of these spans, by span id; those without a result are left out."""
    known = [span_id for span_id in sorted(set(span_ids)) if span_id in results]
    document_of = {span_id: facts.spans[span_id].document_id for span_id in known}
    uids = dict(Span.objects.filter(pk__in=known).values_list("pk", "uid"))
    heads = {head for id_ in document_of.values() if (head := facts.documents[id_].head_id) is not None}
    versions = dict(Version.objects.filter(pk__in=heads).values_list("document_id", "uid"))
    successors = _successors(facts, set(document_of.values()))
    return {
        span_id: SeenPassage(
            span=uids[span_id],
            version=versions[document_of[span_id]],
            outcome=results[span_id].outcome,
            start=results[span_id].start,
            end=results[span_id].end,
            superseded_by=successors.get(document_of[span_id]),
        )
        for span_id in known
    }


def _successors(facts: Facts, document_ids: set[int]) -> dict[int, UUID | None]:
    superseded = [document_id for document_id in document_ids if facts.documents[document_id].superseded]
    return dict(DocumentHead.objects.filter(pk__in=superseded).values_list("pk", "superseded_by__uid"))


@dataclass(frozen=True, slots=True)
class _Said:
    by: str
    at: datetime
    note: str
    seen: tuple[SeenPassage, ...]


def _newest(citation_ids: Iterable[int | None]) -> dict[int | None, _Said]:
    newest = Attestation.objects.filter(citation__in=[id_ for id_ in citation_ids if id_ is not None])
    rows = Attestation.objects.filter(pk__in=newest.values("citation").annotate(last=Max("pk")).values("last"))
    columns = ("citation_id", "uid", "person__username", "at", "note", "seen")
    found: dict[int | None, _Said] = {}
    for citation_id, uid, by, at, note, seen in decodable(rows, *columns, record=Met.ATTESTATION):
        try:
            found[citation_id] = _Said(by, at, note, seen_passages(seen))
        except BrokenAttestation:
            met(record=Met.ATTESTATION, name=uid)
    return found


def _attested(said: _Said, now: Sequence[SeenPassage | None], *, is_changed: bool) -> Attested:
    """`is_changed`: something else was said since. Where a passage is not known, nobody can tell that it was not."""
    known = {passage.span for passage in now if passage is not None}
    is_complete = len(known) == len(now) and known == {passage.span for passage in said.seen}
    return Attested(said.by, said.at, said.note, is_complete and not is_changed)
