"""Which of the versions that a list shows a program published and no person adopted (ADR 17)."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from citeledger.documents.models import Version
from citeledger.documents.pinned import SnapshotChanges
from citeledger.documents.programs import by_a_program


def programs_of(*, versions: Iterable[UUID | None]) -> dict[UUID, str]:
    """The username of the program, by version; nothing for versions of persons and adopted ones.

    For versions their asker was just shown: who may read one reads who published it. One statement, whatever is named.
    """
    named = {uid for uid in versions if uid is not None} or {UUID(int=0)}  # asked for none, it asks all the same
    return dict(Version.objects.filter(by_a_program(""), uid__in=named).values_list("uid", "author__username"))


def versions_in(changes: SnapshotChanges) -> Iterator[UUID]:
    """All versions that a comparison of two snapshots lists."""
    for one in changes.changed:
        yield from (one.old.version, one.new.version)
    yield from (one.version for one in (*changes.added, *changes.removed))
