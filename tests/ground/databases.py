"""Databases whose commits are real, and what the tests of one module stand on.

Frozen tables refuse TRUNCATE and DELETE, so nothing can empty a database between tests. A test that needs real
commits (threads, workers, a running site) gets a database of its own, copied from the migrated one, and drops it.
Tests that roll back may share what costs time to build: it is rolled back after the last of them.
"""

import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import quote

import psycopg
import pytest
from django.db import connection, connections, transaction
from django.test.utils import setup_databases, teardown_databases
from psycopg import sql

from tests.ground import servers

T = TypeVar("T")
IS_POSTGRESQL = os.environ.get(servers.ENGINE) == "postgresql"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A module is one or the other: built once and rolled back to, or with commits of its own under the connection."""
    built, committed = ({i.path for i in items if name in i.fixturenames} for name in ("built_once", "committed_db"))
    if built & committed:
        both = sorted(map(str, built & committed))
        raise pytest.UsageError(f"built_once and committed_db exclude each other: {both}")


@dataclass(frozen=True, kw_only=True)
class CommittedDatabase:
    """A database of one test. ``url`` is what another process needs; ``vendor`` is sqlite or postgresql."""

    url: str
    name: str
    vendor: str


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: Any
) -> Iterator[None]:
    """The migrated database. pytest-django's own makes none unless some test of the run rolls back (mark django_db)."""
    with django_db_blocker.unblock():
        # On SQLite the migrated file is already there (tests/ground/schema.py): Django only sends its signals.
        made = setup_databases(verbosity=0, interactive=False, aliases={"default"}, keepdb=not IS_POSTGRESQL)
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)


@pytest.fixture(scope="session")
def _pristine_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """A copy of the migrated database that nobody is ever connected to: PostgreSQL copies no other."""
    with django_db_blocker.unblock():
        migrated = connection.settings_dict["NAME"]
        name = _new_name(migrated, "pristine")
        if IS_POSTGRESQL:
            connection.close()
            _copy_postgresql(source=migrated, target=name)
        else:
            with connection.cursor() as cursor:
                cursor.execute("VACUUM INTO %s", [name])
            connection.close()
    yield name
    _drop(name)


class BuiltOnce(Protocol):
    """What `built_once` gives."""

    def __call__(self, make: Callable[[], T]) -> T: ...


@pytest.fixture(scope="module")
def built_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[BuiltOnce]:
    """``built_once(make)`` in a fixture of a module: every test of it finds what `make` wrote, and rolls back to it.

    Not for modules with ``committed_db``, whose tests change the database under the connection.
    """

    def build(make: Callable[[], T]) -> T:
        with django_db_blocker.unblock():
            made = make()
            connection.check_constraints()  # none is left pending: a table with checks to come cannot be altered
        return made

    outermost = transaction.atomic()
    with django_db_blocker.unblock():
        outermost.__enter__()
    yield build
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        outermost.__exit__(None, None, None)


@dataclass(frozen=True, kw_only=True)
class Begun(Generic[T]):
    """A database with a world in it that nobody is connected to, and what was made of it."""

    database: str
    world: T


@pytest.fixture(scope="module")
def begun_once(_pristine_database: str, django_db_blocker: Any) -> Iterator[Callable[[Callable[[], T]], Begun[T]]]:
    """``begun_once(make)`` in a fixture of a module: each committed_db of it begins as a copy of what `make` wrote.

    For that the module's own ``database_to_copy`` returns the ``database`` of the result.
    """
    with django_db_blocker.unblock(), own_database(copy_of=_pristine_database) as database:

        def begin(make: Callable[[], T]) -> Begun[T]:
            world = make()
            connections.close_all()
            return Begun(database=database.name, world=world)

        yield begin


@pytest.fixture
def database_to_copy(_pristine_database: str) -> str:
    """What committed_db is a copy of. Tests that begin in one world build it once (own_database) and name it here."""
    return _pristine_database


@pytest.fixture
def committed_db(
    request: pytest.FixtureRequest, database_to_copy: str, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[CommittedDatabase]:
    """This test's own database, the default one in every thread; DATABASE_URL names it for other processes.

    Threads close what they open: ``connections.close_all()`` at their end.
    """
    _refuse_transaction(request)
    with django_db_blocker.unblock(), own_database(copy_of=database_to_copy) as database:
        monkeypatch.setenv("DATABASE_URL", database.url)
        yield database


@contextmanager
def own_database(*, copy_of: str) -> Iterator[CommittedDatabase]:
    """A copy of a database that nobody is connected to: the default one meanwhile, dropped afterwards."""
    name = _new_name(copy_of, "own")
    _copy(source=copy_of, target=name)
    with _default_is(name):
        yield CommittedDatabase(url=_url(name), name=name, vendor=connections["default"].vendor)
    _drop(name)


@pytest.fixture
def transactional_db() -> None:
    """Refused: it would empty frozen tables."""
    pytest.fail("Frozen tables cannot be emptied between tests: use the fixture committed_db.")


@pytest.fixture
def live_server() -> None:
    """Refused: it would empty frozen tables."""
    pytest.fail("Frozen tables cannot be emptied between tests: use the fixture site.")


@contextmanager
def _default_is(name: str) -> Iterator[None]:
    connection.close()
    settings = connection.settings_dict  # the same dictionary in every thread
    before = settings["NAME"]
    settings["NAME"] = name
    try:
        yield
    finally:
        connections.close_all()
        settings["NAME"] = before


def _refuse_transaction(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("django_db") or "db" in request.fixturenames:
        pytest.fail("committed_db and the fixture or mark db exclude each other: one of them rolls back.")


def _new_name(stem: str, kind: str) -> str:
    suffix = f"{kind}_{uuid.uuid4().hex[:8]}"
    if IS_POSTGRESQL:
        return f"{stem[:40]}_{suffix}"
    return str(Path(stem).with_name(f"{suffix}.sqlite3"))


def _copy(*, source: str, target: str) -> None:
    if IS_POSTGRESQL:
        _copy_postgresql(source=source, target=target)
    else:
        shutil.copyfile(source, target)


def _copy_postgresql(*, source: str, target: str) -> None:
    administer(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(target), sql.Identifier(source)))


def _drop(name: str) -> None:
    if IS_POSTGRESQL:
        administer(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
        return
    for suffix in ("", "-wal", "-shm"):
        Path(name + suffix).unlink(missing_ok=True)


def administer(statement: sql.Composed) -> None:
    """Ask the server itself, outside any of its databases' transactions."""
    with psycopg.connect(_url("postgres"), autocommit=True) as connection:
        connection.execute(statement)


def _url(name: str) -> str:
    if not IS_POSTGRESQL:
        return f"sqlite:///{name}"
    settings = connections["default"].settings_dict
    password = f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else ""
    user = f"{quote(settings['USER'])}{password}@" if settings["USER"] else ""
    return f"postgresql://{user}{settings['HOST']}:{settings['PORT'] or 5432}/{quote(name)}"
