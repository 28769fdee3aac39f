"""Worlds that are made once a module: each test rolls back to the one it asks for, and must make no second one."""

import pytest

from tests import cast
from tests.cast import Cast
from tests.ground.databases import BuiltOnce
from tests.integration.ledger.world import Source, World, shared_policy


@pytest.fixture(scope="module")
def cast_of_the_module(built_once: BuiltOnce) -> Cast:
    return built_once(cast.make_cast)


@pytest.fixture
def people(cast_of_the_module: Cast, db: None) -> Cast:
    """The cast of the refund window."""
    return cast_of_the_module


@pytest.fixture(scope="module")
def policy_of_the_module(built_once: BuiltOnce) -> tuple[World, Source]:
    return built_once(shared_policy)


@pytest.fixture
def world(policy_of_the_module: tuple[World, Source], db: None) -> World:
    """Alice and Bob, with the policy."""
    return policy_of_the_module[0]


@pytest.fixture
def policy(policy_of_the_module: tuple[World, Source], db: None) -> Source:
    """Alice's, which Bob may read and cite."""
    return policy_of_the_module[1]
