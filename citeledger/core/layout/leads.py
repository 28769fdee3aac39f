"""What a passage is said under without a heading: the item above a nested one, a line that ends in a colon, a question,
a label in a paragraph of its own or at the beginning of its own one. "Dogs" under "You may not bring:" is another
statement than under "You may bring:", and "30 days" behind "Gold:" another than behind "Silver:".
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice, pairwise
from typing import NamedTuple

from citeledger.core.reading.blocks import BlockLike
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.vocabulary.stops import COLONS, QUESTIONS, SENTENCE_ENDS
from citeledger.core.wording.introductions import says_otherwise
from citeledger.core.wording.subjects import is_said_by_another

Lead = tuple[tuple[str, ...], ...]  # the words of each line or item above, outermost first
_INTRODUCES = COLONS | QUESTIONS
_LABEL = 8  # tokens a label has at most
_ENDS = 32  # tokens at either end by which a long one is known
_TAB, _DEEPER = 4, 2  # spaces a tab is as wide as; more from which an item is under one that introduces nothing
# Lines that are items in a text without markup.
_ITEM = re.compile(r"^[ \t]*(?:[-*+•‣◦▪·–—☐☑☒✓✔✗✘]|\d{1,3}[.)]|[A-Za-z][.)])[ \t]+(?=\S)", re.MULTILINE)
_COUNTED = re.compile(r"\s*\w{1,3}[.)]\s")
_BULLETS = frozenset("-*+•‣◦▪·–—")
_BOXES = {
    **dict.fromkeys(("[x]", "[X]", "[✓]", "[✔]", "☑", "✓", "✔", "✅"), "done"),
    **dict.fromkeys(("[-]", "[~]", "☒", "✗", "✘", "❌"), "crossed"),
}
_BOX_STARTS = frozenset({"[", *_BOXES})
_BLANK = re.compile(r"\s*")
_BREAK = re.compile(r"<br\s*/?>|(?:  |\\)\n")  # the marks of a line that ends where somebody wanted it to


class _Piece(NamedTuple):
    """A part of a block that is laid out as one itself."""

    kind: str
    start: int
    end: int


class Block(NamedTuple):
    """A block of the text: where it starts, the words it is known by, and what is said above and before it."""

    start: int
    words: tuple[str, ...]
    is_item: bool
    lead: Lead
    label: tuple[str, ...]  # that it begins with
    behind: int  # the token behind that label
    reach: int  # the code point that it is said up to
    ticked: str  # how the box it begins with is
    behind_box: int

    @property
    def above(self) -> tuple[Lead, tuple[str, ...], str]:
        """What it is said under, the label it begins with, and how its box is ticked."""
        return self.lead, self.label, self.ticked


_NO_BLOCK = Block(-1, (), False, (), (), 0, 0, "", 0)


class Leads:
    """The leads of the blocks of one stream.

    Nothing leads across a heading: read is what stands between one and the passage that is asked about, and all of the
    text only where what passages are said under differs. Linear in either.
    """

    def __init__(self, *, text: str, blocks: Sequence[BlockLike], stream: Stream) -> None:
        self._text, self._blocks, self._stream = text, blocks, stream
        self._headings = [at for at, block in enumerate(blocks) if block.kind == "heading"]
        self._starts = [blocks[at].start for at in self._headings]
        self._parts: dict[int, _Part] = {}

    def block(self, start: int) -> Block:
        """The block that the code point at `start` is in; an empty one before the first."""
        at = bisect_right(self._starts, start) - 1
        return (self._parts.get(at) or self._part(at)).block(start)

    def _part(self, at: int) -> "_Part":
        """What begins with a heading, or with the last one before it that has words."""
        first = at
        while first >= 0 and not self._has_words(self._blocks[self._headings[first]]):
            first -= 1
        if first not in self._parts:
            self._parts[first] = _Part(self._read(self._headings[first] if first >= 0 else 0))
        self._parts[at] = self._parts[first]
        return self._parts[at]

    def _has_words(self, block: BlockLike) -> bool:
        first, stop = self._stream.stretch(start=block.start, end=block.end)
        return first < stop

    def _read(self, first: int) -> Iterator[Block]:
        """The blocks with words, from a heading on."""
        text, stream, above = self._text, self._stream, _Above()
        for block in _with_drawn_items(text, islice(self._blocks, first, None)):
            stretch = stream.stretch(start=block.start, end=block.end)
            if stretch.first < stretch.stop:
                words, is_item = _ends(stream.values[slice(*stretch)]), block.kind == "list_item"
                lead = above.take(block.kind, words, _indent(text, block), is_counted=_is_counted(text, block))
                label, behind = _label(stream, stretch)
                reach = _reach(text, stream.ends[behind - 1], block.end) if label else 0
                box = _box(stream.values, stretch)
                yield Block(block.start, words, is_item, lead, label, behind, reach, *box)

    @cached_property
    def _every(self) -> list[Block]:
        return list(self._read(0))

    @cached_property
    def _open_items(self) -> frozenset[tuple[str, ...]]:
        items = (block.words for block in self._every if block.is_item)
        return frozenset(item for item in items if item[-1] in _INTRODUCES or item[-1] not in SENTENCE_ENDS)

    @cached_property
    def _introductions(self) -> frozenset[tuple[str, ...]]:
        return frozenset(block.words for block in self._every if block.words[-1] in _INTRODUCES)

    @cached_property
    def _known(self) -> frozenset[tuple[str, ...]]:
        return frozenset(chain.from_iterable((*block.lead, block.label) for block in self._every))

    @cached_property
    def _copies(self) -> Counter[tuple[str, ...]]:
        return Counter(chain.from_iterable((block.words, block.label) for block in self._every))

    def box(self, stretch: Stretch, stream: Stream) -> str:
        """How the box before a stretch is ticked; empty where it is not, or there is none.

        It is said of what the item says: its first words, its sentences; a value in one is as it is.
        """
        block = self.block(stream.starts[stretch.first])
        is_said = block.ticked and (stretch.first == block.behind_box or stream.sentence(stretch) == stretch)
        return block.ticked if is_said else ""

    def of(self, stretch: Stretch, stream: Stream) -> Lead:
        """What the beginning of a stretch is said under."""
        block = self.block(stream.starts[stretch.first])
        is_labelled = stretch.first >= block.behind and stream.starts[stretch.first] < block.reach
        return (*block.lead, block.label) if is_labelled else block.lead

    def copies(self, words: tuple[str, ...]) -> int:
        """How many blocks say this, or begin with it as their label."""
        return self._copies[words]

    def introduces(self, words: tuple[str, ...]) -> bool:
        """Whether these words are a whole line that introduces what follows it, no label on the line it names."""
        return words in self._introductions

    def has_item(self, words: tuple[str, ...]) -> bool:
        """Whether these words are an item that others may stand under: no whole sentence."""
        return words in self._open_items

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether anything is said under these words here."""
        return words in self._known


