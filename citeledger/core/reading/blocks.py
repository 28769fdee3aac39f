"""Which tokens stand together: paragraphs, items, rows, lines that are kept. Editors move and insert whole ones."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Protocol

from citeledger.core.reading.streams import Frames, Stream, Stretch

_NARROW, _SHORT = 40, 60  # characters; prose is never wrapped so narrow, and seldom so short
# What stands between a label and its value: columns, leaders, bars, a colon behind a few words.
_PARTED = re.compile(r"\t|[^\s.!?:;,] {2,}\S|\.{3,}|\||^[\s>*+-]*\S{1,30}(?: \S{1,30}){0,3}:\s")
_HYPHENS = ("-", "‐")
_BROKEN = re.compile(r"[^\W\d_][-‐]\Z")  # a word that did not fit: lines were filled up to here
_HARD_BREAKS = ("  ", "\\")


class BlockLike(Protocol):
    """A stretch of source laid out as one: what it is, and its range in code points."""

    @property
    def kind(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def block_at(blocks: Sequence[BlockLike], offset: int) -> BlockLike | None:
    """The last block that begins at a code point or before it; None before all of them. Blocks come in text order."""
    at = bisect_right(blocks, offset, key=lambda block: block.start) - 1
    return blocks[at] if at >= 0 else None


def breaks(*, text: str, blocks: Iterable[BlockLike]) -> list[int]:
    """Source offsets at which blocks start, and the lines of tables, each of which is a row."""
    return [offset for block in blocks for offset in _starts(text, block)]


def _starts(text: str, block: BlockLike) -> Iterator[int]:
    yield block.start
    line_end = text.find("\n", block.start, block.end) if block.kind == "table" else -1
    while 0 <= line_end < block.end - 1:
        yield line_end + 1
        line_end = text.find("\n", line_end + 1, block.end)


class KeptLines:
    """Where lines begin inside blocks because somebody wanted it, not because a line was full; as source offsets.

    Worked out block by block when asked for: most passages need those of one block. Blocks come in text order.
    """

    def __init__(self, *, text: str, blocks: Sequence[BlockLike]) -> None:
        self._text, self._blocks = text, blocks
        self._starts = [block.start for block in blocks]
        self._found: dict[int, list[int]] = {}

    def around(self, offset: int) -> list[int]:
        """Those in the block that holds the code point at `offset`, rising."""
        return self._of(bisect_right(self._starts, offset) - 1)

    def all(self) -> list[int]:
        """Those in all blocks, rising."""
        return [offset for at in range(len(self._blocks)) for offset in self._of(at)]

    def _of(self, at: int) -> list[int]:
        if at not in self._found:
            self._found[at] = list(_kept(self._text, self._blocks[at])) if at >= 0 else []
        return self._found[at]


def _kept(text: str, block: BlockLike) -> Iterator[int]:
    if text.find("\n", block.start, block.end) < 0:
        return
    lines = text[block.start : block.end].splitlines(keepends=True)
    written = [line.rstrip() for line in lines]
    longest = max(map(len, written))
    width = max(_NARROW, longest) if longest <= _SHORT else _NARROW
    width = max((len(one) for one in written[:-1] if one.endswith(_HYPHENS) and _BROKEN.search(one)), default=width)
    offset = block.start
    for line, following in pairwise(lines):
        offset += len(line)
        if block.kind == "code" or _is_kept(line.rstrip("\n"), following, width):
            yield offset


def _is_kept(line: str, following: str, width: int) -> bool:
    word = following.split(maxsplit=1)[:1]
    if not (word and line.strip()):
        return False
    is_full = len(line.rstrip()) + 1 + len(word[0]) > width
    return not is_full or line.endswith(_HARD_BREAKS) or any(map(_PARTED.search, (line, following)))


class Blocks:
    """The blocks of one stream, as stretches of tokens. Blocks without tokens do not exist here."""

    def __init__(self, *, breaks: Sequence[int], stream: Stream) -> None:
        firsts = {0, *(bisect_left(stream.starts, offset) for offset in breaks)} - {len(stream.values)}
        self._frames = Frames(sorted(firsts), len(stream.values))
        self._stream = stream

    @property
    def every(self) -> Sequence[Stretch]:
        """All blocks, in order."""
        return self._frames.pieces

    @cached_property
    def starts(self) -> list[int]:
        """Where in the source the first token of each block begins, rising."""
        return [self._stream.starts[block.first] for block in self.every]

    def frame(self, stretch: Stretch) -> Stretch:
        """The whole blocks that a stretch (not empty) touches."""
        return self._frames.around(stretch)


class BlocksAndLines:
    """The same, cut as well where lines inside them are kept."""

    def __init__(self, *, blocks: Blocks, lines: KeptLines, stream: Stream) -> None:
        self._blocks, self._lines, self._stream = blocks, lines, stream
        self._without_lines: set[Stretch] = set()

    def frame(self, stretch: Stretch) -> Stretch:
        """The whole blocks or lines that a stretch (not empty) touches."""
        block, starts = self._blocks.frame(stretch), self._stream.starts
        if block in self._without_lines:
            return block
        first, last = starts[stretch.first], starts[stretch.stop - 1]
        lines, behind = self._lines.around(first), self._lines.around(last)
        if not (lines or behind):
            self._without_lines.add(block)
            return block
        before, after = bisect_right(lines, first), bisect_right(behind, last)
        return Stretch(
            max(block.first, bisect_left(starts, lines[before - 1])) if before else block.first,
            min(block.stop, bisect_left(starts, behind[after])) if after < len(behind) else block.stop,
        )
