"""From a damaged row to whose badges cannot be believed. Asked by row id: the row itself may be unreadable."""

from collections.abc import Callable, Iterable
from typing import TypeVar
from uuid import UUID

from citeledger.documents.models import (
    Adoption,
    Document,
    DocumentHead,
    DocumentMetadata,
    Reversion,
    SnapshotMember,
    Version,
    Withdrawal,
)
from citeledger.evidence.problems import Reach
from citeledger.ledger.models import Answer, Attestation, Citation, Rebinding, Span, StatementGround
from citeledger.ledger.queries import citations_resting_on
from citeledger.log.models import Erasure, LogDetail, LogEntry
from revalidation.models import SpanResult

K = TypeVar("K")


def of_span(pk: int) -> Reach:
    return Reach(spans=(pk,))


def of_result(pk: int) -> Reach:
    return Reach(spans=tuple(SpanResult.objects.filter(pk=pk).values_list("span_id", flat=True)))


def of_version(pk: int) -> Reach:
    """A text takes all its spans with it, and what was said to be absent from it."""
    searched = SnapshotMember.objects.filter(version=pk).values("snapshot")
    grounds = StatementGround.objects.filter(snapshot__in=searched).values_list("pk", flat=True)
    return Reach(
        spans=tuple(Span.objects.filter(version=pk).values_list("pk", flat=True)),
        citations=_of_each(grounds, of_ground).citations,
    )


def of_withdrawal(pk: int) -> Reach:
    return _of_each(Withdrawal.objects.filter(pk=pk).values_list("version_id", flat=True), of_version)


def of_reversion(pk: int) -> Reach:
    return _of_each(Reversion.objects.filter(pk=pk).values_list("version_id", flat=True), of_version)


def of_adoption(pk: int) -> Reach:
    """Who stands by a text is shown beside every citation of it."""
    return _of_each(Adoption.objects.filter(pk=pk).values_list("version_id", flat=True), of_version)


def of_document(pk: int) -> Reach:
    """A head that points elsewhere, or a title that was changed, takes the spans of all versions."""
    return Reach(spans=tuple(Span.objects.filter(version__document=pk).values_list("pk", flat=True)))


def of_metadata(pk: int) -> Reach:
    return _of_each(DocumentMetadata.objects.filter(pk=pk).values_list("document_id", flat=True), of_document)


def of_head(pk: int) -> Reach:
    return _of_each(DocumentHead.objects.filter(pk=pk).values_list("document_id", flat=True), of_document)


def of_citation(pk: int) -> Reach:
    return Reach(citations=(pk,))


def of_ground(pk: int) -> Reach:
    """A computation or an absence that is not what it was takes its statement, and all that rests on its text."""
    return _of_each(StatementGround.objects.filter(pk=pk).values_list("answer_id", flat=True), of_answer)


def of_attestation(pk: int) -> Reach:
    """What stands beside a state is believed like the state."""
    return Reach(citations=tuple(Attestation.objects.filter(pk=pk).values_list("citation_id", flat=True)))


def of_rebinding(pk: int) -> Reach:
    return Reach(citations=tuple(Rebinding.objects.filter(pk=pk).values_list("citation_id", flat=True)))


def of_answer(pk: int) -> Reach:
    """Its own citations, and all that rest on it: what they were derived from is not what it was."""
    own = Citation.objects.filter(statement__answer=pk).values_list("pk", flat=True)
    return Reach(citations=tuple(sorted({*own, *citations_resting_on(text_id=pk)})))


def of_entry(pk: int) -> Reach:
    return _of_each(LogEntry.objects.filter(pk=pk).values_list("subject_uid", flat=True), of_subject)


def of_detail(pk: int) -> Reach:
    return _of_each(LogDetail.objects.filter(pk=pk).values_list("entry__subject_uid", flat=True), of_subject)


def of_erasure(pk: int) -> Reach:
    return _of_each(Erasure.objects.filter(pk=pk).values_list("subject_uid", flat=True), of_subject)


def of_subject(uid: UUID) -> Reach:
    """Whatever a fact is about: what the log no longer vouches for is not believed."""
    kinds = (
        (Span.objects.filter(uid=uid), of_span),
        (Version.objects.filter(uid=uid), of_version),
        (Document.objects.filter(uid=uid), of_document),
        (Answer.objects.filter(uid=uid), of_answer),
        (Attestation.objects.filter(uid=uid), of_attestation),
        (Citation.objects.filter(uid=uid), of_citation),
    )
    return _joined(_of_each(rows.values_list("pk", flat=True), reach_of) for rows, reach_of in kinds)


def _of_each(keys: Iterable[K], reach_of: Callable[[K], Reach]) -> Reach:
    return _joined(reach_of(key) for key in keys)


def _joined(parts: Iterable[Reach]) -> Reach:
    found = list(parts)
    spans = {span for part in found for span in part.spans}
    return Reach(tuple(sorted(spans)), tuple(sorted({citation for part in found for citation in part.citations})))
