"""What is run on PostgreSQL as well: whatever asks a database, in whichever way it does."""

from typing import Any

import pytest

from script.environment import ROOT
from tests.ground.databases import IS_POSTGRESQL, CommittedDatabase


@pytest.fixture
def is_asked_twice(request: pytest.FixtureRequest) -> bool:
    rules: Any = request.config.pluginmanager.get_plugin(str(ROOT / "tests/conftest.py"))
    return bool(rules._asks_a_database(request.node))


@pytest.mark.django_db
def test_what_is_marked(is_asked_twice: bool) -> None:
    assert is_asked_twice


def test_what_rolls_back(db: None, is_asked_twice: bool) -> None:
    assert is_asked_twice


def test_what_commits(committed_db: CommittedDatabase, is_asked_twice: bool) -> None:
    assert is_asked_twice


def test_nothing_else(is_asked_twice: bool) -> None:
    assert not is_asked_twice
    assert not IS_POSTGRESQL
