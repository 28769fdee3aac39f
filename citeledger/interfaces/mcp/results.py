"""What a tool answers with: the same JSON once as structure and once as text, and problems with the API's codes."""

import json
from http import HTTPStatus
from typing import Any, Final

from mcp.types import CallToolResult, TextContent

from citeledger.core.reading.visibility import made_visible
from citeledger.interfaces.api.catalogue import CATALOGUE
from citeledger.interfaces.api.problems import Problem
from citeledger.interfaces.mcp.asking import Reply
from citeledger.interfaces.mcp.operations import LIST, Operation
from citeledger.interfaces.mcp.untrusted import Marking

_PASSES: Final = frozenset({HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS})
"""What the same call does not meet again after a pause."""


def result_of(reply: Reply, *, operation: Operation) -> CallToolResult:
    """The operation's answer with all texts of others in their objects, or its problem."""
    if reply.status >= HTTPStatus.BAD_REQUEST:
        return _problem(reply.body, retry_after=reply.headers.get("Retry-After"))
    body = {LIST: reply.body} if isinstance(reply.body, list) else reply.body
    return _result(Marking(trusted=operation.trusted).marked(body), is_error=False)


def result_of_problem(problem: Problem) -> CallToolResult:
    """What was wrong before the site could be asked."""
    return _problem(problem.body(), retry_after=None)


def _problem(body: dict[str, Any], *, retry_after: str | None) -> CallToolResult:
    """`advice` is ours and fixed; `detail` may repeat words of the request or of a source."""
    kind = CATALOGUE[body["code"]]
    told: dict[str, Any] = {
        "code": kind.code,
        "status": kind.status,
        "title": kind.title,
        "advice": kind.advice,
        "at": made_visible(body["at"]),
        "detail": Marking(trusted=frozenset()).text(body["detail"]),
        "retryable": kind.status in _PASSES,
    }
    if retry_after is not None:
        told["retry_after_seconds"] = int(retry_after)
    if "current" in body:
        told["current"] = body["current"]
    return _result({"problem": told}, is_error=True)


def _result(structured: dict[str, Any], *, is_error: bool) -> CallToolResult:
    text = json.dumps(structured, ensure_ascii=False)
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=structured, is_error=is_error
    )
