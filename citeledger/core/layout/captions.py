"""The few words in a block above a table, a list or a paragraph, and behind a table: what they say holds of all."""

from bisect import bisect_right
from collections.abc import Sequence

from citeledger.core.reading.blocks import BlockLike
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.vocabulary.words import Words

_CAPTION = 16  # tokens
_RUNS = frozenset(("table", "list_item"))  # of which several make one table or list


class Captions:
    """Finds them in one stream. Linear in the blocks of the text, once it is asked for."""

    def __init__(self, *, blocks: Sequence[BlockLike], stream: Stream) -> None:
        self._blocks, self._stream = blocks, stream
        self._starts = [block.start for block in self._blocks]
        self._above = _edges([block.kind for block in self._blocks])
        self._below = [len(self._blocks) - 1 - at for at in _edges([block.kind for block in self._blocks][::-1])][::-1]

    def of(self, stretch: Stretch) -> list[Words]:
        """The captions of the block that a stretch begins in."""
        at = bisect_right(self._starts, self._stream.starts[stretch.first]) - 1
        if at < 0:
            return []
        places = [self._above[at], *([self._below[at]] if self._blocks[at].kind == "table" else [])]
        return [words for place in places if 0 <= place < len(self._blocks) and (words := self._words(place))]

    def _words(self, at: int) -> Words:
        """What a block of a few words reads like; a longer one is no caption."""
        block = self._blocks[at]
        words = self._stream.values[slice(*self._stream.stretch(start=block.start, end=block.end))]
        return words if len(words) <= _CAPTION else ()


def _edges(kinds: Sequence[str]) -> list[int]:
    """For each block the one before its run of blocks of a kind, -1 at the beginning."""
    found: list[int] = []
    for at, kind in enumerate(kinds):
        goes_on = at and kind in _RUNS and kinds[at - 1] == kind
        found.append(found[-1] if goes_on else at - 1)
    return found
