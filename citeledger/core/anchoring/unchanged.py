"""Settled blocks whose source is the same to the character: what is cited in one stands as much further on as it does.

Told once for a block. A passage inside costs a look-up or two, and its tokens are not read.
"""

from bisect import bisect_right
from operator import sub

from citeledger.core.anchoring.settled import Settled
from citeledger.core.layout.sides import Layer
from citeledger.core.outcomes import Locator
from citeledger.core.reading.streams import Stretch

_NOWHERE = (-1, 0)


class Unchanged:
    """Looks for such blocks in one pair of layers, unless more stands around them that has to be asked about."""

    def __init__(self, *, old: Layer, new: Layer, settled: Settled, has_more: bool) -> None:
        self._old, self._new, self._settled, self._has_more = old, new, settled, has_more
        self._starts = old.paragraphs.starts
        self._told: dict[int, tuple[int, int]] = {-1: _NOWHERE}

    def shift(self, span: Locator) -> int | None:
        """By how many code points a span stands further on; None where its block has to be read, or it has no token."""
        start, end = span
        at = bisect_right(self._starts, start) - 1
        last, shift = self._told.get(at) or self._tell(at)
        if end > last:
            return None
        stream = self._old.stream
        return shift if stream.starts[bisect_right(stream.ends, start)] < end else None

    def _tell(self, at: int) -> tuple[int, int]:
        """Up to where a block of this number can be told of, and by how much it moved."""
        block = self._old.paragraphs.every[at]
        moved, last = None if self._has_more else self._settled.moved(block), self._old.stream.ends[block.stop - 1]
        shift = None if moved is None else self._shift(block, moved, last)
        self._told[at] = _NOWHERE if shift is None else (last, shift)
        return self._told[at]

    def _shift(self, block: Stretch, moved: Stretch, last: int) -> int | None:
        starts, news = self._old.stream.starts, self._new.stream.starts
        first = starts[block.first]
        shift = news[moved.first] - first
        if self._old.text[first:last] != self._new.text[first + shift : last + shift]:
            return None
        shifts = set(map(sub, news[slice(*moved)], starts[slice(*block)]))
        return shift if shifts == {shift} and self._is_apart(block) else None

    def _is_apart(self, block: Stretch) -> bool:
        """Whether there is space on both sides of a block, so that nothing can be written onto what is cited in it."""
        text, starts, ends = self._old.text, self._old.stream.starts, self._old.stream.ends
        first, stop = block
        before = text[ends[first - 1] : starts[first]] if first else "\n"
        behind = text[ends[stop - 1] : starts[stop]] if stop < len(starts) else "\n"
        return all(any(map(str.isspace, side)) for side in (before, behind))
