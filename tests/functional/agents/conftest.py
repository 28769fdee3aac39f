from collections.abc import Callable
from typing import Any

import pytest

from tests.functional.api.cast import Program, World, build_world, program


@pytest.fixture(scope="module")
def _worlds(built_once: Callable[..., Any]) -> tuple[World, World]:
    """Another agent's, of which the adversary may read nothing, and the adversary's own. Every test finds them new."""
    owners = ("owner", "adversary")
    first, second = built_once(lambda: [build_world(program(name)) for name in owners])
    return first, second


@pytest.fixture
def world(db: None, _worlds: tuple[World, World]) -> World:
    """What another agent made, none of which the adversary may read."""
    return _worlds[0]


@pytest.fixture
def mine(db: None, _worlds: tuple[World, World]) -> World:
    """What the adversary made: it may write as much as anybody."""
    return _worlds[1]


@pytest.fixture
def adversary(mine: World) -> Program:
    return mine.owner
