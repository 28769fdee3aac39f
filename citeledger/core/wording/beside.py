"""The words a line or sentence says beside a stretch of it."""

from itertools import takewhile
from typing import NamedTuple

from citeledger.core.vocabulary.negations import is_denial_of, negates
from citeledger.core.vocabulary.words import Words


class Beside(NamedTuple):
    """The words of a line or sentence before and behind a stretch."""

    before: Words
    behind: Words

    @property
    def size(self) -> int:
        """Tokens beside the stretch."""
        return len(self.before) + len(self.behind)

    def is_turned(self, other: "Beside") -> bool:
        """Whether a word that negates stands directly before or behind on one side only; a comma between is none."""
        sides = (self.before[::-1], other.before[::-1]), (self.behind, other.behind)
        pairs = [tuple(map(_nearest, side)) for side in sides]
        return any(one != two and any(map(negates, one + two)) for one, two in pairs)

    def is_denied(self, other: "Beside") -> bool:
        """Whether a clause beside it says the same but for a word that negates: "is paid" made "is not paid"."""
        sides = (self.before[::-1], other.before[::-1]), (self.behind, other.behind)
        return any(one != two and is_denial_of(_clause(one), _clause(two)) for one, two in sides)

    def is_rearranged(self, other: "Beside") -> bool:
        """Whether the very same words stand in another order around the stretch; commas come and go."""
        was, now = ((*_without_commas(side.before), "", *_without_commas(side.behind)) for side in (self, other))
        return was != now and len(was) == len(now) and sorted(was) == sorted(now)


def _clause(words: Words) -> Words:
    """The words up to the next sign, the nearest first."""
    return tuple(takewhile(lambda word: word[-1].isalnum(), words))


def _nearest(words: Words) -> Words:
    return words[1:2] if words[:1] == (",",) else words[:1]


def _without_commas(words: Words) -> Words:
    return tuple(word for word in words if word != ",") if "," in words else words
