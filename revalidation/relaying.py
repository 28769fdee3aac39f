"""The relay between the outbox and the workers: what an edit owes is found here, however often a message is lost."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from citeledger.documents.models import OutboxEntry

RESEND_AFTER = timedelta(seconds=60)
BATCH = 100


def relay(*, send: Callable[[UUID], object], now: datetime) -> int:
    """Hand every owed entry to `send` (version uid) and note when; returns how many.

    An entry that was sent long ago and is not done is sent again: the broker may have lost it (threat T95). If `send`
    raises, the entry stays owed.
    """
    owed = OutboxEntry.objects.filter(Q(sent_at=None) | Q(sent_at__lt=now - RESEND_AFTER), done_at=None)
    entries = list(owed.select_related("version").order_by("pk")[:BATCH])
    for entry in entries:
        send(entry.version.uid)
        OutboxEntry.objects.filter(pk=entry.pk, done_at=None).update(sent_at=now)
    return len(entries)
