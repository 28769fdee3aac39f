"""How an answer was written is told with it, to the one whose session it was, and to nobody else."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from acl.rights import Right
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.statements import AnswerKind, Context
from citeledger.documents.search.indexing import index_owed
from citeledger.emission import written
from citeledger.emission.sessions import open_session, read_in, ready_to_emit, ready_to_mint_in, search_in
from citeledger.emission.written import session_of, writing_of
from citeledger.ledger.services import erase_answer
from tests.cast import let_act_for
from tests.ground.databases import BuiltOnce
from tests.integration.ledger.world import NOW, SENTENCE, Source, World, answered, says

LATER = [NOW + timedelta(seconds=second) for second in range(6)]
Asked = Callable[[int], Any]


@pytest.fixture(scope="module")
def _ground(built_once: BuiltOnce) -> tuple[World, Source]:
    return built_once(found)


def found() -> tuple[World, Source]:
    world = World()
    source = world.policy()
    index_owed()
    return world, source


@pytest.fixture
def world(_ground: tuple[World, Source], db: None) -> World:
    return _ground[0]


@pytest.fixture
def source(_ground: tuple[World, Source]) -> Source:
    return _ground[1]


def minted(writer: Principal, uid: UUID, source: Source) -> UUID:
    return ready_to_mint_in(writer=writer, session=uid, drafts=[source.draft(SENTENCE)], at=LATER[3])()[0].uid


def emitted(writer: Principal, uid: UUID, span: UUID) -> UUID:
    how: dict[str, Any] = {"kind": AnswerKind.ANSWER, "context": Context(), "at": LATER[4]}
    return ready_to_emit(writer=writer, session=uid, segments=[says(span)], **how)().uid


def one_session(writer: Principal, source: Source, **opened: Any) -> tuple[UUID, UUID]:
    """A session in which was searched, read, minted and emitted, and its answer."""
    uid = open_session(writer=writer, at=LATER[0], **opened)
    search_in(writer=writer, session=uid, query="return goods", at=LATER[1])
    read_in(writer=writer, session=uid, version=source.version, at=LATER[2])
    return uid, emitted(writer, uid, minted(writer, uid, source))


def test_an_answer_says_from_which_session_it_came_and_what_was_done_before(world: World, source: Source) -> None:
    uid, answer = one_session(world.alice, source)
    again = emitted(world.alice, uid, minted(world.alice, uid, source))

    assert session_of(viewer=world.alice, answer=answer) == session_of(viewer=world.alice, answer=again) == uid
    writing = writing_of(viewer=world.alice, answer=answer)
    assert writing is not None
    assert (writing.session, writing.earlier) == (uid, 0)
    assert [(step.kind, step.at, step.query) for step in writing.steps] == [
        ("opened", LATER[0], None),
        ("searched", LATER[1], "return goods"),
        ("read", LATER[2], None),
        ("minted", LATER[3], None),
        ("emitted", LATER[4], None),
    ]
    second = writing_of(viewer=world.alice, answer=again)
    assert second is not None
    assert [step.kind for step in second.steps[4:]] == ["emitted", "minted", "emitted"]
    assert [step.subject for step in second.steps if step.kind == "emitted"] == [answer, again]


def test_nobody_else_learns_of_it_not_even_for_whom_it_was_written(
    world: World, source: Source, django_assert_num_queries: Any
) -> None:
    """Nor can they tell it from an answer of no session, by the statements asked either."""
    let_act_for(world.alice)
    source.let(world.bob, Right.READ, Right.CITE)
    answer = one_session(world.alice, source, on_behalf_of=world.bob.uid)[1]
    alone = answered(world.alice, says(source.mint(SENTENCE).uid)).uid
    for viewer, asked in ((world.bob, answer), (ANONYMOUS, answer), (world.alice, alone), (world.bob, alone)):
        for ask in (session_of, writing_of):
            with django_assert_num_queries(1):
                assert ask(viewer=viewer, answer=asked) is None


def test_one_statement_for_the_session_and_one_for_its_steps_however_many(
    world: World, source: Source, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(written, "STEPS_SHOWN", 3)
    uid, answer = one_session(world.alice, source)
    with django_assert_num_queries(1):
        assert session_of(viewer=world.alice, answer=answer) == uid
    with django_assert_num_queries(2):
        writing = writing_of(viewer=world.alice, answer=answer)
    assert writing is not None
    assert (writing.earlier, [step.ordinal for step in writing.steps]) == (2, [2, 3, 4])


def test_it_goes_with_the_answer(world: World, source: Source) -> None:
    answer = one_session(world.alice, source)[1]
    erase_answer(actor=world.alice, answer=answer, at=LATER[5])
    assert session_of(viewer=world.alice, answer=answer) is writing_of(viewer=world.alice, answer=answer) is None
