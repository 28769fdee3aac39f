"""The relay between the outbox and the workers: what an edit owes is found here, however often a message is lost."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from citeledger.documents.models import OutboxEntry
from citeledger.documents.services.outbox import REEXTRACTION, SWEEP
from citeledger.documents.services.reading import LONGEST_READING

RESEND_AFTER = timedelta(seconds=60)
BATCH = 100


def relay(*, send: Callable[[UUID], object], now: datetime) -> int:
    """Hand every owed sweep to `send` (version uid) and note when; returns how many.

    An entry that was sent long ago and is not done is sent again: the broker may have lost it (threat T95). If `send`
    raises, the entry stays owed.
    """
    return _relay(SWEEP, send, now, resend_after=RESEND_AFTER)


def relay_reextractions(*, send: Callable[[UUID], object], now: datetime) -> int:
    """The same for versions whose bytes are to be read again, which takes longer."""
    return _relay(REEXTRACTION, send, now, resend_after=LONGEST_READING)


def _relay(kind: str, send: Callable[[UUID], object], now: datetime, *, resend_after: timedelta) -> int:
    lost = Q(sent_at=None) | Q(sent_at__lt=now - resend_after)
    owed = OutboxEntry.objects.filter(lost, kind=kind, done_at=None)
    entries = list(owed.select_related("version").order_by("pk")[:BATCH])
    for entry in entries:
        send(entry.version.uid)
        OutboxEntry.objects.filter(pk=entry.pk, done_at=None).update(sent_at=now)
    return len(entries)
