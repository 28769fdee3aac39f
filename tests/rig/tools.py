"""The tools of agents as surfaces: each asks what its row of the API's table asks, as arguments."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from mcp.types import CallToolResult

from citeledger.interfaces.mcp.asking import Site
from citeledger.interfaces.mcp.operations import Operation
from citeledger.interfaces.mcp.operations import operations as described
from citeledger.interfaces.mcp.sealing import MEMBER, sealed
from citeledger.interfaces.mcp.server import called
from tests.functional.api.routes import ROUTES, Row
from tests.rig.indist import Surface
from tests.rig.worlds import Names

operations = cache(described)
application = cache(get_wsgi_application)
NAMES_NOTHING = frozenset({"me", "changes", "open_session", "retrofit"})
"""Tools that take no uid of anything that could be hidden."""
_LACKED = ("shown", "own_snapshot", "own_session")  # not every world has them


class Caller:
    """Calls tools with a token, or without one."""

    def __init__(self, token: str | None) -> None:
        self._authorization = f"Bearer {token}" if token else ""
        self._site = Site(application=application(), origin="http://testserver")

    def __call__(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What the tool gives; fails on an error."""
        result = self.result(tool, **arguments)
        assert not result.is_error, result.structured_content
        return dict(result.structured_content or {})

    def problem(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What the tool says is wrong; fails where nothing is."""
        result = self.result(tool, **arguments)
        assert result.is_error, result.structured_content
        return dict((result.structured_content or {})["problem"])

    def result(self, tool: str, **arguments: Any) -> CallToolResult:
        with _keeping_the_connection():
            return called(self._site, operations()[tool], arguments, authorization=self._authorization)


@contextmanager
def _keeping_the_connection() -> Iterator[None]:
    """The end of a request closes connections; the one of this test holds its transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def tool_surfaces(token: Callable[[], str | None], *, own: Iterable[Row]) -> Iterator[Surface]:
    """Every row of the API's table that names something, and those of `own`, through the tool for its operation.

    `token` is asked when the surface is.
    """
    for operation in operations().values():
        for row in [*rows_of(operation), *(row for row in own if _subject(operation, row))]:
            if operation.tool.name not in NAMES_NOTHING and not (row.method == "GET" and "{" not in row.path):
                takes = tuple(name for name in _LACKED if f"{{{name}}}" in row.path)
                name = f"tool {operation.tool.name}: {row.name}"
                yield Surface("", name, _calling(operation, row, token), takes)


def rows_of(operation: Operation) -> list[Row]:
    """The rows of the API's table for the operation behind a tool. A tool without one fails here."""
    pattern = operation.path.removeprefix("/api/").replace("{uid}", "<uuid:uid>")
    return [row for row in ROUTES[pattern] if row.method == operation.method]


def _subject(operation: Operation, row: Row) -> re.Match[str] | None:
    pattern = operation.path.removeprefix("/api/v1/").replace("{uid}", "([^/]+)")
    return re.fullmatch(pattern, urlsplit(row.path).path) if row.method == operation.method else None


def arguments_of(operation: Operation, row: Row, world: Any) -> dict[str, Any]:
    """What the row sends, as arguments of the tool."""
    subject = _subject(operation, row)
    assert subject
    named = {operation.tool.subject: subject[1]} if operation.tool.subject else {}
    asked = dict(parse_qsl(urlsplit(row.path).query))
    filled = {name: text.format(**vars(world)) for name, text in (named | asked).items()}
    body = dict(row.body(world) or {})
    if MEMBER in body:
        body[MEMBER] = sealed(body[MEMBER])
    return filled | body


def _calling(operation: Operation, row: Row, token: Callable[[], str | None]) -> Callable[[Names], Any]:
    def ask(names: Names) -> str:
        result = Caller(token()).result(operation.tool.name, **arguments_of(operation, row, names))
        return result.model_dump_json()

    return ask
