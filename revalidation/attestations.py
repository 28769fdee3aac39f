"""Does an attestation still speak of what stands in the documents now? Shown beside a state, never part of one.

Asked only after the fold, for citations whose sources the viewer may all read. It falls silent when a passage changed
again: the words attested are compared, as readers see them, with those that stand there now, the whole text where no
passage was left to judge by. What was withdrawn is compared with nothing (DESIGN section 2), so an attestation that saw
it is silent, too.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.db.models import Max

from citeledger.core.hashing import sha256_hex
from citeledger.core.normalization import Normalizer, UnknownNormalizer, normalizer_for
from citeledger.core.outcomes import OutcomeKind
from citeledger.documents.models import DocumentHead, Version, VersionText
from citeledger.ledger.attestations import BrokenAttestation, SeenPassage, seen_passages
from citeledger.ledger.models import Attestation, Span
from revalidation.decoding import decodable
from revalidation.facts import CitationFacts, Facts
from revalidation.mismatches import Met, met


class Result(Protocol):
    """What became of a span in the current version, and where (code points): a `SpanHistory`, for one."""

    @property
    def outcome(self) -> str: ...

    @property
    def start(self) -> int | None: ...

    @property
    def end(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Attested:
    """The newest attestation of a citation: who (a name), when (aware UTC), why; and whether it still applies."""

    by: str
    at: datetime
    note: str
    still_applies: bool


def attested(
    *, facts: Facts, results: Mapping[int, Result], citations: Sequence[CitationFacts]
) -> dict[UUID, Attested]:
    """The newest attestation of each of these citations, if there is one. One query where there is none, else six.

    One that is damaged is left out, like one that never was: its proof is ordered.
    """
    said = _newest(citation.id for citation in citations)
    if not said:
        return {}
    spans = {citation.id: citation.span_ids for citation in citations if citation.id in said}
    now = present(facts=facts, results=results, span_ids={id_ for ids in spans.values() for id_ in ids})
    seen = (passage for each in said.values() for passage in each.seen)
    texts = _readings({passage.version for passage in (*seen, *now.values())})
    return {
        citation.uid: _attested(said[citation.id], [now.get(id_) for id_ in citation.span_ids], texts)
        for citation in citations
        if citation.id in said
    }


def present(*, facts: Facts, results: Mapping[int, Result], span_ids: Iterable[int]) -> dict[int, SeenPassage]:
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


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text that may be compared, and the version of which it is one reading: document id and number."""

    edition: tuple[int, int]
    text: str
    normalizer: Normalizer


def _readings(versions: set[UUID]) -> dict[UUID, _Reading]:
    """Of these versions those that stand, and whose text has its stored hash."""
    rows = VersionText.objects.filter(version__uid__in=versions, version__withdrawal=None)
    columns = ("version__uid", "version__document_id", "version__number", "version__media_type", "text", "sha256")
    return {
        uid: _Reading((document_id, number), text, normalizer)
        for uid, document_id, number, media_type, text, sha256 in decodable(rows, *columns, record=Met.VERSION)
        if sha256_hex(text) == sha256 and (normalizer := _normalizer(media_type)) is not None
    }


def _normalizer(media_type: str) -> Normalizer | None:
    try:
        return normalizer_for(media_type)
    except UnknownNormalizer:
        return None


def _attested(said: _Said, now: Sequence[SeenPassage | None], texts: Mapping[UUID, _Reading]) -> Attested:
    then = {passage.span: passage for passage in said.seen}
    known = {passage.span: passage for passage in now if passage is not None}
    complete = len(known) == len(now) and then.keys() == known.keys()
    applies = complete and all(_says_the_same(then[span], known[span], texts) for span in known)
    return Attested(said.by, said.at, said.note, applies)


def _says_the_same(then: SeenPassage, now: SeenPassage, texts: Mapping[UUID, _Reading]) -> bool:
    if then.superseded_by != now.superseded_by:
        return False
    if OutcomeKind(then.outcome).is_current and OutcomeKind(now.outcome).is_current:
        return True
    if then.outcome != now.outcome or not {then.version, now.version} <= texts.keys():
        return False
    if texts[then.version].edition == texts[now.version].edition:
        return True  # the same bytes, read again by another extractor: that alone changes nothing
    return _judged(then, texts) == _judged(now, texts)


def _judged(passage: SeenPassage, texts: Mapping[UUID, _Reading]) -> list[str]:
    """The words somebody had to judge by, as their text is read around them: those of the passage.

    All of them where there is no place to show, or where the words are the cited ones and what surrounds them is in
    doubt: a passage that went away may come back in words of its own, and one in doubt may come to stand under
    another heading.
    """
    read = texts[passage.version]
    seen, _ = read.normalizer.columns(read.text)
    if passage.start is None or passage.end is None or passage.outcome == OutcomeKind.AMBIGUOUS:
        return seen.values
    return seen.values[bisect_right(seen.ends, passage.start) : bisect_left(seen.starts, passage.end)]
