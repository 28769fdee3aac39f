"""One flipped byte anywhere in what is evidence makes verification fail and name the record."""

import io
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, models, transaction

from acl.queries import Holder
from acl.rights import Right
from acl.services import grant
from citeledger.core.statements import (
    Absence,
    AnswerKind,
    Basis,
    Computation,
    ComputedInput,
    Context,
    Role,
    Statement,
    Structure,
)
from citeledger.documents.metadata import Metadata
from citeledger.documents.search.indexing import index_owed
from citeledger.documents.search.models import IndexedText
from citeledger.documents.services import adopt, pin, retire, revert, supersede, unretire, update_metadata, withdraw
from citeledger.emission.hand_offs import hand_over, take_over
from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import OnUnproved, record_answer
from citeledger.emission.sessions import open_session, read_in, ready_to_emit, ready_to_mint_in, search_in
from citeledger.evidence import verification
from citeledger.evidence.problems import Problem
from citeledger.evidence.verification import verify
from citeledger.interfaces.handing_over import envelope_of
from citeledger.ledger.models import Span
from citeledger.ledger.services import erase_answer
from citeledger.rebinding.services import CitedPlace, rebind
from citeledger.tables.classes import CLASSIFICATIONS, TableClass
from revalidation.attesting import attest
from revalidation.comparison import is_of_another_rule
from revalidation.models import ProofFailure
from revalidation.panels import panel
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import drop_guards
from tests.rig.examples import IS_LONG

pytestmark = pytest.mark.django_db
SAID = Metadata(
    title="Returns",
    owner="Legal",
    originator="Board",
    classification="internal",
    source_quality="signed",
    effective_from=AT.date(),
)


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> Cast:
    return built_once(build)


@pytest.fixture
def world(_world: Cast, db: None) -> Cast:
    return _world


def build() -> Cast:
    """Everything that leaves evidence: edits, endings, results, notes on notes, structure, an erasure."""
    people = cast.make_cast()
    policy = cast.make_document(owner=people.legal)
    old, gone = (cast.make_document(owner=people.legal, title=name) for name in ("old", "gone"))
    note = cast.cite(writer=people.legal, documents=[policy, old], kind=AnswerKind.MEMORY_NOTE)
    noted = note.citations[0]
    cast.cite(writer=people.legal, derived_from=[note.uid], kind=AnswerKind.SUMMARY)
    span = cast.mint(writer=people.support, document=policy, exact=cast.REFUND)
    segments = [
        Structure(Role.HEADING, "Refunds"),
        Structure(Role.LIST_MARKER, "1. "),
        Statement(cast.REFUND, Basis.QUOTED, (span,)),
    ]
    cast.let_act_for(people.support)
    context = Context(agent="helper", model_version="7", run_id="r1", question="How long?", surface="chat")
    record_answer(
        writer=people.support,
        kind=AnswerKind.ANSWER,
        segments=segments,
        context=context,
        on_behalf_of=people.manager.uid,
        at=AT,
    )
    on_purpose(people, policy)
    lost = cast.cite(writer=people.legal, documents=[gone], kind=AnswerKind.PLAN)
    cast.cite(writer=people.legal, derived_from=[lost.uid])
    erase_answer(actor=people.legal, answer=lost.uid, at=AT)
    edited = cast.publish(owner=people.legal, document=policy, text=cast.EDITED)
    sweep(version=edited, at=AT)
    first = cast.current_version(people.legal, gone)
    cast.publish(owner=people.legal, document=gone, text=cast.ELSEWHERE)
    withdraw(actor=people.legal, version=first, at=AT)
    update_metadata(actor=people.legal, document=policy, metadata=SAID, expected=1, at=AT)
    supersede(actor=people.legal, document=old, by=policy, effective_from=AT, at=AT)
    retire(actor=people.legal, document=gone, at=AT)
    retire(actor=people.legal, document=old, at=AT)
    unretire(actor=people.legal, document=old, at=AT)
    attest_as_it_is(people, noted)
    pin(actor=people.legal, name="Before", documents=[policy, old], at=AT)
    rebind_to_its_place(people, noted, policy)
    second, said = undone(people, old)
    revert(actor=people.legal, document=old, to=said, expected=second, at=AT)
    adopted(people)
    index_owed()
    handed_over(people, in_a_session(people, policy))
    return people


