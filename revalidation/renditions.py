"""Reading a version's bytes again, and what follows for the memos that rested on how they were read before."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from citeledger.documents.models import DocumentHead, OutboxEntry, Version
from citeledger.documents.services.outbox import REEXTRACTION
from citeledger.documents.services.renditions import add_rendition, read_again
from citeledger.ledger.models import Span
from revalidation.models import SpanResult


def reextract(*, version: UUID, at: datetime) -> UUID | None:
    """Read the version's bytes by today's extractors; the uid of the new rendition, None where there is nothing new.

    Also None for an unknown, withdrawn or erased version. Doing it twice makes no second rendition. Raises
    DamagedVersion, and SandboxUnavailable: then it stays owed.
    """
    owed = OutboxEntry.objects.filter(kind=REEXTRACTION, version__uid=version).values("pk", "turn").first()
    standing = Version.objects.filter(uid=version, withdrawal=None, content__isnull=False, source__isnull=False)
    found = standing.select_related("document", "content", "source").first()
    made = _made(found, at) if found else None
    if owed:
        OutboxEntry.objects.filter(**owed).update(done_at=at)
    return made.uid if made else None


def _made(version: Version, at: datetime) -> Version | None:
    manuscript = read_again(version)
    if manuscript is None:
        return None
    with transaction.atomic():
        made = add_rendition(version=version, manuscript=manuscript, at=at)
        if made is not None:
            _outdated(made).delete()
    return made


def _outdated(made: Version) -> QuerySet[SpanResult]:
    """Memos of comparisons that start from the new rendition from now on: see `ways`."""
    return SpanResult.objects.filter(
        span__version__document_id=made.document_id,
        span__version__number=made.number,
        version__extractor=made.extractor,
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
