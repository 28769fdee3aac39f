"""The words that stand beside a stretch in its block, and in the few words of a block next to it."""

from collections.abc import Sequence

from citeledger.core.reading.blocks import BlockLike, Blocks, block_at
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.vocabulary.retracting import is_word
from citeledger.core.vocabulary.stops import QUESTIONS
from citeledger.core.vocabulary.voiding import CLOSE, ends, is_short
from citeledger.core.vocabulary.words import Words
from citeledger.core.wording.attributions import DASHES

_APART = frozenset(("heading", "list_item", "table"))  # say what they say themselves


class Besides:
    """Reads them in one stream."""

    def __init__(self, *, stream: Stream, blocks: Blocks, laid_out: Sequence[BlockLike]) -> None:
        self._stream, self._blocks, self._laid_out = stream, blocks, laid_out

    def of(self, stretch: Stretch) -> tuple[Words, Words]:
        """The words before a stretch, the last one first, and those behind it."""
        (first, stop), values = self._blocks.frame(stretch), self._stream.values
        if first == stretch.first and first and ends(values[first - 1]):
            above = self._blocks.frame(Stretch(first - 1, first))
            first = above.first if is_short(above.stop - above.first) else first
        if stop == stretch.stop < len(values) and ends(values[stop - 1]) and values[stop - 1] not in QUESTIONS:
            below = self._blocks.frame(Stretch(stop, stop + 1))
            stop = below.stop if is_short(below.stop - below.first) and self._looks_back(below) else stop
        before = values[max(first, stretch.first - CLOSE) : stretch.first]
        return before[::-1], values[stretch.stop : min(stop, stretch.stop + CLOSE)]

    def _looks_back(self, block: Stretch) -> bool:
        """Whether a block of a few words may be said of the one above: a sentence or name, no item."""
        values = self._stream.values[slice(*block)]
        laid_out = block_at(self._laid_out, self._stream.starts[block.first])
        is_apart = laid_out is None or laid_out.kind in _APART
        is_own = is_apart or any(is_word("below", value.casefold()) for value in values)
        return (ends(values[-1]) or values[0] in DASHES) and not is_own
