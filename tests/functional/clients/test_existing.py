"""Text as models write it, and text that exists: through both clients, against a site that runs."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from citeledger_client import (
    Advice,
    AsyncClient,
    Client,
    Ingested,
    NotFound,
    Refused,
    SentDocument,
    Span,
    State,
    Unverified,
    marker,
    place,
)

from citeledger.core.principals import Principal
from tests import cast
from tests.functional.clients.conftest import World

SHIPPING = "Return shipping is free within the country."
FREE = "Sending it back is free"
LINK = "https://example.org/returns"


def response(*cited: str, links: tuple[str, ...] = (), uncited: str = " Enjoy.") -> dict[str, Any]:
    """As Anthropic answers: each sentence with its place in the policy, and a last one without."""
    blocks = [{"type": "text", "text": words, "citations": [place_of(words)]} for words in cited]
    web = [{"type": "web_search_result_location", "url": link, "title": "Any", "cited_text": "Any"} for link in links]
    return {"role": "assistant", "content": [*blocks, {"type": "text", "text": uncited, "citations": web}]}


def place_of(words: str) -> dict[str, Any]:
    start = cast.POLICY.index(words)
    numbers = {"document_index": 0, "start_char_index": start, "end_char_index": start + len(words)}
    return {"type": "char_location", "cited_text": words, "document_title": None} | numbers


def spans(client: Client, world: World, *exacts: str) -> tuple[Span, ...]:
    version = client.version(world.version)
    return client.mint(*(place(version, exact) for exact in exacts))


class TestMarkedText:
    def test_each_clause_is_a_statement_with_its_own_state(self, world: World, support: Client) -> None:
        days, free = spans(support, world, cast.REFUND, SHIPPING)
        text = f"You have 30 days {marker(days)}, and {FREE} {marker(free, days)}."
        emitted = support.record_text(text, kind="summary")
        note = support.record_text(f"Noted {marker(emitted.uid)}.", kind="memory_note")
        world.edit(cast.ELSEWHERE)

        states = [(one.text, one.state, one.basis) for one in support.answer(emitted.uid, texts="all").statements]
        assert states == [
            ("You have 30 days,", State.CURRENT, "paraphrased"),
            (f"and {FREE}.", State.SOURCE_CHANGED, "paraphrased"),
        ]
        assert [one.advice for one in support.answer(note.uid).statements] == [Advice.RETRIEVE_AGAIN]

    def test_what_is_not_proved_is_refused_or_withheld_with_its_place(self, world: World, support: Client) -> None:
        (days,) = spans(support, world, cast.REFUND)
        text = f"It never rains. {cast.REFUND[:-1]} {marker(days)}."
        with pytest.raises(Refused) as refused:
            support.record_text(text, basis="quoted")
        assert (refused.value.code, refused.value.at) == ("statement_without_source", "text.0.15")

        dropped = support.record_text(text, basis="quoted", on_unproved="drop")
        assert [(one.code, one.at) for one in dropped.withheld] == [("statement_without_source", "text.0.15")]
        assert [(one.text, one.basis) for one in support.answer(dropped.uid).statements] == [(cast.REFUND, "quoted")]

    def test_in_a_session_it_rests_on_what_was_minted_there(self, world: World, support: Client) -> None:
        (before,) = spans(support, world, SHIPPING)
        with support.session("How long?") as session:
            session.heading("Kept for the draft")
            with pytest.raises(Refused) as refused:
                session.emit_text(f"{FREE} {marker(before)}.")
            days = session.cite(session.search("electronics")[0], exact="30 days")
            first = session.emit_text(f"You have 30 days {marker(days)}.")
            again = session.emit_text(f"You have 30 days {marker(days)}.")
            kept = support.session_record(session.uid)
            assert len(session.segments) == 1
            session.segments.clear()  # a session that is left with a draft warns
        assert refused.value.code == "span_not_in_session"
        assert first.uid != again.uid
        assert [step.kind for step in kept.steps] == ["searched", "minted", "emitted", "emitted"]
        assert support.answer(first.uid).question == "How long?"


class TestAResponse:
    def test_what_it_proves_is_cited_and_the_rest_is_labelled(self, world: World, support: Client) -> None:
        sent = SentDocument(version=world.version, ref=LINK, parts=[(0, len(cast.POLICY))])
        given = response(cast.REFUND, SHIPPING, links=(LINK, f"{LINK}/else"))
        found = support.ingest("anthropic", given, [sent], record=True)
        world.edit()

        assert found.text == f"{cast.REFUND}{SHIPPING} Enjoy."
        assert [one.basis for one in found.statements] == ["quoted", "quoted", "plausibility"]
        rest = found.statements[-1]
        assert (rest.label, rest.state, rest.spans, rest.citation) == (
            *("not written from sources", State.UNVERIFIED, (), None),
        )
        assert rest.withheld == "not_written_from_sources"
        assert (found.not_from_sources, found.withheld) == (1, 1)
        assert [(link.href, link.cite) for link in found.links] == [(LINK, (sent.version,)), (f"{LINK}/else", ())]
        assert found.answer is not None
        told = support.answer(found.answer)
        assert [one.citation for one in told.statements] == [one.citation for one in found.proved]
        assert [one.state for one in told.statements] == [State.SOURCE_CHANGED, State.CURRENT]
        assert told.withheld == 1

    def test_a_number_that_does_not_fit_proves_nothing(self, world: World, support: Client) -> None:
        given = response(cast.REFUND)
        given["content"][0]["citations"][0]["start_char_index"] += 1
        sent = [SentDocument(version=world.version)]
        found = support.ingest("anthropic", given, sent)
        assert [(one.code, one.at) for one in found.rejections] == [("cited_text_mismatch", "content.0.citations.0")]
        assert (found.proved, found.answer) == ((), None)
        with pytest.raises(Refused) as refused:
            support.ingest("anthropic", given, sent, record=True)
        assert refused.value.code == "nothing_proved"

    def test_errors_are_as_everywhere(
        self, world: World, support: Client, client_of: Callable[[Principal], Client]
    ) -> None:
        stranger, sent = client_of(world.people.contractor), [SentDocument(version=world.version)]
        with pytest.raises(NotFound):
            stranger.ingest("anthropic", response(cast.REFUND), sent)
        with pytest.raises(NotFound):
            support.ingest("anthropic", response(cast.REFUND), [SentDocument(version=uuid4())])
        with pytest.raises(Refused) as refused:
            support.ingest("nobody", response(cast.REFUND), sent)
        assert (refused.value.code, refused.value.at) == ("bad_value", "provider")
        with pytest.raises(Refused) as refused:
            support.ingest("anthropic", {}, [SentDocument(version=world.version, form="blocks")])
        assert refused.value.code == "bad_parts"

    def test_in_a_session_it_is_done_once_whatever_was_heard(
        self, world: World, support: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The reply is lost on its way: asked again, the site gives it again."""
        sent = [SentDocument(version=world.version)]
        with support.session() as session:
            with monkeypatch.context() as patched:
                patched.setattr(support, "send", lambda call: _lose(Client.send(support, call), call))
                with pytest.raises(Unverified):
                    session.ingest("anthropic", response(cast.REFUND), sent, record=True)
            found = session.ingest("anthropic", response(cast.REFUND), sent, record=True)
            kept = support.session_record(session.uid)
        assert [(step.kind, step.subject) for step in kept.steps] == [
            ("minted", found.proved[0].spans[0]),
            ("emitted", found.answer),
        ]


