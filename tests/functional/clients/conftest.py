"""A site that runs, people with tokens, and clients as programs hold them."""

import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx
import pytest
from citeledger_client import AsyncClient, Client, Retry
from django.db import connections

from acl.services import issue_token
from citeledger.core.principals import Principal
from citeledger.documents.search.indexing import index_owed
from tests import cast
from tests.ground.databases import own_database
from tests.ground.processes import Site

AT_ONCE = Retry(attempts=1)
_TLS = ssl.create_default_context()  # made once: every client would read the certificates anew, and uses none


def client_with(token: str, *, origin: str, retry: Retry = AT_ONCE) -> Client:
    return Client(origin, token=token, retry=retry, transport=httpx.HTTPTransport(verify=_TLS))


def async_client_with(token: str, *, origin: str) -> AsyncClient:
    """Made within the loop that uses it."""
    return AsyncClient(origin, token=token, retry=AT_ONCE, transport=httpx.AsyncHTTPTransport(verify=_TLS))


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


@pytest.fixture(scope="module")
def _begun(_pristine_database: str, django_db_blocker: Any) -> Iterator[tuple[str, cast.Cast, UUID]]:
    """The database in which the policy can be found, with nobody connected, the people and the policy."""
    with django_db_blocker.unblock(), own_database(copy_of=_pristine_database) as database:
        people = cast.make_cast()
        document = cast.make_document(owner=people.legal)
        index()
        connections.close_all()
        yield database.name, people, document


@pytest.fixture
def database_to_copy(_begun: tuple[str, cast.Cast, UUID]) -> str:
    return _begun[0]


@pytest.fixture
def world(_begun: tuple[str, cast.Cast, UUID], site: Site) -> Iterator[World]:
    """What a test does is done in its own copy."""
    _, people, document = _begun
    yield World(origin=site.origin, people=people, document=document)
    let_the_site_finish()


def index() -> None:
    """All that was published can be found."""
    while index_owed():
        pass


def let_the_site_finish() -> None:
    """Who answers lets go of the database after its reply was heard; the database is dropped at the end of the test."""
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(timeout=30)


@pytest.fixture
def client_of(world: World) -> Iterator[Callable[[Principal], Client]]:
    """``client_of(world.people.support)``: closed with the test."""
    made: list[Client] = []

    def make(principal: Principal) -> Client:
        made.append(client_with(world.token(principal), origin=world.origin))
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
    token = world.token(world.people.support)
    return lambda: async_client_with(token, origin=world.origin)
