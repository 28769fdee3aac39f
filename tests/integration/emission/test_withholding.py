"""An answer of which some statements are not proved: all or nothing, or the rest with what was withheld told."""

from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.rights import Right
from citeledger.core.refusals import Forbidden, Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Role, Segment, Structure
from citeledger.emission import recording
from citeledger.emission.services import OnUnproved, RecordedAnswer, ready_to_record
from citeledger.evidence.verification import verify
from citeledger.ledger.models import Answer, AnswerContext, StatementText, StructureText
from citeledger.ledger.services import erase_answer
from revalidation import reading
from tests.integration.evidence.forging import forge
from tests.integration.ledger.world import NOW, SENTENCE, World, answered, says

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return World()


def dropped(world: World, *segments: Segment, by: str = "alice") -> RecordedAnswer:
    return ready_to_record(
        writer=getattr(world, by),
        kind=AnswerKind.ANSWER,
        segments=segments,
        context=Context(),
        on_behalf_of=None,
        at=NOW,
        on_unproved=OnUnproved.DROP,
    )()


def problems() -> list[str]:
    return [str(problem) for problem in verify(progress=lambda _step: None)]


def test_what_is_not_proved_is_not_recorded_and_told_with_its_code(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    recorded = dropped(
        world,
        says(span, text="Fine."),
        says(text="From nowhere."),
        says(span, uuid4(), text="Half made up."),
        says(span, basis=Basis.QUOTED, text="A customer may return goods within 14 days of purchase."),
        says(span, text=" "),
    )
    told = [(one.at, one.code) for one in recorded.withheld]
    assert told == [
        ("segments.1", "statement_without_source"),
        ("segments.2.spans.1", "unknown_source"),
        ("segments.3", "not_contiguous_source"),
        ("segments.4.text", "empty_statement"),
    ]
    assert list(StatementText.objects.values_list("text", flat=True)) == ["Fine."]
    assert len(recorded.citations) == 1


def test_quotations_that_say_something_else_together_are_not_recorded(world: World) -> None:
    source = world.policy("Row 1 is about goods. They come back within 4 days.")
    one, four = (says(source.mint(exact).uid, text=exact, basis=Basis.QUOTED) for exact in ("1", "4 days"))
    with pytest.raises(Refused) as met:
        answered(world.alice, one, four)
    assert (met.value.code, met.value.at) == ("runs_together", "segments.1")
    assert not Answer.objects.exists()
    assert [each.code for each in dropped(world, one, four).withheld] == ["runs_together"]
    answered(world.alice, one, Structure(Role.BREAK, " "), four)
    told = [(each.at, each.code) for each in dropped(world, one, says(text=" and nothing "), four).withheld]
    assert told == [("segments.1", "statement_without_source"), ("segments.2", "runs_together")]


def test_without_being_asked_nothing_is_dropped(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    with pytest.raises(Refused, match="unknown_source"):
        answered(world.alice, says(span), says(uuid4()))
    assert not Answer.objects.exists()


def test_where_nothing_is_left_the_reasons_are_named(world: World) -> None:
    with pytest.raises(Refused) as met:
        dropped(world, says(), says(uuid4()))
    assert met.value.code == "nothing_proved"
    assert "segments.0: statement_without_source; segments.1.spans.0: unknown_source" in met.value.detail
    assert not Answer.objects.exists()


def test_what_is_wrong_with_the_whole_refuses_the_whole(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    with pytest.raises(Refused, match="text_outside_statement"):
        dropped(world, says(span), Structure(Role.PHRASE, "Goods are returned."))


def test_hidden_and_made_up_sources_are_withheld_alike(world: World) -> None:
    policy = world.policy()
    policy.let(world.bob, Right.READ, Right.CITE)
    fine, hidden = policy.mint(SENTENCE).uid, world.policy("A secret.\n").mint("A secret.").uid
    seen = []
    for uid in (hidden, uuid4()):
        with CaptureQueriesContext(connection) as queries:
            recorded = dropped(world, says(fine), says(uid), by="bob")
        seen.append((recorded.withheld, len(queries)))
    assert seen[0] == seen[1]


def test_a_source_that_may_be_read_but_not_cited_is_withheld(world: World) -> None:
    mine, theirs = world.policy(), world.policy("Public notice.\n")
    mine.let(world.bob, Right.READ, Right.CITE)
    theirs.let(world.bob, Right.READ)
    fine, read_only = says(mine.mint(SENTENCE).uid), says(theirs.mint("Public notice.").uid)
    assert [(one.at, one.code) for one in dropped(world, fine, read_only, by="bob").withheld] == [
        ("segments.1.spans.0", "source_not_citable")
    ]
    with pytest.raises(Forbidden):
        answered(world.bob, fine, read_only)


def test_a_right_lost_between_proof_and_writing_withholds_too(world: World) -> None:
    mine, theirs = world.policy(), world.policy("Public notice.\n")
    for source in (mine, theirs):
        source.let(world.bob, Right.READ, Right.CITE)
    segments = [says(mine.mint(SENTENCE).uid), says(theirs.mint("Public notice.").uid)]
    record = ready_to_record(
        writer=world.bob,
        kind=AnswerKind.ANSWER,
        segments=segments,
        context=Context(),
        on_behalf_of=None,
        at=NOW,
        on_unproved=OnUnproved.DROP,
    )
    theirs.bar(world.bob, Right.READ)
    assert [one.code for one in record().withheld] == ["unknown_source"]
    assert AnswerContext.objects.get().withheld == 1


def test_a_text_that_is_gone_by_the_time_it_is_cut_again_withholds(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    with patch.object(recording, "texts_of_versions", return_value=iter(())), pytest.raises(Refused) as met:
        dropped(world, says(span))
    assert met.value.code == "nothing_proved"


def test_a_list_marker_goes_with_its_statement(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    marker = [Structure(Role.LIST_MARKER, text) for text in ("1. ", "2. ")]
    dropped(world, marker[0], says(uuid4()), marker[1], says(span))
    assert list(StructureText.objects.values_list("text", flat=True)) == ["2. "]


def test_readers_are_told_how_many(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    recorded = dropped(world, says(span), says(uuid4()), says(uuid4()))
    assert reading.answer(viewer=world.alice, uid=recorded.uid).withheld == 2


def test_the_log_says_how_many_and_an_erasure_takes_it(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    recorded = dropped(world, says(span), says(uuid4()))
    assert problems() == []
    forge(AnswerContext.objects.all(), withheld=0)
    assert any(str(recorded.uid) in problem for problem in problems())
    forge(AnswerContext.objects.all(), withheld=1)
    erase_answer(actor=world.alice, answer=recorded.uid, at=NOW)
    assert not AnswerContext.objects.exists()
    assert problems() == []
