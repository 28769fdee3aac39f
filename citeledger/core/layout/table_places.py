"""Where in a text tables may stand: most passages are in none, and then no cell has to be read.

Never a "no" for a place where `tables` would find a cell; a "yes" may find none.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from citeledger.core.layout.structures import StructureLike
from citeledger.core.layout.tables import is_markdown_table
from citeledger.core.layout.text_tables import drawn_cells, is_parted
from citeledger.core.reading.blocks import BlockLike

_TAG = re.compile("<table", re.IGNORECASE)
_PARTS = 3  # blocks that a drawn table may be made of


class TablePlaces:
    """Judges one text, block by block when asked for."""

    def __init__(self, *, text: str, structure: StructureLike) -> None:
        self._text, self._structure = text, structure
        self._known: dict[int, bool] = {}

    def may_hold(self, *, start: int, end: int) -> bool:
        """Whether a cell may share a code point with this range (end exclusive)."""
        if self._tags < end:
            return True
        first, stop = bisect_right(self._starts, start) - 1, bisect_left(self._starts, end)
        if stop - first == 1 and first in self._known:
            return self._known[first]
        return any(map(self._is_table, range(max(0, first), stop)))

    @cached_property
    def _starts(self) -> list[int]:
        return [block.start for block in self._structure.blocks]

    @cached_property
    def _tags(self) -> int:
        """Where the first table made of tags begins, or the text with cells an extractor located; else its end."""
        if self._structure.cells:
            return -1
        found = _TAG.search(self._text)
        return found.start() if found else len(self._text)

    def _is_table(self, at: int) -> bool:
        if at not in self._known:
            self._known[at] = _may_be_table(self._text, self._structure.blocks, at)
        return self._known[at]


def _may_be_table(text: str, blocks: Sequence[BlockLike], at: int) -> bool:
    if is_markdown_table(text, blocks[at]):
        return True
    has_rule = any(block.kind == "rule" for block in blocks[max(0, at - 1) : at + 2])
    if has_rule and any(is_parted(text, blocks, first) for first in range(max(0, at - _PARTS + 1), at + 1)):
        return True
    return next(drawn_cells(blocks=[blocks[at]], text=text, reading=_unread), None) is not None


def _unread(_start: int, _end: int) -> str:
    return ""
