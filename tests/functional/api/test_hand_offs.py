"""Handing over and taking over, as programs do it."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.models import User
from citeledger.log.models import IdempotentReply
from revalidation import withholding
from tests.functional.api.cast import (
    POLICY,
    SENTENCE,
    Program,
    World,
    envelope_of,
    hand_over,
    me,
    mint,
    program,
    publish,
    quoting,
    resting_on,
    uid_of,
)
from tests.functional.api.test_bad_input import nothing_changes, refused

CHANGED = POLICY.replace("30 days", "14 days")


@pytest.fixture
def receiver(world: World) -> Program:
    """May read the policy."""
    made = program("receiver")
    body = {"right": "read", "holder": {"kind": "user", "name": "receiver"}}
    assert world.owner.post(f"documents/{world.document}/grants", body).status_code == 204
    return made


def take(by: Program, envelope: Any, **headers: str) -> Any:
    return by.post("hand-offs/received", {"envelope": envelope}, **headers)


def test_an_envelope_goes_as_it_came(world: World, receiver: Program) -> None:
    envelope = hand_over(world.owner, world.answer, receiver)
    assert (envelope["version"], envelope["from"], envelope["to"]) == ("hand-off/1", me(world.owner), me(receiver))
    assert envelope["segments"] == [{"text": SENTENCE, "citation": world.citation}]

    response = take(receiver, envelope)
    assert response.status_code == 201, response.content
    made = response.json()
    read = receiver.get(f"answers/{made['uid']}").json()

    assert (read["kind"], read["writer"], made["left_out"]) == ("hand_off", "receiver", 0)
    told = [(part["text"], part["state"], part["advice"]) for part in read["segments"]]
    assert told == [(SENTENCE, "current", "use")]
    assert [part["citation"] for part in read["segments"]] == made["citations"]


def test_a_second_agent_answers_from_what_it_was_handed_and_all_of_it_turns(world: World, receiver: Program) -> None:
    made = take(receiver, hand_over(world.owner, world.answer, receiver)).json()
    statement = {"type": "statement", "text": "A month.", "basis": "paraphrased", "derived_from": [made["uid"]]}
    answer = receiver.post("answers", {"kind": "answer", "segments": [statement]}).json()

    publish(world.owner, world.document, CHANGED, expected=world.version)
    changed = receiver.get("changes").json()["items"]
    assert [item["uid"] for item in changed] == [answer["uid"], made["uid"]]
    (segment,) = receiver.get(f"answers/{answer['uid']}").json()["segments"]
    assert (segment["text"], segment["state"], segment["advice"]) == (None, "source_changed", "retrieve_again")

    assert world.owner.post(f"answers/{world.answer}/erase").status_code == 204
    (segment,) = receiver.get(f"answers/{answer['uid']}?texts=all").json()["segments"]
    assert (segment["text"], segment["state"]) == (None, "unavailable")


def test_the_words_of_the_envelope_count_for_nothing(world: World, receiver: Program) -> None:
    envelope = hand_over(world.owner, world.answer, receiver)
    envelope["segments"][0]["text"] = "Refunds are granted for ever."
    with nothing_changes():
        refused(take(receiver, envelope), "envelope_refused", "envelope")


def test_what_may_not_be_repeated_is_not_in_the_envelope_and_still_handed_over(world: World, receiver: Program) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    envelope = hand_over(world.owner, world.answer, receiver)
    assert envelope["segments"] == [{"text": None, "citation": world.citation}]

    (segment,) = receiver.get(f"answers/{take(receiver, envelope).json()['uid']}?texts=all").json()["segments"]
    assert (segment["text"], segment["state"]) == (SENTENCE, "source_changed")


class TestWhichTextsBelowAreNotShared:
    """The sender learns what the grants of their own texts say, and nothing else of what the receiver may read."""

    def unshared(self, world: World, receiver: Program) -> list[str]:
        response = world.owner.post("hand-offs", {"answer": self.top(world), "to": me(receiver)})
        assert response.status_code == 201, response.content
        return response.json()["unshared"]

    def top(self, world: World) -> str:
        """Rests on the note, which rests on the answer."""
        return uid_of(world.owner.post("answers", resting_on(world.note)))

    def share(self, by: Program, answer: str, kind: str, name: str) -> None:
        body = {"right": "read", "holder": {"kind": kind, "name": name}}
        assert by.post(f"answers/{answer}/grants", body).status_code == 204

    def test_at_any_depth_until_they_are_the_eldest_first(self, world: World, receiver: Program) -> None:
        assert self.unshared(world, receiver) == [world.answer, world.note]
        self.share(world.owner, world.answer, "user", "receiver")
        assert self.unshared(world, receiver) == [world.note]
        self.share(world.owner, world.note, "group", "anyone")
        assert self.unshared(world, receiver) == []

    def test_a_group_that_has_members_says_nothing(self, world: World, receiver: Program) -> None:
        team = Group.objects.create(name="team")
        for answer in (world.answer, world.note):
            self.share(world.owner, answer, "group", "team")
        outside = self.unshared(world, receiver)
        team.user_set.add(User.objects.get(username="receiver"))
        assert self.unshared(world, receiver) == outside == [world.answer, world.note]

    def test_texts_of_others_are_not_spoken_of(self, world: World, receiver: Program) -> None:
        other = program("other")
        theirs = uid_of(other.post("answers", quoting(SENTENCE, own_span(other))))
        self.share(other, theirs, "user", "owner")
        both = uid_of(world.owner.post("answers", resting_on(theirs, world.answer)))
        response = world.owner.post("hand-offs", {"answer": both, "to": me(receiver)}).json()
        assert response["unshared"] == [world.answer]

    def test_the_statements_asked_do_not_tell_what_the_receiver_may_read(self, world: World, receiver: Program) -> None:
        counted = set()
        for right in (None, "receiver"):
            if right:
                self.share(world.owner, world.answer, "user", right)
            with CaptureQueriesContext(connection) as queries:
                self.unshared(world, receiver)
            counted.add(len(queries))
        assert len(counted) == 1


def own_span(by: Program) -> str:
    return mint(by, publish(by, uid_of(by.post("documents", {"title": "Theirs"})), POLICY), SENTENCE)


def test_what_leaves_something_out_says_so_and_leaves_at_a_tick(
    world: World, receiver: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is noted is what the middleware waits for (tests/unit/interfaces/test_ticking.py)."""
    hidden = uid_of(world.owner.post("documents", {"title": "Hidden"}))
    spans = [world.span, mint(world.owner, publish(world.owner, hidden, POLICY), SENTENCE)]
    statements = [{"type": "statement", "text": "So.", "basis": "paraphrased", "spans": [span]} for span in spans]
    answers = [world.owner.post("answers", {"kind": "plan", "segments": statements[:n]}).json()["uid"] for n in (1, 2)]
    told = []
    for answer in answers:
        envelope = hand_over(world.owner, answer, receiver)
        notes: list[None] = []
        monkeypatch.setattr(withholding, "note", lambda notes=notes: notes.append(None))
        told.append((take(receiver, envelope).json()["left_out"], len(notes)))

    assert told == [(0, 0), (1, 1)]


