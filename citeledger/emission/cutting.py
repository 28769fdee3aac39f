"""A text with citation markers cut into the pieces that become the segments of an answer. Pure.

`core.markers` says which markers close what; here the text between them is told apart: structure, by the rules of
`emission.shape`, and sentences that no marker closes, of which the gate will say that they rest on nothing. The texts
of the pieces, joined, are the text without its markers.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from citeledger.core.markers import CITE, LeftAlone, Reason
from citeledger.core.markers import Segment as Closed
from citeledger.core.markers.blocks import Block, Blocks, Setting
from citeledger.core.markers.prose import read
from citeledger.core.markers.segments import segments, sentence_ends
from citeledger.core.statements import Role, Structure
from citeledger.emission.shape import is_structure

_BLANK = re.compile(r"\n{1,2}|[^\S\n]{1,16}")
_AT_LINE_START = (
    (Role.HEADING, re.compile(r"#{1,6}[ \t][^\n]*\S(?=\s*?(?:\n|$))")),
    (Role.LIST_MARKER, re.compile(r"(?:>|[-*+•–](?=\s)|\w{1,3}[.)](?=\s))[ \t]{0,4}")),
    (Role.PHRASE, re.compile(r"[A-Z][a-z ]*(?=[ \t]*(?:\n|$))")),
)
# What may stand in front of a piece that begins a line.
_LINE_BEGUN = re.compile(r"[^\S\n]*(?:(?:[-*+•–>]|\w{1,3}[.)])[^\S\n]*)*")
# Marks of layout that say nothing of their own and stand beside a statement: they are part of it.
_IN_FRONT = re.compile(r"(?:(?:#{1,6}|\[[ xX]\])[ \t]+){1,3}$")
_BEHIND = re.compile(r"[*_~]+(?=\s|$)")
_BETWEEN_TWO = re.compile(r"[*_~]+\s+")
_FAULTS = {Reason.MALFORMED: "malformed_marker", Reason.CLOSES_NOTHING: "marker_closes_nothing"}


class Fault(NamedTuple):
    """Something that was meant for a marker and is none. `position`: code points of the text as it was sent."""

    position: int
    code: str


class Piece(NamedTuple):
    """Structure by its `role`, or a statement that the markers at `places` close: it rests on what `names` names.

    `start` and `end` (exclusive), like all places, are code points of the text as it was sent.
    """

    text: str
    start: int
    end: int
    role: Role | None = None
    names: tuple[str, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    fault: Fault | None = None


def cut(text: str) -> Iterator[Piece]:
    """The pieces in order. Time is linear in what is taken of them."""
    blocks = Blocks()
    in_order = chain(blocks.feed(text), blocks.close())
    for is_prose, together in groupby(in_order, key=lambda block: block.setting is Setting.PROSE):
        if is_prose:
            for block in together:
                yield from _Prose(block).pieces()
        else:
            yield from _verbatim(list(together))


def _verbatim(blocks: Sequence[Block]) -> Iterator[Piece]:
    """Code and formulas: nothing in them is a marker, and nothing is structure."""
    text, start = "".join(block.text for block in blocks), blocks[0].start
    said = text.strip("\n")
    begin = text.index(said)
    yield from _blanks(text, 0, begin, start)
    if said:
        yield Piece(said, start + begin, start + begin + len(said))
    yield from _blanks(text, begin + len(said), len(text), start)


def _blanks(text: str, at: int, stop: int, start: int) -> Iterator[Piece]:
    for blank in _BLANK.finditer(text, at, stop):
        yield Piece(blank.group(), start + blank.start(), start + blank.end(), Role.BREAK)


class _Stretch(NamedTuple):
    """What a block's markers close, or what stands between: code points of the block, end exclusive."""

    start: int
    end: int
    closed: Closed


class _Prose:
    """One block of prose."""

    def __init__(self, block: Block) -> None:
        self._text, self._start = block.text, block.start
        reading = read(block, CITE)
        found, idle = segments(block, reading.markers)
        self._stretches = list(self._placed(found))
        self._faults = [fault for left in sorted([*reading.left, *idle]) if (fault := _fault(left))]

    def pieces(self) -> Iterator[Piece]:
        for number, stretch in enumerate(self._stretches):
            if stretch.closed.names:
                yield self._statement(number)
            else:
                yield from self._between(*self._edges(number))

    def _placed(self, found: Sequence[Closed]) -> Iterator[_Stretch]:
        start = 0
        for number, closed in enumerate(found):
            end, text = self._end(start, closed), closed.text
            if number and closed.names and (loose := _BETWEEN_TWO.match(text)):
                yield _Stretch(start, start + loose.end(), Closed(loose.group()))
                start, text = start + loose.end(), text[loose.end() :]
            yield _Stretch(start, end, Closed(text, closed.names, closed.places))
            start = end

    def _end(self, start: int, closed: Closed) -> int:
        """Spaces in front of a marker went with it; all else is there."""
        left, at = len(closed.text), start
        for first, end in closed.places:
            left -= len(self._text[at : first - self._start].rstrip(" \t"))
            at = end - self._start
        return at + left

    def _edges(self, number: int) -> tuple[int, int]:
        """Where the text between begins and ends without the marks that its neighbours take."""
        stretch = self._stretches[number]
        behind = _BEHIND.match(self._text, stretch.start, stretch.end) if number else None
        start = behind.end() if behind else stretch.start
        is_last = number + 1 == len(self._stretches)
        in_front = None if is_last else _IN_FRONT.search(self._text, start, stretch.end)
        return start, in_front.start() if in_front else stretch.end

    def _statement(self, number: int) -> Piece:
        start, end, closed = self._stretches[number]
        first = self._edges(number - 1)[1] if number and not self._is_closed(number - 1) else start
        is_followed = number + 1 < len(self._stretches) and not self._is_closed(number + 1)
        last = self._edges(number + 1)[0] if is_followed else end
        text = self._text[first:start] + closed.text + self._text[end:last]
        fault = self._fault(first, last)
        return Piece(
            text, self._start + first, self._start + last, names=closed.names, places=closed.places, fault=fault
        )

    def _is_closed(self, number: int) -> bool:
        return bool(self._stretches[number].closed.names)

    def _between(self, at: int, stop: int) -> Iterator[Piece]:
        while at < stop:
            role, end = self._next(at, stop)
            fault = self._fault(at, end)
            yield Piece(self._text[at:end], self._start + at, self._start + end, None if fault else role, fault=fault)
            at = end

    def _next(self, at: int, stop: int) -> tuple[Role | None, int]:
        """What begins here, if it is structure, and where it ends."""
        if blank := _BLANK.match(self._text, at, stop):
            return Role.BREAK, blank.end()
        if _LINE_BEGUN.fullmatch(self._text, self._text.rfind("\n", 0, at) + 1, at):
            for role, mark in _AT_LINE_START:
                found = mark.match(self._text, at)
                if found and found.end() <= stop and is_structure(Structure(role, found.group())):
                    return role, found.end()
        rest = self._text[at:stop]
        return None, at + len(rest[: next(sentence_ends(rest), len(rest))].rstrip())

    def _fault(self, start: int, end: int) -> Fault | None:
        first, last = self._start + start, self._start + end
        return next((fault for fault in self._faults if first <= fault.position < last), None)


def _fault(left: LeftAlone) -> Fault | None:
    code = _FAULTS.get(left.reason)
    return Fault(left.position, code) if code else None