def adopted(people: Cast) -> None:
    """What a program published, by a person who manages it."""
    document = cast.make_document(owner=people.service, title="Synchronised")
    owner = Holder("user", people.legal.name)
    with transaction.atomic():
        grant(actor=people.service, document=document, right=Right.EDIT, holder=owner, at=AT)
    adopt(actor=people.legal, version=cast.current_version(people.legal, document), at=AT)


def handed_over(people: Cast, answer: UUID) -> None:
    """From support to legal, who reads all of it and takes it over."""
    assert people.legal.uid is not None
    hand_off = hand_over(sender=people.support, answer=answer, to=people.legal.uid, at=AT)
    sealed = envelope_of(sender=people.support, hand_off=hand_off)
    take_over(receiver=people.legal, envelope=json.loads(json.dumps(sealed)), at=AT)


def in_a_session(people: Cast, policy: UUID) -> UUID:
    """Every kind of step, to the answer; and a session for somebody."""
    open_session(writer=people.support, on_behalf_of=people.manager.uid, at=AT)
    uid = open_session(writer=people.support, question="How long?", at=AT)
    search_in(writer=people.support, session=uid, query="electronics", at=AT)
    version = cast.current_version(people.support, policy)
    assert version is not None
    read_in(writer=people.support, session=uid, version=version, start=0, end=9, at=AT)
    draft = SpanDraft(version=version, start=0, end=9, exact=cast.POLICY[:9])
    (span,) = ready_to_mint_in(writer=people.support, session=uid, drafts=[draft], at=AT)()
    said = [Statement("Returns.", Basis.PARAPHRASED, (span.uid,))]
    how = {"kind": AnswerKind.ANSWER, "context": Context(), "on_behalf_of": None}
    return ready_to_emit(writer=people.support, session=uid, segments=said, at=AT, **how)().uid


def on_purpose(people: Cast, policy: UUID) -> None:
    """A passage bound to its version, a value worked out, a search that found nothing; one statement withheld."""
    span = cast.mint(writer=people.support, document=policy, exact="30 days")
    said = Computation(operation="sum/1", inputs=(ComputedInput(span), ComputedInput(span)), value="60 days")
    searched = cast.make_document(owner=people.support, title="searched")
    pinned = pin(actor=people.support, name="Searched", documents=[searched], at=AT)
    query = {"version": 1, "kind": "phrase", "phrase": "store credit"}
    record_answer(
        writer=people.support,
        kind=AnswerKind.ANSWER,
        segments=[
            Statement("It was 30 days.", Basis.PARAPHRASED, (span,), as_of=(span,)),
            Statement("Twice that is 60 days.", Basis.COMPUTED, (span,), computation=said),
            Statement("No store credit.", Basis.ABSENCE, absence=Absence(query, pinned.uid)),
            Statement("From nowhere.", Basis.PARAPHRASED),
        ],
        context=Context(),
        on_behalf_of=None,
        at=AT,
        on_unproved=OnUnproved.DROP,
    )
    credit = cast.POLICY.replace("not refunded", "refunded as store credit")
    sweep(version=cast.publish(owner=people.support, document=searched, text=credit), at=AT)


def attest_as_it_is(people: Cast, citation: UUID) -> None:
    seen = {source.current_version for source in panel(viewer=people.legal, citation=citation).sources}
    attest(actor=people.legal, citation=citation, note="It still holds.", versions=seen, at=AT)


def rebind_to_its_place(people: Cast, citation: UUID, policy: UUID) -> None:
    reworded = cast.POLICY.replace("may be returned", "may be sent back")
    cast.publish(owner=people.legal, document=policy, text=reworded)
    sources = panel(viewer=people.legal, citation=citation).sources
    was, now = next((source.cited, source.now) for source in sources if source.outcome == "edited" and source.now)
    rebind(
        writer=people.legal,
        citation=citation,
        cited=CitedPlace(version=was.version, start=was.start, end=was.end),
        to=SpanDraft(version=now.version, start=now.start, end=now.end, exact=now.text),
        at=AT,
    )


