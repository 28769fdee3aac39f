"""What changed between two versions: lines first, inside those that differ sentences, inside these words.

Word by word alone, two small edits far apart in a long document would be one comparison too large to make, and a row
or a sentence put in would be made of the words of its neighbours. So within what differs each line (and sentence) is
compared with the one it is most like; what is like none was taken out or put in whole.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from rapidfuzz.distance import Indel

from citeledger.core.anchoring.changes import Op, Piece, word_difference

LINES_COMPARED = 5_000
"""On each side, after what both begin and end with. Beyond, the stretch between is shown as replaced: bounded cost."""
_MOST_PAIRS: Final = 2_500  # of units that are compared with one another; beyond, a stretch is compared word by word
_LONGEST_PAIRED: Final = 400  # code points of a unit by which it is told what it is like
_LIKE: Final = 0.5  # of their characters: below it one is no edit of the other
_SENTENCE: Final = re.compile(r"[\s\S]*?[.!?…。！？][)\]\"'”’»*_~]*(?:\s+|\Z)|[\s\S]+\Z")

Split = Callable[[str], list[str]]
_Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Units both sides share, or what stands on either side between two such stretches."""

    old: Sequence[str]
    new: Sequence[str]
    is_shared: bool


def text_difference(*, old: str, new: str) -> tuple[Piece, ...]:
    """The pieces that turn `old` into `new`: equal and removed ones spell `old`, equal and added ones `new`."""
    return tuple(_joined(_compared(old, new, _LEVELS)))


def sentences(text: str) -> list[str]:
    """The text cut behind every sign that ends a sentence and the spaces after it; joined they are the text."""
    return _SENTENCE.findall(text)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


_LEVELS: Final[tuple[Split, ...]] = (_lines, sentences)


def _compared(old: str, new: str, levels: Sequence[Split]) -> Iterator[Piece]:
    if not levels:
        yield from word_difference(old=old, new=new)
        return
    split, *finer = levels
    for stretch in _stretches(split(old), split(new)):
        if stretch.is_shared:
            yield Piece(Op.EQUAL, "".join(stretch.old))
        else:
            for before, after in _pairs(stretch.old, stretch.new):
                yield from _changed(before, after, finer)


def _changed(old: str, new: str, levels: Sequence[Split]) -> Iterator[Piece]:
    if old and new:
        yield from _compared(old, new, levels)
    else:
        yield Piece(Op.REMOVED, old)
        yield Piece(Op.ADDED, new)


def _stretches(old: list[str], new: list[str]) -> Iterator[_Stretch]:
    head = _common_start(old, new)
    tail = _common_start(old[head:][::-1], new[head:][::-1])
    yield _shared(old[:head])
    yield from _between(old[head : len(old) - tail], new[head : len(new) - tail])
    yield _shared(old[len(old) - tail :])


def _between(old: list[str], new: list[str]) -> Iterator[_Stretch]:
    if max(len(old), len(new)) > LINES_COMPARED:
        yield _Stretch(old, new, is_shared=False)
        return
    for is_shared, codes in groupby(Indel.opcodes(old, new), key=lambda code: code.tag == "equal"):
        run = list(codes)
        yield _Stretch(
            [unit for code in run for unit in old[code.src_start : code.src_end]],
            [unit for code in run for unit in new[code.dest_start : code.dest_end]],
            is_shared,
        )


def _shared(units: list[str]) -> _Stretch:
    return _Stretch(units, units, is_shared=True)


def _common_start(old: Sequence[str], new: Sequence[str]) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((number for number, (before, after) in pairs if before != after), min(len(old), len(new)))


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[_Pair]:
    """Each unit beside the one it is an edit of, in the order of both texts; an empty one where there is none.

    Of all ways to pair them up without crossing, the one with the most in common.
    """
    if not (old and new) or len(old) * len(new) > _MOST_PAIRS:
        yield "".join(old), "".join(new)
        return
    likeness = [[_likeness(before, after) for after in new] for before in old]
    best = _best(likeness)
    row = column = 0
    while row < len(old) or column < len(new):
        if row < len(old) and best[row][column] == best[row + 1][column]:
            yield old[row], ""
            row += 1
        elif column < len(new) and best[row][column] == best[row][column + 1]:
            yield "", new[column]
            column += 1
        else:
            yield old[row], new[column]
            row, column = row + 1, column + 1


def _likeness(old: str, new: str) -> float:
    """The characters both have in common, in units of one; zero where neither is an edit of the other."""
    before, after = old.strip()[:_LONGEST_PAIRED], new.strip()[:_LONGEST_PAIRED]
    if before in after or after in before:
        return 2.0 * min(len(before), len(after))
    share = Indel.normalized_similarity(before, after, score_cutoff=_LIKE)
    return share * (len(before) + len(after)) if share else 0.0


def _best(likeness: Sequence[Sequence[float]]) -> list[list[float]]:
    """By row and column, the most that can be had in common from there on."""
    width = len(likeness[0])
    best = [[0.0] * (width + 1) for _ in range(len(likeness) + 1)]
    for row in range(len(likeness) - 1, -1, -1):
        for column in range(width - 1, -1, -1):
            paired = likeness[row][column] and likeness[row][column] + best[row + 1][column + 1]
            best[row][column] = max(best[row + 1][column], best[row][column + 1], paired)
    return best


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Neighbours as one piece; within a change first what went, then what came."""
    for _, run in groupby(pieces, key=lambda piece: piece.op is Op.EQUAL):
        texts = dict.fromkeys(Op, "")
        for piece in run:
            texts[piece.op] += piece.text
        yield from (Piece(op, text) for op, text in texts.items() if text)
