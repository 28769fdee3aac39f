import pytest

from tests.functional.api.cast import Program, World, build_world, program


@pytest.fixture
def owner(db: None) -> Program:
    return program("owner")


@pytest.fixture
def world(owner: Program) -> World:
    """What another agent made, none of which the adversary may read."""
    return build_world(owner)


@pytest.fixture
def adversary(db: None) -> Program:
    return program("adversary")


@pytest.fixture
def mine(adversary: Program) -> World:
    """What the adversary made: it may write as much as anybody."""
    return build_world(adversary)
