"""Erasing: text, lineage and every copy of it go through one door, the fact stays (DESIGN rules 1 and 12, T108)."""

import json
import threading
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connections, transaction

from acl.models import AnswerUserGrant
from acl.queries import Holder, can_read_answer
from acl.rights import Right
from acl.services import grant_answer
from citeledger.core.lineage import LineageCycle
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.statements import AnswerKind
from citeledger.emission import recording
from citeledger.ledger import services
from citeledger.ledger.models import (
    Answer,
    AnswerContext,
    Citation,
    CitationDerived,
    CitationSpan,
    Closure,
    Statement,
    StatementText,
    StructureText,
)
from citeledger.ledger.services import erase_answer, rebuild_closures
from citeledger.log.models import LogDetail, LogEntry
from tests.integration.ledger.world import NOW, SENTENCE, World, answered, says


@pytest.fixture
def world(db: None) -> World:
    return World()


def note(world: World, *of: UUID) -> UUID:
    """A derived text of Alice's that rests on a span, and on these texts in a second statement."""
    span = world.policy().mint(SENTENCE).uid
    statements = [says(span, text="Private words.")] + ([says(of=of)] if of else [])
    return answered(world.alice, *statements, kind=AnswerKind.MEMORY_NOTE).uid


def has_closure(answer: UUID) -> list[bool]:
    citations = Citation.objects.filter(statement__answer__uid=answer).order_by("statement__ordinal")
    return [Closure.objects.filter(citation=citation).exists() for citation in citations]


def test_nothing_of_the_text_is_left_and_the_records_are(world: World) -> None:
    uid = note(world)
    kept = answered(world.alice, says(world.policy().mint(SENTENCE).uid)).uid
    erase_answer(actor=world.alice, answer=uid, at=NOW)
    for content in (StatementText, StructureText, AnswerContext, CitationSpan, CitationDerived):
        assert not content.objects.filter(answer__uid=uid).exists()
    assert not AnswerUserGrant.objects.filter(content_object__uid=uid).exists()
    assert Statement.objects.filter(answer__uid=uid).count() == Answer.objects.filter(uid=uid).count() == 1
    assert (has_closure(uid), has_closure(kept)) == ([False], [True])
    assert StatementText.objects.filter(answer__uid=kept).exists()


def test_the_log_keeps_the_facts_and_loses_their_details(world: World) -> None:
    uid = note(world)
    grant_answer(actor=world.alice, answer=uid, right=Right.READ, holder=Holder("user", "bob"), at=NOW)
    erase_answer(actor=world.alice, answer=uid, at=NOW)
    entries = LogEntry.objects.filter(subject_uid=uid).order_by("pk").values_list("kind", flat=True)
    assert list(entries) == ["answer_recorded", "right_granted", "answer_erased"]
    (left,) = [json.loads(detail.body) for detail in LogDetail.objects.filter(entry__subject_uid=uid)]
    assert left["answer"] == str(uid)
    assert "sha256" not in json.dumps(left)  # nothing of what was said, not even as a digest (T34)


def test_whatever_rests_on_it_at_any_depth_loses_its_closure_and_only_that(world: World) -> None:
    lost, other = note(world), note(world)
    near = note(world, lost)
    far = note(world, near)
    beside = note(world, other)
    erase_answer(actor=world.alice, answer=lost, at=NOW)
    assert {uid: has_closure(uid) for uid in (near, far, beside)} == {
        near: [True, False],
        far: [True, False],
        beside: [True, True],
    }


def test_building_closures_again_does_not_bring_them_back(world: World) -> None:
    lost = note(world)
    near = note(world, lost)
    erase_answer(actor=world.alice, answer=lost, at=NOW)
    rebuild_closures(answers=[lost, near])
    assert (has_closure(lost), has_closure(near)) == ([False], [True, False])


class TestWhoMayErase:
    def test_unknown_hidden_and_erased_are_not_found(self, world: World) -> None:
        hidden, erased = note(world), note(world)
        erase_answer(actor=world.alice, answer=erased, at=NOW)
        for actor, uid in ((world.bob, hidden), (world.alice, erased), (world.alice, uuid4())):
            with pytest.raises(NotFound):
                erase_answer(actor=actor, answer=uid, at=NOW)
        assert can_read_answer(principal=world.alice, answer=hidden)

    def test_reading_is_not_enough(self, world: World) -> None:
        uid = note(world)
        grant_answer(actor=world.alice, answer=uid, right=Right.READ, holder=Holder("user", "bob"), at=NOW)
        with pytest.raises(Forbidden):
            erase_answer(actor=world.bob, answer=uid, at=NOW)
        assert has_closure(uid) == [True]


