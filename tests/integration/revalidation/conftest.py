"""The cast of the refund window, made once a module: each test rolls back to it, and must make no second one."""

from collections.abc import Callable
from typing import Any

import pytest

from tests import cast
from tests.cast import Cast


@pytest.fixture(scope="module")
def cast_of_the_module(built_once: Callable[[Callable[[], Any]], Any]) -> Cast:
    return built_once(cast.make_cast)


@pytest.fixture
def people(cast_of_the_module: Cast, db: None) -> Cast:
    return cast_of_the_module
