"""From an edit to the remembered results at work: real workers, threads, and a broker that stops (T95-T98)."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import kombu
import pytest
from django.db import connections

from citeledger.celery import app
from citeledger.core.anchoring import OutcomeKind
from citeledger.core.states import State
from citeledger.documents.models import OutboxEntry
from citeledger.emission.services import mint_spans
from citeledger.ledger.models import Span
from revalidation import tasks
from revalidation.models import SpanResult
from revalidation.relaying import RESEND_AFTER, relay
from revalidation.sweeping import sweep
from script.children import Child
from tests import cast
from tests.cast import AT
from tests.ground import servers
from tests.ground.databases import CommittedDatabase
from tests.ground.gates import Gate, Mode
from tests.integration.revalidation.test_sweep import NOW, TEXTS, World, all_done, draft, owed, remembered

SECONDS = 60


@pytest.fixture
def committed(committed_db: CommittedDatabase) -> World:
    return World()


def eventually(ready: Callable[[], bool], seconds: float = SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.02)


class TestARealWorker:
    def test_remembers_what_became_of_every_span(self, committed: World, worker: Child) -> None:
        version = committed.edit()
        tasks.relay.delay()
        eventually(lambda: owed() == [])
        assert [(row[1], OutcomeKind(row[3]).is_current) for row in remembered()] == [(version, False)]
        assert committed.state() is State.SOURCE_CHANGED

    def test_that_gets_every_message_five_times_does_it_once(self, committed: World, worker: Child) -> None:
        versions = [committed.edit(text) for text in TEXTS]
        for version in [*versions * 5, versions[-1]]:
            tasks.sweep.delay(version=str(version), unknown="a newer site may say more")
        OutboxEntry.objects.filter(version__uid=versions[-1]).update(done_at=None)
        eventually(lambda: not set(versions) & set(owed()))
        found = remembered()
        SpanResult.objects.all().delete()
        for version in versions:
            sweep(version=version, at=NOW)
        assert found == remembered()

    def test_that_is_killed_in_the_middle_is_replaced_and_nothing_is_missing(
        self, committed: World, start_worker: Callable[..., Child]
    ) -> None:
        words = Words(committed, 3000)
        first = start_worker()
        version = words.edit()
        relay(send=lambda uid: tasks.sweep.delay(version=str(uid)), now=NOW)
        eventually(lambda: SpanResult.objects.exists())
        os.killpg(first.process.pid, signal.SIGKILL)  # a session of its own: the worker and its child
        first.process.wait()
        assert SpanResult.objects.count() < words.count
        assert version in owed()
        start_worker()
        relay(send=lambda uid: tasks.sweep.delay(version=str(uid)), now=NOW + RESEND_AFTER + timedelta(seconds=1))
        eventually(lambda: owed() == [])
        assert SpanResult.objects.filter(version__uid=version).count() == words.count

    def test_twins_at_the_same_time_end_like_one(self, committed: World) -> None:
        words = Words(committed, 600)
        version = words.edit()
        together = threading.Barrier(3)
        with each_in_a_thread(3, lambda _: (together.wait(10), sweep(version=version, at=NOW))):
            pass
        assert SpanResult.objects.count() == words.count

    def test_writers_of_late_spans_wait_for_each_other_and_owe_all(self, committed: World) -> None:
        """Opposite orders, the relay and the sweep beside them: no deadlock, nothing forgotten."""
        for text in TEXTS:
            committed.edit(text)
        words = cast.POLICY.replace("#", "").split()
        together = threading.Barrier(6)

        def act(turn: int) -> None:
            together.wait(10)
            for word in words[turn:12:2] if turn < 4 else range(6):
                if turn < 4:
                    committed.mint(str(word))
                else:
                    relay(send=lambda uid: sweep(version=uid, at=NOW), now=datetime.now(UTC))

        with each_in_a_thread(6, act):
            pass
        all_done()
        assert SpanResult.objects.count() == Span.objects.count() * len(TEXTS)


class TestABrokerThatStopped:
    def test_changes_no_answer_and_loses_no_work(
        self, committed: World, redis_url: str, gate_to: Callable[[str], Gate]
    ) -> None:
        broker = servers.redis_database(number=1)
        gate = gate_to(broker)
        gate.set(Mode.REFUSED)

        def send(uid: UUID) -> None:
            with app.connection_for_write(gate.url_of(broker)) as through_gate:
                tasks.sweep.apply_async(kwargs={"version": str(uid)}, connection=through_gate)

        version = committed.edit()
        with pytest.raises(kombu.exceptions.OperationalError):
            relay(send=send, now=NOW)
        assert committed.state() is State.SOURCE_CHANGED
        assert version in owed()
        gate.set(Mode.OPEN)
        assert relay(send=send, now=NOW) == 2
        assert relay(send=send, now=NOW) == 0


class Words:
    """A long document of numbered words with a span on each, for sweeps that take a while."""

    def __init__(self, world: World, count: int) -> None:
        self.world, self.count = world, count
        self.text = " ".join(f"word{number}" for number in range(count)) + ".\n"
        self.document = cast.make_document(owner=world.people.legal, title="Words", text=self.text)
        version = cast.current_version(world.people.legal, self.document)
        assert version is not None
        places = [(self.text.index(word), word) for word in self.text.rstrip(".\n").split()]
        drafts = [draft(version, start, word) for start, word in places]
        for at in range(0, count, 200):
            mint_spans(writer=world.people.legal, drafts=drafts[at : at + 200], at=AT)

    def edit(self) -> UUID:
        return cast.publish(owner=self.world.people.legal, document=self.document, text=f"New. {self.text}", at=NOW)


@contextmanager
def each_in_a_thread(count: int, act: Callable[[int], Any]) -> Iterator[None]:
    """Run `act(0)` ... `act(count - 1)` at once; whatever one of them raises is raised here."""
    failures: list[BaseException] = []

    def one(number: int) -> None:
        try:
            act(number)
        except BaseException as error:
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join(SECONDS)
    assert failures == []
    assert not any(thread.is_alive() for thread in threads)
