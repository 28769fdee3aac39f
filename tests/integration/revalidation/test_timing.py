"""The clock tells nothing either: how long a verdict takes does not depend on why there is none (T32, T33).

Interleaved samples of the same call for uids that differ only in cause; the area under the ROC curve of "which of the
two was it" stays near one half. That is sensitive to whatever else the machine does, so it runs when asked for; that
every cause walks the same rows is held always.
"""

import gc
import logging
import random
import time
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from citeledger.core.statements import AnswerKind
from citeledger.core.states import Cause, Finding, State
from citeledger.documents.services import retire
from revalidation import statement
from revalidation.panels import Panel, panel
from revalidation.service import decisions, verdicts
from tests import cast
from tests.cast import Cast
from tests.integration.revalidation.test_statement import unavailable_worlds

pytestmark = pytest.mark.django_db
SAMPLES = 2000
TRUSTED = (0.40, 0.60)
logger = logging.getLogger(__name__)


def area(one: list[float], other: list[float]) -> float:
    """How often a sample of `one` is longer than a sample of `other`, ties counted half: 0.5 is no information."""
    ordered = sorted(other)
    wins = sum(bisect_left(ordered, x) + bisect_right(ordered, x) for x in one)
    return wins / (2 * len(one) * len(other))


@pytest.fixture
def quiet() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def sampled(causes: dict[str, UUID], ask: Any) -> dict[str, list[float]]:
    """Every cause once per round, in an order of its own, so that load and drift hit all alike."""
    chance = random.Random(11)
    taken: dict[str, list[float]] = {cause: [] for cause in causes}
    for number in range(SAMPLES + 50):
        for cause, uid in chance.sample(sorted(causes.items()), len(causes)):
            began = time.perf_counter_ns()
            ask(uid)
            took = time.perf_counter_ns() - began
            if number >= 50:  # the first ones warm up
                taken[cause].append(took)
    return taken


def worlds(people: Cast) -> dict[str, dict[str, UUID]]:
    """Worlds that differ only in cause: a lineage of one shape in each. A longer one takes longer, whoever looks."""
    direct = unavailable_worlds(people)
    del direct["derived from hidden"]

    def through_a_note(**changes: Any) -> tuple[UUID, UUID]:
        document = cast.make_document(owner=people.legal)
        note = cast.cite(writer=people.legal, documents=[document], kind=AnswerKind.MEMORY_NOTE)
        cited = cast.cite(writer=people.legal, derived_from=[note.uid]).citations[0]
        if changes.get("shared", True):
            cast.share_answer(owner=people.legal, answer=note.uid)
        return document, cited

    (hidden, on_hidden), (retired, on_retired), (_, on_unshared) = (
        *(through_a_note() for _ in range(2)),
        through_a_note(shared=False),
    )
    cast.unread(owner=people.legal, document=hidden)
    retire(actor=people.legal, document=retired, at=cast.AT)
    noted = {"its document is revoked": on_hidden, "its document is retired": on_retired, "not shared": on_unshared}
    return {"on a document": direct, "through a note": noted}


@pytest.mark.parametrize("shape", ["on a document", "through a note"])
def test_every_cause_walks_as_many_rows(people: Cast, shape: str) -> None:
    """What the clock would see, without a clock: who has no closure walks a stand-in's."""
    walked = {
        cause: Counter(row[0] for row in statement._rows(people.support, [uid], []))
        for cause, uid in worlds(people)[shape].items()
    }
    assert {cause: rows for cause, rows in walked.items() if rows != next(iter(walked.values()))} == {}
    assert next(iter(walked.values()))["s"] == 1


def test_a_stand_in_is_nobodys_source(people: Cast) -> None:
    """Support may read the oldest citation: an unknown uid is unavailable all the same, and rests on nothing."""
    document = cast.make_document(owner=people.legal)
    cast.cite(writer=people.support, documents=[document])
    unknown = cast.unknown()
    (decision,) = decisions(viewer=people.support, citations=[unknown])
    assert (decision.state, decision.readable) == (State.UNAVAILABLE, False)
    assert decision.findings == (Finding("citation", Cause.UNKNOWN),)
    assert panel(viewer=people.support, citation=unknown) == Panel(unknown, State.UNAVAILABLE)


@pytest.mark.long
@pytest.mark.parametrize("shape", ["on a document", "through a note"])
@pytest.mark.parametrize("surface", ["verdicts", "panel"])
def test_no_cause_takes_longer_than_another(people: Cast, quiet: None, surface: str, shape: str) -> None:
    def ask(uid: UUID) -> Any:
        if surface == "panel":
            return panel(viewer=people.support, citation=uid)
        return verdicts(viewer=people.support, citations=[uid])

    taken = sampled(worlds(people)[shape], ask)
    baseline = list(taken.values())[-1]
    areas = {cause: round(area(times, baseline), 3) for cause, times in taken.items()}
    medians = {cause: sorted(times)[SAMPLES // 2] // 1000 for cause, times in taken.items()}  # microseconds
    logger.info("%s, %s %s: %s, medians %s", connection.vendor, surface, shape, areas, medians)
    assert {cause: value for cause, value in areas.items() if not TRUSTED[0] <= value <= TRUSTED[1]} == {}


def test_the_area_sees_what_takes_longer() -> None:
    chance = random.Random(3)
    short = [chance.gauss(100, 10) for _ in range(SAMPLES)]
    long = [chance.gauss(110, 10) for _ in range(SAMPLES)]
    assert area(short, short) == 0.5
    assert area(long, short) > TRUSTED[1]
    assert area(short, long) < TRUSTED[0]