def undone(people: Cast, document: UUID) -> tuple[UUID, UUID]:
    """An edit of the document, and the version before it."""
    before = cast.current_version(people.legal, document)
    assert before is not None
    return cast.publish(owner=people.legal, document=document, text=cast.EDITED), before


def problems() -> list[str]:
    return [str(problem) for problem in verify(progress=lambda _step: None)]


def test_an_honest_ledger_has_no_problems(world: Cast) -> None:
    assert problems() == []


# An index that is not complete, or of another rule, is used by nobody and made anew: what it says is no evidence.
MADE_ANEW = {(IndexedText, "rule"), (IndexedText, "is_complete")}
# A memo of a pure function tells no lie where it was moved to a span of which it is true as well.
TRUE_ELSEWHERE = {"revalidation_spanresult.span_id"}
# One bit makes no other of the words that the check names: the database refuses every flip.
HELD_BY_A_CHECK = {"emission_sessionstep.kind", "ledger_statement.basis"}
EVIDENCE = [
    (model, field)
    for model, classification in CLASSIFICATIONS.items()
    if classification.table_class is not TableClass.CONTROL
    for field in model._meta.concrete_fields
    if not isinstance(field, models.AutoField) and (model, field.name) not in MADE_ANEW
]


def to_flip() -> list[tuple[type[models.Model], models.Field]]:
    """Every column twice in the long profile; else one of each table: its first on SQLite, its last on PostgreSQL."""
    if IS_LONG:
        return EVIDENCE * 2
    columns = EVIDENCE if connection.vendor == "postgresql" else reversed(EVIDENCE)
    return list({model: (model, field) for model, field in columns}.values())


