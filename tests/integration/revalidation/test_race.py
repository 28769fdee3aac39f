"""A writer revoking, granting and publishing; four readers through the Redis cache; no stale answer (T100, rule 7).

What is promised: a request that starts after a COMMIT has returned never shows what was before it. So every commit and
every answer is taken down with its times, and an answer must be right for some moment between its beginning and its
end. The same run with the order broken on purpose must find stale answers, or it would prove nothing.
"""

import logging
import threading
import time
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, cycle, takewhile
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection, connections, transaction

from acl.models import DocumentGroupGrant, DocumentUserGrant, User
from acl.queries import Holder
from acl.rights import Right
from acl.services import grant, revoke
from citeledger.core.states import State
from citeledger.documents.models import Document
from revalidation import panels, wiring
from revalidation.cache import cache_key, redis_cache
from revalidation.panels import Panel, panel
from revalidation.service import verdicts
from tests import cast
from tests.cast import AT, STAFF, Cast
from tests.ground.databases import CommittedDatabase
from tests.rig.caches import CountingCache
from tests.rig.examples import IS_LONG

SECONDS = 20.0 if IS_LONG else 4.0
READERS = 4
ROUNDS = 3
logger = logging.getLogger(__name__)
SUPPORT = Holder("user", "support")


@dataclass(frozen=True)
class Truth:
    """What everybody is to be told from the moment the commit returned; `began` is when the change was begun."""

    began: float
    returned: float
    state: State
    changed_in: int | None


@dataclass(frozen=True)
class Answer:
    """What one request said: the state by `verdicts()`, or state and version number by `panel()`."""

    began: float
    ended: float
    state: State
    changed_in: int | None
    knows_number: bool


@dataclass
class History:
    """Everything that was committed, in order, and everything that was answered."""

    truths: list[Truth] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    hits: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def stale(self) -> list[Answer]:
        """Answers that were right at no moment of their request."""
        returned = [truth.returned for truth in self.truths]
        return [answer for answer in self.answers if not self._could_be(answer, bisect(returned, answer.began) - 1)]

    def _could_be(self, answer: Answer, latest: int) -> bool:
        """`latest` is the last change that had returned when the question was asked; later ones may be seen or not."""
        possible = [*takewhile(lambda truth: truth.began <= answer.ended, self.truths[latest:])]
        # A panel reads its verdict, and then its texts: in between it may find out that it is no longer sure.
        if answer.state is State.UNVERIFIED:
            return len(possible) > 1
        return any(
            answer.state is truth.state and (not answer.knows_number or answer.changed_in == truth.changed_in)
            for truth in possible
        )


class Race:
    """One policy, cited once; support may read it directly or through `staff`, as the writer pleases."""

    def __init__(self, seconds: float) -> None:
        self.people: Cast = cast.make_cast()
        self.policy = cast.make_document(owner=self.people.legal)
        self.citation = cast.cite(writer=self.people.legal, documents=[self.policy]).citations[0]
        self.history = History()
        self.ends, self.done = time.monotonic() + seconds, threading.Event()
        self.direct, self.through_group, self.member, self.edits, self.changed = False, True, True, 0, False
        self.first_changed: int | None = None
        self.note(time.monotonic())

    def note(self, began: float) -> None:
        """The truth from now on: called when the commit has returned."""
        readable = self.direct or (self.through_group and self.member)
        state = State.UNAVAILABLE if not readable else State.SOURCE_CHANGED if self.changed else State.CURRENT
        number = self.first_changed if readable and self.changed else None
        self.history.truths.append(Truth(began, time.monotonic(), state, number))

    # The writer's moves. Each is one transaction.

    def grant_directly(self) -> None:
        grant(actor=self.people.legal, document=self.policy, right=Right.READ, holder=SUPPORT, at=AT)
        self.direct = True

    def revoke_directly(self) -> None:
        revoke(actor=self.people.legal, document=self.policy, right=Right.READ, holder=SUPPORT, at=AT)
        self.direct = False

    def revoke_in_bulk(self) -> None:
        """Past every service and signal."""
        with transaction.atomic():
            DocumentUserGrant.objects.filter(user_id=self.people.support.id).delete()
            DocumentGroupGrant.objects.filter(group__name=STAFF.name, permission=read()).delete()
        self.direct = self.through_group = False

    def grant_the_group_in_bulk(self) -> None:
        document, group = Document.objects.get(uid=self.policy), Group.objects.get(name=STAFF.name)
        row = DocumentGroupGrant(content_object=document, permission=read(), group=group)
        DocumentGroupGrant.objects.bulk_create([row], ignore_conflicts=True)
        self.through_group = True

    def leave(self) -> None:
        User.groups.through.objects.filter(user_id=self.people.support.id).delete()
        self.member = False

    def join(self) -> None:
        group = Group.objects.get(name=STAFF.name)
        members = User.groups.through
        members.objects.bulk_create([members(user_id=self.people.support.id, group=group)], ignore_conflicts=True)
        self.member = True

    def publish(self) -> None:
        """By turns a text that says something else and the one that was cited."""
        self.edits += 1
        text = cast.EDITED if self.edits % 2 else cast.POLICY
        cast.publish(owner=self.people.legal, document=self.policy, text=text)
        self.changed = text is cast.EDITED
        self.first_changed = self.first_changed or 2

    def write(self, chance: Random) -> None:
        """Rounds of every move in random order, until the time is up and there were a few; each noted when done."""
        for number in count():
            if time.monotonic() > self.ends and number >= ROUNDS:
                break
            for move in chance.sample(self.moves(), len(self.moves())):
                began = time.monotonic()
                move()
                self.note(began)
                self.history.kinds[move.__name__] += 1
                time.sleep(chance.random() * 0.01)
        self.done.set()

    def moves(self) -> list[Callable[[], None]]:
        """Those that open come more often than those that close, or there would be little to see."""
        closing = [self.revoke_directly, self.revoke_in_bulk, self.leave]
        opening = [self.grant_directly, self.grant_the_group_in_bulk, self.join]
        return [*closing, *opening * 3, *[self.publish] * 3]

    def read(self, turn: int) -> None:
        """Half of the readers ask for verdicts and panels by turns, half for panels, until the writer is done."""
        asked = [self.ask_verdict, self.ask_panel] if turn % 2 else [self.ask_panel]
        for ask in cycle(asked):
            if self.done.is_set():
                return
            self.history.answers.append(ask())

    def ask_verdict(self) -> Answer:
        began = time.monotonic()
        (verdict,) = verdicts(viewer=self.people.support, citations=[self.citation])
        return Answer(began, time.monotonic(), verdict.state, None, knows_number=False)

    def ask_panel(self) -> Answer:
        began = time.monotonic()
        shown = panels.panel(viewer=self.people.support, citation=self.citation)
        number = shown.sources[0].changed_in if shown.sources else None
        return Answer(began, time.monotonic(), shown.state, number, knows_number=True)


