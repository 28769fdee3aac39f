"""Notes gathered behind the text they belong to: told by their numbers, which are those raised in it, all of them."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from citeledger.extraction.pdf.footmarks import is_mark, labelled
from citeledger.extraction.structure import Note

_MARK: Final = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}")
_PLAIN: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_MOST_LISTS: Final = 100  # of a document: notes of each of its chapters


class _Entry(NamedTuple):
    number: int
    start: int
    end: int


def endnotes(text: str, stretches: Sequence[tuple[int, int]], taken: frozenset[int]) -> Iterator[Note]:
    """The notes of lists that name 1, 2, 3, ... where just these numbers are raised in the text before, in this order.

    `stretches` are the paragraphs and items of the text, `taken` the marks and notes that belong to its footnotes.
    """
    marks = [found for found in _MARK.finditer(text) if found.start() not in taken and is_mark(text, *found.span())]
    edge = 0
    for entries in islice(_lists(text, [each for each in stretches if each[0] not in taken]), _MOST_LISTS):
        first = entries[0].start
        named: dict[int, list[tuple[int, int]]] = {}
        for mark in marks:
            if edge <= mark.start() < first:
                named.setdefault(int(mark[0].translate(_PLAIN)), []).append(mark.span())
        if list(named) == [entry.number for entry in entries]:
            edge = entries[-1].end
            for entry in entries:
                yield from (Note(*span, entry.start, entry.end) for span in named[entry.number])


def _lists(text: str, stretches: Sequence[tuple[int, int]]) -> Iterator[list[_Entry]]:
    """Lines that begin with 1, 2, 3, ..., one after the other, whatever stands between them."""
    held: list[_Entry] = []
    for label, start, end in labelled(text, stretches):
        number = int(plain) if (plain := label.translate(_PLAIN)).isdigit() else 0
        if number == 1 and held:
            yield held
            held = []
        if number == len(held) + 1:
            held.append(_Entry(number, start, end))
    if held:
        yield held
