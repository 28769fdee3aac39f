"""A block of prose cut where its markers close something: what each closes, and the text between."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .blocks import Block
from .prose import LeftAlone, Marker, Reason

_PREFIX = re.compile(r"\s*(?:(?:>|#{1,6}|[-*+•]|[0-9]{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?\s*")
_SENTENCE_END = re.compile(r"(?:(?<![.!?…])[.!?…]+|[؟।॥۔։።។])[)\]\"'”’»]*(?=\s)|[。！？｡]+[」』）”’\"]*")
_BEHIND = re.compile(r"[.,;:!?…。、，；：！？؟।॥۔)\]\"'”’»」』）]*")
# Dots that end no sentence. Few on purpose: a sentence cut in two is refused and seen, two taken for one are believed.
_ABBREVIATED = re.compile(
    r"(?<![^\W\d])(?:(?:e\.g|i\.e|z\.B|d\.h|p\.ex|bzw|vgl|cf|vs|dr|mr|mrs|ms|prof)\.\s"
    r"|(?:arts?|nos?|nr|secs?|paras?|figs?|vol|ch|pp|abs|ziff|approx|ca|ст|п|№)\.\s+[\d§])",
    re.IGNORECASE,
)
_LONGEST_ABBREVIATION = 8


class Segment(NamedTuple):
    """A stretch of the text without markers. With `names` it is a statement that markers close, else text between.

    `places` are the markers themselves: code points from the beginning of the stream, end exclusive.
    """

    text: str
    names: tuple[str, ...] = ()
    places: tuple[tuple[int, int], ...] = ()

    def closed_again(self, text: str, names: Iterable[str], place: tuple[int, int]) -> "Segment":
        """The same with another marker right behind it."""
        return Segment(self.text + text, tuple(dict.fromkeys([*self.names, *names])), (*self.places, place))


def segments(block: Block, markers: Iterable[Marker]) -> tuple[list[Segment], list[LeftAlone]]:
    """The block's segments in order, and the markers in front of which nothing is said. Linear in the block."""
    cut: list[Segment] = []
    left: list[LeftAlone] = []
    position = 0
    for marker in markers:
        before = block.text[position : marker.start].rstrip(" \t")
        behind = _BEHIND.match(block.text, marker.end)
        text = before + (behind.group() if behind else "")
        place = (block.start + marker.start, block.start + marker.end)
        if any(character.isalnum() for character in before):
            begin = _statement_start(before)
            cut += [Segment(text[:begin])] if begin else []
            cut.append(Segment(text[begin:], marker.names, (place,)))
        elif cut:
            cut[-1] = cut[-1].closed_again(text, marker.names, place)
        else:
            left.append(LeftAlone(place[0], Reason.CLOSES_NOTHING))
            continue
        position = behind.end() if behind else marker.end
    rest = block.text[position:]
    return [*cut, *([Segment(rest)] if rest else [])], left


def sentence_ends(text: str) -> Iterator[int]:
    """Behind which characters of a block of prose a sentence ends, rising; its own end is not named."""
    last = len(text.rstrip())
    for found in _SENTENCE_END.finditer(text):
        if found.end() < last and not _is_abbreviation(text, found.start()):
            yield found.end()


def _statement_start(before: str) -> int:
    """Where the last sentence of a text begins, which may have its full stop already."""
    start = max(sentence_ends(before), default=0)
    prefix = _PREFIX.match(before, start)
    return prefix.end() if prefix else start


def _is_abbreviation(before: str, dot: int) -> bool:
    first = max(0, dot - _LONGEST_ABBREVIATION)
    found = _ABBREVIATED.finditer(before, first, dot + 4)
    return any(each.start() < dot < each.end() for each in found)
