"""`indist(surface, one, other)`: can a viewer tell two worlds apart that differ only in why something is hidden?

Compared are status, headers (names, values, order), cookies, body bytes, the statements sent to the database and the
operations on the cache. Only the date and what the request itself named may differ (threats T30, T32, T38).
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.test.utils import CaptureQueriesContext

from citeledger.core.refusals import Forbidden, NotFound, Refused
from revalidation import wiring
from tests.rig.caches import CountingCache
from tests.rig.worlds import Names

_MAY_DIFFER = {"date", "x-request-id"}
_FORM_TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*')
_UID = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = re.compile(rb"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)|\d\d:\d\d(?::\d\d)? UTC")
_LITERALS = (
    # With the type the driver chose by the size of the numbers, and whatever that is cast to.
    (re.compile(r"'(?:[^']|'')*'(?:::[a-z\d]+(?:\[\])?)*"), "?"),
    (re.compile(r"\b\d+(?:\.\d+)?\b"), "?"),
    (re.compile(r"_x\?|s\d+_x\d+"), "_x"),
    (re.compile(r"\(\s*\?(?:\s*,\s*\?)*\s*\)"), "(?)"),
)


@dataclass(frozen=True)
class Surface:
    """One way to ask: the URL pattern it goes through (empty for a function of ours), and the request itself.

    `takes` names the ids the request carries; a world that lacks one of them is not compared on this surface.
    """

    pattern: str
    name: str
    ask: Callable[[Names], Any]
    takes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.pattern or 'function'}: {self.name}"


@dataclass(frozen=True)
class Observation:
    """Everything a viewer, a proxy or a clock could look at."""

    status: int
    headers: tuple[tuple[str, str], ...]
    cookies: tuple[str, ...]
    body: bytes
    statements: tuple[str, ...]
    cache: tuple[str, ...]


def indist(surface: Surface, one: Names, other: Names) -> dict[str, tuple[Any, Any]]:
    """What differs between the two observations, by field; empty where nobody can tell them apart."""
    return differences(observe(surface, one), observe(surface, other))


def differences(first: Observation, second: Observation) -> dict[str, tuple[Any, Any]]:
    """By field, what of the two is not the same."""
    pairs = {field.name: (getattr(first, field.name), getattr(second, field.name)) for field in fields(Observation)}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def observe(surface: Surface, names: Names) -> Observation:
    """Ask once, with the cache of this run, and take down everything."""
    return asked(surface, names)[1]


def asked(surface: Surface, names: Names) -> tuple[Any, Observation]:
    """The same, beside the answer as it came."""
    cache = CountingCache(wiring.cache())
    connection.queries_log.clear()  # it forgets the first of 9000, and reading from it copies all
    with patch.object(wiring, "cache", lambda: cache), CaptureQueriesContext(connection) as queries:
        answer = surface.ask(names)
    return answer, _observed(answer, names, queries, cache)


def _observed(answer: Any, names: Names, queries: CaptureQueriesContext, cache: CountingCache) -> Observation:
    named = sorted(asdict(names).values(), key=len, reverse=True)
    return Observation(
        status=_status(answer),
        headers=tuple((name, _neutral(value.encode(), names).decode()) for name, value in _headers(answer)),
        cookies=tuple(sorted(getattr(answer, "cookies", ()))),
        body=_neutral(_body(answer), names),
        statements=tuple(_normalised(query["sql"], named) for query in queries.captured_queries),
        cache=tuple(cache.operations),
    )


def answered(call: Callable[[], Any]) -> Any:
    """What a function of ours says: its result, or the refusal it raises."""
    try:
        return call()
    except (NotFound, Forbidden) as no:
        return type(no).__name__
    except Refused as refused:
        return f"{refused.code} {refused.detail} {refused.at}"


def _status(answer: Any) -> int:
    return getattr(answer, "status_code", 0)


def _headers(answer: Any) -> Iterable[tuple[str, str]]:
    found = answer.items() if hasattr(answer, "status_code") else ()
    return [(name, value) for name, value in found if name.lower() not in _MAY_DIFFER]


def _body(answer: Any) -> bytes:
    return answer.content if hasattr(answer, "content") else repr(answer).encode()


def _neutral(text: bytes, names: Names) -> bytes:
    for name, value in asdict(names).items():
        if value:
            for spelling in (value, value.replace("-", "")):
                text = text.replace(spelling.encode(), f"<{name}>".encode())
    text = _FORM_TOKEN.sub(rb"\1<token>", text)
    return _TIME.sub(b"<time>", _UID.sub(b"<uid>", text))


def _normalised(statement: str, named: list[str]) -> str:
    for value in named:
        if value:
            statement = statement.replace(value.replace("-", ""), "?").replace(value, "?")
    for pattern, stand_in in _LITERALS:
        statement = pattern.sub(stand_in, statement)
    return statement
