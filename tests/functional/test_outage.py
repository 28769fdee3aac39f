"""An outage is not a verdict (DESIGN rule 8): 503 in constant words, then recovery without a restart; T93, T94.

The site runs as people run it, in a process of its own. PostgreSQL is cut off behind a gate; SQLite's file is taken
away. Redis is cut off, and made to hang: nothing but time may change.
"""

import http.client
import json
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from django.db import connections

from acl.services import issue_token
from citeledger.interfaces.wording import OUTAGE_NOTICE
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import CommittedDatabase
from tests.ground.gates import Gate, Mode
from tests.ground.processes import Site
from tests.integration.embed.conftest import WIKI
from tests.integration.embed.conftest import World as EmbedWorld
from tests.integration.embed.conftest import _surface as embed_surface

AT_ONCE = 5.0  # seconds: connect_timeout and a busy machine
DRAFT = {"title": "Returns"}
GateTo = Callable[[str], Gate]


@dataclass(frozen=True)
class Heard:
    status: int
    retry_after: str | None
    body: bytes
    seconds: float


@dataclass
class Outside:
    """Programs and pages that talk to the site over HTTP."""

    origin: str
    token: str
    embeds: EmbedWorld
    citation: UUID

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Heard:
        connection = http.client.HTTPConnection(urlsplit(self.origin).netloc, timeout=30)
        sent = {"Content-Type": "application/json", **{name.replace("_", "-"): text for name, text in headers.items()}}
        began = time.monotonic()
        try:
            connection.request(method, path, b"" if body is None else json.dumps(body).encode(), sent)
            response = connection.getresponse()
            return Heard(response.status, response.getheader("Retry-After"), response.read(), time.monotonic() - began)
        finally:
            connection.close()

    def api(self, method: str, path: str, body: Any = None) -> Heard:
        return self.ask(method, f"/api/v1/{path}", body, Authorization=f"Bearer {self.token}")

    def workflow(self, uid: UUID) -> list[Heard]:
        """What a workflow asks about a citation."""
        listed = self.api("POST", "verdicts", {"citations": [str(uid)]})
        return [listed, self.api("GET", f"citations/{uid}/panel"), self.api("GET", "me")]

    def badges(self, uid: UUID) -> list[Heard]:
        """What elements and frames on a host's page ask."""
        assertion = self.embeds.assertion("support", aud=self.origin)
        states = self.ask("POST", "/embed/v1/states", {"citations": [str(uid)], "assertion": assertion}, Origin=WIKI)
        asked = {"citation": str(uid), "assertion": assertion, "origin": WIKI}
        return [states, self.ask("POST", "/embed/v1/panel", asked, Origin=self.origin)]


def come_back_as(*, told: Heard) -> None:
    """Wait as long as the answer said, as its readers do."""
    time.sleep(float(told.retry_after or 0))


@pytest.fixture
def people(committed_db: CommittedDatabase) -> Cast:
    return cast.make_cast()


@pytest.fixture
def policy(people: Cast) -> UUID:
    return cast.make_document(owner=people.legal)


@pytest.fixture
def reach(people: Cast, policy: UUID, start_site: Callable[..., Site]) -> Callable[..., Outside]:
    """A site with this environment, and support's programs and pages around it."""
    citation = cast.cite(writer=people.support, documents=[policy]).citations[0]
    token = issue_token(actor=people.support, name="workflow", at=AT)
    embeds = EmbedWorld(people, policy, citation)
    embeds.surfaces[WIKI] = embed_surface(WIKI, people, knows_states=True)

    def build(**environment: str) -> Outside:
        return Outside(start_site(**environment).origin, token, embeds, citation)

    return build


@dataclass
class Database:
    """A database that can be stopped: `url` is for the site."""

    url: str
    stop: Callable[[], None]
    start: Callable[[], None]


@pytest.fixture
def database(committed_db: CommittedDatabase, gate_to: GateTo) -> Iterator[Database]:
    with (_behind_a_gate if committed_db.vendor == "postgresql" else _taken_away)(committed_db, gate_to) as found:
        yield found


