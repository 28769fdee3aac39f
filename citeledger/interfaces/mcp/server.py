"""The tools over streamable HTTP. No sessions: every call stands alone, with its token, and leaves nothing behind."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import Any, Final, TypeVar

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    ToolAnnotations,
)
from mcp.types import Tool as ListedTool
from rest_framework.exceptions import ValidationError
from starlette.requests import Request
from starlette.types import ASGIApp

from citeledger.interfaces.api import limits
from citeledger.interfaces.api.handler import problem_of
from citeledger.interfaces.api.problems import ProblemFound
from citeledger.interfaces.mcp.asking import Site
from citeledger.interfaces.mcp.door import Door
from citeledger.interfaces.mcp.operations import Operation
from citeledger.interfaces.mcp.results import result_of, result_of_problem
from citeledger.interfaces.mcp.tools import INSTRUCTIONS, Tool

PATH: Final = "/mcp"
Context = ServerRequestContext[Any, Request]
T = TypeVar("T")


def application(
    *, site: Site, operations: Mapping[str, Operation], hosts: list[str], origins: list[str], threads: Executor
) -> ASGIApp:
    """The ASGI callable. `hosts` and `origins` are the values of those headers that are answered; `threads` ask."""

    async def in_a_thread(call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, call)

    async def list_tools(_context: Context, _page: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_listed(operation) for operation in operations.values()])

    async def call_tool(context: Context, asked: CallToolRequestParams) -> CallToolResult:
        if asked.name not in operations:
            raise MCPError(INVALID_PARAMS, "There is no such tool.")
        authorization = context.request.headers["authorization"] if context.request else ""
        operation, arguments = operations[asked.name], asked.arguments or {}
        return await in_a_thread(lambda: called(site, operation, arguments, authorization=authorization))

    server = Server(
        "citeledger", version="1", instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
    )
    checked = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        max_request_body_size=limits.BODY_BYTES,
        transport_security=TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins),
    )
    return Door(checked, site=site, in_a_thread=in_a_thread)


def called(site: Site, operation: Operation, arguments: Mapping[str, Any], *, authorization: str) -> CallToolResult:
    """One call of a tool: translated in, asked once, translated out."""
    try:
        reply = site.call(operation=operation, arguments=arguments, authorization=authorization)
    except (ProblemFound, ValidationError) as error:
        return result_of_problem(problem_of(error))
    return result_of(reply, operation=operation)


def _listed(operation: Operation) -> ListedTool:
    tool = operation.tool
    return ListedTool(
        name=tool.name,
        description=tool.description,
        input_schema=dict(operation.takes),
        output_schema=dict(operation.gives),
        annotations=_annotations(tool),
    )


def _annotations(tool: Tool) -> ToolAnnotations:
    """Nothing of this server overwrites or deletes, and nothing calls out."""
    return ToolAnnotations(
        read_only_hint=not tool.writes, destructive_hint=False, idempotent_hint=not tool.writes, open_world_hint=False
    )
