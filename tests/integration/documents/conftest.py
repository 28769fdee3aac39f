"""Alice writes documents. Bob may read, Carol may edit, Mallory may nothing."""

from dataclasses import dataclass
from uuid import UUID

import pytest

from acl.rights import Right
from citeledger.core.principals import Principal
from tests.ground.databases import BuiltOnce
from tests.integration.documents.cast import create, give, publish, somebody


@dataclass(frozen=True)
class Story:
    alice: Principal
    bob: Principal
    carol: Principal
    mallory: Principal
    document: UUID
    version: UUID


@pytest.fixture(scope="module")
def _story(built_once: BuiltOnce) -> Story:
    return built_once(begin)


def begin() -> Story:
    alice, bob, carol, mallory = (somebody(name) for name in ("alice", "bob", "carol", "mallory"))
    document = create(alice)
    give(alice, document, Right.READ, bob)
    give(alice, document, Right.EDIT, carol)
    return Story(alice, bob, carol, mallory, document, publish(alice, document))


@pytest.fixture
def story(_story: Story, db: None) -> Story:
    """Written once a module: every test rolls back to it."""
    return _story
