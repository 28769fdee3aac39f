"""What withholds something leaves at a tick of its own clock; nothing else waits (T32). No test here waits either."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from citeledger.interfaces import ticking
from revalidation import withholding

TICK = 0.25  # seconds


class Clock:
    """Stands still but for what is worked and slept."""

    def __init__(self) -> None:
        self.now, self.slept = 5000.0, 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept += seconds
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Clock:
    settings.WITHHELD_TICK_MILLISECONDS = TICK * 1000
    clock = Clock()
    monkeypatch.setattr(ticking, "time", clock)
    return clock


def request(*, address_of_ours: bool = True) -> HttpRequest:
    asked = HttpRequest()
    asked.resolver_match = SimpleNamespace() if address_of_ours else None
    return asked


def view(
    clock: Clock, *, works: float = 0.0, withholds: bool = False, status: int = 200
) -> Callable[[HttpRequest], HttpResponse]:
    def answer(_request: HttpRequest) -> HttpResponse:
        clock.now += works
        if withholds:
            withholding.note()
        return HttpResponse(status=status)

    return answer


def took(clock: Clock, **answer: Any) -> float:
    began = clock.now
    ticking.leave_at_ticks(view(clock, **answer))(request())
    return round(clock.now - began, 6)


@pytest.mark.parametrize("works", [0.0, 0.002, 0.054, 0.2499])
def test_whatever_it_looked_at_it_leaves_at_the_same_moment(clock: Clock, works: float) -> None:
    assert took(clock, works=works, withholds=True) == TICK


@pytest.mark.parametrize(("works", "leaves"), [(0.25, 0.5), (0.26, 0.5), (0.74, 0.75)])
def test_what_takes_longer_than_a_tick_leaves_at_a_later_one(clock: Clock, works: float, leaves: float) -> None:
    assert took(clock, works=works, withholds=True) == leaves


@pytest.mark.parametrize("status", [200, 201, 302, 401, 403, 409, 500, 503])
def test_what_withholds_nothing_never_waits(clock: Clock, status: int) -> None:
    assert took(clock, works=0.01, status=status) == 0.01
    assert clock.slept == 0


@pytest.mark.parametrize("status", [400, 404, 422])
def test_refusals_that_hidden_and_unknown_share_wait_too(clock: Clock, status: int) -> None:
    assert took(clock, works=0.01, status=status) == TICK


def test_an_address_that_leads_nowhere_asks_about_nothing(clock: Clock) -> None:
    ticking.leave_at_ticks(view(clock, status=404))(request(address_of_ours=False))
    assert clock.slept == 0


def test_nothing_is_carried_into_the_next_answer(clock: Clock) -> None:
    assert took(clock, withholds=True) == TICK
    assert took(clock) == 0


def test_not_even_by_one_that_fails(clock: Clock) -> None:
    def fails(_request: HttpRequest) -> HttpResponse:
        withholding.note()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ticking.leave_at_ticks(fails)(request())
    assert took(clock) == 0


def test_answers_made_at_the_same_time_do_not_see_each_other(clock: Clock) -> None:
    both = Barrier(2, timeout=30)

    def answer(withholds: bool) -> bool:
        with withholding.watching() as watch:
            both.wait()
            if withholds:
                withholding.note()
            both.wait()
            return watch.withheld

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(answer, [True, False])) == [True, False]


def test_a_thread_that_works_on_an_answer_notes_for_it() -> None:
    with withholding.watching() as watch, ThreadPoolExecutor(1) as threads:
        threads.submit(copy_context().run, withholding.note).result()
    assert watch.withheld


def test_where_nobody_watches_nothing_is_kept() -> None:
    withholding.note()
    with withholding.watching() as watch:
        pass
    assert not watch.withheld


def test_without_ticks_the_middleware_is_not_there(settings: Any) -> None:
    settings.WITHHELD_TICK_MILLISECONDS = 0
    with pytest.raises(MiddlewareNotUsed):
        ticking.leave_at_ticks(lambda _request: HttpResponse())


def test_it_is_the_outermost_one(settings: Any) -> None:
    """What an outer one does after it would be seen by a clock again."""
    assert settings.MIDDLEWARE[0] == "citeledger.interfaces.ticking.leave_at_ticks"