def test_every_random_flip_is_found_and_named(
    world: Cast,
    request: pytest.FixtureRequest,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Flips the database accepts, each undone before the next.

    Nobody writes meanwhile, so one look at each is enough.
    """
    monkeypatch.setattr(verification, "_confirmed", lambda step: step())
    chance = random.Random(20261130)
    drop_guards()
    columns = to_flip()
    flips = [flip for each in columns for flip in _flips(chance, *each)]
    missed = [flip.missed for flip in flips if flip.missed and flip.column not in TRUE_ELSEWHERE]
    assert missed == [], "\n".join(missed)
    accepted = {flip.column for flip in flips if not flip.refused}
    assert accepted == {_column(*each) for each in columns} - HELD_BY_A_CHECK
    refused = Counter(flip.column for flip in flips if flip.refused)
    report = f"{len(flips) - refused.total()} flips found; {refused.total()} more refused by the database: {refused}"
    with capfd.disabled():
        request.config.pluginmanager.get_plugin("terminalreporter").write_line(report)


@dataclass(frozen=True)
class Flip:
    """`refused`: a key or a check of the database found it first. `missed`: what verification went by."""

    column: str
    refused: bool = False
    missed: str | None = None


def _flips(chance: random.Random, model: type[models.Model], field: models.Field) -> Iterator[Flip]:
    """Flips of values of one column up to the first that the database accepts."""
    for _ in range(20):
        flip = _flipped(chance, model, field)
        yield flip
        if not flip.refused:
            return


def _column(model: type[models.Model], field: models.Field) -> str:
    return f"{model._meta.db_table}.{field.column}"


def _flipped(chance: random.Random, model: type[models.Model], field: models.Field) -> Flip:
    """Flip one bit of one value, and see whether verification names its record."""
    table, key, column = model._meta.db_table, model._meta.pk.column, _column(model, field)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f'SELECT "{key}", "{field.column}" FROM "{table}" WHERE "{field.column}" IS NOT NULL')
        rows = [row for row in cursor.fetchall() if row[1] not in ("", b"")]
        assert rows, f"the world has nothing to flip in {column}"
        pk, value = chance.choice(rows)
        flipped = _flip(chance, value)
        while is_of_another_rule(str(flipped)):  # a memo nobody uses is no evidence
            flipped = _flip(chance, value)
        names = {*_names(model, pk), *_spelled(flipped)}
        try:
            with transaction.atomic():
                cursor.execute(f'UPDATE "{table}" SET "{field.column}" = %s WHERE "{key}" = %s', [flipped, pk])
        except IntegrityError:
            return Flip(column, refused=True)
        others = _others_than(names)
        transaction.set_rollback(True)
    return Flip(column, missed=None if others is None else f"{column} {value!r} -> {flipped!r}: {others[:3]}")


def _others_than(names: set[str]) -> list[str] | None:
    """Every problem that verification finds; None as soon as one names the record: what comes then tells no more."""
    found = []
    for problem in verify(progress=lambda _step: None):
        if any(name in str(problem) for name in names):
            return None
        found.append(str(problem))
    return found


def _flip(chance: random.Random, value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value ^ (1 << chance.randrange(10))
        case str():
            place = chance.randrange(len(value))
            return value[:place] + chr(ord(value[place]) ^ 1) + value[place + 1 :]
        case bytes() | memoryview():
            data = bytearray(value)
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            return bytes(data)
        case UUID():
            return UUID(int=value.int ^ (1 << chance.randrange(128)))
        case list():
            return [value[0] ^ 1, *value[1:]] if value else [1]
    return value.replace(microsecond=value.microsecond ^ 1) if hasattr(value, "microsecond") else value.replace(day=1)


def _names(model: type[models.Model], pk: int) -> Iterator[str]:
    """How the record may be named: its uid, or the uid of what it belongs to, or its row."""
    yield f"row {pk}:"
    row = model._base_manager.get(pk=pk)
    yield from _uids(row)
    for field in row._meta.concrete_fields:
        if field.is_relation and getattr(row, field.attname) is not None:
            owner = getattr(row, field.name)
            yield from _uids(owner)
            for above in owner._meta.concrete_fields:
                if above.is_relation and getattr(owner, above.attname) is not None:
                    yield from _uids(getattr(owner, above.name))


def _spelled(value: Any) -> Iterator[str]:
    """A record whose uid was flipped may go by the new one."""
    if isinstance(value, UUID):
        yield str(value)
    elif isinstance(value, str) and re.fullmatch(r"[0-9a-f]{32}", value):
        yield str(UUID(value))


def _uids(row: models.Model) -> Iterator[str]:
    for name in ("uid", "subject_uid"):
        if value := getattr(row, name, None):
            yield str(value)


def test_a_step_that_cannot_go_on_is_a_finding_and_the_others_are_taken(
    world: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn() -> Iterator[Problem]:
        raise UnicodeError("half a byte")
        yield

    taken: list[str] = []
    monkeypatch.setattr(verification, "STEPS", (("torn", torn), *verification.STEPS))
    assert [str(found) for found in verify(progress=taken.append)] == ["verification torn: could not be finished"]
    assert len(taken) == len(verification.STEPS)


class TestTheCommand:
    def test_says_that_all_is_well(self, world: Cast) -> None:
        out = io.StringIO()
        call_command("verify_ledger", stdout=out, stderr=io.StringIO())
        assert "Everything is what it was" in out.getvalue()

    def test_names_what_is_damaged_and_marks_its_badges(self, world: Cast) -> None:
        drop_guards()
        with connection.cursor() as cursor:
            cursor.execute("UPDATE ledger_spantext SET exact = 'Opened electronics may be kept.'")
        out = io.StringIO()
        with pytest.raises(CommandError) as ended:
            call_command("verify_ledger", stdout=out, stderr=io.StringIO())
        assert ended.value.returncode == 1
        spans = [str(uid) for uid in Span.objects.values_list("uid", flat=True)]
        assert all(f"span {uid}: does not re-slice" in out.getvalue() for uid in spans)
        assert str(ended.value).startswith(f"Problems: {len(out.getvalue().splitlines())}. The first: span ")
        assert ProofFailure.objects.filter(span__isnull=False).exists()

    def test_forgets_a_failure_that_is_mended(self, world: Cast) -> None:
        ProofFailure.objects.create(subject_kind="span", what="old", found_at=AT)
        call_command("verify_ledger", stdout=io.StringIO(), stderr=io.StringIO())
        assert not ProofFailure.objects.exists()
