"""The SQLite schema as the migrations leave it, kept between runs: applying them takes most of a short run.

Kept under the digest of every migration and of the locked packages, and *before* ``post_migrate``: the guards are
installed anew from the code in every run, so a broken guard is never hidden by an old file. On PostgreSQL, and in
a fresh clone, the migrations run as they do for everybody.
"""

import contextlib
import fcntl
import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from script.environment import ROOT, VAR
from tests.ground.databases import IS_POSTGRESQL

_FOLDER = VAR / "test"
_MIGRATIONS = ("acl/migrations/*.py", "citeledger/*/migrations/*.py", "revalidation/migrations/*.py")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On SQLite the database is already there, migrated; Django then only sends its signals."""
    return not IS_POSTGRESQL


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: object
) -> Iterator[None]:
    """Put the migrated file where Django will look for the test database."""
    if IS_POSTGRESQL:
        yield
        return
    with django_db_blocker.unblock():
        shutil.copyfile(_migrated_file(), settings.DATABASES["default"]["TEST"]["NAME"])
    yield
    with django_db_blocker.unblock():
        connections.close_all()


def _migrated_file() -> Path:
    _FOLDER.mkdir(parents=True, exist_ok=True)
    file = _FOLDER / f"migrated-{_digest()}.sqlite3"
    with _FOLDER.joinpath("lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            _build(file)
    return file


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
    with _default_is(unfinished):
        executor = MigrationExecutor(connections["default"])
        executor.migrate(executor.loader.graph.leaf_nodes())
        with connections["default"].cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(file)])
    unfinished.unlink()


@contextlib.contextmanager
def _default_is(file: Path) -> Iterator[None]:
    connection = connections["default"]
    connection.close()
    before = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
