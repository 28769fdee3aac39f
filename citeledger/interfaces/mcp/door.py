"""Nobody comes in without a token that holds now, whatever is asked for."""

import json
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from citeledger.interfaces.api.problems import MEDIA_TYPE
from citeledger.interfaces.mcp.asking import Reply, Site

# During an outage nobody is known: who asks for the list of tools gets it, and every call of a tool says `outage`.
_PASSING: Final = frozenset({HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE})
InAThread = Callable[[Callable[[], Reply]], Awaitable[Reply]]


class Door:
    """ASGI middleware, the outermost. The site says whom a token stands for; its refusal is passed on as it is."""

    def __init__(self, application: ASGIApp, *, site: Site, in_a_thread: InAThread) -> None:
        self._application, self._site, self._in_a_thread = application, site, in_a_thread

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it in. What the server is told about its own life always comes in."""
        refusal = await self._refusal(scope) if scope["type"] == "http" else None
        await (refusal or self._application)(scope, receive, send)

    async def _refusal(self, scope: Scope) -> Response | None:
        if scope["method"] != "POST":
            # No streams to hold open and no sessions to end.
            return Response(status_code=HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": "POST"})
        authorization = Headers(scope=scope).get("authorization", "")
        reply = await self._in_a_thread(partial(self._site.identity, authorization=authorization))
        return None if reply.status in _PASSING else _refused(reply)


def _refused(reply: Reply) -> Response:
    challenge = reply.headers.get("WWW-Authenticate")
    return Response(
        json.dumps(reply.body),
        status_code=reply.status,
        media_type=MEDIA_TYPE,
        headers={"WWW-Authenticate": challenge} if challenge else {},
    )
