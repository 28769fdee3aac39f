"""A PostgreSQL that freezes is an outage after `ANSWER_SECONDS`, not a wait for ever (DESIGN rule 8)."""

import threading
from collections.abc import Callable, Iterator
from copy import deepcopy
from types import SimpleNamespace

import pytest
from django.db import InterfaceError, OperationalError, connections

from citeledger.tables.postgresql import base
from citeledger.tables.postgresql.base import DatabaseWrapper
from tests.ground.databases import CommittedDatabase
from tests.ground.gates import Gate, Mode

pytestmark = pytest.mark.postgresql
SHORT = 0.3  # seconds


@pytest.fixture
def gate(committed_db: CommittedDatabase, gate_to: Callable[[str], Gate]) -> Gate:
    return gate_to(committed_db.url)


@pytest.fixture
def connect(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., DatabaseWrapper]]:
    """`connect(seconds)`: our backend, by way of the gate."""
    monkeypatch.setattr(DatabaseWrapper, "alone_until", 0.0)
    made: list[DatabaseWrapper] = []

    def build(seconds: float) -> DatabaseWrapper:
        settings = deepcopy(connections["default"].settings_dict)
        settings |= {"HOST": "127.0.0.1", "PORT": gate.port, "ANSWER_SECONDS": seconds}
        made.append(DatabaseWrapper(settings, alias="default"))
        return made[-1]

    yield build
    for wrapper in made:
        wrapper.close()


def ask(database: DatabaseWrapper, question: str) -> object:
    with database.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]


def next_request(database: DatabaseWrapper) -> None:
    """What Django does between requests."""
    database.close_if_unusable_or_obsolete()


def test_an_answer_that_does_not_come_ends_the_connection(gate: Gate, connect: Callable[..., DatabaseWrapper]) -> None:
    database = connect(SHORT)
    assert ask(database, "SELECT 1") == 1
    gate.set(Mode.HANGING)
    with pytest.raises(OperationalError):
        ask(database, "SELECT 2")
    gate.set(Mode.OPEN)
    with pytest.raises((OperationalError, InterfaceError)):  # not the answer that came too late
        ask(database, "SELECT 3")
    next_request(database)
    assert ask(database, "SELECT 4") == 4


def test_a_statement_that_takes_too_long_says_nothing_about_the_server(connect: Callable[..., DatabaseWrapper]) -> None:
    database = connect(SHORT)
    with pytest.raises(OperationalError):
        ask(database, "SELECT pg_sleep(30)")
    next_request(database)
    assert ask(database, "SELECT 1") == 1


def test_a_silent_server_is_left_alone_for_a_moment(
    gate: Gate, connect: Callable[..., DatabaseWrapper], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who queue behind the first are refused without a wait of their own, whether they are connected or not."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(base, "time", SimpleNamespace(monotonic=lambda: clock.now))
    one, other, new = connect(SHORT), connect(SHORT), connect(SHORT)
    assert (ask(one, "SELECT 1"), ask(other, "SELECT 1")) == (1, 1)
    gate.set(Mode.HANGING)
    next_request(one)
    with pytest.raises(OperationalError):
        ask(one, "SELECT 1")
    gate.set(Mode.OPEN)
    clock.now += SHORT - 0.01
    for database in (one, other, new):
        next_request(database)
        with pytest.raises(OperationalError):
            ask(database, "SELECT 1")
    clock.now += 0.02
    for database in (one, other, new):
        next_request(database)
        assert ask(database, "SELECT 1") == 1


def test_so_is_one_that_takes_connections_and_says_nothing(
    gate: Gate, connect: Callable[..., DatabaseWrapper], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(base, "time", SimpleNamespace(monotonic=lambda: clock.now))
    gate.set(Mode.HANGING)
    with pytest.raises(OperationalError):
        ask(connect(SHORT), "SELECT 1")
    gate.set(Mode.OPEN)
    with pytest.raises(OperationalError):
        ask(connect(SHORT), "SELECT 1")
    clock.now += SHORT
    assert ask(connect(SHORT), "SELECT 1") == 1


def test_who_sets_no_seconds_waits_as_long_as_it_takes(gate: Gate, connect: Callable[..., DatabaseWrapper]) -> None:
    """Workers and migrations."""
    database = connect(0)
    assert ask(database, "SELECT 1") == 1
    gate.set(Mode.HANGING)
    thaw = threading.Timer(3 * SHORT, gate.set, [Mode.OPEN])
    thaw.start()
    assert ask(database, "SELECT 2") == 2
    thaw.join()
