"""What became of a span in another version: the words for it, and where."""

from enum import StrEnum
from typing import NamedTuple


class OutcomeKind(StrEnum):
    """What became of a span. Only the first two leave a citation current."""

    INTACT = "intact"
    MOVED = "moved"
    EDITED = "edited"
    NUMBERS = "numbers"
    NEGATION = "negation"
    DELETED = "deleted"
    AMBIGUOUS = "ambiguous"

    @property
    def is_current(self) -> bool:
        """Whether a citation of the span may still be shown as current."""
        return self in _CURRENT


# Made once: looking two members up and hashing them costs more than most questions about a passage.
_CURRENT = frozenset((OutcomeKind.INTACT, OutcomeKind.MOVED))


class Locator(NamedTuple):
    """A range of canonical text: zero-based code points, end exclusive."""

    start: int
    end: int


class SpanOutcome(NamedTuple):
    """The result for one span. `start` and `end` index the new text: where the span is (current) or the best place to
    show (changed; a proposal, None if there is none). `candidates` are places with the cited words that could not be
    told apart or confirmed, for a person to choose from.
    """

    kind: OutcomeKind
    start: int | None = None
    end: int | None = None
    candidates: tuple[Locator, ...] = ()

    @property
    def is_current(self) -> bool:
        """Whether a citation of the span may still be shown as current."""
        return self.kind.is_current
