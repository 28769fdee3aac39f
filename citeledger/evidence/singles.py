"""The proof of one record, for whoever met it and could not believe it: what of it can be proved alone, is."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final
from uuid import UUID

import rfc8785
from django.db.models import Q

from citeledger.documents.facts import VERSION_PUBLISHED, describe_version, digests
from citeledger.documents.models import Version
from citeledger.evidence import grounds, reach, texts
from citeledger.evidence.problems import Problem
from citeledger.evidence.rows import Walk
from citeledger.ledger.attestations import ATTESTED, describe_attestation
from citeledger.ledger.facts import SPAN_MINTED, SpanRecord, describe_span
from citeledger.ledger.models import Attestation, Span
from citeledger.log.models import LogDetail
from citeledger.log.services import Json
from revalidation.mismatches import Met


def prove_record(*, record: Met, name: str) -> Iterator[Problem]:
    """Every problem of a version with its spans, of a span, or of an attestation; `name` is a uid or a row's id."""
    named = Q(pk=int(name)) if name.isdecimal() else Q(uid=UUID(name))
    yield from _PROOFS[record](named)


def _versions(only: Q) -> Iterator[Problem]:
    for pk in Version.objects.filter(only).values_list("pk", flat=True):
        yield from _version(pk)


def _version(pk: int) -> Iterator[Problem]:
    yield from texts.versions(only=Q(pk=pk))
    rows = Version.objects.filter(pk=pk).select_related("document", "author", "content", "source")
    yield from Walk(rows=rows, record="version", reach=reach.of_version).problems(_published)
    yield from _spans(Q(version=pk))


def _spans(only: Q) -> Iterator[Problem]:
    yield from texts.spans(only=only)
    rows = Span.objects.filter(only).select_related("version", "content")
    yield from Walk(rows=rows, record="span", reach=reach.of_span).problems(_minted)


def _attestations(only: Q) -> Iterator[Problem]:
    rows = Attestation.objects.filter(only).select_related("citation", "person")
    yield from Walk(rows=rows, record="attestation", reach=reach.of_attestation).problems(_attested)


_PROOFS: Final[Mapping[Met, Callable[[Q], Iterator[Problem]]]] = {
    Met.VERSION: _versions,
    Met.SPAN: _spans,
    Met.ATTESTATION: _attestations,
    Met.GROUND: grounds.grounds,
}


def _published(version: Version) -> Iterator[Problem]:
    body = describe_version(version=version, digests=digests(content=version.content, source=version.source))
    yield from _told("version", version.uid, VERSION_PUBLISHED, body)


def _minted(span: Span) -> Iterator[Problem]:
    record = SpanRecord(
        uid=span.uid, version=span.version.uid, start=span.start, end=span.end, exact=span.content.exact, at=span.at
    )
    yield from _told("span", span.uid, SPAN_MINTED, describe_span(record))


def _attested(row: Attestation) -> Iterator[Problem]:
    yield from _told("attestation", row.uid, ATTESTED, describe_attestation(row))


def _told(record: str, uid: UUID, kind: str, body: dict[str, Json]) -> Iterator[Problem]:
    said = LogDetail.objects.filter(entry__kind=kind, entry__subject_uid=uid, body=rfc8785.dumps(body).decode())
    if not said.exists():
        yield Problem(record, str(uid), "is not what the log says it was")
