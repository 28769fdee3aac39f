"""Fifty writers at once: one number each, no silent overwrite, every loser told (threat T99), on real commits."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar
from uuid import UUID

import pytest
from django.db import connections

from citeledger.core.refusals import Conflict, Refused
from citeledger.documents import queries, services
from citeledger.documents.metadata import Metadata
from citeledger.documents.models import DocumentMetadata, OutboxEntry, Upload, Version, VersionText
from citeledger.documents.services import uploading
from citeledger.log.models import LogEntry
from tests.ground.databases import CommittedDatabase
from tests.integration.documents.cast import AT, LATER, create, head, publish, somebody

WRITERS = 50


T = TypeVar("T")


def at_once(act: Callable[[int], T], count: int = WRITERS) -> list[T]:
    """The results of `act(0)` ... `act(count - 1)`, all started together, each on a connection of its own."""
    start = Barrier(count, timeout=60)

    def one(number: int) -> T:
        try:
            start.wait()
            return act(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=count) as threads:
        return list(threads.map(one, range(count)))


def test_of_fifty_who_start_from_the_same_version_one_wins(committed_db: CommittedDatabase) -> None:
    alice = somebody("alice")
    document = create(alice)
    first = publish(alice, document)

    def edit(number: int) -> UUID | Conflict:
        try:
            return publish(alice, document, b"edit %d\n" % number, expected=first)
        except Conflict as conflict:
            return conflict

    outcomes = at_once(edit)
    (winner,) = [outcome for outcome in outcomes if isinstance(outcome, UUID)]
    assert {outcome.current for outcome in outcomes if isinstance(outcome, Conflict)} == {str(winner)}
    assert [row.number for row in queries.versions(viewer=alice, document=document)] == [2, 1]


def test_fifty_who_try_again_make_fifty_versions_each_on_another(committed_db: CommittedDatabase) -> None:
    alice = somebody("alice")
    document = create(alice)
    first = publish(alice, document)

    def edit(number: int) -> tuple[UUID, int]:
        """The version this one was built on, and how often somebody else was faster."""
        parent, lost = first, 0
        while True:
            try:
                publish(alice, document, b"edit %d\n" % number, expected=parent)
            except Conflict as conflict:
                parent, lost = UUID(conflict.current), lost + 1
            else:
                return parent, lost

    built_on = at_once(edit)
    assert len({parent for parent, _ in built_on}) == WRITERS
    assert sum(lost for _, lost in built_on) > 0
    rows = Version.objects.filter(document__uid=document).order_by("number")
    assert [row.number for row in rows] == list(range(1, WRITERS + 2))
    assert head(document).version == rows.last()
    published = LogEntry.objects.filter(kind="version_published")
    for written in (VersionText.objects.all(), OutboxEntry.objects.all(), published):
        assert written.count() == WRITERS + 1


def test_of_many_who_describe_it_at_once_one_wins(committed_db: CommittedDatabase) -> None:
    alice = somebody("alice")
    document = create(alice)

    def describe(number: int) -> bool:
        said = Metadata(title=f"Title {number}")
        try:
            services.update_metadata(actor=alice, document=document, metadata=said, expected=1, at=LATER)
        except Conflict:
            return False
        return True

    assert at_once(describe, count=10).count(True) == 1
    assert sorted(DocumentMetadata.objects.values_list("number", flat=True)) == [1, 2]


def test_a_ring_cannot_be_closed_from_all_sides_at_once(committed_db: CommittedDatabase) -> None:
    alice = somebody("alice")
    ring = [create(alice) for _ in range(6)]

    def supersede(number: int) -> str:
        new = ring[(number + 1) % len(ring)]
        try:
            services.supersede(actor=alice, document=ring[number], by=new, effective_from=LATER, at=AT)
        except Refused as refused:
            return refused.code
        return "done"

    outcomes = at_once(supersede, count=len(ring))
    assert sorted(outcomes) == ["done"] * (len(ring) - 1) + ["supersession_cycle"]


def test_publishing_and_withdrawing_leave_the_head_where_it_belongs(committed_db: CommittedDatabase) -> None:
    alice = somebody("alice")
    document = create(alice)
    newest = publish(alice, document)

    def act(number: int) -> None:
        try:
            if number % 2:
                publish(alice, document, b"edit %d\n" % number, expected=newest)
            else:
                services.withdraw(actor=alice, version=newest, at=LATER)
        except (Conflict, Refused):
            pass

    at_once(act, count=10)
    standing = Version.objects.filter(document__uid=document, withdrawal=None).order_by("-number").first()
    assert head(document).version == standing


def test_of_more_files_than_may_wait_none_slips_in_beside_another(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploading, "UPLOADS_AT_ONCE", 10)
    alice = somebody("alice")

    def send(number: int) -> str:
        try:
            uploading.receive(
                actor=alice,
                document=None,
                data=b"file %d\n" % number,
                media_type="text/plain",
                file_name="",
                language=None,
                at=AT,
            )
        except Refused as refused:
            return refused.code
        return "received"

    assert Counter(at_once(send)) == {"received": 10, "too_many_uploads": WRITERS - 10}
    assert Upload.objects.count() == 10
