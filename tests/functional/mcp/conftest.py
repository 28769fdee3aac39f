"""The process that serves the tools, as people run it; and calls of tools without a process between."""

import sys
from collections.abc import Callable, Iterator
from http import client
from pathlib import Path

import pytest

from script.children import LOOPBACK, Child, free_port, start, wait_until
from script.console import tail
from tests.functional.api.cast import Program, World, build_world, program
from tests.ground.databases import CommittedDatabase
from tests.ground.processes import environment
from tests.rig.tools import Caller

_ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def start_tools(committed_db: CommittedDatabase, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Starts the tools on this test's database and gives their address; variables change its environment."""
    children: list[Child] = []

    def run(**changes: str) -> str:
        port = free_port()
        argv = [sys.executable, "-m", "uvicorn", "citeledger.mcp:application", "--host", LOOPBACK, "--port", str(port)]
        log = tmp_path / f"tools-{len(children)}.log"
        variables = environment(PYTHONWARNINGS="error::ResourceWarning") | changes
        child = start(
            name="tools", argv=[*argv, "--log-level", "warning"], environment=variables, log=log, folder=_ROOT
        )
        children.append(child)
        if not wait_until(ready=lambda: _answers(port), child=child, seconds=60):
            pytest.fail(f"the tools did not start:\n{tail(log=log)}")
        return f"http://{LOOPBACK}:{port}/mcp"

    yield run
    for child in children:
        child.stop()


@pytest.fixture
def tools(start_tools: Callable[..., str]) -> str:
    """The address of the tools on this test's database."""
    return start_tools()


@pytest.fixture
def owner(db: None) -> Program:
    return program("owner")


@pytest.fixture
def world(owner: Program) -> World:
    return build_world(owner)


@pytest.fixture
def call(owner: Program) -> Caller:
    """Calls a tool as the owner."""
    return Caller(owner.token)


def _answers(port: int) -> bool:
    connection = client.HTTPConnection(LOOPBACK, port, timeout=5)
    try:
        connection.request("GET", "/mcp")
        connection.getresponse().read()
    except (OSError, client.HTTPException):
        return False
    finally:
        connection.close()
    return True