def test_the_same_request_hands_over_once_and_no_text_is_kept(world: World, receiver: Program) -> None:
    body = {"answer": world.answer, "to": me(receiver)}
    first, second = (world.owner.post("hand-offs", body, Idempotency_Key="a-key") for _ in range(2))

    assert first.json() == second.json()
    assert (first.status_code, second.status_code, second["Idempotent-Replayed"]) == (201, 201, "true")
    (kept,) = IdempotentReply.objects.values_list("body", flat=True)
    assert SENTENCE not in kept

    publish(world.owner, world.document, CHANGED, expected=world.version)
    third = world.owner.post("hand-offs", body, Idempotency_Key="a-key").json()["envelope"]
    assert third["uid"] == first.json()["envelope"]["uid"]
    assert third["segments"] == [{"text": None, "citation": world.citation}], "proved again on every way out"


def test_the_same_request_takes_over_once(world: World, receiver: Program) -> None:
    envelope = hand_over(world.owner, world.answer, receiver)
    first, second = (take(receiver, envelope, Idempotency_Key="a-key") for _ in range(2))

    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert second["Idempotent-Replayed"] == "true"
    refused(take(receiver, envelope), "envelope_refused")


def test_who_gets_an_envelope_of_others_hears_what_is_said_of_a_made_up_one(
    world: World, receiver: Program, stranger: Program
) -> None:
    envelope = hand_over(world.owner, world.answer, receiver)
    unknown = envelope_of("0b9a5d36-6b0f-4f0a-9a55-3c1f3a1f7d10")
    answers = [take(stranger, sent) for sent in (envelope, unknown, envelope | {"to": me(stranger)}, {}, [], "x", 5)]

    assert {response.status_code for response in answers} == {400}
    assert len({response.content for response in answers}) == 1
    assert take(receiver, envelope).status_code == 201


@pytest.mark.parametrize(
    ("body", "code", "at"),
    [
        ({}, "missing_field", "envelope"),
        ({"envelope": None}, "wrong_type", "envelope"),
        ({"envelope": {}, "state": "current"}, "unknown_field", "state"),
        ({"envelope": {"uid": "a\0b"}}, "bad_characters", "envelope.uid"),
        ({"envelope": {"segments": [{"text": 10**400}]}}, "envelope_refused", "envelope"),
    ],
)
def test_other_bodies_are_refused_by_their_shape(world: World, body: Any, code: str, at: str) -> None:
    with nothing_changes():
        refused(world.owner.post("hand-offs/received", body), code, at)


@pytest.mark.parametrize(
    ("change", "code", "at"),
    [
        ({"to": "0b9a5d36-6b0f-4f0a-9a55-3c1f3a1f7d10"}, "unknown_receiver", "to"),
        ({"to": "receiver"}, "bad_value", "to"),
        ({"answer": "0b9a5d36-6b0f-4f0a-9a55-3c1f3a1f7d10"}, "not_found", None),
        ({"state": "current"}, "unknown_field", "state"),
    ],
)
def test_nothing_is_handed_over_by_a_bad_request(world: World, change: Any, code: str, at: str | None) -> None:
    with nothing_changes():
        refused(world.owner.post("hand-offs", {"answer": world.answer, "to": world.receiver} | change), code, at)


def test_reading_is_not_handing_over(world: World, receiver: Program) -> None:
    hand_over(world.owner, world.answer, receiver)
    with nothing_changes():
        refused(receiver.post("hand-offs", {"answer": world.answer, "to": world.receiver}), "forbidden")


def test_a_large_text_fits_in_an_envelope(world: World, receiver: Program) -> None:
    """As many statements as an answer may have, and back again."""
    span = mint(world.owner, world.version, SENTENCE)
    long = {"type": "statement", "text": "é" * 2000, "basis": "paraphrased", "spans": [span]}
    answer = world.owner.post("answers", {"kind": "plan", "segments": [long] * 500}).json()
    envelope = hand_over(world.owner, answer["uid"], receiver)

    assert len(json.dumps(envelope)) > 5_000_000
    assert len(take(receiver, envelope).json()["citations"]) == 500
