"""The cast of the refund window, made once a module: each test rolls back to it, and must make no second one."""

import pytest

from tests import cast
from tests.cast import Cast
from tests.ground.databases import BuiltOnce


@pytest.fixture(scope="module")
def cast_of_the_module(built_once: BuiltOnce) -> Cast:
    return built_once(cast.make_cast)


@pytest.fixture
def people(cast_of_the_module: Cast, db: None) -> Cast:
    return cast_of_the_module
