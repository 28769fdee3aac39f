"""Agents that go around: through sessions of others, notes they keep quiet about, and forged envelopes."""

import copy
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from acl.models import User
from citeledger.emission.hand_offs import LASTS
from citeledger.emission.hand_offs import hand_over as hand_over_at
from citeledger.interfaces.handing_over import envelope_of as envelope_at
from tests.functional.agents.cast import (
    CLAIM,
    answer_of,
    bar,
    claiming,
    grant,
    heard,
    let_in,
    nothing_changes,
    read_back,
    recorded,
    refused,
    shut_out,
    state_of,
)
from tests.functional.api.cast import (
    POLICY,
    SENTENCE,
    Program,
    World,
    hand_over,
    me,
    mint,
    program,
    publish,
    session_with,
    span_of,
)

CARDS = "Gift cards are not refunded."


class TestSessions:
    def test_a_span_of_anothers_session_is_not_of_this_one(self, world: World, adversary: Program, mine: World) -> None:
        """Not even where it may be read and cited: made up, minted elsewhere, minted by others are one."""
        let_in(world, "adversary")
        theirs = session_with(world.owner, world.version, CARDS)
        span = world.owner.get(f"sessions/{theirs}").json()["steps"][-1]["subject"]
        before = mint(adversary, mine.version, CARDS)
        path = f"sessions/{mine.session}/answers"
        with nothing_changes():
            told = [adversary.post(path, answer_of(claiming(CLAIM, uid))) for uid in (span, before, str(uuid4()))]
            for response in told:
                refused(response, "span_not_in_session", "segments.0.spans.0")
        assert len({str(heard(response)) for response in told}) == 1

    def test_a_session_outlives_no_right(self, world: World, adversary: Program) -> None:
        let_in(world, "adversary")
        session = session_with(adversary, world.version, SENTENCE)
        span = adversary.get(f"sessions/{session}").json()["steps"][-1]["subject"]
        quoted = answer_of(claiming(SENTENCE, span, basis="quoted"))

        bar(world.owner, "documents", world.document, "adversary", "cite")
        with nothing_changes():
            refused(adversary.post(f"sessions/{session}/answers", quoted), "forbidden")
        bar(world.owner, "documents", world.document, "adversary", "read")
        with nothing_changes():
            refused(adversary.post(f"sessions/{session}/answers", quoted), "unknown_source", "segments.0.spans.0")
            refused(adversary.post(f"sessions/{session}/reads", {"version": world.version}), "not_found")
            spans = {"spans": [span_of(world.version, SENTENCE)]}
            refused(adversary.post(f"sessions/{session}/spans", spans), "not_found")
        assert adversary.post(f"sessions/{session}/search", {"query": "refund"}).json()["hits"] == []
        assert SENTENCE.encode() not in adversary.get(f"sessions/{session}").content

        let_in(world, "adversary")
        assert adversary.post(f"sessions/{session}/answers", quoted).status_code == 201

    def test_nor_its_writer(self, world: World, adversary: Program) -> None:
        let_in(world, "adversary")
        session = session_with(adversary, world.version, SENTENCE)
        User.objects.filter(username="adversary").update(is_active=False)
        with nothing_changes():
            refused(adversary.post(f"sessions/{session}/search", {"query": "refund"}), "no_identity")


class TestLineage:
    def test_naming_fewer_sources_than_the_note_had_changes_nothing(
        self, world: World, adversary: Program, mine: World
    ) -> None:
        """The note rests on a restricted source and an open one; the answer names the note and the open one alone."""
        let_in(world, "adversary")
        restricted = mint(adversary, world.version, SENTENCE)
        note = recorded(adversary, claiming("Both.", mine.span, restricted), kind="memory_note")
        answer = recorded(adversary, claiming("Only the open one.", mine.span, derived_from=[note["uid"]]))
        reader = program("reader")
        grant(adversary, "documents", mine.document, "reader", "read")
        for uid in (note["uid"], answer["uid"]):
            grant(adversary, "answers", uid, "reader", "read")
        grant(world.owner, "documents", world.document, "reader", "read")
        assert read_back(reader, answer["uid"]) == [("Only the open one.", "current")]

        bar(world.owner, "documents", world.document, "reader", "read")
        assert read_back(reader, answer["uid"]) == [(None, "unavailable")]

    def test_one_statement_of_a_note_takes_all_of_the_note(self, world: World, adversary: Program, mine: World) -> None:
        let_in(world, "adversary")
        restricted = mint(adversary, world.version, SENTENCE)
        open_, closed = claiming("Open.", mine.span), claiming("Closed.", restricted)
        note = recorded(adversary, open_, closed, kind="summary")
        answer = recorded(adversary, claiming("Open.", derived_from=[note["uid"]]))
        shut_out(world, "adversary")

        assert read_back(adversary, note["uid"]) == [("Open.", "current"), (None, "unavailable")]
        assert read_back(adversary, answer["uid"]) == [(None, "unavailable")]

    def test_a_text_bound_to_its_version_does_not_quiet_the_one_that_follows(
        self, adversary: Program, mine: World
    ) -> None:
        """As of on one path and followed on the other: the strictest holds."""
        note = recorded(adversary, claiming(CLAIM, mine.span), kind="memory_note")
        bound = claiming(CLAIM, mine.span, derived_from=[note["uid"]], as_of=[mine.span])
        (citation,) = recorded(adversary, bound)["citations"]
        publish(adversary, mine.document, POLICY.replace("30", "14"), expected=mine.version)

        assert state_of(adversary, citation) == "source_changed"