@pytest.mark.parametrize("content", [StatementText, CitationSpan, AnswerContext])
def test_there_is_no_other_door(world: World, content: Any) -> None:
    uid = note(world)
    with pytest.raises(IntegrityError), transaction.atomic():
        content.objects.filter(answer__uid=uid).delete()


def test_an_erasure_that_fails_half_way_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    uid = note(world)
    monkeypatch.setattr(services, "append", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        erase_answer(actor=world.alice, answer=uid, at=NOW)
    assert has_closure(uid) == [True]
    assert StatementText.objects.filter(answer__uid=uid).exists()


class TestRebuilding:
    def test_what_is_built_again_is_what_was_there(self, world: World) -> None:
        uids = [note(world)]
        for _ in range(3):
            uids.append(note(world, *uids[-2:]))
        before = list(Closure.objects.order_by("pk").values_list())
        Closure.objects.all().delete()
        rebuild_closures(answers=uids)
        assert list(Closure.objects.order_by("pk").values_list()) == before

    def test_a_damaged_closure_is_mended_from_the_edges(self, world: World) -> None:
        uid = note(world, note(world))
        before = list(Closure.objects.order_by("pk").values_list())
        Closure.objects.filter(citation__statement__answer__uid=uid).update(span_ids=[])
        rebuild_closures(answers=[uid])
        assert list(Closure.objects.order_by("pk").values_list()) == before

    def test_the_command_mends_the_texts_it_is_given(self, world: World) -> None:
        uid, other = note(world, note(world)), note(world)
        before = list(Closure.objects.order_by("pk").values_list())
        Closure.objects.filter(citation__statement__answer__uid__in=[uid, other]).update(span_ids=[])
        said = StringIO()
        call_command("rebuild_closures", str(uid), str(other), str(uuid4()), stdout=said)
        assert said.getvalue() == "3 closures rebuilt\n"
        assert list(Closure.objects.order_by("pk").values_list()) == before

    def test_a_circle_written_past_the_gate_is_refused(self, world: World) -> None:
        first = note(world)
        second = note(world, first)
        answer = Answer.objects.get(uid=first)
        CitationDerived.objects.create(
            citation=Citation.objects.get(statement__answer=answer),
            answer=answer,
            position=0,
            derived=Answer.objects.get(uid=second),
        )
        before = Closure.objects.count()
        with pytest.raises(LineageCycle):
            rebuild_closures(answers=[first])
        with pytest.raises(CommandError, match="rest on one another"):
            call_command("rebuild_closures", str(first))
        assert Closure.objects.count() == before


def test_a_text_erased_while_another_is_made_from_it_leaves_no_copy_of_its_lineage(
    committed_db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer has read the lineage; the eraser must wait for the writer, or its walk misses the new text."""
    world = World()
    lost = note(world)
    has_read, ended, eraser_done = threading.Event(), threading.Event(), threading.Event()
    insert = recording.insert_answer

    def slow_insert(**record: Any) -> None:
        has_read.set()
        eraser_done.wait(timeout=1)  # without the lock the eraser is done within this second
        insert(**record)

    def erase() -> None:
        try:
            has_read.wait(timeout=10)
            erase_answer(actor=world.alice, answer=lost, at=NOW)
            eraser_done.set()
        finally:
            connections.close_all()
            ended.set()

    monkeypatch.setattr(recording, "insert_answer", slow_insert)
    thread = threading.Thread(target=erase)
    thread.start()
    made = answered(world.alice, says(of=[lost])).uid
    thread.join(timeout=30)
    assert ended.is_set()
    assert eraser_done.is_set()
    assert has_closure(made) == [False]


def test_a_text_erased_first_is_no_source_for_the_writer_who_waited(world: World) -> None:
    lost = note(world)
    erase_answer(actor=world.alice, answer=lost, at=NOW)
    with pytest.raises(Refused):
        answered(world.alice, says(of=[lost]))
