from dataclasses import replace

import pytest
from django.test import Client

from tests.functional.api.cast import Program, World, build_world, program
from tests.ground.databases import BuiltOnce


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
    """Fourteen requests to make: what one test changes is undone for the next of its module."""
    return replace(_world, owner=owner)


@pytest.fixture(scope="module")
def _stranger(built_once: BuiltOnce) -> Program:
    return built_once(lambda: program("stranger"))


@pytest.fixture
def stranger(_stranger: Program, db: None) -> Program:
    """Has a token and no right on anything."""
    return replace(_stranger, client=Client())


@pytest.fixture
def nobody() -> Program:
    return Program(token=None)
