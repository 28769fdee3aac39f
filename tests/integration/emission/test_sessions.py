"""Sessions: what was searched, read and minted before anything was written, kept and proved."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents.search.indexing import index_owed
from citeledger.emission import steps, tasks, unanswered
from citeledger.emission.models import EmissionSession, SessionAnswer, SessionStep
from citeledger.emission.services import MintedSpan, RecordedAnswer
from citeledger.emission.sessions import (
    SESSION_LIFE,
    open_session,
    read_in,
    ready_to_emit,
    ready_to_mint_in,
    search_in,
    session,
)
from citeledger.emission.sieve import OnUnproved
from citeledger.emission.unanswered import erase_unanswered
from citeledger.evidence.verification import verify
from citeledger.ledger.models import Answer, AnswerContext, Span
from citeledger.ledger.services import erase_answer
from citeledger.log.models import LogDetail, LogEntry
from tests.ground.databases import BuiltOnce
from tests.integration.ledger.world import NOW, SENTENCE, Source, World, person
from tests.integration.ledger.world import source as source_of

SECRET = "zanzibar"


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(World)


@pytest.fixture(scope="module")
def _source(built_once: BuiltOnce, _world: World) -> Source:
    return built_once(lambda: findable(_world))


def findable(world: World) -> Source:
    made = world.policy()
    index_owed()
    return made


@pytest.fixture
def world(_world: World, db: None) -> World:
    """Written once, with the policy: every test rolls back to it."""
    return _world


@pytest.fixture
def source(_source: Source, world: World) -> Source:
    return _source


@pytest.fixture
def opened(world: World) -> UUID:
    return open_session(writer=world.alice, question="May I return it?", at=NOW)


def mint(writer: Principal, uid: UUID, source: Source, *, at: datetime = NOW) -> MintedSpan:
    return ready_to_mint_in(writer=writer, session=uid, drafts=[source.draft(SENTENCE)], at=at)()[0]


def emit(writer: Principal, uid: UUID, *spans: UUID, at: datetime = NOW, **how: Any) -> RecordedAnswer:
    said = [
        Statement(text=f"Say {number}.", basis=Basis.PARAPHRASED, spans=(span,)) for number, span in enumerate(spans)
    ]
    rest: dict[str, Any] = {"kind": AnswerKind.ANSWER, "context": Context(), "on_behalf_of": None} | how
    return ready_to_emit(writer=writer, session=uid, segments=said, at=at, **rest)()


def kinds(uid: UUID) -> list[str]:
    rows = SessionStep.objects.filter(session__uid=uid).order_by("ordinal")
    return [f"{step.ordinal} {step.kind}" for step in rows]


def problems() -> list[str]:
    return [str(problem) for problem in verify(progress=lambda _: None)]


def test_what_came_first_is_kept_in_its_order_with_its_time(world: World, source: Source, opened: UUID) -> None:
    later = [NOW + timedelta(seconds=second) for second in range(4)]
    found = search_in(writer=world.alice, session=opened, query="return goods", at=later[0])
    read = read_in(writer=world.alice, session=opened, version=source.version, start=9, end=20, at=later[1])
    span = mint(world.alice, opened, source, at=later[2])
    answer = emit(world.alice, opened, span.uid, at=later[3])

    view = session(viewer=world.alice, uid=opened)
    told = [(step.ordinal, step.kind, step.at, step.subject, step.query) for step in view.steps]
    assert told == [
        (1, "searched", later[0], None, "return goods"),
        (2, "read", later[1], source.version, None),
        (3, "minted", later[2], span.uid, None),
        (4, "emitted", later[3], answer.uid, None),
    ]
    assert (view.question, view.at, view.closes_at) == ("May I return it?", NOW, NOW + SESSION_LIFE)
    assert found.hits[0].text == source.text[found.hits[0].start : found.hits[0].end]
    assert read.text == source.text[9:20]
    searched = SessionStep.objects.get(session__uid=opened, kind="searched")
    assert json.loads(searched.detail)["hits"] == [[str(hit.version), hit.start, hit.end] for hit in found.hits]
    assert problems() == []


def test_an_answer_answers_the_question_of_its_session_unless_it_names_another(
    world: World, source: Source, opened: UUID
) -> None:
    span = mint(world.alice, opened, source).uid
    for named, kept in (("", "May I return it?"), ("And now?", "And now?")):
        uid = emit(world.alice, opened, span, context=Context(question=named, agent="helper")).uid
        assert AnswerContext.objects.filter(answer__uid=uid).values_list("question", "agent").get() == (kept, "helper")
    assert session(viewer=world.alice, uid=opened).question == "May I return it?"


def test_the_fact_of_an_emission_commits_to_all_that_came_before(world: World, source: Source, opened: UUID) -> None:
    answer = emit(world.alice, opened, mint(world.alice, opened, source).uid)
    step = SessionStep.objects.get(session__uid=opened, kind="emitted")
    body = json.loads(LogDetail.objects.get(entry__kind=steps.ANSWER_EMITTED).body)
    assert body == {
        "answer": str(answer.uid),
        "ordinal": 2,
        "session": str(opened),
        "steps_sha256": step.digest,
    }
    entries = LogEntry.objects.filter(subject_uid=answer.uid).values_list("kind", flat=True)
    assert set(entries) >= {"answer_recorded", "answer_emitted"}


class TestOnlyWhatWasMintedHereIsCited:
    def test_a_span_of_another_session_or_of_none_or_made_up_is_refused_alike(
        self, world: World, source: Source, opened: UUID
    ) -> None:
        elsewhere = source.mint(SENTENCE).uid
        hidden = source_of(world.bob).mint(SENTENCE).uid
        heard = set()
        for uid in (elsewhere, hidden, uuid4()):
            with CaptureQueriesContext(connection) as queries, pytest.raises(Refused) as refused:
                emit(world.alice, opened, uid)
            heard.add((refused.value.code, refused.value.detail, refused.value.at, len(queries)))
        assert len(heard) == 1
        assert next(iter(heard))[:1] == ("span_not_in_session",)
        assert next(iter(heard))[2] == "segments.0.spans.0"
        assert kinds(opened) == ["0 opened"]
        assert not Answer.objects.exists()

    def test_minted_here_a_known_span_may_be_cited(self, world: World, source: Source, opened: UUID) -> None:
        known = source.mint(SENTENCE).uid
        assert mint(world.alice, opened, source).uid == known
        assert emit(world.alice, opened, known).citations

    def test_drop_withholds_the_statement_and_says_why(self, world: World, source: Source, opened: UUID) -> None:
        here, stray = mint(world.alice, opened, source).uid, source.mint("Opened software is excluded.").uid
        recorded = emit(world.alice, opened, here, stray, on_unproved=OnUnproved.DROP)
        assert len(recorded.citations) == 1
        assert [(one.at, one.code) for one in recorded.withheld] == [("segments.1.spans.0", "span_not_in_session")]


def test_nothing_that_was_refused_is_a_step(world: World, source: Source, opened: UUID) -> None:
    wrong = source.draft(SENTENCE)
    attempts: list[Callable[[], Any]] = [
        lambda: search_in(writer=world.alice, session=opened, query="...", at=NOW),
        lambda: search_in(writer=world.alice, session=opened, query="goods", snapshot=uuid4(), at=NOW),
        lambda: read_in(writer=world.alice, session=opened, version=uuid4(), at=NOW),
        lambda: read_in(writer=world.alice, session=opened, version=source.version, start=5, end=4, at=NOW),
        lambda: read_in(writer=world.alice, session=opened, version=source.version, end=10**6, at=NOW),
        lambda: ready_to_mint_in(
            writer=world.alice,
            session=opened,
            drafts=[type(wrong)(version=wrong.version, start=0, end=3, exact="xyz")],
            at=NOW,
        )(),
    ]
    for attempt in attempts:
        with pytest.raises((Refused, NotFound)):
            attempt()
    assert kinds(opened) == ["0 opened"]


class TestASessionIsItsWritersOwn:
    def closed(self, world: World, opened: UUID) -> list[tuple[Principal, UUID, datetime]]:
        return [
            (person("mallory"), opened, NOW),
            (ANONYMOUS, opened, NOW),
            (world.alice, uuid4(), NOW),
            (world.alice, opened, NOW + SESSION_LIFE),
        ]

    def test_anothers_a_made_up_and_a_closed_one_are_one_and_the_same(
        self, world: World, source: Source, opened: UUID
    ) -> None:
        span = mint(world.alice, opened, source).uid
        before = kinds(opened)
        for writer, uid, at in self.closed(world, opened):
            acts: list[Callable[[], Any]] = [
                lambda writer=writer, uid=uid, at=at: search_in(writer=writer, session=uid, query="goods", at=at),
                lambda writer=writer, uid=uid, at=at: read_in(
                    writer=writer, session=uid, version=source.version, at=at
                ),
                lambda writer=writer, uid=uid, at=at: mint(writer, uid, source, at=at),
                lambda writer=writer, uid=uid, at=at: emit(writer, uid, span, at=at),
            ]
            for act in acts:
                with CaptureQueriesContext(connection) as queries, pytest.raises(NotFound):
                    act()
                assert len(queries) == 1
        assert kinds(opened) == before

    def test_nobody_else_reads_it_and_its_writer_does_when_it_is_closed(self, world: World, opened: UUID) -> None:
        for viewer, uid in ((person("mallory"), opened), (ANONYMOUS, opened), (world.alice, uuid4())):
            with pytest.raises(NotFound):
                session(viewer=viewer, uid=uid)
        assert session(viewer=world.alice, uid=opened).question == "May I return it?"

    def test_nobody_in_particular_opens_one(self, db: None) -> None:
        with pytest.raises(Forbidden):
            open_session(writer=ANONYMOUS, at=NOW)

    def test_the_database_takes_no_answer_of_another_writer(self, world: World, source: Source, opened: UUID) -> None:
        mallory = person("mallory")
        EmissionSession.objects.create(writer_id=mallory.id, at=NOW)
        answer = Answer.objects.get(uid=emit(world.alice, opened, mint(world.alice, opened, source).uid).uid)
        other = open_session(writer=mallory, at=NOW)
        with pytest.raises(IntegrityError), transaction.atomic():
            SessionAnswer(pk=10_000, answer=answer, session=EmissionSession.objects.get(uid=other)).save(
                force_insert=True
            )


class TestErasure:
    def test_the_session_goes_with_the_last_answer_that_was_emitted_from_it(
        self, world: World, source: Source, opened: UUID
    ) -> None:
        search_in(writer=world.alice, session=opened, query=f"return {SECRET}", at=NOW)
        span = mint(world.alice, opened, source).uid
        first, second = emit(world.alice, opened, span), emit(world.alice, opened, span)
        erase_answer(actor=world.alice, answer=first.uid, at=NOW)
        assert session(viewer=world.alice, uid=opened).steps
        assert problems() == []
        erase_answer(actor=world.alice, answer=second.uid, at=NOW)
        assert not SessionStep.objects.exists()
        assert not LogDetail.objects.filter(entry__kind__in=(steps.SESSION_OPENED, steps.ANSWER_EMITTED)).exists()
        assert LogEntry.objects.filter(kind=steps.SESSION_ERASED, subject_uid=opened).exists()
        assert EmissionSession.objects.filter(uid=opened).exists()
        with pytest.raises(NotFound):
            session(viewer=world.alice, uid=opened)
        with pytest.raises(NotFound):
            mint(world.alice, opened, source)
        assert problems() == []

    def test_the_database_takes_no_step_of_an_erased_session(self, world: World, source: Source, opened: UUID) -> None:
        answer = emit(world.alice, opened, mint(world.alice, opened, source).uid)
        erase_answer(actor=world.alice, answer=answer.uid, at=NOW)
        row = EmissionSession.objects.get(uid=opened)
        with pytest.raises(IntegrityError), transaction.atomic():
            SessionStep.objects.create(session=row, ordinal=9, kind="searched", at=NOW, detail="{}", digest="0" * 64)

    def test_what_is_not_erased_cannot_be_deleted(self, opened: UUID) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            SessionStep.objects.all().delete()


class TestTheEndOfWhatCameToNothing:
    KEPT = timedelta(days=30)
    LATER = NOW + KEPT + timedelta(seconds=1)

    def test_what_was_searched_and_read_goes_and_the_log_says_so(
        self, world: World, source: Source, opened: UUID
    ) -> None:
        search_in(writer=world.alice, session=opened, query=f"return {SECRET}", at=NOW)
        read_in(writer=world.alice, session=opened, version=source.version, at=NOW)
        span = mint(world.alice, opened, source)
        assert erase_unanswered(kept=self.KEPT, now=NOW + self.KEPT) == 0
        assert session(viewer=world.alice, uid=opened).steps
        assert erase_unanswered(kept=self.KEPT, now=self.LATER) == 1
        assert not SessionStep.objects.exists()
        assert not LogDetail.objects.filter(entry__kind=steps.SESSION_OPENED).exists()
        assert not any(SECRET in body for body in LogDetail.objects.values_list("body", flat=True))
        fact = LogEntry.objects.get(kind=steps.SESSION_ERASED, subject_uid=opened)
        assert (fact.at, fact.actor_uid) == (self.LATER, None)
        assert EmissionSession.objects.filter(uid=opened).exists()
        assert Span.objects.filter(uid=span.uid).exists()
        with pytest.raises(NotFound):
            session(viewer=world.alice, uid=opened)
        assert problems() == []
        assert erase_unanswered(kept=self.KEPT, now=self.LATER) == 0

    def test_one_with_an_answer_stays(self, world: World, source: Source, opened: UUID) -> None:
        search_in(writer=world.alice, session=opened, query="return goods", at=NOW)
        answer = emit(world.alice, opened, mint(world.alice, opened, source).uid)
        assert erase_unanswered(kept=self.KEPT, now=self.LATER) == 0
        assert kinds(opened) == ["0 opened", "1 searched", "2 minted", "3 emitted"]
        erase_answer(actor=world.alice, answer=answer.uid, at=NOW)
        assert erase_unanswered(kept=self.KEPT, now=self.LATER) == 0  # it went with its answer

    def test_a_run_does_so_much_and_no_more_the_oldest_first(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(unanswered, "SESSIONS_PER_RUN", 2)
        uids = [open_session(writer=world.alice, at=NOW - timedelta(seconds=second)) for second in range(3)]
        with CaptureQueriesContext(connection) as for_two:
            assert erase_unanswered(kept=self.KEPT, now=self.LATER) == 2
        left = SessionStep.objects.values_list("session__uid", flat=True)
        assert set(left) == {uids[0]}
        with CaptureQueriesContext(connection) as for_one:
            assert erase_unanswered(kept=self.KEPT, now=self.LATER) == 1
        with CaptureQueriesContext(connection) as for_none:
            assert erase_unanswered(kept=self.KEPT, now=self.LATER) == 0
        assert len(for_none) == 1
        assert len(for_two) - len(for_one) == len(for_one) - len(for_none)

    def test_an_answer_or_another_run_may_be_faster(self, world: World, source: Source, opened: UUID) -> None:
        row = EmissionSession.objects.get(uid=opened)
        span = mint(world.alice, opened, source).uid
        emit(world.alice, opened, span)
        assert not unanswered._erased(row.pk, self.LATER)
        other = EmissionSession.objects.get(uid=open_session(writer=world.alice, at=NOW))
        assert [unanswered._erased(other.pk, self.LATER) for _ in range(2)] == [True, False]

    def test_the_worker_does_it_after_so_many_seconds(self, world: World, settings: Any, opened: UUID) -> None:
        settings.UNANSWERED_SESSIONS_KEPT_SECONDS = 24 * 3600
        recent = open_session(writer=world.alice, at=timezone.now() - timedelta(hours=23, minutes=59))
        old = open_session(writer=world.alice, at=timezone.now() - timedelta(hours=24, seconds=1))
        assert tasks.erase_unanswered.name in {each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()}
        tasks.erase_unanswered()
        left = set(SessionStep.objects.values_list("session__uid", flat=True))
        assert (recent in left, old in left) == (True, False)


def test_a_session_is_full_one_day(world: World, source: Source, opened: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "STEPS_PER_SESSION", 2)
    mint(world.alice, opened, source)
    with pytest.raises(Refused) as refused:
        ready_to_mint_in(
            writer=world.alice, session=opened, drafts=[source.draft("Opened software is excluded.")], at=NOW
        )()
    assert refused.value.code == "session_full"
    assert kinds(opened) == ["0 opened", "1 minted"]
    assert Span.objects.count() == 1
