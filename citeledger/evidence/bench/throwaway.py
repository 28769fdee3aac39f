"""A database that lives as long as one measurement, on the engine this installation uses."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from django.core.management import call_command
from django.db import connections
from psycopg import sql

_MAINTENANCE = "postgres"


@contextmanager
def throwaway_database(*, folder: Path) -> Iterator[str]:
    """Make a migrated database, the default one of this process meanwhile; yields its DATABASE_URL. Dropped after.

    The user named by DATABASE_URL needs the right to create databases. The configured database is never opened.
    """
    if connections["default"].vendor == "sqlite":
        with _default_is(str(folder / "bench.sqlite3")):
            yield f"sqlite:///{folder / 'bench.sqlite3'}"
        return
    name = f"bench_{secrets.token_hex(6)}"
    _administer(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        with _default_is(name):
            yield _url(name)
    finally:
        _administer(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def _default_is(name: str) -> Iterator[None]:
    settings = connections["default"].settings_dict
    before = settings["NAME"]
    connections.close_all()
    settings["NAME"] = name
    try:
        call_command("migrate", verbosity=0, interactive=False)
        yield
    finally:
        connections.close_all()
        settings["NAME"] = before


def _administer(statement: sql.Composed) -> None:
    with psycopg.connect(_url(_MAINTENANCE), autocommit=True) as connection:
        connection.execute(statement)


def _url(name: str) -> str:
    """The configured address with another database's name: whatever else it says (user, options) holds."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit((parts.scheme, parts.netloc, f"/{quote(name)}", parts.query, ""))
