"""The words a line or sentence says beside a stretch of it."""

from typing import NamedTuple

from citeledger.core.negations import negates
from citeledger.core.words import Words


class Beside(NamedTuple):
    """The words of a line or sentence before and behind a stretch."""

    before: Words
    behind: Words

    @property
    def size(self) -> int:
        """Tokens beside the stretch."""
        return len(self.before) + len(self.behind)

    def is_turned(self, other: "Beside") -> bool:
        """Whether a word that negates stands directly before or behind on one side only."""
        pairs = (self.before[-1:], other.before[-1:]), (self.behind[:1], other.behind[:1])
        return any(one != two and any(map(negates, one + two)) for one, two in pairs)

    def is_rearranged(self, other: "Beside") -> bool:
        """Whether the very same words stand in another order around the stretch."""
        return self.size == other.size and sorted(self.before + self.behind) == sorted(other.before + other.behind)
