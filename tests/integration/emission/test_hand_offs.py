"""Hand-offs: whoever takes over gets what the ledger holds, resolved for them, once, and can make no more of it."""

import copy
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext, override_settings

from acl.models import User
from acl.queries import Holder, can_read_answer
from acl.rights import Right
from acl.services import grant_answer, revoke_answer
from citeledger.core import envelopes
from citeledger.core.envelopes import signing_key
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.statements import AnswerKind, Basis, Role, Segment, Structure
from citeledger.core.states import State
from citeledger.documents.models import Snapshot
from citeledger.documents.services import pin, publish_version, retire
from citeledger.emission.hand_offs import LASTS, TakenOver, hand_over, ready_to_take_over, take_over
from citeledger.emission.models import HandOff, HandOffReceipt
from citeledger.emission.readable import readable_citations
from citeledger.evidence.verification import verify
from citeledger.interfaces.handing_over import envelope_of
from citeledger.ledger.models import Answer, Citation, Closure, Span, Statement, StatementGround
from citeledger.ledger.queries import answer_records
from citeledger.ledger.services import erase_answer
from citeledger.log.models import LogDetail, LogEntry
from revalidation.reading import answer
from revalidation.service import verdicts
from revalidation.views import AnswerView, StructureView
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import forge
from tests.integration.ledger.world import NOW, POLICY, SENTENCE, Source, World, answered, person, says

EXCLUDED = "Opened software is excluded."
EDITED = POLICY.replace("30 days", "14 days")
READ_AND_CITE = (Right.READ, Right.CITE)


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(World)


@pytest.fixture(scope="module")
def _policy(built_once: BuiltOnce, _world: World) -> Source:
    return built_once(lambda: readable(_world))


def readable(world: World) -> Source:
    """Alice's policy; Bob may read it and may not cite it."""
    source = world.policy()
    source.let(world.bob, Right.READ)
    return source


@pytest.fixture
def world(_world: World, db: None) -> World:
    """Written once, with the policy: every test rolls back to it."""
    return _world


@pytest.fixture
def policy(_policy: Source, world: World) -> Source:
    return _policy


def said(source: Source, *more: Segment) -> UUID:
    return answered(source.owner, says(source.mint(SENTENCE).uid), *more).uid


def handed(sender: Principal, to: Principal, uid: UUID, *, at: datetime = NOW) -> dict[str, Any]:
    """The envelope as the receiver gets it: JSON, through whatever channel."""
    assert to.uid is not None
    hand_off = hand_over(sender=sender, answer=uid, to=to.uid, at=at)
    return dict(json.loads(json.dumps(envelope_of(sender=sender, hand_off=hand_off))))


def taken(receiver: Principal, envelope: object, *, at: datetime = NOW) -> TakenOver:
    return take_over(receiver=receiver, envelope=envelope, at=at)


def passed_on(sender: Principal, to: Principal, uid: UUID) -> UUID:
    return taken(to, handed(sender, to, uid)).uid


def share(owner: Principal, uid: UUID, *readers: Principal) -> None:
    for reader in readers:
        grant_answer(actor=owner, answer=uid, right=Right.READ, holder=Holder("user", reader.name), at=NOW)


def texts(view: AnswerView) -> list[str | None]:
    return [segment.text for segment in view.segments]


def states(viewer: Principal, uid: UUID) -> list[State]:
    cited = Citation.objects.filter(statement__answer__uid=uid).order_by("statement__ordinal")
    found = verdicts(viewer=viewer, citations=list(cited.values_list("uid", flat=True)))
    return [verdict.state for verdict in found]


def edit(source: Source, text: str = EDITED) -> None:
    publish_version(
        actor=source.owner,
        document=source.document,
        data=text.encode(),
        media_type="text/plain",
        expected=source.version,
        at=NOW,
    )


def refusal(act: Callable[[], Any]) -> tuple[Any, ...]:
    """Everything the receiver could tell refusals apart by, and the certainty that nothing was written."""
    before = (Answer.objects.count(), LogEntry.objects.count(), HandOffReceipt.objects.count())
    with CaptureQueriesContext(connection) as queries, pytest.raises(Refused) as caught:
        act()
    assert before == (Answer.objects.count(), LogEntry.objects.count(), HandOffReceipt.objects.count())
    return caught.value.code, caught.value.detail, caught.value.at, len(queries)


