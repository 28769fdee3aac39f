"""The records of an evaluation file, as they are compared."""

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Place:
    """Characters of a document: code points from 0, end exclusive. `document` names one frozen text."""

    document: str
    start: int
    end: int

    def shared(self, other: "Place") -> int:
        """How many code points both hold."""
        return max(0, min(self.end, other.end) - max(self.start, other.start)) if self.document == other.document else 0

    def holds(self, other: "Place") -> bool:
        """Whether the other lies wholly inside."""
        return self.shared(other) == other.end - other.start


@dataclass(frozen=True, slots=True)
class SpanRule:
    """When two spans are the same: the shared code points are at least this share of those in either (IoU).

    1 is the exact rule: same document, same start, same end.
    """

    at_least: Fraction

    def same(self, one: Place, other: Place) -> bool:
        shared = one.shared(other)
        return shared >= self.at_least * ((one.end - one.start) + (other.end - other.start) - shared)


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement somebody expects (gold) or a run emitted, as far as it is compared: never by its words.

    An absence rests on a `query` (canonical JSON) instead of spans. `agent` is empty for gold.
    """

    id: str
    question: str
    basis: str
    spans: tuple[Place, ...]
    query: str
    agent: str = ""

    @property
    def citations(self) -> int:
        """How many things it cites."""
        return len(self.spans) or 1


class Support(StrEnum):
    """What one citation does for its statement, in the words of arXiv 2304.09848."""

    FULL = "full"
    PARTIAL = "partial"
    NONE = "none"


class Alone(StrEnum):
    """The statement read by itself, first whether it can be understood, then whether its sources say it (AIS)."""

    ATTRIBUTABLE = "attributable"
    NOT_ATTRIBUTABLE = "not_attributable"
    NOT_INTERPRETABLE = "not_interpretable"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a person said of one emitted statement; None where the person was not asked."""

    statement: str
    supported: bool | None
    citations: tuple[Support, ...]
    alone: Alone | None


@dataclass(frozen=True, slots=True)
class Search:
    """One question's ranked passages, best first, and the places a good search would have found."""

    relevant: tuple[Place, ...]
    ranked: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A statement the gate did not let through."""

    agent: str
    reason: str


@dataclass(slots=True)
class Evaluation:
    """All of one file."""

    rule: SpanRule
    ks: tuple[int, ...]
    gold: list[Claim] = field(default_factory=list)
    emitted: list[Claim] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    searches: list[Search] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