def _lose(_reply: object, call: Any) -> Any:
    raise Unverified("lost", call=call)


def test_text_that_was_there_gets_candidates_and_stays_what_it_is(
    world: World, support: Client, client_of: Callable[[Principal], Client]
) -> None:
    text = "Electronics may be returned within 30 days. It never rains."
    found = support.retrofit(text)
    first, second = found.sentences
    assert [(one.text, text[one.start : one.end]) for one in found.sentences] == [
        (one.text,) * 2 for one in (first, second)
    ]
    assert {(one.basis, one.state, one.label) for one in found.sentences} == {
        ("plausibility", State.UNVERIFIED, "not written from sources")
    }
    assert (second.candidates, found.pending) == ((), 0)
    (span,) = support.mint(place(first.candidates[0], "30 days"))
    assert cast.POLICY[span.start : span.end] == "30 days"

    stranger = client_of(world.people.contractor)
    assert [one.candidates for one in stranger.retrofit(text).sentences] == [(), ()]
    with pytest.raises(Refused) as refused:
        support.retrofit("x" * 20_001)
    assert (refused.value.code, refused.value.at) == ("too_long", "text")


def test_the_asynchronous_client_does_the_same(
    world: World, support: Client, async_support: Callable[[], AsyncClient]
) -> None:
    version, text = world.version, "Electronics may be returned within 30 days."

    async def work() -> tuple[UUID, UUID, Ingested, Ingested, Any]:
        async with async_support() as client:
            (days,) = await client.mint(place(await client.version(version), "30 days"))
            outside = await client.record_text(f"You have 30 days {marker(days)}.")
            sent = [SentDocument(version=version)]
            ingested = await client.ingest("anthropic", response(SHIPPING), sent)
            async with client.session() as session:
                days = await session.cite((await session.search("electronics"))[0], exact="30 days")
                inside = await session.emit_text(f"You have 30 days {marker(days)}.")
                recorded = await session.ingest("anthropic", response(SHIPPING), sent, record=True)
            return outside.uid, inside.uid, ingested, recorded, await client.retrofit(text)

    outside, inside, ingested, recorded, found = asyncio.run(work())

    for uid in (outside, inside):
        assert [one.text for one in support.answer(uid).usable] == ["You have 30 days."]
    assert ingested == support.ingest("anthropic", response(SHIPPING), [SentDocument(version=version)])
    assert recorded.answer is not None
    assert [one.text for one in support.answer(recorded.answer).usable] == [SHIPPING]
    assert found == support.retrofit(text)
