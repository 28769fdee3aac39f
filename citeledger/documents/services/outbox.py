"""What edits and late citations owe the background, committed with what owes it (threats T95, T98)."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import F, QuerySet

from citeledger.documents.models import OutboxEntry, Version

SWEEP = "sweep"


def owe(*, version: Version, at: datetime) -> None:
    """A sweep of the document's spans against this version, where the head now points."""
    entry, is_new = OutboxEntry.objects.get_or_create(kind=SWEEP, version=version, defaults={"at": at})
    if not is_new:
        _owe(OutboxEntry.objects.filter(pk=entry.pk), at=at)


def owe_again(*, cited: Collection[int], at: datetime) -> None:
    """The sweeps of every version later than those of these ids, which just got spans. One statement.

    The sweeps may have run before these spans were born; the next turn tells a sweep that is running now that what it
    began with is not all of it. `at` is aware UTC. Rows are locked in order: two writers on the same documents wait,
    and do not deadlock.
    """
    later = Version.objects.filter(
        document__versions__in=cited, number__gt=F("document__versions__number"), withdrawal=None
    )
    owed = OutboxEntry.objects.select_for_update().filter(kind=SWEEP, version__in=later.values("pk")).order_by("pk")
    _owe(OutboxEntry.objects.filter(pk__in=owed.values("pk")), at=at)


def _owe(entries: QuerySet[OutboxEntry], *, at: datetime) -> None:
    entries.update(at=at, sent_at=None, done_at=None, turn=F("turn") + 1)
