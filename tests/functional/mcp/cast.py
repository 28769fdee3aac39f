"""Agents that call tools, over HTTP, with the protocol's own client."""

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx2
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult

from citeledger.interfaces.mcp.untrusted import TYPE

T = TypeVar("T")

_TLS = ssl.create_default_context()  # made once: every client would read the certificates anew, and uses none


@dataclass(frozen=True)
class Agent:
    """A program with a token and the address of the tools. Every call is a connection of its own."""

    url: str
    token: str

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What the tool gives; fails on an error."""
        result = self.result(tool, **arguments)
        assert not result.is_error, result.structured_content
        return result.structured_content or {}

    def problem(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What the tool says is wrong; fails where nothing is."""
        result = self.result(tool, **arguments)
        assert result.is_error, result.structured_content
        return (result.structured_content or {})["problem"]

    def result(self, tool: str, **arguments: Any) -> CallToolResult:
        """Held against the tool's schema by the client, and complete as text."""
        result = self.connected(lambda client: client.call_tool(tool, arguments))
        (content,) = result.content
        assert json.loads(content.text) == result.structured_content
        return result

    def connected(self, act: Callable[[Client], Awaitable[T]], *, mode: str = "auto") -> T:
        async def run() -> T:
            async with self.client(mode=mode) as client:
                return await act(client)

        return asyncio.run(run())

    @asynccontextmanager
    async def client(self, *, mode: str = "auto") -> Any:
        sent = {"Authorization": f"Bearer {self.token}"}
        async with (
            httpx2.AsyncClient(headers=sent, timeout=30, trust_env=False, verify=_TLS) as http,
            Client(streamable_http_client(self.url, http_client=http), mode=mode) as client,
        ):
            yield client

    def post(self, body: Any, **headers: str | bytes) -> httpx2.Response:
        """One HTTP request as it is, for what no client of the protocol would send."""
        sent = {"Authorization": f"Bearer {self.token}", "Accept": "application/json, text/event-stream"}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx2.post(
            self.url, content=data, headers=sent | {"Content-Type": "application/json"} | names, trust_env=False
        )


@dataclass(frozen=True)
class SteadyAgent(Agent):
    """One connection for all its calls: whoever makes many need not greet and list the tools before each."""

    portal: BlockingPortal
    held: Client

    def connected(self, act: Callable[[Client], Awaitable[T]], *, mode: str = "auto") -> T:
        return self.portal.call(act, self.held)


@contextmanager
def staying(url: str, token: str) -> Iterator[SteadyAgent]:
    """The agent, connected until the block ends."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Agent(url, token).client()) as held,
    ):
        yield SteadyAgent(url, token, portal, held)


def calling(tool: str, **arguments: Any) -> dict[str, Any]:
    """The message that calls a tool, as it travels."""
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def outside(value: Any) -> str:
    """Everything a result says outside of untrusted texts."""
    if isinstance(value, dict):
        return "" if value.get("type") == TYPE else " ".join(f"{key} {outside(child)}" for key, child in value.items())
    if isinstance(value, list):
        return " ".join(map(outside, value))
    return str(value)


def inside(value: Any) -> list[str]:
    """The untrusted texts of a result, in its order."""
    if isinstance(value, dict):
        return [value["text"]] if value.get("type") == TYPE else [t for child in value.values() for t in inside(child)]
    return [text for child in value for text in inside(child)] if isinstance(value, list) else []