class TestHandingOver:
    def test_the_receiver_may_read_the_text_from_then_on_and_the_log_says_why(
        self, world: World, policy: Source
    ) -> None:
        uid = said(policy)
        assert not can_read_answer(principal=world.bob, answer=uid)
        envelope = handed(world.alice, world.bob, uid)

        assert can_read_answer(principal=world.bob, answer=uid)
        entry = LogEntry.objects.get(kind="answer_handed_over")
        assert (str(entry.subject_uid), entry.actor_uid) == (envelope["uid"], world.alice.uid)
        assert json.loads(entry.detail.body) == {
            "answer": str(uid),
            "at": envelope["issued_at"],
            "expires_at": envelope["expires_at"],
            "hand_off": envelope["uid"],
            "receiver": str(world.bob.uid),
            "sender": str(world.alice.uid),
        }
        assert LogEntry.objects.filter(kind="right_granted", subject_uid=uid).count() == 1

    def test_the_envelope_holds_what_the_sender_may_repeat(self, world: World, policy: Source) -> None:
        heading = Structure(Role.HEADING, "Refunds")
        kept = says(policy.mint(EXCLUDED).uid, text="No software.")
        uid = answered(world.alice, heading, says(policy.mint(SENTENCE).uid, text="A month."), kept).uid
        first, second = Citation.objects.order_by("pk").values_list("uid", flat=True)
        assert handed(world.alice, world.bob, uid)["segments"] == [
            {"text": "Refunds", "citation": None},
            {"text": "A month.", "citation": str(first)},
            {"text": "No software.", "citation": str(second)},
        ]
        edit(policy)
        assert handed(world.alice, world.bob, uid)["segments"] == [
            {"text": "Refunds", "citation": None},
            {"text": None, "citation": str(first)},
            {"text": "No software.", "citation": str(second)},
        ]
        retire(actor=world.alice, document=policy.document, at=NOW)
        assert handed(world.alice, world.bob, uid)["segments"] == [
            {"text": None, "citation": str(first)},
            {"text": None, "citation": str(second)},
        ]

    def test_only_who_manages_it_hands_it_over(self, world: World, policy: Source) -> None:
        uid, carol = said(policy), person("carol")
        erased = said(policy)
        share(world.alice, uid, world.bob)
        erase_answer(actor=world.alice, answer=erased, at=NOW)
        for sender, answer_uid, error in (
            (world.bob, uid, Forbidden),
            (carol, uid, NotFound),
            (world.alice, uuid4(), NotFound),
            (world.alice, erased, NotFound),
            (ANONYMOUS, uid, NotFound),
        ):
            with pytest.raises(error):
                hand_over(sender=sender, answer=answer_uid, to=carol.uid, at=NOW)  # type: ignore[arg-type]
        assert not HandOff.objects.exists()

    def test_nobody_in_particular_and_nobody_inactive_receives(self, world: World, policy: Source) -> None:
        uid = said(policy)
        User.objects.filter(pk=world.bob.id).update(is_active=False)
        for to in (uuid4(), world.bob.uid):
            assert to is not None
            told = refusal(lambda to=to: hand_over(sender=world.alice, answer=uid, to=to, at=NOW))
            assert told[:3] == ("unknown_receiver", "Nobody active has this uid.", "to")

    def test_an_envelope_is_made_for_its_sender_alone(self, world: World, policy: Source) -> None:
        envelope = handed(world.alice, world.bob, said(policy))
        for who, uid in ((world.bob, envelope["uid"]), (ANONYMOUS, envelope["uid"]), (world.alice, str(uuid4()))):
            with pytest.raises(NotFound):
                envelope_of(sender=who, hand_off=UUID(uid))


