"""The client against a site that runs: from a document to a verdict, both ways of calling, and what is refused."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from citeledger_client import (
    Advice,
    AsyncClient,
    Client,
    Conflict,
    Context,
    Draft,
    Forbidden,
    NoIdentity,
    NotFound,
    NothingFound,
    Place,
    Preview,
    Refused,
    Retry,
    Roots,
    Segment,
    Span,
    State,
    Unverified,
    calls,
    place,
)
from django.db import OperationalError, transaction

from citeledger.core.principals import Principal
from citeledger.documents.metadata import Metadata
from citeledger.documents.services import create_document
from citeledger.interfaces.api.limits import SECONDS_BEFORE_RETRY
from revalidation import previews, service, wiring
from script.children import LOOPBACK, free_port
from tests import cast
from tests.functional.clients.conftest import World, async_client_with
from tests.rig.caches import MemoryCache

AGAIN = Retry(attempts=2, longest_pause=60.0)
SHIPPING = "Return shipping is free within the country."


def quoted(client: Client, world: World, exact: str = cast.REFUND) -> tuple[Span, Draft]:
    (span,) = client.mint(place(client.version(world.version), exact))
    draft = Draft()
    draft.say(exact, quoting=span)
    return span, draft


def test_from_a_document_to_a_verdict(legal: Client) -> None:
    document = legal.create_document("Shipping", language="en")
    version = legal.publish(document, cast.POLICY, expected=None)
    text = legal.version(version)
    (span,) = legal.mint(place(text, SHIPPING))
    draft = Draft()
    draft.heading("Shipping")
    draft.say(SHIPPING, quoting=span)
    draft.say("Sending things back costs nothing at home.", resting_on=[span])
    emitted = legal.record(draft, context=Context(question="What does it cost?", agent="test"))
    answer = legal.answer(emitted.uid)

    assert text.text == cast.POLICY
    assert text.text[span.start : span.end] == SHIPPING
    assert emitted.withheld == ()
    assert [(one.citation, one.state, one.advice) for one in emitted.states] == [
        (citation, State.CURRENT, Advice.USE) for citation in emitted.citations
    ]
    assert [segment.type for segment in answer.segments] == ["structure", "statement", "statement"]
    assert [(type(one), one.role, one.text) for one in answer.segments[:1]] == [(Segment, "heading", "Shipping")]
    assert answer.statements == answer.segments[1:]
    assert [(one.basis, one.state, one.advice) for one in answer.statements] == [
        ("quoted", State.CURRENT, Advice.USE),
        ("paraphrased", State.CURRENT, Advice.USE),
    ]
    assert answer.question == "What does it cost?"
    assert tuple(one.citation for one in answer.usable) == emitted.citations


def test_what_changed_is_told_everywhere_and_its_words_are_not(world: World, support: Client) -> None:
    _, draft = quoted(support, world)
    emitted = support.record(draft)
    (citation,) = emitted.citations
    assert list(support.changes()) == []
    world.edit()

    (statement,) = support.answer(emitted.uid).statements
    (told,) = support.answer(emitted.uid, texts="all").statements
    (verdict,) = support.verdicts(citation)
    panel = support.panel(citation)
    walk = support.changes()
    unknown_before = walk.since
    (changed,) = walk

    assert (unknown_before, list(support.changes(since=walk.since))) == (None, [])
    assert (statement.text, statement.advice) == (None, Advice.RETRIEVE_AGAIN)
    assert told.text == cast.REFUND
    assert {statement.state, verdict.state, panel.state} == {State.SOURCE_CHANGED}
    assert panel.sources[0].cited.text == cast.REFUND
    assert panel.sources[0].now is not None
    assert "14 days" in panel.sources[0].now.text
    assert (changed.uid, [one.citation for one in changed.citations]) == (emitted.uid, [citation])
    assert support.answer(emitted.uid).usable == ()


def test_who_may_not_read_hears_nothing_but_the_state(
    world: World, support: Client, client_of: Callable[[Principal], Client]
) -> None:
    _, draft = quoted(support, world)
    (citation,) = support.record(draft).citations
    stranger = client_of(world.people.contractor)

    hidden, unknown = stranger.panel(citation), stranger.panel(uuid4())

    assert hidden == unknown
    assert (hidden.state, hidden.advice, hidden.sources) == (State.UNAVAILABLE, Advice.RETRIEVE_AGAIN, ())


def test_lists_are_walked_to_their_end(world: World, legal: Client) -> None:
    with transaction.atomic():
        titles = [f"Document {number}" for number in range(60)]
        owner = world.people.legal
        made = {create_document(actor=owner, metadata=Metadata(title=title), at=cast.AT) for title in titles}

    found = [item.uid for item in legal.documents()]

    assert len(found) == len(set(found)) == 61
    assert made < set(found)


def test_history_rights_and_ends(world: World, legal: Client, client_of: Callable[[Principal], Client]) -> None:
    stranger = client_of(world.people.contractor)
    edited = legal.publish(world.document, cast.EDITED, expected=world.version)
    assert [version.number for version in legal.versions(world.document)] == [2, 1]

    legal.grant(world.document, "read", user="contractor")
    assert stranger.document(world.document).rights == ("read",)
    legal.revoke(world.document, "read", user="contractor")
    with pytest.raises(NotFound):
        stranger.document(world.document)

    legal.withdraw(edited)
    legal.retire(world.document)
    assert legal.document(world.document).retired_at is not None


def test_answers_are_shared_and_erased(world: World, support: Client, client_of: Callable[[Principal], Client]) -> None:
    _, draft = quoted(support, world)
    emitted = support.record(draft, kind="memory_note")
    manager = client_of(world.people.manager)

    support.share_answer(emitted.uid, "read", user="manager")
    assert manager.answer(emitted.uid).kind == "memory_note"
    assert emitted.uid in {item.uid for item in manager.answers()}
    support.unshare_answer(emitted.uid, "read", user="manager")
    with pytest.raises(NotFound):
        manager.answer(emitted.uid)
    support.erase(emitted.uid)
    with pytest.raises(NotFound):
        support.answer(emitted.uid)


def test_snapshots(world: World, support: Client) -> None:
    pinned = support.pin("Before", [world.document])
    before = world.version
    world.edit()

    snapshot = support.snapshot(pinned.uid)

    assert [item.merkle_root for item in support.snapshots()] == [snapshot.merkle_root] == [pinned.merkle_root]
    assert [(one.version, one.is_current) for one in snapshot.documents] == [(before, False)]


def test_a_derived_text_rests_on_what_it_was_made_from(world: World, support: Client) -> None:
    _, draft = quoted(support, world)
    first = support.record(draft)
    note = Draft()
    note.say("30 days for electronics.", derived_from=[first.uid])
    noted = support.record(note, kind="memory_note")
    panels = [support.panel(one.citations[0]) for one in (first, noted)]
    assert [panel.roots for panel in panels] == [Roots(cited=1, documents=1, independent=1)] * 2
    assert [source.by_way for panel in panels for source in panel.sources] == [False, True]
    world.edit()

    assert [one.state for one in support.verdicts(*noted.citations)] == [State.SOURCE_CHANGED]


def test_refusals_are_exceptions_with_code_and_place(world: World, support: Client, legal: Client) -> None:
    wrong = Place(version=world.version, start=3, end=7, exact="nope")
    with pytest.raises(Refused) as refused:
        support.mint(place(support.version(world.version), SHIPPING), wrong)
    assert (refused.value.code, refused.value.at, refused.value.status) == ("exact_mismatch", "spans.1", 400)
    assert refused.value.detail

    with pytest.raises(Forbidden):
        support.publish(world.document, cast.EDITED, expected=world.version)
    with pytest.raises(Conflict) as conflict:
        legal.publish(world.document, cast.EDITED, expected=None)
    assert conflict.value.current == str(world.version)
    with pytest.raises(NotFound):
        support.version(uuid4())
    with Client(world.origin, token="clt_nobody") as nobody, pytest.raises(NoIdentity):
        nobody.document(world.document)


def test_a_change_repeated_under_its_key_is_done_once(legal: Client) -> None:
    call = calls.create_document(title="Once", metadata={})

    assert legal.send(call) == legal.send(call)
    assert legal.send(replace(call, key=str(uuid4()))) != legal.send(call)
    with pytest.raises(Refused) as reused:
        legal.send(replace(calls.create_document(title="Another", metadata={}), key=call.key))
    assert reused.value.code == "idempotency_key_reused"


def test_the_asynchronous_client_does_the_same(
    world: World, support: Client, async_support: Callable[[], AsyncClient]
) -> None:
    version = world.version  # the test's own connection to the database is not for the loop

    async def work() -> tuple[object, ...]:
        async with async_support() as client:
            text = await client.version(version)
            (span,) = await client.mint(place(text, cast.REFUND))
            draft = Draft()
            draft.say(cast.REFUND, quoting=span)
            emitted = await client.record(draft)
            answer, verdicts, panel = await asyncio.gather(
                client.answer(emitted.uid), client.verdicts(*emitted.citations), client.panel(emitted.citations[0])
            )
            listed = [item.uid async for item in client.answers()]
            return emitted, text, span, answer, verdicts, panel, listed

    emitted, text, span, answer, verdicts, panel, listed = asyncio.run(work())

    assert text == support.version(world.version)
    assert (span,) == support.mint(place(support.version(world.version), cast.REFUND))
    assert answer == support.answer(emitted.uid)
    assert verdicts == support.verdicts(*emitted.citations)
    assert panel == support.panel(emitted.citations[0])
    assert listed == [item.uid for item in support.answers()]


def test_both_clients_have_the_same_methods() -> None:
    public = [{name for name in vars(kind) if not name.startswith("_")} for kind in (Client, AsyncClient)]

    assert public[0] == public[1]


def test_insisting_is_no_part_of_a_refusal(world: World) -> None:
    """With the usual patience: a refusal is not repeated, so this takes no pause."""
    with Client(world.origin, token="clt_nobody", retry=Retry(first_pause=3600)) as nobody, pytest.raises(NoIdentity):
        nobody.document(world.document)


def test_an_outage_of_a_real_site_is_no_verdict(world: World, support: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    _, draft = quoted(support, world)
    (citation,) = support.record(draft).citations
    with monkeypatch.context() as patched:
        patched.setattr(service, "verdicts", _no_database)
        with pytest.raises(Unverified) as told:
            support.verdicts(citation)
        shown = support.states(citation)
        with Client(world.origin, token=world.token(world.people.support), retry=AGAIN) as insisting:
            patched.setattr(time, "sleep", lambda _seconds: patched.undo())
            assert [one.state for one in insisting.verdicts(citation)] == [State.CURRENT]

    assert told.value.retry_after == SECONDS_BEFORE_RETRY
    assert [(one.state, one.advice) for one in shown] == [(State.UNVERIFIED, Advice.STOP)]


def _no_database(**_asked: object) -> None:
    raise OperationalError


def test_a_site_that_is_not_there_says_nothing() -> None:
    with Client(f"http://{LOOPBACK}:{free_port()}", token="clt_t", retry=Retry(attempts=2, first_pause=0.0)) as nowhere:
        with pytest.raises(Unverified):
            nowhere.answer(uuid4())
        assert [one.state for one in nowhere.states(uuid4())] == [State.UNVERIFIED]


def test_what_publishing_would_do_is_told_before(
    world: World, legal: Client, client_of: Callable[[Principal], Client]
) -> None:
    _, draft = quoted(legal, world)
    (citation,) = legal.record(draft).citations
    told = legal.preview(world.document, cast.EDITED)
    (turned,) = told.turned
    (passage,) = turned.passages
    assert (turned.citation, told.answers, told.to_review, told.current_version) == (citation, 1, 1, world.version)
    assert (passage.cited.text, passage.outcome) == (cast.REFUND, "numbers")
    assert passage.now
    assert passage.now.text == cast.REFUND.replace("30", "14")
    world.edit(cast.DELETED)
    with pytest.raises(Conflict):
        legal.publish(world.document, cast.EDITED, expected=told.current_version)
    with pytest.raises(Forbidden):
        client_of(world.people.support).preview(world.document, cast.EDITED)
    with pytest.raises(NotFound):
        legal.preview_upload(uuid4(), document=world.document)

    async def asked() -> Preview:
        async with async_client_with(world.token(world.people.legal), origin=world.origin) as client:
            with pytest.raises(NotFound):
                await client.preview_upload(uuid4())
            return await client.preview(world.document, cast.POLICY)

    assert asyncio.run(asked()).returning == 1


def test_a_preview_too_many_says_how_long_to_wait(world: World, legal: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = MemoryCache()
    monkeypatch.setattr(wiring, "cache", lambda: kept)
    monkeypatch.setattr(previews, "PREVIEWS_A_MINUTE", 1)
    legal.preview(world.document, cast.EDITED)
    with pytest.raises(Refused) as refused:
        legal.preview(world.document, cast.EDITED)
    assert (refused.value.status, refused.value.code) == (429, "too_many_previews")
    assert refused.value.retry_after is not None
    assert 1 <= refused.value.retry_after <= 60


def test_a_search_that_finds_nothing_says_so(support: Client) -> None:
    found = support.search("nowherewritten")
    assert (list(found), found.pending) == ([], 0)
    with pytest.raises(NothingFound, match="other words"):
        _ = found.best
    assert support.search("electronics").best.text.startswith("Opened")
