import pytest

from tests.functional.api.cast import Program, World, build_world, program


@pytest.fixture
def owner(db: None) -> Program:
    return program("owner")


@pytest.fixture
def world(owner: Program) -> World:
    return build_world(owner)


@pytest.fixture
def stranger(db: None) -> Program:
    """Has a token and no right on anything."""
    return program("stranger")


@pytest.fixture
def nobody() -> Program:
    return Program(token=None)
