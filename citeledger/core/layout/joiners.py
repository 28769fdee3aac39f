"""How the items of a list belong together: "a passport, and" or "a passport, or" above "a visa".

An item cited alone stays as it is where the joiner of its list changes, and yet says something else: all of the items
were asked for, one of them is now. A list without a joiner means all of them.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from citeledger.core.reading.blocks import BlockLike
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.vocabulary.words import Words, word_list

_OR = word_list(r"or|oder|ou|o|ó|u|of|eller|lub|albo|veya|ya|или|либо|або|чи|ή|أو|או|या|또는|หรือ|tai|vagy|nebo")
_OR_IN_LETTERS = ("或", "或者", "または", "又は", "หรือ")
_MOST_LETTERS = max(map(len, _OR_IN_LETTERS))  # each is a token, or part of one
_STOPS = frozenset(",;.:，；、。")
_LONGEST = 3  # tokens of a paragraph between items that joins them


class Joiners:
    """Finds them in one stream. Linear in the blocks of the text, once it is asked for."""

    def __init__(self, *, text: str, blocks: Sequence[BlockLike], stream: Stream) -> None:
        self._text, self._blocks, self._stream = text, blocks, stream
        self._starts = [block.start for block in blocks]
        self._lists: dict[int, int] = {}  # the list that each item is in, by its first item
        self._choices = set(self._chosen())

    def is_choice(self, stretch: Stretch) -> bool:
        """Whether a stretch begins in an item of a list of which one is meant, and not all."""
        at = bisect_right(self._starts, self._stream.starts[stretch.first]) - 1
        return self._lists.get(at) in self._choices

    def _chosen(self) -> Iterator[int]:
        """The lists whose items are joined so. A list is what stands on one depth with nothing but deeper between."""
        opened: list[tuple[int, int]] = []  # the indent and the first item of the lists that go on
        for at, block in enumerate(self._blocks):
            if not opened and block.kind != "list_item":
                continue
            words, indent = self._words(block), _indent(self._text, block)
            if block.kind != "list_item":
                if opened and words and _is_joined(words) and len(words) <= _LONGEST:
                    yield opened[-1][1]
                elif words and not indent:
                    opened = []
                continue
            opened = [one for one in opened if one[0] <= indent]
            if not opened or opened[-1][0] < indent:
                opened.append((indent, at))
            self._lists[at] = opened[-1][1]
            if _is_joined(words):
                yield opened[-1][1]

    def _words(self, block: BlockLike) -> Words:
        return self._stream.values[slice(*self._stream.stretch(start=block.start, end=block.end))]


def _is_joined(words: Words) -> bool:
    """Whether an item ends with "or", or begins with it."""
    said = words[:-1] if words and words[-1] in _STOPS else words
    first, last = said[:1], [value.casefold() for value in said[-1:]]
    is_begun = any(_OR.fullmatch(value) for value in first if len(value) > 1)  # in small letters; "O" is an article
    return is_begun or any(map(_OR.fullmatch, last)) or "".join(said[-_MOST_LETTERS:]).endswith(_OR_IN_LETTERS)


def _indent(text: str, block: BlockLike) -> int:
    line = text[block.start : block.end]
    return len(line) - len(line.lstrip(" \t"))
