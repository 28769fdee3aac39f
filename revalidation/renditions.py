"""Reading a version's bytes again, and what follows for the memos that rested on how they were read before."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from citeledger.documents.models import DocumentHead, OutboxEntry, Version
from citeledger.documents.services.outbox import REEXTRACTION
from citeledger.documents.services.renditions import add_rendition, read_again
from citeledger.documents.standing import text_stands
from citeledger.ledger.models import Span
from revalidation.models import SpanResult

RESULTS_A_CHUNK = 500  # rows a transaction deletes: SQLite holds its one write lock well under 100 ms


def reextract(*, version: UUID, at: datetime) -> UUID | None:
    """Read the version's bytes by today's extractors; the uid of the new rendition, None where there is nothing new.

    Also None for an unknown, withdrawn or erased version. Doing it twice makes no second rendition. Raises
    DamagedVersion, and SandboxUnavailable: then it stays owed.
    """
    owed = OutboxEntry.objects.filter(kind=REEXTRACTION, version__uid=version).values("pk", "turn").first()
    standing = Version.objects.filter(text_stands(""), uid=version, source__isnull=False)
    found = standing.select_related("document", "content", "source").first()
    made = _made(found, at) if found else None
    if owed:
        OutboxEntry.objects.filter(**owed).update(done_at=at)
    return made.uid if made else None


def _made(version: Version, at: datetime) -> Version | None:
    manuscript = read_again(version)
    if manuscript is None:
        return None
    outdated = _outdated(version, manuscript.extraction.extractor)
    _forget(outdated)
    with transaction.atomic():
        made = add_rendition(version=version, manuscript=manuscript, at=at)
        if made is not None:
            outdated.delete()  # what was remembered since: a handful at most
    return made


def _forget(results: QuerySet[SpanResult]) -> None:
    """Drop memos a chunk at a time, each in a transaction of its own: without them every answer is the same."""
    while chunk := list(results.values_list("pk", flat=True)[:RESULTS_A_CHUNK]):
        SpanResult.objects.filter(pk__in=chunk).delete()


def _outdated(version: Version, extractor: str) -> QuerySet[SpanResult]:
    """Memos of comparisons that start from the version's next rendition, by `extractor`, from now on: see `ways`."""
    return SpanResult.objects.filter(
        span__version__document_id=version.document_id,
        span__version__number=version.number,
        version__extractor=extractor,
    )


def worth_reading_again(*, document: UUID | None) -> QuerySet[Version]:
    """The newest standing rendition of every version that is current or cited; of one document, or of all."""
    newer = Version.objects.filter(
        document=OuterRef("document"), number=OuterRef("number"), rendition__gt=OuterRef("rendition")
    )
    cited = Span.objects.filter(version__document=OuterRef("document"), version__number=OuterRef("number"))
    current = DocumentHead.objects.filter(version=OuterRef("pk"))
    rows = Version.objects.filter(~Exists(newer), Q(Exists(cited)) | Q(Exists(current)), withdrawal=None)
    chosen = rows if document is None else rows.filter(document__uid=document)
    return chosen.order_by("document_id", "number")
