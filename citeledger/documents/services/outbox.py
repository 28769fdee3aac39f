"""What edits and late citations owe the background, committed with what owes it (threats T95, T98)."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import F, Q, QuerySet

from citeledger.documents.models import OutboxEntry, Version

SWEEP = "sweep"
REEXTRACTION = "reextraction"


def owe(*, version: Version, at: datetime) -> None:
    """A sweep of the document's spans against this version, where the head now points."""
    entry, is_new = OutboxEntry.objects.get_or_create(kind=SWEEP, version=version, defaults={"at": at})
    if not is_new:
        _owe(OutboxEntry.objects.filter(pk=entry.pk), at=at)


def owe_reextraction(*, version: Version, since: datetime, at: datetime) -> None:
    """That the version's bytes are read again by today's extractors, unless that was done or owed after `since`."""
    entry, is_new = OutboxEntry.objects.get_or_create(kind=REEXTRACTION, version=version, defaults={"at": at})
    if not is_new:
        _owe(OutboxEntry.objects.filter(pk=entry.pk, at__lt=since), at=at)


def owe_again(*, cited: Collection[int], at: datetime) -> None:
    """The sweeps of every version later than those of these ids, which just got spans. One statement.

    The sweeps may have run before these spans were born; the next turn tells a sweep that is running now that what it
    began with is not all of it. `at` is aware UTC. Rows are locked in order: two writers on the same documents wait,
    and do not deadlock.
    """
    number, rendition = F("document__versions__number"), F("document__versions__rendition")
    is_later = Q(number__gt=number) | Q(number=number, rendition__gt=rendition)
    later = Version.objects.filter(is_later, document__versions__in=cited, withdrawal=None)
    owed = OutboxEntry.objects.select_for_update().filter(kind=SWEEP, version__in=later.values("pk")).order_by("pk")
    _owe(OutboxEntry.objects.filter(pk__in=owed.values("pk")), at=at)


def _owe(entries: QuerySet[OutboxEntry], *, at: datetime) -> None:
    entries.update(at=at, sent_at=None, done_at=None, turn=F("turn") + 1)
