"""The API against its own schema: what it promises is what it does, and nothing else."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS

from acl.rights import Right
from citeledger.core.statements import FROM_SOURCES
from citeledger.core.states import Cause, State
from citeledger.extraction.formats import FORMATS
from citeledger.interfaces.api.catalogue import CATALOGUE
from citeledger.wsgi import application
from tests.functional.api.cast import World
from tests.functional.api.routes import ROUTES

schema = schemathesis.openapi.from_wsgi("/api/v1/schema", application)
# Files are sent as the bytes that were made up, whatever they are called.
schemathesis.serializer.alias(sorted(FORMATS), "application/octet-stream")

# What the schema cannot say (that offsets fit a text, that a name exists) is refused with codes of its own; what it
# can say may not be refused where a request keeps to it.
EVERYTHING_VALID_IS_ACCEPTED = CHECKS.get_one("positive_data_acceptance")
EVERYTHING_INVALID_IS_REFUSED = CHECKS.get_one("negative_data_rejection")
SHAPE_CODES = {"bad_json", "missing_field", "unknown_field", "unknown_parameter", "wrong_type", "bad_value", "too_long"}

# Which thing of the world stands in a path, by the first word of the path.
PARAMETERS = {
    "documents": "document",
    "versions": "version",
    "answers": "answer",
    "citations": "citation",
    "pages": "page",
    "sessions": "session",
    "snapshots": "snapshot",
    "uploads": "upload",
}


@pytest.fixture
def connected_world(world: World) -> Iterator[World]:
    """Requests through WSGI would close the connection that holds this test's transaction.

    The world first: Django's test client connects the closing again after each of its requests.
    """
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield world
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@schema.parametrize()
@settings(
    max_examples=8,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)
def test_every_operation_keeps_its_promises(case: schemathesis.Case, connected_world: World) -> None:
    """Invented ids, then the caller's own: whatever is generated is answered as the schema says.

    What is refused for its shape was not looked up: with an id of the caller's own it is the same request.
    """
    heard = keeps_its_promises(case, connected_world, unasked=[EVERYTHING_VALID_IS_ACCEPTED])
    if "uid" in case.path_parameters and not is_refused_for_its_shape(heard):
        case.path_parameters["uid"] = getattr(connected_world, PARAMETERS[case.path.split("/")[3]])
        # What made the request invalid may have been the id that was replaced.
        keeps_its_promises(case, connected_world, unasked=[EVERYTHING_VALID_IS_ACCEPTED, EVERYTHING_INVALID_IS_REFUSED])


def is_refused_for_its_shape(heard: Any) -> bool:
    return heard.status_code == 400 and heard.json()["code"] in SHAPE_CODES


def keeps_its_promises(case: schemathesis.Case, world: World, *, unasked: list[Any]) -> Any:
    headers = {"Authorization": f"Bearer {world.owner.token}"}
    response = case.call_and_validate(headers=headers, excluded_checks=unasked)
    assert response.headers["cache-control"] == ["no-store, private"]
    if case.meta.generation.mode is GenerationMode.POSITIVE and response.status_code == 400:
        assert response.json()["code"] not in SHAPE_CODES, case.as_curl_command()
    return response


def served() -> dict[str, Any]:
    return Client().get("/api/v1/schema").json()


def test_every_route_is_described_with_its_methods() -> None:
    described = {
        path.removeprefix("/api/"): {method.upper() for method in operations}
        for path, operations in served()["paths"].items()
    }
    routes = {
        re.sub(r"<\w+:(\w+)>", r"{\1}", pattern): {row.method for row in rows}
        for pattern, rows in ROUTES.items()
        if pattern not in {"", "v1/schema"}
    }

    assert described == routes


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [operation["operationId"] for operations in served()["paths"].values() for operation in operations.values()]

    assert len(names) == len(set(names))


def test_every_object_is_closed() -> None:
    shapes = served()["components"]["schemas"]

    assert [name for name, shape in shapes.items() if shape.get("additionalProperties") is not False] == ["SegmentIn"]


def test_a_statement_is_offered_no_basis_that_is_always_refused() -> None:
    offered = served()["components"]["schemas"]["StatementIn"]["properties"]["basis"]
    assert "plausibility" not in json.dumps(offered)
    named = offered.get("$ref") or offered["allOf"][0]["$ref"] if "enum" not in offered else ""
    enum = offered.get("enum") or served()["components"]["schemas"][named.rpartition("/")[2]]["enum"]
    assert enum == [basis.value for basis in FROM_SOURCES]


def test_the_schema_knows_four_states_and_no_cause() -> None:
    """T75: a reader of the schema learns that there is `unavailable`, not how many ways lead there."""
    enumerations = [set(found) for found in words(served())]
    states = [found for found in enumerations if "unavailable" in found]

    assert states
    assert all(found == {state.value for state in State} for found in states)
    assert not any(found & {cause.value for cause in Cause} for found in enumerations)


def words(part: Any) -> list[list[str]]:
    """Every enumeration of the schema."""
    if isinstance(part, list):
        return [found for item in part for found in words(item)]
    if isinstance(part, dict):
        here = [[word for word in part["enum"] if word]] if isinstance(part.get("enum"), list) else []
        return here + [found for item in part.values() for found in words(item)]
    return []


def test_the_schema_names_every_code_and_right() -> None:
    enumerations = words(served())

    assert list(CATALOGUE) in enumerations
    assert [right.value for right in Right] in enumerations


def test_the_schema_asks_for_a_token_wherever_the_api_does() -> None:
    for path, operations in served()["paths"].items():
        for operation in operations.values():
            is_open = path.split("/")[3] in {"problems", "limits"}
            assert operation.get("security", []) == ([] if is_open else [{"token": []}]), path
            assert ("401" in operation["responses"]) is not is_open


def test_the_schema_is_small_enough_to_read() -> None:
    assert len(json.dumps(served())) < 200_000
