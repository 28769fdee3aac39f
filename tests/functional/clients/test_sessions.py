"""Attribute first, then write, hand over and read back: through the client, against a site that runs."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from citeledger_client import (
    Advice,
    AsyncClient,
    Client,
    Draft,
    NotFound,
    NotInPassage,
    Refused,
    State,
    Unverified,
    place,
)
from citeledger_client.frameworks import node, page, retrieved

from citeledger.core.principals import Principal
from tests import cast
from tests.functional.clients.conftest import World, index
from tests.functional.clients.test_readme import Document, TextNode

QUESTION = "How long can opened electronics be returned?"
LICENCES = "Software licences are not refunded."


def emitted_by(client: Client, exact: str = cast.REFUND) -> Any:
    with client.session(QUESTION) as session:
        hits = session.search(exact)
        session.say(exact, quoting=session.cite(hits[0], exact=exact))
        return session.emit()


def test_a_session_for_somebody_is_theirs_to_its_end(world: World, support: Client) -> None:
    people = world.people
    cast.let_act_for(people.support)
    with support.session(QUESTION, on_behalf_of=people.legal.uid) as session:
        session.say(cast.REFUND, quoting=session.cite(session.search("opened electronics")[0], exact=cast.REFUND))
        assert len(session.emit().citations) == 1
    with support.session(QUESTION, on_behalf_of=people.contractor.uid) as session:
        assert len(session.search("opened electronics")) == 0


def test_the_source_comes_first_and_the_order_is_kept(world: World, support: Client) -> None:
    with support.session(QUESTION) as session:
        hits = session.search("opened electronics returned")
        reading = session.read(hits[0].version)
        span = session.cite(hits[0], exact=cast.REFUND)
        other = session.cite(reading, exact=LICENCES)
        session.heading("Returns")
        session.say(cast.REFUND, quoting=span)
        session.say("Software is excepted.", resting_on=[other])
        emitted = session.emit()
        kept = support.session_record(session.uid)

    answer = support.answer(emitted.uid)

    assert (hits.pending, hits[0].version, reading.text) == (0, world.version, cast.POLICY)
    assert [(step.kind, step.subject) for step in kept.steps] == [
        ("searched", None),
        ("read", world.version),
        ("minted", span.uid),
        ("minted", other.uid),
        ("emitted", emitted.uid),
    ]
    assert (kept.question, answer.question, answer.session) == (QUESTION, QUESTION, kept.uid)
    assert [one.text for one in answer.usable] == [cast.REFUND, "Software is excepted."]


def test_what_was_not_cited_in_the_session_cannot_be_said_in_it(world: World, support: Client) -> None:
    (before,) = support.mint(place(support.version(world.version), LICENCES))
    with support.session() as session:
        session.say(LICENCES, quoting=before)
        with pytest.raises(Refused) as refused:
            session.emit()
        assert refused.value.code == "span_not_in_session"

        assert len(session.segments) == 1, "the draft is left to be corrected"
        session.cite(support.version(world.version), exact=LICENCES)
        assert support.answer(session.emit().uid).statements[0].text == LICENCES
        assert session.segments == []


def test_a_session_is_open_within_its_block_alone(world: World, support: Client) -> None:
    session = support.session()
    with pytest.raises(ValueError, match="with"):
        session.search("returned")
    with session:
        uid = session.uid
    with pytest.raises(ValueError, match="with"):
        session.emit_text("So it is.")
    assert support.session_record(uid).steps == ()


def test_somebody_elses_session_is_none(
    world: World, support: Client, client_of: Callable[[Principal], Client]
) -> None:
    with support.session() as session:
        with pytest.raises(NotFound):
            client_of(world.people.manager).session_record(session.uid)
        with pytest.raises(NotFound):
            support.session_record(uuid4())


def test_emitting_again_after_an_outage_records_once(
    world: World, support: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reply is lost on its way: the site has recorded the answer, the program knows nothing."""
    with support.session() as session:
        session.say(cast.REFUND, quoting=session.cite(session.search(cast.REFUND)[0], exact=cast.REFUND))
        with monkeypatch.context() as patched:
            heard: list[UUID] = []
            patched.setattr(support, "send", lambda call: _lose(heard, Client.send(support, call), call))
            with pytest.raises(Unverified) as lost:
                session.emit()

        assert support.send(lost.value.call).uid == heard[0]
        assert session.emit().uid == heard[0]
    assert [item.uid for item in support.answers()] == heard


