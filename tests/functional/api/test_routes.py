"""Every route x everybody who has no business there (threats T28, T39, T53, T91)."""

import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.functional.api.cast import (
    SENTENCE,
    Program,
    World,
    inactive_program,
    page_of,
    quoting,
    surface_for,
    uid_of,
)
from tests.functional.api.routes import ROUTES, ROWS, Row, patterns

# What cannot be done with this world, and why: a reason only its owner hears.
HEARD_AS = {
    "documents/{document}/supersede": "supersession_by_itself",
    "documents/{document}/unretire": "document_not_retired",
    "citations/{citation}/attestations": "nothing_changed",
    "citations/{citation}/rebindings": "not_a_direct_source",
}
TIME_SHAPE = re.compile(rb"\d{4}-\d\d-\d\dT[\d:.]+Z")
UUID_SHAPE = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def test_every_route_and_method_has_a_row() -> None:
    tabled = {pattern: {row.method for row in rows} for pattern, rows in ROUTES.items() if pattern}

    assert {pattern: methods for pattern, methods in patterns() if pattern} == tabled


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_who_has_no_valid_token_hears_one_thing(world: World, nobody: Program, row: Row) -> None:
    callers = [nobody, Program(token="clt_wrong"), inactive_program("gone")]
    responses = [row.send(by=caller, world=world) for caller in callers]

    assert {response.status_code for response in responses} == {row.stranger if row.is_open else 401}
    assert len({response.content for response in responses}) == 1
    assert len({str(sorted(response.headers.items())) for response in responses}) == 1


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_who_has_no_right_hears_what_is_said_of_the_unknown(world: World, stranger: Program, row: Row) -> None:
    hidden, unknown = heard(row, stranger, world), heard(row, stranger, unknown_world(world))

    assert hidden == unknown
    assert hidden["status"] == row.stranger


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_same_requests_of_the_owner_are_heard(world: World, row: Row) -> None:
    """Otherwise the two tests above would compare one refusal of a broken request with another."""
    response = row.send(by=world.owner, world=world)

    if row.path == "nowhere":
        assert response.status_code == 404
    elif row.path in HEARD_AS:
        assert response.json()["code"] == HEARD_AS[row.path]
    else:
        assert 200 <= response.status_code < 300, response.content


def unknown_world(world: World) -> World:
    ids = {name: str(uuid4()) for name in vars(world) if name != "owner"}
    return replace(world, **ids)


def heard(row: Row, by: Program, world: World) -> dict[str, Any]:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = row.send(by=by, world=world)
    return comparable(response) | {"queries": len(queries)}


def comparable(response: Any) -> dict[str, Any]:
    """Status, headers and bytes; any uid and any time stand for all: the request named or made them."""
    return {
        "status": response.status_code,
        "headers": sorted(response.headers.items()),
        "body": TIME_SHAPE.sub(b"<time>", UUID_SHAPE.sub(b"<uid>", response.content)),
    }


def side_doors(by: Program) -> dict[str, Any]:
    """Requests about things of one's own that name somebody else's in their body: what each sends, given an id."""
    mine = uid_of(by.post("documents", {"title": "Mine"}))
    surface = surface_for(by)

    def publish(world: World) -> Any:
        body = {"text": "x", "media_type": "text/plain", "expected_version": world.version}
        return by.post(f"documents/{mine}/versions", body)

    def supersede(world: World) -> Any:
        body = {"by": world.document, "effective_from": "2026-11-30T00:00:00Z"}
        return by.post(f"documents/{mine}/supersede", body)

    def embed(world: World) -> Any:
        page = uid_of(by.post("pages", page_of(surface, [world.citation])))
        return by.get(f"pages/{page}")

    def cite_among_others(world: World) -> Any:
        return by.post("answers", quoting(SENTENCE, str(uuid4()), world.span))

    def ask_for_many(world: World) -> Any:
        return by.post("verdicts", {"citations": [str(uuid4()), world.citation, world.answer, world.document]})

    def ask_with_a_key(world: World) -> Any:
        return by.post(f"documents/{world.document}/retire", Idempotency_Key=f"key-{uuid4()}")

    doors = (publish, supersede, embed, cite_among_others, ask_for_many, ask_with_a_key)
    return {door.__name__: door for door in doors}


@pytest.mark.parametrize(
    "door", ["publish", "supersede", "embed", "cite_among_others", "ask_for_many", "ask_with_a_key"]
)
def test_no_side_door_tells_the_hidden_from_the_unknown(world: World, stranger: Program, door: str) -> None:
    send = side_doors(stranger)[door]

    assert comparable(send(world)) == comparable(send(unknown_world(world)))


def test_a_hundred_hidden_and_a_hundred_random_ids_sound_alike(world: World, stranger: Program) -> None:
    """T38: no header counts, no budget runs down, no tail of the answers differs."""
    rows = [row for row in ROWS if "{" in row.path and row.method == "GET"]
    answers = [
        str(comparable(rows[number % len(rows)].send(by=stranger, world=asked)))
        for number in range(100)
        for asked in (world, unknown_world(world))
    ]

    assert answers[0::2] == answers[1::2]
