"""What the background does with uploads: reads what waits in the sandbox, drops what is old.

The upload row is its own outbox: what waits is found and sent again, however often a message is lost (T95, T96).
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from citeledger.core.hashing import sha256_hex
from citeledger.documents.models import Upload, UploadReading
from citeledger.documents.sandbox.reading import RecognitionMissing, SandboxUnavailable, read_apart
from citeledger.documents.uploads import NO_RECOGNITION, UNREADABLE, UploadState
from citeledger.extraction import Extraction, Options, Unreadable

KEPT = timedelta(days=1)
RESEND_AFTER = timedelta(seconds=60)
LONGEST_READING = timedelta(seconds=300)
"""After this long whoever began to read is dead: longer than the task may run (see the settings)."""
BATCH = 100


def read(*, upload: UUID, at: datetime) -> None:
    """Read the upload, if it still waits to be read: twice, late, or for one that is gone changes nothing.

    Raises SandboxUnavailable where it could not be looked at; it waits again then, and the relay sends it later.
    """
    claimed = _claimed(upload, at)
    if claimed is None:
        return
    try:
        found: Extraction | str = read_apart(
            data=bytes(claimed.source.data),
            media_type=claimed.media_type,
            options=Options(language=claimed.language, least_confidence=claimed.least_confidence),
        )
    except SandboxUnavailable:
        Upload.objects.filter(pk=claimed.pk, begun_at=at).update(state=UploadState.WAITING, begun_at=None)
        raise
    except Unreadable:
        found = UNREADABLE
    except RecognitionMissing:
        found = NO_RECOGNITION
    _finish(claimed, found if isinstance(found, str) else _reading(claimed, found))


def _claimed(uid: UUID, at: datetime) -> Upload | None:
    """The upload, if nobody else is reading it."""
    if not Upload.objects.filter(_unread(at), uid=uid).update(state=UploadState.READING, begun_at=at):
        return None
    return Upload.objects.select_related("source").filter(uid=uid, begun_at=at).first()


def _unread(now: datetime) -> Q:
    """That nobody reads it: it waits, or whoever began did so too long ago to be alive."""
    return Q(state=UploadState.WAITING) | Q(state=UploadState.READING, begun_at__lt=now - LONGEST_READING)


def _reading(claimed: Upload, found: Extraction) -> UploadReading:
    return UploadReading(
        upload=claimed,
        text=found.text,
        sha256=sha256_hex(found.text),
        structure=found.structure.to_json(),
        extractor=found.extractor,
    )


@transaction.atomic
def _finish(claimed: Upload, found: UploadReading | str) -> None:
    """Note what came of it (text, or why there is none), unless the upload is gone or another has taken over."""
    rows = Upload.objects.select_for_update()
    mine = rows.filter(pk=claimed.pk, state=UploadState.READING, begun_at=claimed.begun_at)
    if not mine.exists():
        return
    if isinstance(found, str):
        mine.update(state=UploadState.REFUSED, refusal=found)
        return
    found.save(force_insert=True)
    mine.update(state=UploadState.READY)


def relay(*, send: Callable[[UUID], object], now: datetime) -> int:
    """Hand every upload that waits to be read to `send`, and again after a while; returns how many."""
    owed = Upload.objects.filter(_unread(now), Q(sent_at=None) | Q(sent_at__lt=now - RESEND_AFTER))
    rows = list(owed.order_by("pk").values_list("pk", "uid")[:BATCH])
    for pk, uid in rows:
        send(uid)
        Upload.objects.filter(pk=pk).update(sent_at=now)
    return len(rows)


def expire(*, now: datetime) -> None:
    """Drop every upload older than a day, published or not.

    Each in a transaction of its own: the bytes of one are enough for SQLite's one write lock.
    """
    for pk in list(Upload.objects.filter(at__lt=now - KEPT).order_by("pk").values_list("pk", flat=True)):
        Upload.objects.filter(pk=pk).delete()
