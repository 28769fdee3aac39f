"""What a passage is said under without a heading: the item above a nested one, a line that ends in a colon, a question,
a label in a paragraph of its own. "Dogs" under "You may not bring:" is another statement than under "You may bring:".
"""

from bisect import bisect_right
from collections.abc import Iterable

from citeledger.core.blocks import BlockLike
from citeledger.core.streams import SENTENCE_ENDS, Stream, Stretch

Lead = tuple[tuple[str, ...], ...]  # the words of each line or item above, outermost first
_INTRODUCES = frozenset(":：?？؟")
_LABEL = 8  # tokens a label has at most
_ENDS = 32  # tokens at either end by which a long one is known


class Leads:
    """The leads of the blocks of one stream. Linear in the text."""

    def __init__(self, *, text: str, blocks: Iterable[BlockLike], stream: Stream) -> None:
        self._starts: list[int] = []
        self._leads: list[Lead] = []
        self._label: Lead = ()
        self._intro: Lead = ()  # holds for the items or the one paragraph behind it
        self._items: list[tuple[int, tuple[str, ...]]] = []  # the item open at each depth, and its indent
        for block in blocks:
            words = _ends(stream.values[slice(*stream.stretch(start=block.start, end=block.end))])
            if words:
                self._starts.append(block.start)
                self._leads.append(self._take(block.kind, words, _indent(text, block)))
        self._known = frozenset(words for lead in set(self._leads) for words in lead)

    def _take(self, kind: str, words: tuple[str, ...], indent: int) -> Lead:
        if kind == "heading":
            self._label, self._intro, self._items = (), (), []
            return ()
        if kind == "list_item":
            self._items = [item for item in self._items if item[0] < indent]
            lead = (*self._label, *self._intro, *(item for _, item in self._items))
            self._items.append((indent, words))
            return lead
        if self._items and indent > 0:
            return (*self._label, *self._intro, *(item for depth, item in self._items if depth < indent))
        return self._paragraph(words, may_label=kind == "paragraph" and len(words) <= _LABEL)

    def _paragraph(self, words: tuple[str, ...], *, may_label: bool) -> Lead:
        was_listed, self._items = bool(self._items), []
        if words[-1] in _INTRODUCES:
            self._intro = (words,)
            return self._label
        if may_label and words[-1] not in SENTENCE_ENDS:
            self._label, self._intro = (words,), ()
            return ()
        lead = self._label if was_listed else (*self._label, *self._intro)
        self._intro = ()
        return lead

    def of(self, stretch: Stretch, stream: Stream) -> Lead:
        """What the block at the beginning of a stretch is said under."""
        at = bisect_right(self._starts, stream.starts[stretch.first])
        return self._leads[at - 1] if at else ()

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether anything is said under these words here."""
        return words in self._known


def _ends(words: tuple[str, ...]) -> tuple[str, ...]:
    return words if len(words) <= 2 * _ENDS else (*words[:_ENDS], *words[-_ENDS:])


def _indent(text: str, block: BlockLike) -> int:
    line = text[block.start : block.end]
    return len(line) - len(line.lstrip())