class _Part:
    """Blocks of a text, read as far as they are asked for."""

    def __init__(self, unread: Iterator[Block]) -> None:
        self._unread = unread
        self._next = next(unread, None)
        self._blocks = [_NO_BLOCK]
        self._starts = [_NO_BLOCK.start]

    def block(self, start: int) -> Block:
        """The last block that begins at or before this code point."""
        while self._next is not None and self._next.start <= start:
            self._blocks.append(self._next)
            self._starts.append(self._next.start)
            self._next = next(self._unread, None)
        return self._blocks[bisect_right(self._starts, start) - 1]


class _Item(NamedTuple):
    """An item that others may stand under."""

    indent: int
    words: tuple[str, ...]
    is_counted: bool  # by a number or a letter

    def holds(self, indent: int, *, is_counted: bool) -> bool:
        """Whether an item so far from the left stands under this one: deeper, or of another list that it introduces."""
        introduces = self.words[-1] in _INTRODUCES
        is_deeper = self.indent + (1 if introduces else _DEEPER) <= indent
        return is_deeper or (introduces and self.indent == indent and self.is_counted and not is_counted)


class _Above:
    """What stands above the next block."""

    def __init__(self) -> None:
        self._label: Lead = ()
        self._intro: Lead = ()  # holds for the items or the one paragraph behind it
        self._items: list[_Item] = []  # those open, outermost first

    def take(self, kind: str, words: tuple[str, ...], indent: int, *, is_counted: bool) -> Lead:
        """The lead of a block, which then stands above the next one itself."""
        if kind == "heading":
            self._label, self._intro, self._items = (), (), []
            return ()
        if kind == "list_item":
            self._items = [item for item in self._items if item.holds(indent, is_counted=is_counted)]
            lead = (*self._label, *self._intro, *(item.words for item in self._items))
            self._items.append(_Item(indent, words, is_counted))
            return lead
        if self._items and indent > 0:
            return (*self._label, *self._intro, *(item.words for item in self._items if item.indent < indent))
        if kind == "code":  # it is said under a line and none is said under it, also where it ends in a colon
            lead, self._items, self._intro = (*self._label, *self._intro), [], ()
            return lead
        return self._paragraph(words, may_label=kind == "paragraph" and _may_label(words))

    def _paragraph(self, words: tuple[str, ...], *, may_label: bool) -> Lead:
        was_listed, self._items = bool(self._items), []
        if words[-1] in _INTRODUCES:
            self._intro = (words,)
            return self._label
        if may_label and words[-1] not in SENTENCE_ENDS:
            lead = (*self._label, *self._intro) if self._intro and not was_listed else ()
            self._label, self._intro = (words,), ()
            return lead
        lead = self._label if was_listed else (*self._label, *self._intro)
        self._intro = ()
        return lead


