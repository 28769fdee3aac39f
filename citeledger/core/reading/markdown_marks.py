"""Which runs of `*`, `_` and `~` in a passage are marks, and which are the characters themselves.

The pairing is CommonMark's (sections 6.2 "emphasis" and GFM 6.5 "strikethrough"), with two differences: next to
letters of scripts without spaces `*` and `~` may touch punctuation, as writers of Chinese and Japanese expect, and
between two digits they multiply or range.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from citeledger.core.reading.tokens import is_unspaced

_NEAR, _MARKS = 5, "*_~[]`"


class Pair(NamedTuple):
    """Two matched marks of equal width: where each starts in the passage, and the character they are made of."""

    opening: int
    closing: int
    width: int
    sign: str


@dataclass(slots=True)
class _Mark:
    sign: str
    start: int
    end: int
    length: int
    opens: bool
    closes: bool


def pairs(*, passage: str, found: Iterable[tuple[int, int]]) -> Iterator[Pair]:
    """Pair up the runs of mark characters at `found` (ranges in `passage`, rising). Unpaired ones are content."""
    openers: list[_Mark] = []
    # Below these heights a search of the same kind has already failed; without them the pairing is quadratic (T84).
    floors: dict[tuple[str, int, bool], int] = {}
    for start, end in found:
        mark = _mark(passage, start, end)
        while mark.closes and mark.start < mark.end:
            index = _opener(openers, mark, floors)
            if index is None:
                break
            yield _pair(openers[index], mark)
            spent = openers[index].start == openers[index].end
            del openers[index + (not spent) :]
            floors = {kind: min(height, len(openers)) for kind, height in floors.items()}
        if mark.opens and mark.start < mark.end:
            openers.append(mark)


def _mark(passage: str, start: int, end: int) -> _Mark:
    before = passage[start - 1] if start else " "
    after = passage[end] if end < len(passage) else " "
    opens, closes = not after.isspace(), not before.isspace()
    if not _is_in_unspaced_text(passage, start, end):
        opens, closes = opens and _flanks(before, after), closes and _flanks(after, before)
    if passage[start] == "_":
        opens, closes = opens and not _is_in_word(before), closes and not _is_in_word(after)
    if (passage[start] == "~" and end - start > 2) or (before.isdigit() and after.isdigit()):
        opens = closes = False
    return _Mark(passage[start], start, end, end - start, opens, closes)


def _is_in_unspaced_text(passage: str, start: int, end: int) -> bool:
    """Whether letters of a script without spaces stand beside a mark, or beside the few marks next to it."""
    before = passage[max(0, start - _NEAR) : start].rstrip(_MARKS)
    after = passage[end : end + _NEAR].lstrip(_MARKS)
    return is_unspaced(before[-1:]) or is_unspaced(after[:1])


def _flanks(outside: str, inside: str) -> bool:
    """Whether a mark may belong to what stands inside it ("left-flanking" seen from the left, CommonMark 6.2)."""
    return _is_in_word(inside) or not _is_in_word(outside)


def _is_in_word(character: str) -> bool:
    return not character.isspace() and unicodedata.category(character)[0] not in "PS"


def _opener(openers: list[_Mark], mark: _Mark, floors: dict[tuple[str, int, bool], int]) -> int | None:
    kind = (mark.sign, mark.length % 3 if mark.sign != "~" else mark.length, mark.opens)
    for index in range(len(openers) - 1, floors.get(kind, 0) - 1, -1):
        if _fits(openers[index], mark):
            return index
    floors[kind] = len(openers)
    return None


def _fits(opener: _Mark, mark: _Mark) -> bool:
    if opener.sign != mark.sign:
        return False
    if mark.sign == "~":
        return opener.length == mark.length
    # CommonMark's rule of three keeps "**a*b*" and its like apart.
    both_ways = opener.closes or mark.opens
    return not both_ways or (opener.length + mark.length) % 3 != 0 or (opener.length % 3 == 0 and mark.length % 3 == 0)


def _pair(opener: _Mark, mark: _Mark) -> Pair:
    width = min(2, opener.end - opener.start, mark.end - mark.start)
    opener.end -= width
    mark.start += width
    return Pair(opener.end, mark.start - width, width, mark.sign)
