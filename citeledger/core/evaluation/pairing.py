"""As many pairs as possible: each on the left with at most one on the right that fits it (augmenting paths)."""

from collections import deque
from collections.abc import Sequence


def pairs(fits: Sequence[Sequence[int]]) -> int:
    """The largest number of pairs. `fits[i]` lists the indices on the right that fit the i-th on the left."""
    left_of: dict[int, int] = {}
    right_of: dict[int, int] = {}
    for left in range(len(fits)):
        _place(left, fits, left_of, right_of)
    return len(left_of)


def _place(start: int, fits: Sequence[Sequence[int]], left_of: dict[int, int], right_of: dict[int, int]) -> None:
    """Pair one more on the left, moving earlier pairs to other partners where that makes room."""
    reached_from: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        left = waiting.popleft()
        for right in fits[left]:
            if right in reached_from:
                continue
            reached_from[right] = left
            if right not in left_of:
                _move(right, reached_from, left_of, right_of)
                return
            waiting.append(left_of[right])


def _move(free: int, reached_from: dict[int, int], left_of: dict[int, int], right_of: dict[int, int]) -> None:
    right: int | None = free
    while right is not None:
        left = reached_from[right]
        before = right_of.get(left)
        left_of[right], right_of[left] = left, right
        right = before
