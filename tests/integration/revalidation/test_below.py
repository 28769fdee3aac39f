"""What the texts below rest on is told one hop on and at every further one: an absence stays one."""

from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.queries import Holder
from acl.rights import Right
from acl.services import grant_answer
from citeledger.core.principals import Principal
from citeledger.core.statements import Absence, AnswerKind, Basis, Computation, ComputedInput, Statement
from citeledger.documents.services import pin
from revalidation.panels import panel
from revalidation.reading import answer
from revalidation.views import StatementView
from tests.integration.ledger.world import NOW, SENTENCE, Source, World, answered, passed_on, says

pytestmark = pytest.mark.django_db
QUERY = {"version": 1, "kind": "phrase", "phrase": "store credit"}


def absence(policy: Source) -> Statement:
    snapshot = pin(actor=policy.owner, name="Searched", documents=[policy.document], at=NOW).uid
    return Statement(text="No store credit.", basis=Basis.ABSENCE, absence=Absence(QUERY, snapshot))


def computed(policy: Source) -> Statement:
    span = policy.mint("30").uid
    said = Computation(operation="count/1", inputs=(ComputedInput(span),), value="1", language="en")
    return Statement(text="There is 1 number.", basis=Basis.COMPUTED, spans=(span,), computation=said)


def note(policy: Source, *statements: Statement) -> UUID:
    return answered(policy.owner, *statements, kind=AnswerKind.MEMORY_NOTE).uid


def told(viewer: Principal, uid: UUID) -> list[tuple[str | None, tuple[str, ...]]]:
    """The basis of each statement, and those below; the panel says the same."""
    statements = [part for part in answer(viewer=viewer, uid=uid).segments if isinstance(part, StatementView)]
    for each in statements:
        found = panel(viewer=viewer, citation=each.citation)
        assert (found.basis, found.below) == (each.basis, each.below)
    return [(each.basis, each.below) for each in statements]


def test_a_hop_does_not_make_an_absence_a_paraphrase(world: World, policy: Source) -> None:
    quoted = says(policy.mint(SENTENCE).uid, text=SENTENCE, basis=Basis.QUOTED)
    first = note(policy, quoted, absence(policy))
    second = note(policy, says(of=[first]), says(policy.mint(SENTENCE).uid))
    third = note(policy, says(of=[second]))
    assert told(world.alice, first) == [("quoted", ()), ("absence", ())]
    assert told(world.alice, second) == [("paraphrased", ("absence", "quoted")), ("paraphrased", ())]
    assert told(world.alice, third) == [("paraphrased", ("absence", "paraphrased", "quoted"))]


def test_nor_does_a_hand_off(world: World, policy: Source) -> None:
    origin = note(policy, computed(policy), says(policy.mint(SENTENCE).uid))
    taken = passed_on(world.alice, world.bob, origin).uid
    below = ("computed", "paraphrased")
    assert told(world.bob, taken) == [("paraphrased", below), ("paraphrased", below)]


def test_who_may_not_read_all_of_it_is_told_nothing(world: World, policy: Source) -> None:
    made = note(policy, says(of=[note(policy, absence(policy))]))
    holder = Holder("user", world.bob.name)
    grant_answer(actor=world.alice, answer=made, right=Right.READ, holder=holder, at=NOW)
    (statement,) = answer(viewer=world.bob, uid=made).segments
    assert isinstance(statement, StatementView)
    assert (statement.text, statement.below) == (None, ())
    assert panel(viewer=world.bob, citation=statement.citation).below == ()


def test_it_costs_two_queries_however_many_and_none_without_texts(world: World, policy: Source) -> None:
    """One for the bases below, one for what is named by way of them."""
    span = policy.mint(SENTENCE).uid
    first = note(policy, says(span))
    counts: dict[Any, int] = {}
    for name, statements in {
        "none": [says(span)],
        "one": [says(of=[first])],
        "ten": [says(of=[first]) for _ in range(10)],
    }.items():
        uid = note(policy, *statements)
        with CaptureQueriesContext(connection) as queries:
            answer(viewer=world.alice, uid=uid)
        counts[name] = len(queries)
    assert counts["one"] == counts["ten"] == counts["none"] + 2
