"""Writing for somebody else: only with the right to, and then by that person's rights, not by the writer's."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from acl.models import InstallationGrant, User
from acl.queries import Holder
from acl.rights import Right
from acl.services import grant_answer
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.statements import Absence, AnswerKind, Basis, Computation, ComputedInput, Context, Statement
from citeledger.core.states import State
from citeledger.documents.search.indexing import index_owed
from citeledger.documents.services.pinning import pin
from citeledger.emission.ingesting import Recording, TakenIn, ready_to_take_in
from citeledger.emission.marked import ready_to_record_marked
from citeledger.emission.models import EmissionSession, SessionAnswer, SessionStep
from citeledger.emission.provider_responses import SentDocument, read_response
from citeledger.emission.recording import RecordedAnswer, ready_to_record
from citeledger.emission.sessions import open_session, read_in, ready_to_emit, ready_to_mint_in, search_in
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

    def test_nobody_opens_a_session_for_others(self, world: World) -> None:
        gone = shut_out(person("gone"))
        assert world.bob.uid
        uids = (world.bob.uid, uuid4(), gone)
        met = {told(partial(open_session, writer=world.alice, on_behalf_of=uid, at=NOW)) for uid in uids}
        assert [(code, at) for code, _, at, _ in met] == [("may_not_act_for", "on_behalf_of")]
        assert not EmissionSession.objects.exists()


class Session:
    """A session of Alice's, who acts for somebody or for herself, and the ways to come to a source in it."""

    def __init__(self, alice: Principal, person: UUID | None) -> None:
        self.alice, self.person = alice, person
        self.uid = open_session(writer=alice, on_behalf_of=person, at=NOW)
        self._who: dict[str, Any] = {"writer": alice, "session": self.uid, "at": NOW}

    def searched(self, snapshot: UUID | None = None) -> int:
        return len(search_in(query="return goods", snapshot=snapshot, **self._who).hits)

    def read(self, policy: Source) -> str:
        return read_in(version=policy.version, **self._who).text

    def minted(self, policy: Source) -> UUID:
        return ready_to_mint_in(drafts=[policy.draft(SENTENCE)], **self._who)()[0].uid

    def emitted(self, span: UUID, **how: Any) -> RecordedAnswer:
        return ready_to_emit(segments=[says(span)], **(self._who | HOW | how))()

    def emitted_by_markers(self, span: UUID) -> RecordedAnswer:
        how = self._who | HOW | {"ready": ready_to_emit, "basis": Basis.PARAPHRASED, "on_behalf_of": self.person}
        return ready_to_record_marked(text=f"Goods can be returned [cite:{span}].", **how)()

    def taken_in(self, policy: Source, *, is_recorded: bool = False) -> TakenIn:
        read = read_response(
            writer=self.alice,
            on_behalf_of=self.person,
            provider="anthropic",
            response=anthropic_quoting(policy.text, SENTENCE),
            documents=[SentDocument(version=policy.version)],
        )
        return ready_to_take_in(read=read, recording=Recording() if is_recorded else None, **self._who)()


WAYS_IN = (Session.read, Session.minted, Session.taken_in)
"""Each leads to the words of a version that is named, or to NotFound."""


