"""Every operation of the API, asked by an agent that acts for somebody: by their rights, or not at all (ADR 16)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest

from citeledger.documents.search.indexing import index_owed
from tests.functional.api.cast import (
    POLICY,
    SENTENCE,
    Program,
    World,
    ingest_of,
    let_act_for,
    me,
    mint,
    program,
    publish,
    quoting,
    span_of,
    uid_of,
)
from tests.functional.api.routes import ROWS, Row
from tests.functional.api.test_schema import served

NAMES_SOMEBODY = {
    "answers_record": "POST answers",
    "sessions_open": "POST sessions",
    "sessions_emit": "POST sessions/{session}/answers",
}
"""The operations that take `on_behalf_of`, and the names of their rows."""


@dataclass(frozen=True)
class Named:
    """What a request names: a version with its minted span, and a session."""

    version: str
    span: str
    session: str


@dataclass(frozen=True)
class Acting:
    """A request for somebody; what is said of a source that is not theirs to read, and what of one that is."""

    path: str
    body: Callable[[Named, str], Any]
    refused: str
    """The code, or nothing where what is hidden is left out instead."""

    def send(self, *, by: Program, named: Named, person: str) -> Any:
        return by.post(self.path.format(**vars(named)), self.body(named, person))


ACTING = {
    "sessions_search": Acting("sessions/{session}/search", lambda _named, _who: {"query": "refund"}, ""),
    "sessions_text": Acting("sessions/{session}/reads", lambda named, _: {"version": named.version}, "not_found"),
    "sessions_mint": Acting(
        "sessions/{session}/spans", lambda named, _: {"spans": [span_of(named.version, SENTENCE)]}, "not_found"
    ),
    "sessions_emit": Acting(
        "sessions/{session}/answers", lambda named, _: quoting(SENTENCE, named.span), "span_not_in_session"
    ),
    "ingests_take_in": Acting(
        "ingests", lambda named, _: ingest_of(named.version) | {"session": named.session, "record": True}, "not_found"
    ),
    "answers_record": Acting(
        "answers", lambda named, who: quoting(SENTENCE, named.span) | {"on_behalf_of": who}, "unknown_source"
    ),
}
"""In the order in which a session is worked in."""
BODIES: dict[str, Callable[[Named], tuple[str, dict[str, Any]]]] = {
    "answers_record": lambda named: ("answers", quoting(SENTENCE, named.span)),
    "sessions_open": lambda _named: ("sessions", {}),
    "sessions_emit": lambda named: (f"sessions/{named.session}/answers", quoting(SENTENCE, named.span)),
}
NAMES_NO_SOURCE = {"sessions_open", "sessions_read"}


def operations() -> dict[str, tuple[str, dict[str, Any]]]:
    """By name, the path and the shape of the body."""
    schema = served()
    shapes = schema["components"]["schemas"]
    found = {}
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            found[operation["operationId"]] = (path, shapes.get(name, {}).get("properties", {}))
    return found


def test_every_operation_that_names_somebody_or_a_session_has_its_row() -> None:
    described = operations()
    named = {name for name, (_, members) in described.items() if "on_behalf_of" in members}
    in_sessions = {
        name
        for name, (path, members) in described.items()
        if path.startswith("/api/v1/sessions") or "session" in members
    }

    assert named == NAMES_SOMEBODY.keys()
    assert named | in_sessions == ACTING.keys() | NAMES_NO_SOURCE


def test_every_other_operation_refuses_it(world: World) -> None:
    """None does as asked without it: whoever believes to act for somebody would be answered by their own rights."""
    let_act_for(world.owner)
    person = me(program("person"))
    rows = [row for row in ROWS if not row.is_open and row.name not in NAMES_SOMEBODY.values()]
    heard = {row.name: in_vain(row, world, person) for row in rows}

    assert len(heard) > 50
    assert set(heard.values()) <= {("unknown_field", "on_behalf_of"), ("unknown_parameter", "on_behalf_of")}


def in_vain(row: Row, world: World, person: str) -> tuple[str, str]:
    """What is said to the request of a row with `on_behalf_of` where it would stand: in the body, else in the query."""
    body = row.body(world)
    path = row.path.format(**vars(world))
    if isinstance(body, dict):
        problem = world.owner.send(row.method, path, body | {"on_behalf_of": person}).json()
    else:
        headers = {"Content-Type": row.content_type} if row.content_type else {}
        named = f"{path}{'&' if '?' in path else '?'}on_behalf_of={person}"
        problem = world.owner.send(row.method, named, body, **headers).json()
    return problem["code"], problem["at"]


class TestByTheRightsOfThePerson:
    @pytest.fixture
    def agent(self, db: None) -> Program:
        made = program("agent")
        let_act_for(made)
        return made

    @pytest.fixture
    def person(self, agent: Program) -> str:
        return me(program("person"))

    def named(self, author: Program, session: str, *readers: str) -> Named:
        """Something of the author's that these may read and cite as well."""
        document = uid_of(author.post("documents", {"title": "Policy"}))
        version = publish(author, document, POLICY)
        for right in ("read", "cite"):
            for name in readers:
                body = {"right": right, "holder": {"kind": "user", "name": name}}
                assert author.post(f"documents/{document}/grants", body).status_code == 204
        return Named(version, mint(author, version, SENTENCE), session)

    def test_what_is_theirs_is_there_whether_the_agent_may_read_it_or_not(self, agent: Program, person: str) -> None:
        session = uid_of(agent.post("sessions", {"on_behalf_of": person}))
        theirs = self.named(program("author"), session, "person")
        index_owed()
        heard = {name: acting.send(by=agent, named=theirs, person=person) for name, acting in ACTING.items()}

        assert {name for name, response in heard.items() if not 200 <= response.status_code < 300} == set()
        assert [hit["version"] for hit in heard["sessions_search"].json()["hits"]] == [theirs.version]
        assert heard["sessions_text"].json()["text"] == POLICY
        assert agent.get(f"sessions/{session}").json()["on_behalf_of"] == person
        read = agent.get(f"answers/{heard['sessions_emit'].json()['uid']}").json()
        assert [segment["state"] for segment in read["segments"]] == ["unavailable"]

    def test_what_is_the_agents_alone_is_not(self, agent: Program, person: str) -> None:
        session = uid_of(agent.post("sessions", {"on_behalf_of": person}))
        hidden = self.named(agent, session)
        unknown = Named(str(uuid4()), str(uuid4()), session)
        index_owed()
        for name, acting in ACTING.items():
            met = [acting.send(by=agent, named=named, person=person).json() for named in (hidden, unknown)]
            assert met[0] == met[1], name
            assert met[0].get("code", "") == acting.refused, name
            assert met[0].get("hits", []) == [], name

    def test_without_the_right_every_uid_is_told_alike(self, agent: Program, person: str) -> None:
        other = program("other")
        session = uid_of(other.post("sessions", {}))
        mine = self.named(other, session, "person")
        for name in sorted(NAMES_SOMEBODY):
            path, body = BODIES[name](mine)
            met = [other.post(path, body | {"on_behalf_of": uid}) for uid in (person, str(uuid4()), me(other))]
            assert {(each.status_code, each.content) for each in met} == {(met[0].status_code, met[0].content)}
            assert met[0].status_code in {400, 403}
        assert other.get(f"sessions/{session}").json()["steps"] == []
