"""Writing for somebody else: only with the right to, and then by that person's rights, not by the writer's."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.models import InstallationGrant, User
from acl.queries import Holder
from acl.rights import Right
from acl.services import grant_answer
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, Refused
from citeledger.core.statements import Absence, AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents.services.pinning import pin
from citeledger.emission.marked import ready_to_record_marked
from citeledger.emission.recording import RecordedAnswer, ready_to_record
from citeledger.emission.sessions import open_session, ready_to_emit, ready_to_mint_in
from citeledger.evidence.verification import verify
from citeledger.ledger.models import Answer, CitationDerived, CitationSpan
from citeledger.log.models import LogEntry
from revalidation import reading
from tests.cast import let_act_for
from tests.integration.ledger.world import NOW, SENTENCE, Source, World, answered, person, says, source

Write = Callable[[], RecordedAnswer]
HOW: dict[str, Any] = {"kind": AnswerKind.ANSWER, "context": Context(), "at": NOW}


@pytest.fixture
def world(db: None) -> World:
    """Alice writes, Bob is whom she writes for."""
    return World()


@pytest.fixture
def carol(world: World) -> Principal:
    """Owns what Alice may not read."""
    return person("carol")


def by_segments(writer: Principal, span: UUID, reader: UUID) -> Write:
    return ready_to_record(writer=writer, segments=[says(span)], on_behalf_of=reader, **HOW)


def by_markers(writer: Principal, span: UUID, reader: UUID) -> Write:
    text = f"Goods can be returned [cite:{span}]."
    how = HOW | {"ready": ready_to_record, "basis": Basis.PARAPHRASED}
    return ready_to_record_marked(text=text, writer=writer, on_behalf_of=reader, **how)


WAYS = (by_segments, by_markers)


def told(act: Callable[[], Any]) -> tuple[Any, ...]:
    """Everything a caller could tell refusals apart by, and the certainty that nothing was written."""
    before = (Answer.objects.count(), LogEntry.objects.count())
    with CaptureQueriesContext(connection) as queries, pytest.raises((Refused, Forbidden)) as met:
        act()
    assert before == (Answer.objects.count(), LogEntry.objects.count())
    refused = met.value
    if isinstance(refused, Refused):
        return refused.code, refused.detail, refused.at, len(queries)
    return "forbidden", "", "", len(queries)


def shut_out(who: Principal) -> UUID:
    User.objects.filter(pk=who.id).update(is_active=False)
    assert who.uid
    return who.uid


def readable_policy(world: World) -> tuple[Source, UUID]:
    """Of Alice's, for Bob to read and to cite."""
    policy = world.policy()
    policy.let(world.bob, Right.READ, Right.CITE)
    return policy, policy.mint(SENTENCE).uid


class TestWithoutTheRight:
    @pytest.mark.parametrize("way", WAYS)
    def test_every_uid_meets_one_refusal(self, world: World, way: Callable[..., Write]) -> None:
        _, span = readable_policy(world)
        gone = shut_out(person("gone"))
        assert world.bob.uid
        assert world.alice.uid
        met = {told(partial(way, world.alice, span, uid)) for uid in (world.bob.uid, uuid4(), gone, world.alice.uid)}
        assert [(code, at) for code, _, at, _ in met] == [("may_not_act_for", "on_behalf_of")]

    def test_operating_does_not_give_it(self, world: World) -> None:
        _, span = readable_policy(world)
        User.objects.filter(pk=world.alice.id).update(is_superuser=True)
        assert world.bob.uid
        assert told(partial(by_segments, world.alice, span, world.bob.uid))[0] == "may_not_act_for"

    def test_one_that_is_lost_before_the_answer_is_written_is_missed(self, world: World) -> None:
        _, span = readable_policy(world)
        let_act_for(world.alice)
        assert world.bob.uid
        write = by_segments(world.alice, span, world.bob.uid)
        InstallationGrant.objects.all().delete()
        assert told(write)[0] == "may_not_act_for"

    def test_a_session_asks_for_it_too(self, world: World) -> None:
        policy, _ = readable_policy(world)
        assert world.bob.uid
        emit = emitting(world, policy)
        assert told(emit)[0] == "may_not_act_for"
        let_act_for(world.alice)
        assert Answer.objects.get(uid=emit()().uid).on_behalf_of_id == world.bob.id


def emitting(world: World, policy: Source) -> Callable[[], Write]:
    """What emits, for Bob, a statement on what Alice minted in a session of hers."""
    session = open_session(writer=world.alice, at=NOW)
    minting = ready_to_mint_in(writer=world.alice, session=session, drafts=[policy.draft(SENTENCE)], at=NOW)
    said = [says(minting()[0].uid)]
    how = HOW | {"on_behalf_of": world.bob.uid}
    return lambda: ready_to_emit(writer=world.alice, session=session, segments=said, **how)