def is_another_lead(before: Lead, now: Lead, olds: Leads, news: Leads) -> bool:
    """Whether a passage went from under one lead to under another one that was there before, or was written anew.

    A lead that became one more of a kind and is gone itself was only renamed. An item that stood beside another one and
    is under it now, or the other way round, is said of something else.
    """
    if any(olds.has_item(lead) and news.has_item(lead) for lead in set(before) ^ set(now)):
        return True
    gone, found = set(before) - set(now), [lead for lead in set(now) - set(before) if olds.knows(lead)]
    is_there = any(map(news.knows, gone))
    is_known = bool(gone) and any(is_there or news.copies(lead) <= olds.copies(lead) for lead in found)
    if is_known or is_said_by_another(_own(before, now), _own(now, before)):
        return True
    was = [lead for lead in before if lead not in now and olds.introduces(lead)]
    return any(says_otherwise(was, lead) for lead in now if lead not in before and news.introduces(lead))


def _own(lead: Lead, other: Lead) -> tuple[str, ...]:
    """The label directly before a passage, without its colon, where the other lead has not the same one."""
    is_own = bool(lead) and lead[-1][-1] in COLONS and lead[-1] not in other
    return lead[-1][:-1] if is_own else ()


def _with_drawn_items(text: str, blocks: Iterable[BlockLike]) -> Iterator[BlockLike]:
    """The blocks; of a paragraph that holds lines which are items, these and what stands before them."""
    for block in blocks:
        is_paragraph = block.kind == "paragraph"
        firsts = [item.start() for item in _ITEM.finditer(text, block.start, block.end)] if is_paragraph else []
        before = text[block.start : firsts[0]].rstrip() if firsts else ""
        if not firsts or (before and before[-1] not in _INTRODUCES):
            yield block
            continue
        if before:
            yield _Piece("paragraph", block.start, firsts[0])
        yield from (_Piece("list_item", start, end) for start, end in pairwise([*firsts, block.end]))


def _box(values: tuple[str, ...], block: Stretch) -> tuple[str, int]:
    """How the box at the beginning of a block is ticked, and the token behind it; "" where it is not, or none is."""
    first = block.first + (values[block.first] in _BULLETS)
    if first == len(values) or values[first] not in _BOX_STARTS:
        return "", first
    ends = (first + size for size in (1, 3) if "".join(values[first : first + size]) in _BOXES)
    end = next(ends, first)
    return (_BOXES["".join(values[first:end])], end) if end > first else ("", first)


def _label(stream: Stream, block: Stretch) -> tuple[tuple[str, ...], int]:
    """The few words before the first colon of a block, with it, and the token behind that; none if there are more."""
    for at in range(block.first, min(block.stop, block.first + _LABEL + 1)):
        if stream.values[at] in _INTRODUCES:
            return stream.values[block.first : at + 1], at + 1
    return (), block.first


def _reach(text: str, start: int, end: int) -> int:
    """Up to where a label that ends at `start` is said: to a line break that somebody wrote in its block."""
    written = _BREAK.search(text, start, end)
    return written.end() if written else len(text)


def _may_label(words: tuple[str, ...]) -> bool:
    """Whether words are a few, and not a label and what is said of it already: "Type: text"."""
    return len(words) <= _LABEL and COLONS.isdisjoint(words[1:-1])


def _ends(words: tuple[str, ...]) -> tuple[str, ...]:
    return words if len(words) <= 2 * _ENDS else (*words[:_ENDS], *words[-_ENDS:])


def _is_counted(text: str, block: BlockLike) -> bool:
    return _COUNTED.match(text, block.start, block.end) is not None


def _indent(text: str, block: BlockLike) -> int:
    blank = _BLANK.match(text, block.start, block.end)
    return len(blank[0].expandtabs(_TAB)) if blank else 0
