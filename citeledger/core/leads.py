"""What a passage is said under without a heading: the item above a nested one, a line that ends in a colon, a question,
a label in a paragraph of its own or at the beginning of its own one. "Dogs" under "You may not bring:" is another
statement than under "You may bring:", and "30 days" behind "Gold:" another than behind "Silver:".
"""

from bisect import bisect_right
from collections import Counter
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
        self._own: list[tuple[tuple[str, ...], int]] = []  # the label a block begins with, and the token behind it
        self._label: Lead = ()
        self._intro: Lead = ()  # holds for the items or the one paragraph behind it
        self._items: list[tuple[int, tuple[str, ...]]] = []  # the item open at each depth, and its indent
        lines: list[tuple[str, ...]] = []
        for block in blocks:
            stretch = stream.stretch(start=block.start, end=block.end)
            words = _ends(stream.values[slice(*stretch)])
            if words:
                lines.append(words)
                self._starts.append(block.start)
                self._leads.append(self._take(block.kind, words, _indent(text, block)))
                self._own.append(_label(stream, stretch))
        self._known = frozenset(words for lead in {*self._leads, tuple(own for own, _ in self._own)} for words in lead)
        self._copies = Counter(lines)
        self._copies.update(own for own, _ in self._own)

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

    def block(self, start: int) -> int:
        """The number of the block that the code point at `start` is in; -1 before the first."""
        return bisect_right(self._starts, start) - 1

    def above(self, at: int) -> tuple[Lead, tuple[str, ...]]:
        """What block `at` is said under, and the label it begins with."""
        return (self._leads[at], self._own[at][0]) if at >= 0 else ((), ())

    def of(self, stretch: Stretch, stream: Stream) -> Lead:
        """What the beginning of a stretch is said under."""
        at = self.block(stream.starts[stretch.first])
        if at < 0:
            return ()
        label, behind = self._own[at]
        return (*self._leads[at], label) if label and stretch.first >= behind else self._leads[at]

    def copies(self, words: tuple[str, ...]) -> int:
        """How many blocks say this, or begin with it as their label."""
        return self._copies[words]

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether anything is said under these words here."""
        return words in self._known


def _label(stream: Stream, block: Stretch) -> tuple[tuple[str, ...], int]:
    """The few words before the first colon of a block, with it, and the token behind that; none if there are more."""
    for at in range(block.first, min(block.stop, block.first + _LABEL + 1)):
        if stream.values[at] in _INTRODUCES:
            return stream.values[block.first : at + 1], at + 1
    return (), block.first


def _ends(words: tuple[str, ...]) -> tuple[str, ...]:
    return words if len(words) <= 2 * _ENDS else (*words[:_ENDS], *words[-_ENDS:])


def _indent(text: str, block: BlockLike) -> int:
    line = text[block.start : block.end]
    return len(line) - len(line.lstrip())