class TestEnvelopes:
    @pytest.fixture
    def envelope(self, world: World, adversary: Program) -> dict[str, Any]:
        """For the adversary, who may read the policy."""
        let_in(world, "adversary")
        return hand_over(world.owner, world.answer, adversary)

    def test_no_member_can_be_written_into(self, adversary: Program, envelope: dict[str, Any]) -> None:
        forged = [*tampered(envelope), *claims_added(envelope), {"state": "current"}, {}]
        with nothing_changes():
            told = [adversary.post("hand-offs/received", {"envelope": each}) for each in forged]
            for response in told:
                refused(response, "envelope_refused", "envelope")
        assert len({str(heard(response)) for response in told}) == 1
        assert adversary.post("hand-offs/received", {"envelope": envelope}).status_code == 201

    def test_it_is_taken_over_once_in_time_and_by_its_receiver(
        self, world: World, adversary: Program, envelope: dict[str, Any]
    ) -> None:
        other = program("other")
        let_in(world, "other")
        old = past_its_time(world, adversary)
        assert adversary.post("hand-offs/received", {"envelope": envelope}).status_code == 201
        sent = [(adversary, envelope), (other, envelope), (world.owner, envelope), (adversary, old)]
        with nothing_changes():
            told = [by.post("hand-offs/received", {"envelope": each}) for by, each in sent]
            for response in told:
                refused(response, "envelope_refused", "envelope")
        assert len({str(heard(response)) for response in told}) == 1

    def test_it_brings_no_right(self, world: World, adversary: Program, envelope: dict[str, Any]) -> None:
        shut_out(world, "adversary")
        with nothing_changes():
            refused(adversary.post("hand-offs/received", {"envelope": envelope}), "envelope_refused")
        assert read_back(adversary, world.answer) == [(None, "unavailable")]

    def test_what_was_handed_over_is_never_better_than_what_was_handed(
        self, world: World, adversary: Program, envelope: dict[str, Any]
    ) -> None:
        publish(world.owner, world.document, POLICY.replace("30", "14"), expected=world.version)
        taken = adversary.post("hand-offs/received", {"envelope": envelope}).json()
        again = recorded(adversary, claiming(SENTENCE, derived_from=[taken["uid"]]))

        assert read_back(adversary, taken["uid"], "") == read_back(adversary, again["uid"], "")
        assert read_back(adversary, again["uid"], "") == [(None, "source_changed")]


def tampered(envelope: dict[str, Any]) -> list[dict[str, Any]]:
    """The envelope with each member left out, made null, and made something else of its kind."""
    later = (datetime.now(tz=UTC) + timedelta(days=365)).isoformat().replace("+00:00", "Z")
    said = copy.deepcopy(envelope["segments"])
    said[0]["text"] = "Refunds are granted for ever."
    others = {
        "version": "hand-off/2",
        "uid": str(uuid4()),
        "answer": str(uuid4()),
        "from": str(uuid4()),
        "to": str(uuid4()),
        "issued_at": later,
        "expires_at": later,
        "segments": said,
        "key": "0" * len(envelope["key"]),
        "signature": "0" * len(envelope["signature"]),
    }
    assert others.keys() == envelope.keys()
    without = [{name: value for name, value in envelope.items() if name != left_out} for left_out in envelope]
    nulled = [envelope | {name: None} for name in envelope]
    return [*without, *nulled, *(envelope | {name: value} for name, value in others.items())]


def claims_added(envelope: dict[str, Any]) -> list[dict[str, Any]]:
    """The envelope with verdicts beside its members and its words, with more words, and without some."""
    inside, longer = copy.deepcopy(envelope), copy.deepcopy(envelope)
    inside["segments"][0]["state"] = "current"
    longer["segments"].append({"text": "And more.", "citation": None})
    return [envelope | {"state": "current"}, inside, longer, envelope | {"segments": []}]


def past_its_time(world: World, receiver: Program) -> dict[str, Any]:
    """Issued so long ago that it ends now."""
    sender = world.owner.principal
    assert sender is not None
    at = datetime.now(tz=UTC) - LASTS
    made = hand_over_at(sender=sender, answer=UUID(world.answer), to=UUID(me(receiver)), at=at)
    return dict(envelope_at(sender=sender, hand_off=made))
