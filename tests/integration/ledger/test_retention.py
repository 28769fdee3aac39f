"""Lineage is kept exactly as long as the derived text, and goes with it through the one door (DESIGN rules 1 and 12).

Asked of every table there is, so that a new one that keeps something of a text is noticed here.
"""

from collections.abc import Iterator
from uuid import UUID

import pytest
from django.db import models, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from acl.queries import Holder
from acl.rights import Right
from acl.services import grant_answer
from citeledger.core.principals import Principal
from citeledger.core.statements import AnswerKind, Context, Role, Structure
from citeledger.core.states import State
from citeledger.evidence.verification import verify
from citeledger.ledger.models import Answer, Citation, CitationDerived, CitationSpan, Closure, Statement
from citeledger.ledger.services import erase_answer, rebuild_closures
from citeledger.log.models import LogDetail, LogEntry
from citeledger.tables.classes import CLASSIFICATIONS, TableClass
from revalidation.reading import answer
from revalidation.service import verdicts
from revalidation.views import StatementView
from tests.ground.databases import BuiltOnce
from tests.integration.ledger.world import NOW, SENTENCE, Source, World, answered, says

SECRET = "Zanzibar"
KINDS = (AnswerKind.MEMORY_NOTE, AnswerKind.SUMMARY, AnswerKind.PLAN, AnswerKind.TOOL_RESULT, AnswerKind.HAND_OFF)


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(World)


@pytest.fixture(scope="module")
def ground(built_once: BuiltOnce, _world: World) -> Source:
    return built_once(_world.policy)


@pytest.fixture
def world(_world: World, db: None) -> World:
    """Written once: every test rolls back to it."""
    return _world


def derived(world: World, kind: AnswerKind = AnswerKind.MEMORY_NOTE, *of: UUID) -> UUID:
    """A text that says a word nobody else says, in each place where a text may say something."""
    span = world.policy().mint(SENTENCE).uid
    asked = Context(agent=SECRET, model_version=SECRET, run_id=SECRET, question=SECRET, surface=SECRET)
    heading = Structure(Role.HEADING, SECRET)
    return answered(world.alice, heading, says(span, text=f"{SECRET}.", of=of), kind=kind, context=asked).uid


def state(viewer: Principal, uid: UUID) -> set[State]:
    cited = Citation.objects.filter(statement__answer__uid=uid).values_list("uid", flat=True)
    return {verdict.state for verdict in verdicts(viewer=viewer, citations=list(cited))}


def saying(word: str) -> list[str]:
    """The columns in which the word stands, of all tables of ours."""
    return [f"{model._meta.label}.{name}" for model in CLASSIFICATIONS for name in columns_saying(word, model)]


