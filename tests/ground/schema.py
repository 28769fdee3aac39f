"""The schema as the migrations leave it, made once for all workers: applying them takes most of a short run.

On SQLite it is a file that is kept between runs under the digest of every migration and of the locked packages, on
PostgreSQL a database that lives as long as our server. Both are kept *before* ``post_migrate``: the guards are
installed anew from the code by every worker, so a broken guard is never hidden by an old schema. In a fresh clone,
and on a server that was given, the migrations run as they do for everybody.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from psycopg import sql

from script.environment import ROOT, VAR
from tests.ground import servers
from tests.ground.databases import IS_POSTGRESQL, administer

_FOLDER = VAR / "test"
_TEMPLATE = "citeledger_migrated"
_MIGRATIONS = ("acl/migrations/*.py", "citeledger/*/migrations/*.py", "revalidation/migrations/*.py")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: object
) -> Iterator[None]:
    """Put the migrated schema where Django will look for the test database, or for what to make it from."""
    test = settings.DATABASES["default"]["TEST"]
    with django_db_blocker.unblock():
        if not IS_POSTGRESQL:
            shutil.copyfile(_migrated_file(), test["NAME"])
        elif not servers.is_given():
            test["TEMPLATE"] = _migrated_database()
    yield
    with django_db_blocker.unblock():
        connections.close_all()


def _migrated_file() -> Path:
    file = _FOLDER / f"migrated-{_digest()}.sqlite3"
    with _one_at_a_time(_FOLDER):
        if not file.exists():
            _build(file)
    return file


def _migrated_database() -> str:
    """The first worker migrates, the others wait for it. Nobody is connected afterwards: PostgreSQL copies no other."""
    folder = Path(os.environ[servers.FOLDER])
    made = folder / _TEMPLATE
    with _one_at_a_time(folder):
        if not made.exists():
            administer(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(_TEMPLATE)))
            with _default_is(_TEMPLATE):
                _migrate()
            made.touch()
    return _TEMPLATE


@contextlib.contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    with folder.joinpath("lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _digest() -> str:
    digest = hashlib.sha256(ROOT.joinpath("requirements.txt").read_bytes())
    digest.update(sqlite3.sqlite_version.encode())
    for path in sorted(path for pattern in _MIGRATIONS for path in ROOT.glob(pattern)):
        digest.update(f"\0{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _build(file: Path) -> None:
    for old in _FOLDER.glob("migrated-*"):
        old.unlink()
    unfinished = file.with_suffix(".unfinished")
    with _default_is(str(unfinished)):
        _migrate()
        with connections["default"].cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(file)])
    unfinished.unlink()


def _migrate() -> None:
    executor = MigrationExecutor(connections["default"])
    executor.migrate(executor.loader.graph.leaf_nodes())


@contextlib.contextmanager
def _default_is(name: str) -> Iterator[None]:
    connection = connections["default"]
    connection.close()
    before = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