class TestWithTheRight:
    @pytest.fixture(autouse=True)
    def _right(self, world: World) -> None:
        let_act_for(world.alice)

    @pytest.mark.parametrize("way", WAYS)
    def test_a_source_hidden_from_the_reader_and_a_made_up_one_are_told_alike(
        self, world: World, way: Callable[..., Write]
    ) -> None:
        hidden = world.policy().mint(SENTENCE).uid
        assert world.bob.uid
        met = {told(partial(way, world.alice, span, world.bob.uid)) for span in (hidden, uuid4())}
        assert [code for code, *_ in met] == ["unknown_source"]

    def test_one_hidden_source_of_several_refuses_the_whole(self, world: World) -> None:
        _, fine = readable_policy(world)
        hidden = world.policy().mint(SENTENCE).uid
        code, _, at, _ = told(lambda: answered(world.alice, says(fine), says(hidden), on_behalf_of=world.bob.uid))
        assert (code, at) == ("unknown_source", "segments.1.spans.0")

    @pytest.mark.parametrize("way", WAYS)
    def test_what_the_reader_may_read_is_cited_though_the_writer_may_not(
        self, world: World, carol: Principal, way: Callable[..., Write]
    ) -> None:
        theirs = source(carol)
        theirs.let(world.bob, Right.READ, Right.CITE)
        assert world.bob.uid
        uid = way(world.alice, theirs.mint(SENTENCE).uid, world.bob.uid)().uid
        seen = {
            who.name: (statement.state, statement.text)
            for who in (world.alice, world.bob)
            for statement in reading.answer(viewer=who, uid=uid).segments
            if isinstance(statement, reading.StatementView)
        }
        assert seen["alice"] == (State.UNAVAILABLE, None)
        assert seen["bob"][0] is State.CURRENT
        assert seen["bob"][1]
        assert [str(problem) for problem in verify(progress=lambda _step: None)] == []

    def test_who_may_read_and_not_cite_is_not_cited_for(self, world: World) -> None:
        policy = world.policy()
        policy.let(world.bob, Right.READ)
        span = policy.mint(SENTENCE).uid
        assert told(lambda: answered(world.alice, says(span), on_behalf_of=world.bob.uid))[0] == "forbidden"

    @pytest.mark.parametrize("way", WAYS)
    def test_a_derived_text_is_measured_likewise(
        self, world: World, carol: Principal, way: Callable[..., Write]
    ) -> None:
        policy, span = readable_policy(world)
        policy.let(carol, Right.READ, Right.CITE)
        kept, handed = (answered(who, says(span), kind=AnswerKind.MEMORY_NOTE).uid for who in (world.alice, carol))
        grant_answer(actor=carol, answer=handed, right=Right.READ, holder=Holder("user", "bob"), at=NOW)
        assert world.bob.uid
        assert told(resting_on(way, world, kept))[0] == "unknown_source"
        recorded = resting_on(way, world, handed)()()
        edges = CitationDerived.objects.filter(citation__uid=recorded.citations[0])
        assert list(edges.values_list("derived__uid", flat=True)) == [handed]
        assert not CitationSpan.objects.filter(citation__uid=recorded.citations[0]).exists()

    def test_an_absence_is_searched_in_what_the_reader_may_read(self, world: World, carol: Principal) -> None:
        policy, _ = readable_policy(world)
        both = [policy.document, world.policy().document]
        mine, more = (pin(actor=world.alice, name="P", documents=pinned, at=NOW).uid for pinned in (both[:1], both))
        recorded = answered(world.alice, absent(mine), on_behalf_of=world.bob.uid)
        assert Answer.objects.get(uid=recorded.uid).on_behalf_of_id == world.bob.id
        assert absence_told(world, more)[0] == "snapshot_not_readable"
        policy.let(carol, Right.READ)
        others = pin(actor=carol, name="P", documents=both[:1], at=NOW).uid
        assert absence_told(world, others) == absence_told(world, uuid4())

    @pytest.mark.parametrize("way", WAYS)
    def test_a_person_nobody_knows_and_a_shut_out_one_are_told_alike(
        self, world: World, way: Callable[..., Write]
    ) -> None:
        _, span = readable_policy(world)
        met = {told(partial(way, world.alice, span, uid)) for uid in (uuid4(), shut_out(world.bob))}
        assert [code for code, *_ in met] == ["unknown_person"]

    def test_what_the_reader_loses_before_the_answer_is_written_is_missed(self, world: World) -> None:
        policy, span = readable_policy(world)
        assert world.bob.uid
        write = by_segments(world.alice, span, world.bob.uid)
        policy.bar(world.bob, Right.READ)
        assert told(write)[0] == "unknown_source"
        policy.let(world.bob, Right.READ)
        shut_out(world.bob)
        assert told(write)[0] == "unknown_person"


def resting_on(way: Callable[..., Write], world: World, text: UUID) -> Callable[[], Write]:
    """What writes, for Bob, a statement on a derived text; markers do not say that it is one."""
    if way is by_markers:
        return partial(by_markers, world.alice, text, world.bob.uid)
    how = HOW | {"segments": [says(of=[text])], "on_behalf_of": world.bob.uid}
    return lambda: ready_to_record(writer=world.alice, **how)


def absent(snapshot: UUID) -> Statement:
    query = {"version": 1, "kind": "phrase", "phrase": "store credit"}
    return Statement(text="No store credit.", basis=Basis.ABSENCE, absence=Absence(query, snapshot))


def absence_told(world: World, snapshot: UUID) -> tuple[Any, ...]:
    return told(lambda: answered(world.alice, absent(snapshot), on_behalf_of=world.bob.uid))
