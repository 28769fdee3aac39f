"""Which numbers in front of paragraphs number items: those with the next one before or after them.

"15. Januar ist der Stichtag." is no item, whatever renders it as one: it says something else with a 16 in front.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from citeledger.core.reading.blocks import BlockLike

_NUMBER = re.compile(r"^([ \t>]*)\(?(\d{1,9})[.)](?=[ \t\n]|\Z)", re.MULTILINE)
# As Word draws them: "2.", "b)", "(iv)", "4.2".
_DRAWN = re.compile(
    r"([ \t]*)((\(?)((?:\d{1,9}\.)*)(?:(\d{1,9})|([a-z]{1,6})|([A-Z]{1,6}))([.)]|(?<=\.\d)|(?<=\.\d\d)))[ \t]"
)
_ROMAN = [
    "i",
    "ii",
    "iii",
    "iv",
    "v",
    "vi",
    "vii",
    "viii",
    "ix",
    "x",
    "xi",
    "xii",
    "xiii",
    "xiv",
    "xv",
    "xvi",
    "xvii",
    "xviii",
    "xix",
    "xx",
]
_NEAR = 3  # numbers among which an item's next one is looked for: a line may begin with a number of its own


def lone_numbers(text: str) -> frozenset[int]:
    """Where numbers stand (code points) that no number at the same indent follows or precedes as an item's would."""
    by_indent: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for found in _NUMBER.finditer(text):
        by_indent[found.group(1)].append((found.start(2), int(found.group(2))))
    lone = {place for numbers in by_indent.values() for place, _ in numbers}
    for numbers in by_indent.values():
        for at, (place, number) in enumerate(numbers):
            for next_place, next_number in numbers[at + 1 : at + 1 + _NEAR]:
                if next_number - number in (0, 1):
                    lone -= {place, next_place}
    return frozenset(lone)


def drawn_numbers(*, text: str, blocks: Iterable[BlockLike]) -> list[tuple[int, int]]:
    """Ranges of the numbers that stand before items in the text (code points), rising; lone ones are none. Linear."""
    lists: dict[tuple[str | bool | None, ...], list[tuple[frozenset[int], tuple[int, int]]]] = defaultdict(list)
    for block in blocks:
        found = _DRAWN.match(text, block.start, block.end) if block.kind == "list_item" else None
        if found:
            indent, _, opening, chapter, digits, small, _, closing = found.groups()
            key = indent, opening, chapter, digits is None, small is None, closing
            lists[key].append((_counts(found[5] or found[6] or found[7]), found.span(2)))
    return sorted({number for items in lists.values() for number in _in_order(items)})


def _in_order(items: Sequence[tuple[frozenset[int], tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    for at, (counts, number) in enumerate(items):
        after = {count + 1 for count in counts}
        for next_counts, next_number in items[at + 1 : at + 1 + _NEAR]:
            if after & next_counts:
                yield number
                yield next_number


def _counts(number: str) -> frozenset[int]:
    """What a number may count to: "i" is the ninth letter and the first Roman number."""
    if number.isdigit():
        return frozenset((int(number),))
    small = number.lower()
    roman = {_ROMAN.index(small) + 1} if small in _ROMAN else set()
    letters = {ord(small[0]) - ord("a") + 1 + 26 * (len(small) - 1)} if len(set(small)) == 1 else set()
    return frozenset(roman | letters)
