"""Where the modules of pages begin: each test in a copy of the world that its module's `make_world` makes once."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.ground.databases import Begun
from tests.ground.processes import Site


@pytest.fixture(scope="module")
def begun(request: pytest.FixtureRequest, begun_once: Callable[..., Begun[Any]]) -> Begun[Any]:
    return begun_once(request.module.make_world)


@pytest.fixture
def database_to_copy(begun: Begun[Any]) -> str:
    return begun.database


@pytest.fixture
def world(begun: Begun[Any], site: Site) -> Any:
    """What the module's `make_world` made, served at `origin`."""
    return replace(begun.world, origin=site.origin)
