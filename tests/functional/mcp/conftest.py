"""The process that serves the tools, as people run it; and calls of tools without a process between."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http import client
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from script.children import LOOPBACK, Child, free_port, start, wait_until
from script.console import tail
from tests.functional.api.cast import Program, World, build_world, program
from tests.ground.databases import BuiltOnce, CommittedDatabase, own_database
from tests.ground.processes import environment
from tests.rig.tools import Caller

_ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def starting(folder: Path) -> Iterator[Callable[..., str]]:
    """Starts processes of the tools and gives their addresses; variables change their environment. All end with it."""
    children: list[Child] = []

    def run(**changes: str) -> str:
        port = free_port()
        argv = [sys.executable, "-m", "uvicorn", "citeledger.mcp:application", "--host", LOOPBACK, "--port", str(port)]
        log = folder / f"tools-{len(children)}.log"
        variables = environment(PYTHONWARNINGS="error::ResourceWarning") | changes
        child = start(
            name="tools", argv=[*argv, "--log-level", "warning"], environment=variables, log=log, folder=_ROOT
        )
        children.append(child)
        if not wait_until(ready=lambda: _answers(port), child=child, seconds=60):
            pytest.fail(f"the tools did not start:\n{tail(log=log)}")
        return f"http://{LOOPBACK}:{port}/mcp"

    try:
        yield run
    finally:
        for child in children:
            child.stop()


@pytest.fixture
def start_tools(committed_db: CommittedDatabase, tmp_path: Path) -> Iterator[Callable[..., str]]:
    """On this test's database."""
    with starting(tmp_path) as run:
        yield run


@pytest.fixture(scope="module")
def tools(_pristine_database: str, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the tools on a database of the module, the default one here too. Nothing is undone between."""
    with (
        django_db_blocker.unblock(),
        own_database(copy_of=_pristine_database) as database,
        starting(tmp_path_factory.mktemp("tools")) as run,
    ):
        yield run(DATABASE_URL=database.url)


@pytest.fixture(scope="module")
def _owner(built_once: BuiltOnce) -> Program:
    return built_once(lambda: program("owner"))


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce, _owner: Program) -> World:
    return built_once(lambda: build_world(_owner))


@pytest.fixture
def owner(_owner: Program, db: None) -> Program:
    """With a client of its own: cookies are not shared."""
    return replace(_owner, client=Client())


@pytest.fixture
def world(_world: World, owner: Program) -> World:
    """Written once a module: every test rolls back to it."""
    return replace(_world, owner=owner)


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
