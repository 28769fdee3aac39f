"""What a text that was handed over said of itself is told beside it, and makes nothing of the receiver's stronger."""

from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.rights import Right
from citeledger.core.statements import AnswerKind, Basis, Context
from citeledger.emission.services import OnUnproved, record_answer
from revalidation.handed import Handed, handed
from revalidation.reading import answer
from revalidation.views import AnswerView, StatementView
from tests.integration.ledger.world import NOW, SENTENCE, Source, World, answered, passed_on, says

pytestmark = pytest.mark.django_db


def quoted(policy: Source) -> UUID:
    """A quotation, a sentence that was withheld, and a paraphrase."""
    span = policy.mint(SENTENCE).uid
    segments = (says(span, text=SENTENCE, basis=Basis.QUOTED), says(text="Unproved."), says(span, text="A month."))
    how = {"context": Context(), "on_behalf_of": None, "at": NOW, "on_unproved": OnUnproved.DROP}
    return record_answer(writer=policy.owner, kind=AnswerKind.ANSWER, segments=segments, **how).uid


def asked_of(view: AnswerView) -> Handed:
    standing = {part.citation: part.text for part in view.segments if isinstance(part, StatementView) and part.text}
    return handed(text=view.uid, kind=view.kind, standing=standing)


def told(view: AnswerView) -> list[tuple[str | None, str | None]]:
    """The basis of each statement, and that of the same words in the text handed over."""
    return [(part.basis, part.handed) for part in view.segments if isinstance(part, StatementView)]


def test_bases_and_what_was_withheld_are_told_through_every_hop(world: World, policy: Source) -> None:
    once = passed_on(world.alice, world.bob, quoted(policy)).uid
    twice = passed_on(world.bob, world.alice, once).uid
    for reader, text in ((world.bob, once), (world.alice, twice)):
        view = answer(viewer=reader, uid=text)
        assert told(view) == [("paraphrased", "quoted"), ("paraphrased", "paraphrased")]
        assert (view.withheld, view.handed_withheld) == (0, 1)


def test_nothing_is_told_or_asked_where_nothing_stands(world: World, policy: Source) -> None:
    text = passed_on(world.alice, world.bob, quoted(policy)).uid
    policy.bar(world.bob, Right.READ)
    view = answer(viewer=world.bob, uid=text)
    with CaptureQueriesContext(connection) as asked:
        assert asked_of(view) == Handed()
    assert len(asked) == 0


def test_other_words_or_another_kind_have_no_basis_there(world: World, policy: Source) -> None:
    origin = quoted(policy)
    for kind, words, found in (
        (AnswerKind.HAND_OFF, "They never expire.", None),
        (AnswerKind.MEMORY_NOTE, SENTENCE, None),
        (AnswerKind.HAND_OFF, SENTENCE, "quoted"),
    ):
        made = answered(world.alice, says(text=words, of=(origin,)), kind=kind).uid
        assert told(answer(viewer=world.alice, uid=made)) == [("paraphrased", found)]


def test_a_text_on_several_others_was_not_handed_over(world: World, policy: Source) -> None:
    both = (quoted(policy), quoted(policy))
    made = answered(world.alice, says(text=SENTENCE, of=both), kind=AnswerKind.HAND_OFF).uid
    assert asked_of(answer(viewer=world.alice, uid=made)) == Handed()


def test_the_number_of_queries_does_not_grow(world: World, policy: Source) -> None:
    counts = set()
    for size in (1, 10):
        statements = [says(policy.mint(SENTENCE).uid) for _ in range(size)]
        taken = passed_on(world.alice, world.bob, answered(world.alice, *statements).uid)
        view = answer(viewer=world.bob, uid=taken.uid)
        with CaptureQueriesContext(connection) as asked:
            assert len(asked_of(view).bases) == size
        counts.add(len(asked))
    assert counts == {4}
