"""What changed, for people: the words taken out and put in, and the kind of change in words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.distance import Indel

from citeledger.core.outcomes import OutcomeKind

# Words with the spaces after them, single signs: short enough to point at a digit's word, long enough to read.
_PIECES = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")
# Comparing more than this many pairs of pieces buys nothing a person would read; 64 of them take one machine word.
_MOST_CELLS = 100_000_000


class Op(StrEnum):
    """Whether a piece is in both texts, only in the old one or only in the new one."""

    EQUAL = "equal"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text and where it belongs."""

    op: Op
    text: str


def word_difference(*, old: str, new: str) -> tuple[Piece, ...]:
    """The difference of two passages, word by word, as pieces in reading order, neighbours never of the same kind.

    Joining the equal and removed pieces gives `old` to the character, the equal and added ones `new`. Texts too long
    to compare (tens of thousands of words on both sides, all different) come back as one removal and one addition.
    """
    return tuple(_merged(_pieces(_PIECES.findall(old), _PIECES.findall(new))))


def _pieces(old: list[str], new: list[str]) -> Iterator[Piece]:
    lead = _equal_length(old, new)
    yield Piece(Op.EQUAL, "".join(old[:lead]))
    tail = _equal_length(old[lead:][::-1], new[lead:][::-1])
    old_rest, new_rest = old[lead : len(old) - tail], new[lead : len(new) - tail]
    if len(old_rest) * len(new_rest) > _MOST_CELLS:
        yield Piece(Op.REMOVED, "".join(old_rest))
        yield Piece(Op.ADDED, "".join(new_rest))
    else:
        yield from _compared(old_rest, new_rest)
    yield Piece(Op.EQUAL, "".join(old[len(old) - tail :]))


def _equal_length(old: list[str], new: list[str]) -> int:
    return next(
        (index for index, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )


def _compared(old: list[str], new: list[str]) -> Iterator[Piece]:
    """Words are compared without the spaces after them: these alone make no other word."""
    for block in Indel.opcodes([piece.rstrip() for piece in old], [piece.rstrip() for piece in new]):
        before, after = old[block.src_start : block.src_end], new[block.dest_start : block.dest_end]
        if block.tag == "equal":
            for pair in zip(before, after, strict=True):
                yield from _same_word(*pair)
        else:
            yield Piece(Op.REMOVED, "".join(before))
            yield Piece(Op.ADDED, "".join(after))


def _same_word(old: str, new: str) -> Iterator[Piece]:
    word = old if old == new else old.rstrip()
    yield Piece(Op.EQUAL, word)
    yield Piece(Op.REMOVED, old[len(word) :])
    yield Piece(Op.ADDED, new[len(word) :])


def _merged(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Empty pieces dropped, neighbours of one kind joined; a removal comes before the addition that replaces it."""
    equal = removed = added = ""
    for piece in pieces:
        if piece.op is Op.REMOVED:
            removed += piece.text
        elif piece.op is Op.ADDED:
            added += piece.text
        elif piece.text:
            if removed or added:
                yield from _filled(equal, removed, added)
                equal = removed = added = ""
            equal += piece.text
    yield from _filled(equal, removed, added)


def _filled(equal: str, removed: str, added: str) -> Iterator[Piece]:
    pieces = Piece(Op.EQUAL, equal), Piece(Op.REMOVED, removed), Piece(Op.ADDED, added)
    return (piece for piece in pieces if piece.text)


_DESCRIPTIONS = {
    OutcomeKind.INTACT: "The cited words are unchanged.",
    OutcomeKind.MOVED: "The cited words are unchanged; they stand in another place now.",
    OutcomeKind.EDITED: "The cited words were edited.",
    OutcomeKind.NUMBERS: "A number in the cited words was changed.",
    OutcomeKind.NEGATION: "A word such as “not”, “no” or “unless” was put into or taken out of the cited words.",
    OutcomeKind.DELETED: "The cited words can no longer be read in the document.",
    OutcomeKind.AMBIGUOUS: "The cited words are there, but it cannot be told whether this is still the passage cited.",
}


def describe(kind: OutcomeKind) -> str:
    """One plain sentence for a kind of outcome. It names no document and quotes nothing."""
    return _DESCRIPTIONS[kind]
