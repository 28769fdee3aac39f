"""Typed readers of the process environment.

Every reader takes a variable's name and a default, and raises ``ImproperlyConfigured`` on a value it cannot
read: a wrong setting stops the start, it is never guessed. An empty variable counts as absent, because that is
what compose files and shells make of a variable nobody filled.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})
_REDIS_SCHEMES = frozenset({"redis", "rediss", "unix"})
_POSTGRESQL_SCHEMES = frozenset({"postgres", "postgresql"})

_E = TypeVar("_E", bound=Enum)


def read_text(*, name: str, default: str = "") -> str:
    """The variable's text without surrounding space, or the default."""
    return os.environ.get(name, "").strip() or default


def read_bool(*, name: str, default: bool) -> bool:
    """1/true/yes/on or 0/false/no/off, in any case."""
    text = read_text(name=name).lower()
    if not text:
        return default
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {text!r}.")


def read_int(*, name: str, default: int, minimum: int = 0) -> int:
    """A whole number, at least ``minimum``."""
    text = read_text(name=name, default=str(default))
    try:
        number = int(text)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}.") from None
    if number < minimum:
        raise ImproperlyConfigured(f"{name} must be at least {minimum}, not {number}.")
    return number


def read_list(*, name: str, default: list[str]) -> list[str]:
    """Comma-separated items without surrounding space; empty items are dropped."""
    items = [item.strip() for item in read_text(name=name).split(",")]
    return [item for item in items if item] or list(default)


def read_choice(*, name: str, default: _E) -> _E:
    """A member of the default's enum, by value."""
    kind = type(default)
    text = read_text(name=name, default=str(default.value))
    try:
        return kind(text)
    except ValueError:
        allowed = ", ".join(str(member.value) for member in kind)
        raise ImproperlyConfigured(f"{name} must be one of {allowed}, not {text!r}.") from None


def read_secret(*, name: str, fallback: Callable[[], str]) -> str:
    """The secret in ``NAME``, or in the file named by ``NAME_FILE``, or what ``fallback`` gives (it may raise).

    Never put the value in an error message: messages end up in logs.
    """
    value, file = read_text(name=name), read_text(name=f"{name}_FILE")
    if value and file:
        raise ImproperlyConfigured(f"Set {name} or {name}_FILE, not both.")
    if file:
        return _read_secret_file(name=name, path=Path(file))
    return value or fallback()


def read_origin(*, name: str, default: str) -> str:
    """A web origin: scheme http or https, host, optional port, nothing after it."""
    origin = read_text(name=name, default=default).rstrip("/")
    parts = _split_url(name=name, url=origin)
    if parts.scheme not in {"http", "https"} or not parts.hostname or origin != f"{parts.scheme}://{parts.netloc}":
        raise ImproperlyConfigured(f"{name} must be an origin such as https://ledger.example, not {origin!r}.")
    if parts.username is not None or parts.password is not None:
        raise ImproperlyConfigured(f"{name} must not carry a user name or password.")
    return origin


def read_redis_url(*, name: str, default: str = "") -> str:
    """A redis://, rediss:// or unix:// address, or the empty text when there is no Redis."""
    url = read_text(name=name, default=default)
    parts = _split_url(name=name, url=url)
    if url and parts.scheme not in _REDIS_SCHEMES:
        raise ImproperlyConfigured(f"{name} must start with redis://, rediss:// or unix://.")
    if url and not (parts.path if parts.scheme == "unix" else parts.hostname):
        raise ImproperlyConfigured(f"{name} names no server.")
    return url


def read_broker_url(*, name: str, redis_url: str) -> str:
    """Celery's broker: an address as for Redis, by default the Redis server itself."""
    url = read_redis_url(name=name, default=redis_url)
    # redis-py and Celery write a local socket differently.
    return url.replace("unix://", "redis+socket://", 1) if url.startswith("unix://") else url


@dataclass(frozen=True, kw_only=True)
class SqliteFile:
    """A SQLite database file."""

    path: Path


@dataclass(frozen=True, kw_only=True)
class PostgresqlServer:
    """A PostgreSQL database. An empty host means the platform's local socket; ``options`` are libpq's own."""

    name: str
    user: str
    password: str
    host: str
    port: str
    options: dict[str, str]


Database = SqliteFile | PostgresqlServer


def read_database_url(*, name: str, default: str) -> Database:
    """``sqlite:///relative/path``, ``sqlite:////absolute/path`` or ``postgresql://user:password@host:port/name``."""
    parts = _split_url(name=name, url=read_text(name=name, default=default))
    if parts.scheme == "sqlite":
        return _sqlite_file(name=name, parts=parts)
    if parts.scheme in _POSTGRESQL_SCHEMES:
        return _postgresql_server(name=name, parts=parts)
    raise ImproperlyConfigured(f"{name} must start with sqlite:/// or postgresql://.")


def _sqlite_file(*, name: str, parts: SplitResult) -> SqliteFile:
    path = unquote(parts.path.removeprefix("/"))
    if parts.netloc or not path or path == ":memory:":
        # An in-memory database is private to one connection: the worker would never see what the site writes.
        raise ImproperlyConfigured(f"{name} must name a file: sqlite:///relative or sqlite:////absolute.")
    return SqliteFile(path=Path(path))


def _postgresql_server(*, name: str, parts: SplitResult) -> PostgresqlServer:
    database = unquote(parts.path.removeprefix("/"))
    if not database or "/" in database:
        raise ImproperlyConfigured(f"{name} must end in the database's name.")
    return PostgresqlServer(
        name=database,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        host=unquote(parts.hostname or ""),
        port=str(parts.port or ""),
        options=dict(parse_qsl(parts.query)),
    )


def _read_secret_file(*, name: str, path: Path) -> str:
    try:
        secret = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE cannot be read: {type(error).__name__}.") from None
    if not secret:
        raise ImproperlyConfigured(f"{name}_FILE names an empty file.")
    return secret


def _split_url(*, name: str, url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # urlsplit checks the port only when asked
    except ValueError:
        raise ImproperlyConfigured(f"{name} is not a readable address.") from None
    return parts
