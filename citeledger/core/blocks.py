"""Which tokens stand together: paragraphs, items, rows of a table, headings. Editors move and insert whole ones."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from citeledger.core.streams import Stream, Stretch


class BlockLike(Protocol):
    """A stretch of source laid out as one: what it is, and its range in code points."""

    @property
    def kind(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def breaks(*, text: str, blocks: Iterable[BlockLike]) -> list[int]:
    """Source offsets at which blocks start, and the lines of tables, each of which is a row."""
    return [offset for block in blocks for offset in _starts(text, block)]


def _starts(text: str, block: BlockLike) -> Iterator[int]:
    yield block.start
    line_end = text.find("\n", block.start, block.end) if block.kind == "table" else -1
    while 0 <= line_end < block.end - 1:
        yield line_end + 1
        line_end = text.find("\n", line_end + 1, block.end)


class Blocks:
    """The blocks of one stream, as stretches of tokens. Blocks without tokens do not exist here."""

    def __init__(self, *, breaks: Sequence[int], stream: Stream) -> None:
        self._length = len(stream.values)
        firsts = {0, *(bisect_left(stream.starts, offset) for offset in breaks)}
        self._firsts = sorted(first for first in firsts if first < self._length)

    def frame(self, stretch: Stretch) -> Stretch:
        """The whole blocks that a stretch (not empty) touches."""
        at = bisect_right(self._firsts, stretch.first)
        after = at
        if at < len(self._firsts) and self._firsts[at] < stretch.stop:
            after = bisect_left(self._firsts, stretch.stop, at)
        stop = self._firsts[after] if after < len(self._firsts) else self._length
        return Stretch(self._firsts[at - 1], stop)