@contextmanager
def _behind_a_gate(committed_db: CommittedDatabase, gate_to: GateTo) -> Iterator[Database]:
    gate = gate_to(committed_db.url)
    yield Database(
        gate.url_of(committed_db.url), stop=lambda: gate.set(Mode.REFUSED), start=lambda: gate.set(Mode.OPEN)
    )


@contextmanager
def _taken_away(committed_db: CommittedDatabase, _gate_to: GateTo) -> Iterator[Database]:
    """A folder stands where the file was: SQLite would otherwise make a new, empty file."""
    file = Path(committed_db.name)
    aside = [(Path(f"{file}{end}"), Path(f"{file}{end}.aside")) for end in ("", "-wal", "-shm")]

    def stop() -> None:
        connections.close_all()
        for here, there in aside:
            if here.exists():
                shutil.move(here, there)
        file.mkdir()

    def start() -> None:
        file.rmdir()
        for here, there in aside:
            if there.exists():
                shutil.move(there, here)

    yield Database(committed_db.url, stop, start)


class TestTheDatabaseStops:
    def test_workflows_are_told_to_stop_and_pages_get_no_state_until_it_is_back(
        self, reach: Callable[..., Outside], database: Database
    ) -> None:
        outside = reach(DATABASE_URL=database.url)
        known, unknown = outside.citation, cast.unknown()
        before = [heard.body for heard in outside.workflow(outside.citation) + outside.badges(outside.citation)]
        assert b'"current"' in before[0]
        assert b'"current"' in before[3]

        database.stop()
        workflow = outside.workflow(outside.citation) + outside.workflow(unknown)
        badges = outside.badges(outside.citation) + outside.badges(unknown)
        visited = [outside.ask("GET", f"/c/{uid}").body.replace(str(uid).encode(), b"") for uid in (unknown, known)]
        watched = [outside.ask("GET", path) for path in ("/readyz", "/healthz")]
        database.start()

        assert {(heard.status, heard.retry_after) for heard in workflow + badges} == {(503, "2")}
        assert json.loads(workflow[0].body)["detail"] == OUTAGE_NOTICE
        assert len({heard.body for heard in workflow}) == len({heard.body for heard in badges}) == 1
        told = b"".join(heard.body for heard in workflow + badges)
        assert not [state for state in (b"current", b"source_changed", b"unavailable") if state in told]
        assert max(heard.seconds for heard in workflow) < 2
        assert max(heard.seconds for heard in badges) < AT_ONCE
        assert [heard.status for heard in watched] == [503, 200]
        assert json.loads(watched[0].body)["problems"] == ["database"]
        assert visited[0] == visited[1]
        assert b"Unverified" in visited[0]
        after = [heard.body for heard in outside.workflow(outside.citation) + outside.badges(outside.citation)]
        assert after == before

    @pytest.mark.postgresql
    def test_one_that_says_nothing_is_an_outage_too(
        self, reach: Callable[..., Outside], committed_db: CommittedDatabase, gate_to: GateTo
    ) -> None:
        """libpq waits for an answer for ever; the site does not, and goes on without a restart."""
        gate = gate_to(committed_db.url)
        outside = reach(DATABASE_URL=gate.url_of(committed_db.url))
        before = [heard.body for heard in outside.workflow(outside.citation) + outside.badges(outside.citation)]
        one_that_freezes_while_we_are_connected(outside, gate)
        after = [heard.body for heard in outside.workflow(outside.citation) + outside.badges(outside.citation)]
        assert after == before
        one_that_accepts_and_says_nothing(outside, gate)
        assert outside.workflow(outside.citation)[0].status == 200


def one_that_freezes_while_we_are_connected(outside: Outside, gate: Gate) -> None:
    gate.set(Mode.HANGING)
    frozen = outside.workflow(outside.citation) + outside.badges(outside.citation)
    watched = [outside.ask("GET", path) for path in ("/readyz", "/healthz")]
    gate.set(Mode.OPEN)
    assert {(heard.status, heard.retry_after) for heard in frozen} == {(503, "2")}
    assert [heard.status for heard in watched] == [503, 200]
    assert max(heard.seconds for heard in (*frozen, *watched)) < AT_ONCE
    come_back_as(told=frozen[-1])


