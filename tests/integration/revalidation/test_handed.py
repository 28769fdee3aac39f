"""What a text that was handed over said of itself is told beside it, and makes nothing of the receiver's stronger."""

from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.statements import AnswerKind, Basis, Context
from citeledger.emission.hand_offs import hand_over, take_over
from citeledger.emission.services import OnUnproved, record_answer
from citeledger.interfaces.handing_over import envelope_of
from revalidation.handed import Handed, handed
from revalidation.reading import answer
from revalidation.views import AnswerView, StatementView
from tests.ground.databases import BuiltOnce
from tests.integration.ledger.world import NOW, SENTENCE, Source, World, answered, says

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _built(built_once: BuiltOnce) -> tuple[World, Source]:
    return built_once(build)


def build() -> tuple[World, Source]:
    world = World()
    policy = world.policy()
    policy.let(world.bob, Right.READ, Right.CITE)
    return world, policy


@pytest.fixture
def world(_built: tuple[World, Source], db: None) -> World:
    return _built[0]


@pytest.fixture
def policy(_built: tuple[World, Source], db: None) -> Source:
    return _built[1]


def quoted(policy: Source) -> UUID:
    """A quotation, a sentence that was withheld, and a paraphrase."""
    span = policy.mint(SENTENCE).uid
    segments = (says(span, text=SENTENCE, basis=Basis.QUOTED), says(text="Unproved."), says(span, text="A month."))
    how = {"context": Context(), "on_behalf_of": None, "at": NOW, "on_unproved": OnUnproved.DROP}
    return record_answer(writer=policy.owner, kind=AnswerKind.ANSWER, segments=segments, **how).uid


def passed_on(sender: Principal, to: Principal, text: UUID) -> UUID:
    assert to.uid
    uid = hand_over(sender=sender, answer=text, to=to.uid, at=NOW)
    return take_over(receiver=to, envelope=envelope_of(sender=sender, hand_off=uid), at=NOW).uid


def asked_of(view: AnswerView) -> Handed:
    standing = {part.citation: part.text for part in view.segments if isinstance(part, StatementView) and part.text}
    return handed(text=view.uid, kind=view.kind, standing=standing)


def told(view: AnswerView) -> list[tuple[str | None, str | None]]:
    """The basis of each statement, and that of the same words in the text handed over."""
    return [(part.basis, part.handed) for part in view.segments if isinstance(part, StatementView)]


def test_bases_and_what_was_withheld_are_told_through_every_hop(world: World, policy: Source) -> None:
    once = passed_on(world.alice, world.bob, quoted(policy))
    twice = passed_on(world.bob, world.alice, once)
    for reader, text in ((world.bob, once), (world.alice, twice)):
        view = answer(viewer=reader, uid=text)
        assert told(view) == [("paraphrased", "quoted"), ("paraphrased", "paraphrased")]
        assert (view.withheld, view.handed_withheld) == (0, 1)


def test_nothing_is_told_or_asked_where_nothing_stands(world: World, policy: Source) -> None:
    text = passed_on(world.alice, world.bob, quoted(policy))
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
        view = answer(viewer=world.bob, uid=passed_on(world.alice, world.bob, answered(world.alice, *statements).uid))
        with CaptureQueriesContext(connection) as asked:
            assert len(asked_of(view).bases) == size
        counts.add(len(asked))
    assert counts == {4}
