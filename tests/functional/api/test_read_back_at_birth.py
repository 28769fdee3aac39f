"""The reply to a recording says what state each citation has now: a version that was superseded may be cited."""

from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from citeledger.log.models import IdempotentReply
from tests.functional.api.cast import POLICY, SENTENCE, World, mint, publish, quoting, session_with

KEPT = "Gift cards are not refunded."
CHANGED = POLICY.replace("30 days", "14 days")
STALE = {"state": "source_changed", "advice": "retrieve_again"}
FRESH = {"state": "current", "advice": "use"}


def quotes(*sentences: tuple[str, str]) -> dict[str, Any]:
    """Each with its span."""
    return {"kind": "answer", "segments": [quoting(*each)["segments"][0] for each in sentences]}


def test_a_superseded_version_is_cited_and_told_of_at_once(world: World) -> None:
    kept = mint(world.owner, world.version, KEPT)
    session = session_with(world.owner, world.version, SENTENCE)
    publish(world.owner, world.document, CHANGED, expected=world.version)
    for path, said in (
        ("answers", quotes((SENTENCE, world.span), (KEPT, kept))),
        (f"sessions/{session}/answers", quotes((SENTENCE, world.span))),
    ):
        told = world.owner.post(path, said)
        assert told.status_code == 201, told.content
        found = [{"state": one["state"], "advice": one["advice"]} for one in told.json()["states"]]
        assert found == [STALE, FRESH][: len(said["segments"])]
        assert [one["citation"] for one in told.json()["states"]] == told.json()["citations"]


def test_bound_to_its_version_on_purpose_it_is_current(world: World) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    said = quotes((SENTENCE, world.span))
    said["segments"][0]["as_of"] = [world.span]
    assert [one["state"] for one in world.owner.post("answers", said).json()["states"]] == ["current"]


def test_a_reply_that_is_given_again_says_what_is_so_now(world: World) -> None:
    """No state is kept with the key (DESIGN rule 4)."""
    said = quotes((SENTENCE, world.span))
    first = world.owner.post("answers", said, Idempotency_Key="once").json()
    assert "state" not in IdempotentReply.objects.get().body
    publish(world.owner, world.document, CHANGED, expected=world.version)
    again = world.owner.post("answers", said, Idempotency_Key="once").json()
    assert first["citations"] == again["citations"]
    assert [reply["states"][0]["state"] for reply in (first, again)] == ["current", "source_changed"]


def test_the_queries_do_not_grow_with_the_statements(world: World) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    counts = set()
    for size in (2, 20):
        with CaptureQueriesContext(connection) as queries:
            assert world.owner.post("answers", quotes(*[(SENTENCE, world.span)] * size)).status_code == 201
        counts.add(len(queries))
    assert len(counts) == 1