def one_that_accepts_and_says_nothing(outside: Outside, gate: Gate) -> None:
    gate.set(Mode.REFUSED)  # whatever was open is cut
    gate.set(Mode.HANGING)
    heard = outside.workflow(outside.citation)[0]
    gate.set(Mode.OPEN)
    assert (heard.status, heard.retry_after) == (503, "2")
    assert heard.seconds < AT_ONCE + 2
    come_back_as(told=heard)


@pytest.mark.sqlite
class TestTheFileIsLocked:
    """SQLite's silence: a writer waits for the lock, no longer than the site waits for any database."""

    def test_readers_wait_for_no_writer_and_who_cannot_go_on_is_told_to_stop(
        self, reach: Callable[..., Outside], committed_db: CommittedDatabase
    ) -> None:
        outside = reach()
        before = [heard.body for heard in outside.workflow(outside.citation) + outside.badges(outside.citation)]
        with other_process_holds(committed_db, "BEGIN IMMEDIATE"):
            meanwhile = [heard.body for heard in outside.workflow(outside.citation) + outside.badges(outside.citation)]
            written = outside.api("POST", "documents", DRAFT)
        assert meanwhile == before
        assert (written.status, written.retry_after) == (503, "2")
        assert written.seconds < AT_ONCE
        assert outside.api("POST", "documents", DRAFT).status == 201
        a_file_nobody_may_read_is_an_outage(outside, committed_db)


def a_file_nobody_may_read_is_an_outage(outside: Outside, database: CommittedDatabase) -> None:
    with other_process_holds(database, "PRAGMA locking_mode=EXCLUSIVE", "BEGIN IMMEDIATE"):
        heard = outside.workflow(outside.citation) + outside.badges(outside.citation)
    assert {(each.status, each.retry_after) for each in heard} == {(503, "2")}
    assert max(each.seconds for each in heard) < AT_ONCE
    assert outside.workflow(outside.citation)[0].status == 200


@contextmanager
def other_process_holds(database: CommittedDatabase, *statements: str) -> Iterator[None]:
    connections.close_all()
    other = sqlite3.connect(database.name, isolation_level=None)
    try:
        for statement in statements:
            other.execute(statement)
        yield
    finally:
        other.close()


class TestRedisStops:
    def test_every_answer_is_the_same_and_what_changes_shows(
        self, reach: Callable[..., Outside], people: Cast, policy: UUID, redis_url: str, gate_to: GateTo
    ) -> None:
        gate = gate_to(redis_url)
        outside = reach(REDIS_URL=gate.url_of(redis_url), CELERY_BROKER_URL=gate.url_of(redis_url))
        for weather in (Mode.REFUSED, Mode.HANGING):
            every_answer_is_the_same(outside, gate, weather)
        assert outside.workflow(outside.citation)[1].status == 200
        gate.set(Mode.REFUSED)
        cast.publish(owner=people.legal, document=policy, text=cast.EDITED)
        assert all(b'"source_changed"' in heard.body for heard in outside.workflow(outside.citation)[:2])
        cast.unread(owner=people.legal, document=policy)
        gate.set(Mode.OPEN)
        assert all(b'"unavailable"' in heard.body for heard in outside.workflow(outside.citation)[:2])


def every_answer_is_the_same(outside: Outside, gate: Gate, weather: Mode) -> None:
    def said() -> list[bytes]:
        heard = outside.workflow(outside.citation) + outside.badges(outside.citation)
        assert {each.status for each in heard} == {200}
        assert max(each.seconds for each in heard) < AT_ONCE
        return [each.body for each in heard]

    before = said()
    assert said() == before
    gate.set(weather)
    assert said() == before
    gate.set(Mode.OPEN)
    assert said() == before
