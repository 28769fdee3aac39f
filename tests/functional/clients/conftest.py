"""A site that runs, people with tokens, and clients as programs hold them."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from uuid import UUID

import pytest
from citeledger_client import AsyncClient, Client, Retry

from acl.services import issue_token
from citeledger.core.principals import Principal
from citeledger.documents.search.indexing import index_owed
from tests import cast
from tests.ground.processes import Site

AT_ONCE = Retry(attempts=1)


@dataclass
class World:
    """One policy of legal's that support may read and cite."""

    origin: str
    people: cast.Cast
    document: UUID
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def version(self) -> UUID:
        found = cast.current_version(self.people.legal, self.document)
        assert found is not None
        return found

    def edit(self, text: str = cast.EDITED) -> UUID:
        return cast.publish(owner=self.people.legal, document=self.document, text=text)

    def token(self, principal: Principal) -> str:
        name = principal.name
        if name not in self.tokens:
            self.tokens[name] = issue_token(actor=principal, name="client", at=cast.AT)
        return self.tokens[name]


@pytest.fixture
def world(site: Site) -> Iterator[World]:
    people = cast.make_cast()
    yield World(origin=site.origin, people=people, document=cast.make_document(owner=people.legal))
    let_the_site_finish()


def let_the_site_finish() -> None:
    """Who answers lets go of the database after its reply was heard; the database is dropped at the end of the test."""
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(timeout=30)


@pytest.fixture
def indexed(world: World) -> World:
    """The policy can be found."""
    while index_owed():
        pass
    return world


@pytest.fixture
def client_of(world: World) -> Iterator[Callable[[Principal], Client]]:
    """``client_of(world.people.support)``: closed with the test."""
    made: list[Client] = []

    def make(principal: Principal) -> Client:
        made.append(Client(world.origin, token=world.token(principal), retry=AT_ONCE))
        return made[-1]

    yield make
    for client in made:
        client.close()


@pytest.fixture
def support(world: World, client_of: Callable[[Principal], Client]) -> Client:
    return client_of(world.people.support)


@pytest.fixture
def legal(world: World, client_of: Callable[[Principal], Client]) -> Client:
    return client_of(world.people.legal)


@pytest.fixture
def async_support(world: World) -> Callable[[], AsyncClient]:
    """Made within the loop that uses it."""
    token = world.token(world.people.support)
    return lambda: AsyncClient(world.origin, token=token, retry=AT_ONCE)