def read() -> Permission:
    return Permission.objects.get(content_type__app_label="documents", codename="read")


def run(seconds: float) -> History:
    """One writer and four readers, each with a connection of its own."""
    race = Race(seconds)
    failures: list[BaseException] = []

    def thread(act: Callable[[Any], None], argument: Any) -> threading.Thread:
        def body() -> None:
            try:
                act(argument)
            except BaseException as error:
                failures.append(error)
            finally:
                connections.close_all()

        return threading.Thread(target=body)

    threads = [thread(race.write, Random(5)), *(thread(race.read, turn) for turn in range(READERS))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failures == []
    return race.history


@pytest.fixture
def cache(committed_db: CommittedDatabase, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> CountingCache:
    counting = CountingCache(redis_cache(url=redis_url, secret_key="the secret of this installation"))
    monkeypatch.setattr(wiring, "cache", lambda: counting)
    return counting


def test_no_answer_is_older_than_its_question(cache: CountingCache) -> None:
    history = run(SECONDS)
    states = Counter(answer.state.value for answer in history.answers)
    tell("as it is", history, states, {"cache hits": cache.hits})
    assert history.stale() == []
    assert len(history.kinds) == 7  # every way to write was there
    assert {"current", "source_changed", "unavailable"} <= set(states)
    assert cache.hits > 0


def tell(name: str, history: History, *more: dict[str, int]) -> None:
    """For whoever runs it with --log-cli-level=INFO."""
    sizes = {"changes": len(history.truths), "answers": len(history.answers), "stale": len(history.stale())}
    logger.info("%s, %s, %s s: %s", connection.vendor, name, SECONDS, [sizes, *map(dict, more)])


@contextmanager
def without_the_epoch(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A panel is remembered by viewer and citation alone, for a quarter of a second."""
    kept: dict[str, tuple[float, Panel]] = {}

    def remembered(*, viewer: Any, citation: UUID) -> Panel:
        key = cache_key("panel", viewer.id, citation)
        if key in kept and time.monotonic() - kept[key][0] < 0.25:
            return kept[key][1]
        kept[key] = (time.monotonic(), panel(viewer=viewer, citation=citation))
        return kept[key][1]

    with monkeypatch.context() as patch:
        patch.setattr(panels, "panel", remembered)
        yield


@contextmanager
def epoch_read_after_the_rights(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """T3: rights first, then the epoch, in two reads; kept under the newer epoch what the older rights allowed."""
    kept: dict[str, Panel] = {}

    def tokens(viewer: Any, citation: UUID) -> tuple[Any, ...]:
        facts = panels.service.facts(viewer=viewer, citations=[citation])
        documents = [(d.token, d.head_id) for d in facts.documents.values()]
        return (facts.viewer.token, *(part for pair in documents for part in pair))

    def remembered(*, viewer: Any, citation: UUID) -> Panel:
        known = kept.get(cache_key("panel", *tokens(viewer, citation)))
        if known is not None:
            return known
        fresh = panel(viewer=viewer, citation=citation)
        kept[cache_key("panel", *tokens(viewer, citation))] = fresh
        return fresh

    with monkeypatch.context() as patch:
        patch.setattr(panels, "panel", remembered)
        yield


@pytest.mark.parametrize("broken", [without_the_epoch, epoch_read_after_the_rights])
def test_the_same_run_with_the_order_broken_finds_stale_answers(
    cache: CountingCache, monkeypatch: pytest.MonkeyPatch, broken: Any
) -> None:
    with broken(monkeypatch):
        history = run(SECONDS)
    tell(broken.__name__, history)
    assert len(history.stale()) > 0
