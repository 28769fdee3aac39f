"""Whether the answer being made withholds something: a verdict whose sources this viewer cannot all read (threat T32).

All sources are looked at, also behind the first that is hidden; so the time such an answer takes grows with how much
there is. The evaluator notes that it withheld; whoever sends the answer out watches, and lets it go at a tick.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Watch:
    """Of one answer. Shared by all threads that work on it: they inherit the context, and with it this object."""

    withheld: bool = False


_watch: ContextVar[Watch | None] = ContextVar("withholding", default=None)


@contextmanager
def watching() -> Iterator[Watch]:
    """The watch over what is decided inside; ends with it, so that nothing is carried into the next answer."""
    watch = Watch()
    token = _watch.set(watch)
    try:
        yield watch
    finally:
        _watch.reset(token)


def note() -> None:
    """This answer withholds something. Where nobody watches (tasks, commands) nothing leaves by a clock either."""
    watch = _watch.get()
    if watch is not None:
        watch.withheld = True
