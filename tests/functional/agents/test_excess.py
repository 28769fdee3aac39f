"""Agents that send too much: every limit says what it is, at once and before any work, and holds from below."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from citeledger.core.lineage import DEPTH_CAP, SPAN_CAP
from citeledger.emission import shape
from tests.functional.agents.cast import (
    CLAIM,
    answer_of,
    claiming,
    nothing_changes,
    places,
    read_back,
    recorded,
    refused,
    state_of,
)
from tests.functional.api.cast import POLICY, Program, World, hand_over, publish, uid_of

HOLE = "to be filled"
LETTERS = "abcdefghij " * 500


def uids(count: int) -> list[str]:
    return [str(uuid4()) for _ in range(count)]


@pytest.mark.parametrize(
    ("statements", "code"),
    [(10_000, "too_long"), (shape.SEGMENTS_PER_ANSWER + 1, "too_long"), (501, "too_many_statements")],
)
def test_an_answer_has_an_end(adversary: Program, mine: World, statements: int, code: str) -> None:
    body = answer_of(*[claiming(CLAIM, mine.span)] * statements)
    for path in ("answers", f"sessions/{mine.session}/answers"):
        with nothing_changes(), CaptureQueriesContext(connection) as queries:
            response = adversary.post(path, body)
        refused(response, code, "segments")
        assert len(queries) <= 5, "nothing was looked up but who asks, and their session"


def test_structure_does_not_go_around_it(adversary: Program, mine: World) -> None:
    breaks = [{"type": "structure", "role": "break", "text": "\n"}] * shape.SEGMENTS_PER_ANSWER
    with nothing_changes():
        refused(adversary.post("answers", answer_of(claiming(CLAIM, mine.span), *breaks)), "too_long", "segments")


@pytest.mark.parametrize("member", ["spans", "derived_from", "as_of"])
def test_ten_thousand_sources_of_one_statement_are_refused(adversary: Program, mine: World, member: str) -> None:
    statement = claiming(CLAIM, mine.span) | {member: uids(10_000)}
    with nothing_changes():
        refused(adversary.post("answers", answer_of(statement)), "too_long", f"segments.0.{member}")


def test_ten_thousand_inputs_are_refused(adversary: Program, mine: World) -> None:
    inputs = [{"span": uid} for uid in uids(10_000)]
    statement = claiming("5", basis="computed", computation={"operation": "count/1", "inputs": inputs, "value": "5"})
    with nothing_changes():
        refused(adversary.post("answers", answer_of(statement)), "too_long", "segments.0.computation.inputs")


@pytest.mark.parametrize(("each", "member"), [(64, "spans"), (16, "derived_from")])
def test_nor_are_they_taken_in_portions(adversary: Program, mine: World, each: int, member: str) -> None:
    """As many as a statement may name, in as many statements as that takes."""
    portions = [claiming(CLAIM, **{member: uids(each)}) for _ in range(min(10_000 // each, 500))]
    with nothing_changes():
        refused(adversary.post("answers", answer_of(*portions)), "too_many_sources", "segments")


def test_nor_by_way_of_notes(adversary: Program, mine: World) -> None:
    """Two notes that rest on as many spans as one citation may: on either alone an answer can rest, on both none."""
    version = publish(adversary, uid_of(adversary.post("documents", {"title": "Letters"})), LETTERS)
    spans = minted(adversary, places(version, LETTERS, SPAN_CAP + 1))
    largest = recorded(adversary, *on_all_of(spans[:-1]), kind="memory_note")["uid"]
    other = recorded(adversary, claiming(CLAIM, spans[-1]), kind="memory_note")["uid"]

    with nothing_changes():
        both = claiming(CLAIM, derived_from=[largest, other])
        refused(adversary.post("answers", answer_of(both)), "lineage_too_large", "segments.0")
        beside = claiming(CLAIM, spans[-1], derived_from=[largest])
        refused(adversary.post("answers", answer_of(beside)), "lineage_too_large", "segments.0")
    (citation,) = recorded(adversary, claiming(CLAIM, derived_from=[largest]))["citations"]
    assert state_of(adversary, citation) == "current"


def minted(by: Program, drafts: list[dict[str, Any]]) -> list[str]:
    found: list[str] = []
    for start in range(0, len(drafts), shape.SPANS_PER_REQUEST):
        response = by.post("spans", {"spans": drafts[start : start + shape.SPANS_PER_REQUEST]})
        assert response.status_code == 201, response.content
        found += [span["uid"] for span in response.json()["spans"]]
    return found


def on_all_of(spans: list[str]) -> list[dict[str, Any]]:
    most = shape.SPANS_PER_CITATION
    return [claiming(CLAIM, *spans[start : start + most]) for start in range(0, len(spans), most)]


def test_nobody_gets_a_thousand_deep(adversary: Program, mine: World) -> None:
    """Each text rests on the one before, up to the cap: there it ends, however often it is tried, and all turn."""
    texts = [recorded(adversary, claiming(CLAIM, mine.span), kind="memory_note")["uid"]]
    refusals = []
    for _ in range(50):
        response = adversary.post("answers", answer_of(claiming(derived_from=[texts[-1]]), kind="memory_note"))
        if response.status_code == 201:
            texts.append(response.json()["uid"])
        else:
            refusals.append(response)

    assert (len(texts), len(refusals)) == (DEPTH_CAP + 1, 50 - DEPTH_CAP)
    for response in refusals:
        refused(response, "lineage_too_deep", "segments.0")
        assert response.json()["detail"] == f"{DEPTH_CAP + 1} derived texts above one another; {DEPTH_CAP} are allowed."

    publish(adversary, mine.document, POLICY.replace("30", "14"), expected=mine.version)
    assert [read_back(adversary, uid, "") for uid in texts] == [[(None, "source_changed")]] * len(texts)


def test_nor_by_handing_over_to_and_fro(adversary: Program, mine: World) -> None:
    text = recorded(adversary, claiming(CLAIM, mine.span), kind="memory_note")["uid"]
    for _ in range(DEPTH_CAP):
        taken = adversary.post("hand-offs/received", {"envelope": hand_over(adversary, text, adversary)})
        assert taken.status_code == 201, taken.content
        text = taken.json()["uid"]

    envelope = hand_over(adversary, text, adversary)
    with nothing_changes():
        refused(adversary.post("hand-offs/received", {"envelope": envelope}), "lineage_too_deep")


@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_json_a_thousand_deep_is_an_error_of_the_sender(adversary: Program, mine: World, depth: int) -> None:
    inner = '{"state":' * depth + '"current"' + "}" * depth
    counted = {"operation": "count/1", "inputs": [{"span": mine.span}], "value": "1"}
    holes = {
        "hand-offs/received": {"envelope": HOLE},
        "answers": answer_of(claiming(basis="absence", absence={"query": HOLE, "snapshot": mine.snapshot})),
        f"sessions/{mine.session}/answers": answer_of(
            claiming("1", basis="computed", computation=counted | {"parameters": HOLE})
        ),
    }
    with nothing_changes():
        for path, body in holes.items():
            sent = json.dumps(body).replace(f'"{HOLE}"', inner)
            response = adversary.post(path, sent.encode())
            assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json"), path


def test_a_long_statement_and_a_large_body_are_refused(adversary: Program, mine: World) -> None:
    with nothing_changes():
        long = claiming("x" * (shape.STATEMENT_LENGTH + 1), mine.span)
        refused(adversary.post("answers", answer_of(long)), "too_long", "segments.0.text")
        refused(adversary.post("answers", b" " * (8 * 1024 * 1024 + 1)), "body_too_large")