def _lose(heard: list[UUID], emitted: Any, call: Any) -> Any:
    heard.append(emitted.uid)
    raise Unverified("ReadTimeout", call=call)


def test_unproved_statements_are_dropped_when_asked_and_told(world: World, support: Client) -> None:
    with support.session() as session:
        span = session.cite(session.search(cast.REFUND)[0], exact=cast.REFUND)
        session.say(cast.REFUND, quoting=span)
        session.say("Opened electronics may be returned within 60 days of delivery.", quoting=span)
        emitted = session.emit(on_unproved="drop")

    assert len(emitted.citations) == 1
    assert [(one.at, one.code) for one in emitted.withheld] == [("segments.1", "not_contiguous_source")]
    assert support.answer(emitted.uid).withheld == 1


def test_a_search_is_for_what_the_caller_may_read(
    world: World, support: Client, client_of: Callable[[Principal], Client]
) -> None:
    stranger = client_of(world.people.contractor)

    assert [hit.document for hit in support.search("electronics", limit=1)] == [world.document]
    assert list(stranger.search("electronics")) == []
    with pytest.raises(Refused) as refused:
        support.search("electronics", limit=0)
    assert (refused.value.code, refused.value.at) == ("bad_value", "limit")


def test_a_snapshot_is_searched_as_it_was_pinned(world: World, legal: Client) -> None:
    pinned = legal.pin("Before", [world.document])
    before = world.version
    world.edit()
    index()

    assert {hit.version for hit in legal.search("electronics", snapshot=pinned.uid)} == {before}
    with legal.session() as session:
        assert {hit.version for hit in session.search("electronics")} == {world.version}
        assert {hit.version for hit in session.search("electronics", snapshot=pinned.uid)} == {before}


def test_passages_go_through_frameworks_and_back_into_citations(world: World, support: Client) -> None:
    with support.session() as session:
        hits = session.search("electronics")
        spans = {
            session.cite(retrieved(Document(**page(hits[0]))), exact=cast.REFUND),
            session.cite(retrieved(TextNode(**node(hits[0]))), exact=cast.REFUND),
            session.cite(retrieved(Document("within 30 days"), within=session.read(hits[0].version)), exact="30 days"),
        }
        with pytest.raises(NotInPassage):
            session.cite(retrieved(Document("within 60 days"), within=hits[0]))

    assert {cast.POLICY[span.start : span.end] for span in spans} == {cast.REFUND, "30 days"}


def test_a_value_is_worked_out_again_and_a_version_meant_on_purpose(world: World, support: Client) -> None:
    before = support.version(world.version)
    world.edit()
    after = support.version(world.version)
    with support.session() as session:
        old, new = session.cite(before, exact="30 days"), session.cite(after, exact="14 days")
        session.compute(
            "It fell by 16 days.", operation="difference/1", inputs=[old, (new, "en")], value="16 days", as_of=[old]
        )
        emitted = session.emit()
        session.compute("It fell by 15 days.", operation="difference/1", inputs=[old, new], value="15 days")
        with pytest.raises(Refused):
            session.emit()
        session.segments.clear()

    panel = support.panel(emitted.citations[0])
    (statement,) = support.answer(emitted.uid).statements

    assert panel.computed is not None
    assert (panel.computed.operation, panel.computed.value) == ("difference/1", "16 days")
    assert (statement.state, [one.number for one in statement.as_of]) == (State.CURRENT, [1])
    assert sorted((source.cited.text, source.as_of, source.outcome) for source in panel.sources) == [
        ("14 days", False, "intact"),
        ("30 days", True, "numbers"),
    ]