class TestASessionIsForSomebodyToItsEnd:
    @pytest.fixture(autouse=True)
    def _right(self, world: World) -> None:
        let_act_for(world.alice)

    @pytest.fixture
    def session(self, world: World) -> Session:
        return Session(world.alice, world.bob.uid)

    def test_what_the_agent_alone_may_read_is_not_there(self, world: World, session: Session) -> None:
        hidden = world.policy()
        index_owed()
        mine = pin(actor=world.alice, name="P", documents=[hidden.document], at=NOW).uid
        assert [session.searched(), session.searched(mine)] == [0, 0]
        for way in WAYS_IN:
            with pytest.raises(NotFound):
                way(session, hidden)
        assert kinds(session.uid) == ["opened", "searched", "searched"]
        own = Session(world.alice, None)
        assert [own.searched(), own.searched(mine)] == [1, 1]
        assert [bool(way(own, hidden)) for way in WAYS_IN] == [True] * len(WAYS_IN)

    def test_what_the_person_alone_may_read_is(self, world: World, carol: Principal, session: Session) -> None:
        theirs = source(carol)
        theirs.let(world.bob, Right.READ, Right.CITE)
        index_owed()
        assert session.searched()
        assert session.read(theirs) == theirs.text
        span = session.minted(theirs)
        answers = (session.emitted(span).uid, session.emitted_by_markers(span).uid)
        taken = session.taken_in(theirs, is_recorded=True)
        emitted = Answer.objects.filter(uid__in=[*answers, taken.answer])
        assert {row.on_behalf_of_id for row in emitted} == {world.bob.id}
        assert emitted.count() == 3
        seen = reading.answer(viewer=world.alice, uid=answers[0]).segments[0]
        assert (seen.state, seen.text) == (State.UNAVAILABLE, None)
        assert [str(problem) for problem in verify(progress=lambda _step: None)] == []
        own = Session(world.alice, None)
        assert own.searched() == 0
        for way in WAYS_IN:
            with pytest.raises(NotFound):
                way(own, theirs)

    def test_snapshots_are_those_of_the_agent(self, world: World, session: Session) -> None:
        policy, _ = readable_policy(world)
        index_owed()
        mine, bobs = (
            pin(actor=who, name="P", documents=[policy.document], at=NOW).uid for who in (world.alice, world.bob)
        )
        assert session.searched(mine)
        for uid in (bobs, uuid4()):
            with pytest.raises(NotFound):
                session.searched(uid)

    def test_who_may_read_and_not_cite_is_not_minted_for(self, world: World, session: Session) -> None:
        policy = world.policy()
        policy.let(world.bob, Right.READ)
        assert session.read(policy)
        with pytest.raises(Forbidden):
            session.minted(policy)

    def test_what_is_lost_meanwhile_is_missed(self, world: World, session: Session) -> None:
        policy, _ = readable_policy(world)
        span = session.minted(policy)
        mint = ready_to_mint_in(
            writer=world.alice, session=session.uid, drafts=[policy.draft("Opened software is excluded.")], at=NOW
        )
        policy.bar(world.bob, Right.READ)
        with pytest.raises(NotFound):
            mint()
        for way in WAYS_IN:
            with pytest.raises(NotFound):
                way(session, policy)
        assert told(partial(session.emitted, span))[0] == "unknown_source"
        policy.let(world.bob, Right.READ)
        InstallationGrant.objects.all().delete()
        for act in (session.searched, *(partial(way, session, policy) for way in WAYS_IN)):
            assert told(act)[0] == "may_not_act_for"
        assert told(partial(session.emitted, span))[0] == "may_not_act_for"

    def test_nobody_else_is_written_for(self, world: World, carol: Principal, session: Session) -> None:
        policy, _ = readable_policy(world)
        policy.let(carol, Right.READ, Right.CITE)
        span, own = session.minted(policy), Session(world.alice, None)
        assert own.minted(policy) == span
        named = [carol.uid, uuid4(), world.alice.uid]
        met = {told(partial(session.emitted, span, on_behalf_of=uid)) for uid in named}
        met |= {told(partial(own.emitted, span, on_behalf_of=uid)) for uid in (*named, world.bob.uid)}
        assert [(code, at) for code, _, at, _ in met] == [("session_for_another", "on_behalf_of")]
        assert session.emitted(span, on_behalf_of=world.bob.uid).citations

    def test_the_database_takes_no_answer_for_somebody_else(self, world: World, session: Session) -> None:
        _, span = readable_policy(world)
        answer = Answer.objects.get(uid=answered(world.alice, says(span)).uid)
        with pytest.raises(IntegrityError), transaction.atomic():
            SessionAnswer.objects.create(answer=answer, session=EmissionSession.objects.get(uid=session.uid))


def kinds(session: UUID) -> list[str]:
    rows = SessionStep.objects.filter(session__uid=session).order_by("ordinal")
    return [step.kind for step in rows]


def anthropic_quoting(text: str, exact: str) -> dict[str, Any]:
    """A response that says a passage of its one document, and cites it by characters."""
    start = text.index(exact)
    place = {"start_char_index": start, "end_char_index": start + len(exact)}
    citation = {"type": "char_location", "cited_text": exact, "document_index": 0, "document_title": None} | place
    return {"content": [{"type": "text", "text": exact, "citations": [citation]}]}


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

    @pytest.mark.parametrize("reads", [True, False])
    def test_only_who_reads_every_input_itself_is_told_what_they_amount_to(
        self, world: World, carol: Principal, reads: bool
    ) -> None:
        sources = [source(carol, text) for text in ("It was 30 days.", "It is 14 days.")]
        for each in sources:
            each.let(world.bob, Right.READ, Right.CITE)
        for seen in sources if reads else sources[:1]:
            seen.let(world.alice, Right.READ)
        spans = tuple(each.mint(words).uid for each, words in zip(sources, ("30 days", "14 days"), strict=True))
        said = Computation(
            operation="difference/1", inputs=tuple(ComputedInput(uid, "en") for uid in spans), value="15 days"
        )
        statement = Statement("It fell by 15 days.", Basis.COMPUTED, spans=spans, computation=said)
        with pytest.raises(Refused) as met:
            answered(world.alice, statement, on_behalf_of=world.bob.uid)
        assert (met.value.code, met.value.worked_out) == ("value_not_agreed", "16 days" if reads else "")

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
