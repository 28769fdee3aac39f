"""Writers at the same moment: sessions, spans and hand-offs come out as if one had followed the other.

Real commits, each in a database of its own; what the other tests of these stand on is rolled back.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import connections

from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.core.statements import AnswerKind, Context
from citeledger.emission import hand_offs, recording, steps
from citeledger.emission.hand_offs import TakenOver, ready_to_take_over
from citeledger.emission.models import HandOffReceipt, SessionStep
from citeledger.emission.services import mint_spans
from citeledger.emission.sessions import open_session, ready_to_mint_in
from citeledger.ledger.models import Answer, Span
from citeledger.log.models import LogEntry
from tests.cast import let_act_for
from tests.integration.emission.test_authority import open_to, program
from tests.integration.emission.test_hand_offs import handed, readable, said
from tests.integration.ledger.world import NOW, SENTENCE, Source, World, answered, says, source


def test_of_many_at_the_same_moment_one_takes_over(committed_db: Any) -> None:
    """Each has proved its envelope before any writes: the key of the receipt decides."""
    world = World()
    envelope = handed(world.alice, world.bob, said(readable(world)))
    proved = threading.Barrier(4)

    def act() -> TakenOver:
        write = ready_to_take_over(receiver=world.bob, envelope=envelope, at=NOW)
        proved.wait(timeout=20)
        return write()

    heard = at_once([act] * 4)
    assert heard.count("envelope_refused") == 3, heard
    assert Answer.objects.filter(kind="hand_off").count() == HandOffReceipt.objects.count() == 1
    assert LogEntry.objects.filter(kind="hand_off_taken").count() == 1


def test_the_key_decides_even_where_both_have_looked(committed_db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both read that nothing was taken yet, inside their transactions, before either writes its receipt."""
    world = World()
    envelope = handed(world.alice, world.bob, said(readable(world)))
    writes = [ready_to_take_over(receiver=world.bob, envelope=envelope, at=NOW) for _ in range(2)]
    together, record = threading.Barrier(2), hand_offs.record_proved

    def meet(**given: Any) -> Any:
        if connections["default"].vendor == "postgresql":  # SQLite's writers come one after the other
            together.wait(timeout=20)
        return record(**given)

    monkeypatch.setattr(hand_offs, "record_proved", meet)
    heard = at_once(writes)
    assert heard.count("envelope_refused") == 1, heard
    assert Answer.objects.filter(kind="hand_off").count() == HandOffReceipt.objects.count() == 1


def test_writers_of_the_same_spans_at_the_same_time_get_the_same_spans(committed_db: Any) -> None:
    world = World()
    words = world.policy(" ".join(f"word{number}" for number in range(60)))
    together = threading.Barrier(4)

    def write(turn: int) -> tuple[tuple[int, UUID], ...]:
        together.wait(timeout=10)
        drafts = [words.draft(word) for word in words.text.split()[10:]]
        minted = mint_spans(writer=world.alice, drafts=drafts[::-1] if turn % 2 else drafts, at=NOW)
        return tuple(sorted((span.start, span.uid) for span in minted))

    found = at_once([partial(write, turn) for turn in range(4)])
    assert len(set(found)) == 1
    assert Span.objects.count() == LogEntry.objects.filter(kind="span_minted").count() == 50


def test_two_requests_at_once_follow_one_another(committed_db: object) -> None:
    world = World()
    source = world.policy()
    uid = open_session(writer=world.alice, at=NOW)
    words = ["Refunds", "customer", "goods", "within", "purchase", "software"]
    at_once([partial(minted_word, world.alice, uid, source, word) for word in words])
    rows = list(SessionStep.objects.filter(session__uid=uid).order_by("ordinal"))
    assert [step.ordinal for step in rows] == list(range(len(words) + 1))
    before = ""
    for step in rows:
        assert step.digest == steps.digest(step, session=uid, before=before)
        before = step.digest


def minted_word(writer: Principal, uid: UUID, source: Source, word: str) -> None:
    ready_to_mint_in(writer=writer, session=uid, drafts=[source.draft(word)], at=NOW)()


@pytest.mark.parametrize("by_another", [False, True])
def test_two_programs_that_cite_each_others_drafts_at_once(
    committed_db: object, monkeypatch: pytest.MonkeyPatch, by_another: bool
) -> None:
    """Neither has answered when both begin to record: the second looks when the first is done, and is refused.

    Nor does one that has answered already, and writes for one of them, overtake the other.
    """
    agents = program("one"), program("other")
    writers = [scribe(), agents[1]] if by_another else agents
    drafts = [source(agent, f"{SENTENCE} Says {agent.name}.\n") for agent in agents]
    find, scopes = recording.find_sources, recording.scopes_of
    begun, looked = threading.Barrier(2), threading.Barrier(2)
    how = {"kind": AnswerKind.ANSWER, "context": Context(), "at": NOW}
    writes, before = [], Answer.objects.count()
    for writer, agent, cited in zip(writers, agents, reversed(drafts), strict=True):
        open_to(cited, agent)
        how["on_behalf_of"] = None if writer is agent else agent.uid
        segments = [says(cited.mint(SENTENCE, writer=agent).uid)]
        writes.append(recording.ready_to_record(writer=writer, segments=segments, **how))

    def meet(**given: Any) -> Any:
        if connections["default"].vendor == "postgresql":  # SQLite's writers come one after the other
            begun.wait(timeout=20)
        return find(**given)

    def wait(**given: Any) -> Any:
        with suppress(threading.BrokenBarrierError):  # nobody else gets here: who comes later waits before the look
            looked.wait(timeout=1)
        return scopes(**given)

    monkeypatch.setattr(recording, "find_sources", meet)
    monkeypatch.setattr(recording, "scopes_of", wait)
    assert at_once(writes).count("own_publication") == 1
    assert Answer.objects.count() == before + 1


def scribe() -> Principal:
    """A program that writes for others, and has answered."""
    made = program("scribe")
    let_act_for(made)
    policy = World().policy()
    open_to(policy, made)
    answered(made, says(policy.mint(SENTENCE, writer=made).uid))
    return made


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each call gives, or the code it is refused with: each in a thread, on connections of its own."""

    def heard(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=len(calls)) as threads:
        return list(threads.map(heard, calls))