def test_an_absence_is_looked_for_again(world: World, support: Client) -> None:
    pinned = support.pin("All of it", [world.document])
    query = {"version": 1, "kind": "phrase", "phrase": "store credit"}
    with support.session() as session:
        session.absent("Nothing is said about store credit.", query=query, snapshot=pinned.uid)
        emitted = session.emit()
    before = support.panel(emitted.citations[0])
    world.edit(cast.POLICY + "\nWe give store credit.\n")
    after = support.panel(emitted.citations[0])

    assert (before.state, before.basis, before.searches[0].terms) == (State.CURRENT, "absence", ("store credit",))
    assert (before.searches[0].documents, before.searches[0].present) == (1, ())
    assert after.state is State.SOURCE_CHANGED
    draft = Draft()
    draft.say("There is no credit.", derived_from=[emitted.uid])
    made = support.record(draft)
    (statement,) = support.answer(made.uid).statements
    assert (statement.basis, statement.bases_below, statement.handed_basis) == ("paraphrased", ("absence",), None)
    assert made.states[0].state is State.SOURCE_CHANGED
    assert [one.text for found in after.searches[0].present for one in found.passages] == ["store credit"]


def test_a_note_is_handed_over_and_all_of_it_turns_with_its_source(
    world: World, support: Client, client_of: Callable[[Principal], Client]
) -> None:
    manager = client_of(world.people.manager)
    own = emitted_by(support).uid
    handed = support.hand_over(own, to=manager.me().uid)
    taken = manager.take_over(handed.envelope)
    draft = Draft()
    draft.say("30 days for opened electronics.", derived_from=[taken.uid])
    answer = manager.record(draft)
    assert (manager.me().name, taken.left_out, handed.unshared) == ("manager", 0, ())
    assert [one.advice for one in manager.answer(answer.uid).statements] == [Advice.USE]
    received = manager.answer(taken.uid)
    assert [one.handed_basis for one in received.statements] == [one.basis for one in support.answer(own).statements]
    assert received.handed_withheld == 0

    world.edit()
    assert [one.advice for one in manager.answer(answer.uid).statements] == [Advice.RETRIEVE_AGAIN]
    assert {changed.uid for changed in manager.changes()} == {taken.uid, answer.uid}


def test_what_lies_under_a_note_is_named_until_it_is_handed_over_too(
    world: World, support: Client, client_of: Callable[[Principal], Client]
) -> None:
    manager, answer = client_of(world.people.manager), emitted_by(support)
    note = Draft()
    note.say("30 days for opened electronics.", derived_from=answer.uid)
    noted, receiver = support.record(note, kind="memory_note"), manager.me().uid
    handed = support.hand_over(noted.uid, to=receiver)
    with pytest.raises(Refused, match="envelope_refused"):
        manager.take_over(handed.envelope)

    assert handed.unshared == (answer.uid,)
    for text in handed.unshared:
        support.hand_over(text, to=receiver)
    taken = manager.take_over(handed.envelope)

    assert [one.advice for one in manager.answer(taken.uid).statements] == [Advice.USE]
    assert support.hand_over(noted.uid, to=receiver).unshared == ()


def test_an_envelope_is_for_its_receiver_once_and_unaltered(
    world: World, support: Client, client_of: Callable[[Principal], Client]
) -> None:
    manager, legal = client_of(world.people.manager), client_of(world.people.legal)
    envelope = support.hand_over(emitted_by(support).uid, to=manager.me().uid).envelope
    altered = {**envelope, "segments": [{**envelope["segments"][0], "text": "60 days."}]}
    for receiver, given in ((legal, envelope), (manager, altered)):
        with pytest.raises(Refused) as refused:
            receiver.take_over(given)
        assert refused.value.code == "envelope_refused"

    manager.take_over(envelope)
    with pytest.raises(Refused):
        manager.take_over(envelope)


def test_the_asynchronous_session_does_the_same(world: World, async_support: Callable[[], AsyncClient]) -> None:
    async def work() -> Any:
        async with async_support() as client, client.session(QUESTION) as session:
            hits = await session.search("opened electronics")
            reading = await session.read(hits[0].version, start=hits[0].start, end=hits[0].end)
            session.say(cast.REFUND, quoting=await session.cite(reading, exact=cast.REFUND))
            emitted = await session.emit()
            return hits[0], reading, await client.answer(emitted.uid), await client.session_record(session.uid)

    hit, reading, answer, kept = asyncio.run(work())

    assert reading.text == hit.text
    assert [(one.text, one.advice) for one in answer.statements] == [(cast.REFUND, Advice.USE)]
    assert [step.kind for step in kept.steps] == ["searched", "read", "minted", "emitted"]
