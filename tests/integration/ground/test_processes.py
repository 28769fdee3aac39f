"""Sites, workers and gates of the suite are real and answer."""

import http.client
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from citeledger.celery import app
from script.children import Child
from tests.ground.databases import CommittedDatabase
from tests.ground.gates import Gate, Mode
from tests.ground.processes import Site


def _status(origin: str, path: str = "/nothing-here") -> int:
    connection = http.client.HTTPConnection(urlsplit(origin).netloc, timeout=60)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def test_a_site_in_a_thread_answers(site: Site) -> None:
    assert _status(site.origin) == 404


def test_a_site_of_its_own_answers_and_ends(start_site: Callable[..., Site]) -> None:
    running = start_site()
    assert _status(running.origin) == 404
    assert running.child is not None
    running.child.stop()
    with pytest.raises(ConnectionRefusedError):
        _status(running.origin)


def test_a_worker_takes_messages(worker: Child) -> None:
    assert app.control.inspect(timeout=5).ping()


def test_a_closed_gate_refuses_and_an_opened_one_lets_through(redis_url: str, gate_to: Callable[[str], Gate]) -> None:
    gate = gate_to(redis_url)
    with redis.Redis.from_url(gate.url_of(redis_url), socket_timeout=0.2, retry=None) as client:
        assert client.ping()
        gate.set(Mode.REFUSED)
        with pytest.raises(redis.ConnectionError):
            client.ping()
        gate.set(Mode.OPEN)
        assert client.ping()


def test_a_hanging_gate_answers_nothing(redis_url: str, gate_to: Callable[[str], Gate]) -> None:
    gate = gate_to(redis_url)
    gate.set(Mode.HANGING)
    began = time.monotonic()
    client = redis.Redis.from_url(gate.url_of(redis_url), socket_timeout=0.2, retry=None)
    with client, pytest.raises(redis.TimeoutError):
        client.ping()
    assert time.monotonic() - began < 5


@pytest.mark.postgresql
def test_a_database_can_be_cut_off_and_come_back(
    committed_db: CommittedDatabase, gate_to: Callable[[str], Gate]
) -> None:
    gate = gate_to(committed_db.url)
    with psycopg.connect(gate.url_of(committed_db.url)) as connection:
        gate.set(Mode.REFUSED)
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(gate.url_of(committed_db.url))
    gate.set(Mode.OPEN)
    with psycopg.connect(gate.url_of(committed_db.url)) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_commands_run_as_people_run_them(manage: Callable[..., object], committed_db: CommittedDatabase) -> None:
    finished = manage("migrate", "--check")
    assert finished.returncode == 0, finished.stderr