def columns_saying(word: str, model: type[models.Model]) -> list[str]:
    """One statement for each table: its columns of text are read whole."""
    fields = model._meta.concrete_fields
    names = [field.name for field in fields if isinstance(field, models.CharField | models.TextField)]
    rows = list(model._base_manager.values_list(*names)) if names else []
    return [
        name for number, name in enumerate(names) if any(word.casefold() in str(row[number]).casefold() for row in rows)
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_it_said_is_left_anywhere(world: World, kind: AnswerKind) -> None:
    uid = derived(world, kind)
    assert len(saying(SECRET)) == 7, "statement, heading and five fields of the context"
    erase_answer(actor=world.alice, answer=uid, at=NOW)

    assert saying(SECRET) == []


def test_no_table_keeps_content_or_lineage_of_it(world: World) -> None:
    """Every content row that belongs to the answer or to one of its citations, whatever table it is in."""
    uid = derived(world, AnswerKind.SUMMARY, derived(world))
    kept = {model for model, path in ownership() if model._base_manager.filter(**{path: uid}).exists()}
    assert kept >= {CitationSpan, CitationDerived, Closure}
    erase_answer(actor=world.alice, answer=uid, at=NOW)

    assert [model for model, path in ownership() if model._base_manager.filter(**{path: uid}).exists()] == []


PATHS = {Answer: "uid", Statement: "answer__uid", Citation: "statement__answer__uid"}


def ownership() -> Iterator[tuple[type[models.Model], str]]:
    """Content and derived tables with the path by which a row belongs to an answer. Edges *to* it are of others."""
    for model, classification in CLASSIFICATIONS.items():
        if classification.table_class in (TableClass.CONTENT, TableClass.DERIVED):
            for field in model._meta.concrete_fields:
                path = PATHS.get(field.related_model)  # type: ignore[call-overload]
                if path and field.name != "derived":
                    yield model, f"{field.name}__{path}"


def test_the_log_still_proves_that_it_was_there_by_whom_and_when(world: World) -> None:
    uid = derived(world)
    grant_answer(actor=world.alice, answer=uid, right=Right.READ, holder=Holder("user", "bob"), at=NOW)
    before = list(LogEntry.objects.filter(subject_uid=uid).order_by("pk").values())
    erase_answer(actor=world.alice, answer=uid, at=NOW)

    after = list(LogEntry.objects.filter(subject_uid=uid).order_by("pk").values())
    assert after[:-1] == before, "entries with their leaves stand as they were"
    assert after[-1]["kind"] == "answer_erased"
    (detail,) = LogDetail.objects.filter(entry__subject_uid=uid)
    assert detail.entry.kind == "answer_erased"
    assert list(verify(progress=lambda _step: None)) == []


def test_whatever_rests_on_it_is_unavailable_to_everybody_and_to_its_writer(world: World) -> None:
    note, other = derived(world), derived(world)
    summary = answered(world.alice, says(of=[note]), says(of=[other])).uid
    answer_uid = answered(world.alice, says(of=[summary])).uid
    beside = answered(world.alice, says(of=[other])).uid
    erase_answer(actor=world.alice, answer=note, at=NOW)

    assert state(world.alice, summary) == {State.UNAVAILABLE, State.CURRENT}
    assert state(world.alice, answer_uid) == {State.UNAVAILABLE}
    assert state(world.alice, beside) == {State.CURRENT}
    for viewer in (world.alice, world.bob):
        assert state(viewer, note) == {State.UNAVAILABLE}
    shown = answer(viewer=world.alice, uid=answer_uid).segments
    assert [segment.text for segment in shown if isinstance(segment, StatementView)] == [None]


def test_an_erased_link_of_a_diamond_ends_what_rests_on_either_side(world: World) -> None:
    root = derived(world)
    left, right = (answered(world.alice, says(of=[root])).uid for _ in range(2))
    both = answered(world.alice, says(of=[left, right])).uid
    one = answered(world.alice, says(of=[right])).uid
    erase_answer(actor=world.alice, answer=left, at=NOW)

    assert (state(world.alice, both), state(world.alice, one)) == ({State.UNAVAILABLE}, {State.CURRENT})


@pytest.mark.django_db
@settings(max_examples=15)
@given(
    shape=st.lists(st.lists(st.integers(0, 5), max_size=3), min_size=2, max_size=6).filter(any),
    which=st.integers(0, 5),
)
def test_in_any_lineage_exactly_what_rests_on_it_is_lost(ground: Source, shape: list[list[int]], which: int) -> None:
    """Each text rests on a passage and on some of the texts before it; one of them is erased."""
    with transaction.atomic():
        span = ground.mint(SENTENCE).uid
        uids: list[UUID] = []
        rests: list[set[int]] = []
        for named in shape:
            parents = {number % len(uids) for number in named} if uids else set()
            rests.append({len(uids)}.union(*(rests[parent] for parent in parents)))
            uids.append(answered(ground.owner, says(span, of=[uids[parent] for parent in parents])).uid)
        lost = which % len(uids)
        erase_answer(actor=ground.owner, answer=uids[lost], at=NOW)
        expected = [lost in below for below in rests]

        assert unavailable(ground.owner, uids) == expected
        rebuild_closures(answers=uids)
        assert unavailable(ground.owner, uids) == expected
        transaction.set_rollback(True)


def unavailable(viewer: Principal, uids: list[UUID]) -> list[bool]:
    """Of each of these texts, of one statement each, whether that is what the viewer is told of it."""
    cited = dict(Citation.objects.filter(statement__answer__uid__in=uids).values_list("statement__answer__uid", "uid"))
    told = verdicts(viewer=viewer, citations=[cited[uid] for uid in uids])
    return [verdict.state is State.UNAVAILABLE for verdict in told]