class TestTakingOver:
    def test_a_derived_text_of_the_receivers_that_rests_on_the_senders(self, world: World, policy: Source) -> None:
        uid = said(policy)
        made = taken(world.bob, handed(world.alice, world.bob, uid))

        row = Answer.objects.get(uid=made.uid)
        (statement,) = answer_records(answer_ids=[row.pk])[row.pk].statements
        closure = Closure.objects.get(citation__uid=made.citations[0])
        assert (row.kind, row.writer_id, made.left_out) == ("hand_off", world.bob.id, 0)
        assert (statement.basis, statement.spans, statement.derived) == (Basis.PARAPHRASED, (), (uid,))
        assert (closure.derived_ids, closure.depth) == ([Answer.objects.get(uid=uid).pk], 1)
        assert closure.span_ids == [Span.objects.get().pk]
        assert states(world.bob, made.uid) == [State.CURRENT]
        assert texts(answer(viewer=world.bob, uid=made.uid)) == ["Goods can be returned."]

    def test_the_log_says_that_it_was_taken_and_not_what_was_made_of_it(self, world: World, policy: Source) -> None:
        envelope = handed(world.alice, world.bob, said(policy))
        made = taken(world.bob, envelope)

        entry = LogEntry.objects.get(kind="hand_off_taken")
        assert (str(entry.subject_uid), entry.actor_uid) == (envelope["uid"], world.bob.uid)
        assert str(made.uid) not in entry.detail.body
        assert list(verify(progress=lambda _step: None)) == []

    def test_a_quotation_is_handed_on_in_the_words_of_its_source(self, world: World, policy: Source) -> None:
        quoted = says(policy.mint(SENTENCE).uid, text=SENTENCE.replace(" ", "  "), basis=Basis.QUOTED)
        made = passed_on(world.alice, world.bob, answered(world.alice, quoted).uid)

        assert texts(answer(viewer=world.bob, uid=made)) == [SENTENCE]

    def test_structure_comes_along_where_it_stands_over_something(self, world: World, policy: Source) -> None:
        hidden = world.policy()
        segments: list[Segment] = [
            Structure(Role.HEADING, "Open"),
            Structure(Role.LIST_MARKER, "1. "),
            says(policy.mint(SENTENCE).uid, text="First."),
            Structure(Role.BREAK, "\n"),
            Structure(Role.LIST_MARKER, "2. "),
            says(hidden.mint(SENTENCE).uid, text="Second."),
            Structure(Role.HEADING, "Hidden"),
            says(hidden.mint(SENTENCE).uid, text="Third."),
        ]
        made = taken(world.bob, handed(world.alice, world.bob, answered(world.alice, *segments).uid))
        hidden.let(world.bob, Right.READ)

        view = answer(viewer=world.bob, uid=made.uid)
        assert texts(view) == ["Open", "1. ", "First.", "\n"]
        assert [type(segment) for segment in view.segments].count(StructureView) == 3
        assert made.left_out == 2

    def test_nobody_takes_over_for_nobody(self, world: World, policy: Source) -> None:
        envelope = handed(world.alice, world.bob, said(policy))
        with pytest.raises(Forbidden):
            taken(ANONYMOUS, envelope)
        User.objects.filter(pk=world.bob.id).update(is_active=False)
        with pytest.raises(Forbidden):
            taken(world.bob, envelope)

    def test_a_key_of_before_a_rotation_still_opens(self, world: World, policy: Source) -> None:
        first, second = (handed(world.alice, world.bob, said(policy)) for _ in range(2))
        with override_settings(SECRET_KEY="a new secret", SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
            assert taken(world.bob, first).citations
        with override_settings(SECRET_KEY="a new secret"):
            assert refusal(lambda: taken(world.bob, second))[0] == "envelope_refused"

    def test_the_queries_do_not_grow_with_the_text(self, world: World, policy: Source) -> None:
        counts = set()
        for size in (1, 20):
            statements = [says(policy.mint(SENTENCE).uid) for _ in range(size)]
            envelope = handed(world.alice, world.bob, answered(world.alice, *statements).uid)
            with CaptureQueriesContext(connection) as queries:
                taken(world.bob, envelope)
            counts.add(len(queries))
        assert len(counts) == 1


class TestRefusals:
    def test_all_reasons_against_an_envelope_are_one(self, world: World, policy: Source) -> None:
        """Made up, altered, for somebody else, too late, taken over before: by anybody, the same, at the same cost."""
        carol = person("carol")
        policy.let(carol, Right.READ)
        good = handed(world.alice, world.bob, said(policy))
        old = handed(world.alice, world.bob, said(policy), at=NOW - LASTS)
        used = handed(world.alice, world.bob, said(policy))
        taken(world.bob, used)
        made_up = dict(good, uid=str(uuid4()))
        sealed_by_others = resealed(good, secret="another installation")
        saying_more = copy.deepcopy(good)
        saying_more["segments"][0]["text"] += " Opened software, too."
        reasons: dict[str, Callable[[], Any]] = {
            "no envelope": lambda: taken(world.bob, {"state": "current"}),
            "made up": lambda: taken(world.bob, made_up),
            "signed by others": lambda: taken(world.bob, sealed_by_others),
            "never issued": lambda: taken(world.bob, resealed(made_up)),
            "altered": lambda: taken(world.bob, saying_more),
            "for another": lambda: taken(carol, good),
            "of one's own": lambda: taken(world.alice, good),
            "readdressed": lambda: taken(carol, dict(good, to=str(carol.uid))),
            "readdressed and signed": lambda: taken(carol, resealed(dict(good, to=str(carol.uid)))),
            "too late": lambda: taken(world.bob, old),
            "prolonged": lambda: taken(world.bob, resealed(dict(old, expires_at=good["expires_at"]))),
            "taken over before": lambda: taken(world.bob, used),
            "taken over by another": lambda: taken(carol, used),
        }
        heard = {reason: refusal(act) for reason, act in reasons.items()}

        assert len(set(heard.values())) == 1, heard
        assert heard["made up"][0] == "envelope_refused"
        assert taken(world.bob, good).left_out == 0, "none of them spoilt it"

    def test_it_ends_at_the_moment_it_says(self, world: World, policy: Source) -> None:
        first, second = (handed(world.alice, world.bob, said(policy)) for _ in range(2))
        assert refusal(lambda: taken(world.bob, first, at=NOW + LASTS))[0] == "envelope_refused"
        assert taken(world.bob, second, at=NOW + LASTS - timedelta(microseconds=1)).citations

    def test_whatever_took_the_text_from_the_receiver_is_one(self, world: World, policy: Source) -> None:
        """Erased, hidden again, its source hidden or retired, a note below it erased: alike, at the same cost."""
        note = answered(world.alice, says(policy.mint(SENTENCE).uid), kind=AnswerKind.MEMORY_NOTE).uid
        share(world.alice, note, world.bob)
        gone, other = world.policy(), world.policy()
        for source in (gone, other):
            source.let(world.bob, Right.READ)
        erased, unshared, resting = said(policy), said(policy), answered(world.alice, says(of=[note])).uid
        revoked, retired = said(gone), said(other)
        envelopes = [handed(world.alice, world.bob, uid) for uid in (erased, unshared, resting, revoked, retired)]
        erase_answer(actor=world.alice, answer=erased, at=NOW)
        bob = Holder("user", world.bob.name)
        revoke_answer(actor=world.alice, answer=unshared, right=Right.READ, holder=bob, at=NOW)
        erase_answer(actor=world.alice, answer=note, at=NOW)
        gone.bar(world.bob, Right.READ)
        retire(actor=world.alice, document=other.document, at=NOW)

        heard = [refusal(lambda sent=sent: taken(world.bob, sent)) for sent in envelopes]
        assert len(set(heard)) == 1, heard
        assert heard[0][0] == "envelope_refused"

    def test_a_stored_text_that_is_not_what_the_log_says_is_not_said_again(self, world: World, policy: Source) -> None:
        envelope = handed(world.alice, world.bob, said(policy))
        forge(Statement.objects.all(), position=7)
        assert refusal(lambda: taken(world.bob, envelope))[0] == "source_not_proved"

    def test_what_is_lost_between_proof_and_writing_is_refused(self, world: World, policy: Source) -> None:
        losses: list[Callable[[UUID], object]] = [
            lambda uid: erase_answer(actor=world.alice, answer=uid, at=NOW),
            lambda uid: revoke_answer(
                actor=world.alice, answer=uid, right=Right.READ, holder=Holder("user", "bob"), at=NOW
            ),
            lambda _: policy.bar(world.bob, Right.READ),
        ]
        for lose in losses:
            uid = said(policy)
            write = ready_to_take_over(receiver=world.bob, envelope=handed(world.alice, world.bob, uid), at=NOW)
            lose(uid)
            assert refusal(write)[0] == "envelope_refused"

    def test_of_two_that_were_proved_one_is_written(self, world: World, policy: Source) -> None:
        envelope = handed(world.alice, world.bob, said(policy))
        first, second = (ready_to_take_over(receiver=world.bob, envelope=envelope, at=NOW) for _ in range(2))
        first()
        assert refusal(second)[0] == "envelope_refused"


def resealed(envelope: dict[str, Any], secret: str | None = None) -> dict[str, Any]:
    """What somebody would send who has the secret (None), or a secret of their own: any claim, well signed."""
    key = signing_key(installation_secret=secret or settings.SECRET_KEY)
    members = {name: value for name, value in envelope.items() if name != "signature"} | {"key": key.id}
    return members | {"signature": envelopes._signature(members, key)}


class TestNothingIsRaised:
    def test_a_statement_the_receiver_may_not_read_is_left_out_and_the_rest_takes_its_lineage(
        self, world: World, policy: Source
    ) -> None:
        """Citing any part takes all: without a right on one source nothing of the text stands for the receiver."""
        hidden = world.policy()
        uid = said(policy, says(hidden.mint(SENTENCE).uid, text="A secret."))
        made = taken(world.bob, handed(world.alice, world.bob, uid))

        assert (len(made.citations), made.left_out) == (1, 1)
        assert states(world.bob, made.uid) == [State.UNAVAILABLE]
        assert texts(answer(viewer=world.bob, uid=made.uid)) == [None]
        hidden.let(world.bob, Right.READ)
        assert texts(answer(viewer=world.bob, uid=made.uid)) == ["Goods can be returned."]
        assert "A secret." not in str(answer(viewer=world.bob, uid=made.uid))

    def test_what_is_left_out_lets_nothing_run_together(self, world: World) -> None:
        open_, hidden = world.policy("Row 1 is about goods. They come back within 4 days."), world.policy()
        open_.let(world.bob, Right.READ)
        one, four = (says(open_.mint(exact).uid, text=exact, basis=Basis.QUOTED) for exact in ("1", "4 days"))
        between = says(hidden.mint(SENTENCE).uid, text=" and then ")
        made = taken(world.bob, handed(world.alice, world.bob, answered(world.alice, one, between, four).uid))

        hidden.let(world.bob, Right.READ)
        assert texts(answer(viewer=world.bob, uid=made.uid)) == ["1"]
        assert made.left_out == 2

    def test_spans_bound_to_their_version_and_scopes_of_searches_are_sources_too(
        self, world: World, policy: Source
    ) -> None:
        hidden = world.policy()
        uid = said(policy, says(policy.mint(EXCLUDED).uid), says(policy.mint(SENTENCE).uid))
        bound, searched, _ = Citation.objects.order_by("pk")
        span = hidden.mint(SENTENCE).uid
        Closure.objects.filter(citation=bound).update(bound_ids=[Span.objects.get(uid=span).pk])
        pin(actor=world.alice, name="All", documents=[policy.document, hidden.document], at=NOW)
        StatementGround.objects.create(
            statement=searched.statement,
            answer=searched.statement.answer,
            snapshot=Snapshot.objects.get(),
            body="{}",
        )
        Closure.objects.filter(citation=searched).update(absence_ids=[searched.statement_id])
        text_id = Answer.objects.get(uid=uid).pk
        share(world.alice, uid, world.bob)
        before = readable_citations(reader=world.bob, text_id=text_id)
        hidden.let(world.bob, Right.READ)
        after = readable_citations(reader=world.bob, text_id=text_id)

        assert (len(before), len(after)) == (1, 3)
        assert {bound.uid, searched.uid} == after - before

    def test_a_source_edited_between_is_changed_for_whoever_takes_over(self, world: World, policy: Source) -> None:
        envelope = handed(world.alice, world.bob, said(policy))
        edit(policy)
        made = taken(world.bob, envelope)

        assert states(world.bob, made.uid) == [State.SOURCE_CHANGED]

    def test_an_agent_that_names_fewer_sources_than_its_note_had_gets_all_of_them(
        self, world: World, policy: Source
    ) -> None:
        """Bob names the note alone, and one span of it besides; what else the note rests on comes along."""
        other = world.policy()
        for source in (policy, other):
            source.let(world.bob, *READ_AND_CITE)
        spans = [source.mint(SENTENCE).uid for source in (policy, other)]
        note = answered(world.alice, *map(says, spans), kind=AnswerKind.MEMORY_NOTE).uid
        received = passed_on(world.alice, world.bob, note)
        made = answered(world.bob, says(of=[received]), says(spans[0], of=[received])).uid

        ids = sorted(Span.objects.values_list("pk", flat=True))
        closures = Closure.objects.filter(citation__statement__answer__uid=made)
        assert [closure.span_ids for closure in closures] == [ids, ids]
        other.bar(world.bob, Right.READ)
        assert states(world.bob, made) == [State.UNAVAILABLE] * 2

    def test_the_receiver_cannot_take_over_past_a_text_on_the_way(self, world: World, policy: Source) -> None:
        """Every text on the way has readers of its own: handing on grants the last one alone."""
        carol = person("carol")
        policy.let(carol, Right.READ)
        first = said(policy)
        second = passed_on(world.alice, world.bob, first)
        envelope = handed(world.bob, carol, second)
        assert refusal(lambda: taken(carol, envelope))[0] == "envelope_refused"
        share(world.alice, first, carol)
        assert states(carol, taken(carol, envelope).uid) == [State.CURRENT]


class TestInTheDatabase:
    def test_a_receipt_is_written_once_and_in_time(self, world: World, policy: Source) -> None:
        row = HandOff.objects.get(uid=handed(world.alice, world.bob, said(policy))["uid"])
        for at in (NOW - timedelta(microseconds=1), NOW + LASTS):
            with pytest.raises(DatabaseError, match="taken_over_in_time"), transaction.atomic():
                HandOffReceipt.objects.create(hand_off=row, at=at)
        HandOffReceipt.objects.create(hand_off=row, at=NOW)
        with pytest.raises(DatabaseError), transaction.atomic():
            HandOffReceipt.objects.create(hand_off=row, at=NOW)

    def test_a_hand_off_ends_after_it_began(self, world: World, policy: Source) -> None:
        row = Answer.objects.get(uid=said(policy))
        values = {"answer": row, "sender_id": world.alice.id, "receiver_id": world.bob.id, "at": NOW}
        with pytest.raises(DatabaseError), transaction.atomic():
            HandOff.objects.create(expires_at=NOW, **values)

    @pytest.mark.parametrize("what", ["receiver", "answer", "expires_at", "receipt"])
    def test_whatever_is_changed_past_the_guards_is_named(self, world: World, policy: Source, what: str) -> None:
        envelope = handed(world.alice, world.bob, said(policy))
        other = said(policy)
        taken(world.bob, envelope)
        changes = {
            "receiver": (HandOff, {"receiver": User.objects.get(pk=world.alice.id)}),
            "answer": (HandOff, {"answer": Answer.objects.get(uid=other)}),
            "expires_at": (HandOff, {"expires_at": NOW + 2 * LASTS}),
            "receipt": (HandOffReceipt, {"at": NOW + timedelta(hours=1)}),
        }
        model, values = changes[what]
        forge(model.objects.all(), **values)

        told = [str(problem) for problem in verify(progress=lambda _step: None)]
        record = "hand-off receipt" if what == "receipt" else "hand-off"
        assert f"{record} {envelope['uid']}: is not what the log says it was" in told

    def test_the_record_and_its_fact_outlive_the_text_without_its_content(self, world: World, policy: Source) -> None:
        uid = said(policy)
        envelope = handed(world.alice, world.bob, uid)
        received = taken(world.bob, envelope).uid
        erase_answer(actor=world.bob, answer=received, at=NOW)
        erase_answer(actor=world.alice, answer=uid, at=NOW)

        assert HandOff.objects.filter(uid=envelope["uid"], receipt__isnull=False).exists()
        kept = [detail.body for detail in LogDetail.objects.filter(entry__subject_uid=envelope["uid"])]
        assert len(kept) == 2
        assert not any(str(received) in body or "sha256" in body for body in kept)
        assert list(verify(progress=lambda _step: None)) == []
