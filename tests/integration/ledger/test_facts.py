"""The log's bodies, built again from the tables, are the bodies written at birth: what verification rests on."""

import pytest
import rfc8785

from acl.rights import Right
from citeledger.core.statements import AnswerKind, Role, Structure
from citeledger.ledger.facts import describe_answer, describe_span
from citeledger.ledger.models import Answer, AnswerContext, CitationSpan, Span, StatementText
from citeledger.ledger.queries import answer_records, spans, statements_of
from citeledger.ledger.services import erase_answer
from citeledger.log.models import LogDetail
from tests.cast import let_act_for
from tests.integration.ledger.world import NOW, SENTENCE, World, answered, says


@pytest.fixture
def world(db: None) -> World:
    return World()


def logged(subject: object) -> str:
    return LogDetail.objects.get(entry__subject_uid=subject).body


def test_a_span_is_described_from_its_rows_as_at_birth(world: World) -> None:
    minted = world.policy().mint(SENTENCE)
    row = Span.objects.get(uid=minted.uid)
    record = spans(span_ids=[row.pk])[row.pk].record()
    assert rfc8785.dumps(describe_span(record)).decode() == logged(minted.uid)


def test_an_answer_is_described_from_its_rows_as_at_birth(world: World) -> None:
    policy = world.policy()
    one, two = policy.mint("goods").uid, policy.mint("customer").uid
    let_act_for(world.alice)
    policy.let(world.bob, Right.READ, Right.CITE)
    note = answered(world.alice, says(two, one), kind=AnswerKind.MEMORY_NOTE, on_behalf_of=world.bob.uid).uid
    heading = Structure(Role.HEADING, "Refunds")
    top = answered(world.alice, heading, says(one, of=[note]), says(two), on_behalf_of=world.bob.uid).uid
    ids = dict(Answer.objects.values_list("uid", "pk"))
    records = answer_records(answer_ids=[ids[note], ids[top]])
    for uid in (note, top):
        assert rfc8785.dumps(describe_answer(records[ids[uid]])).decode() == logged(uid)


def test_an_erased_answer_has_statements_without_text_and_no_record(world: World) -> None:
    uid = answered(world.alice, says(world.policy().mint(SENTENCE).uid)).uid
    erase_answer(actor=world.alice, answer=uid, at=NOW)
    pk = Answer.objects.get(uid=uid).pk
    assert [row.text for row in statements_of(answer_ids=[pk])[pk]] == [None]
    assert answer_records(answer_ids=[pk]) == {}


def test_every_answer_asked_for_is_answered_for(db: None) -> None:
    assert statements_of(answer_ids=[10**9]) == {10**9: ()}


def test_content_is_where_the_records_say(world: World) -> None:
    answered(world.alice, says(world.policy().mint(SENTENCE).uid))
    assert {model.objects.count() for model in (StatementText, AnswerContext, CitationSpan)} == {1}
