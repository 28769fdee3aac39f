"""Which of the ranges located in a text a passage touches, without a look at all of them."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Generic, Protocol, TypeVar


class RangeLike(Protocol):
    """A range of a text in code points, end exclusive."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


T = TypeVar("T", bound=RangeLike)


class Touching(Generic[T]):
    """Ranges in any order. One question costs the ranges it finds, and those inside a longer one before them."""

    def __init__(self, ranges: Sequence[T]) -> None:
        self._ranges = ranges
        self._order = sorted(range(len(ranges)), key=lambda at: ranges[at].start)
        self._starts = [ranges[at].start for at in self._order]
        self._reach = list(accumulate((ranges[at].end for at in self._order), max))

    def touched(self, start: int, end: int) -> list[tuple[int, T]]:
        """The ranges that share a code point with `start` to `end`, each with its number, in the order given."""
        near = self._order[bisect_right(self._reach, start) : bisect_left(self._starts, end)]
        return [(at, self._ranges[at]) for at in sorted(near) if self._ranges[at].end > start]
