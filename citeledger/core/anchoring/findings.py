"""The decision for one passage, before it is told in source offsets."""

from collections.abc import Sequence
from typing import NamedTuple

from citeledger.core.outcomes import OutcomeKind
from citeledger.core.reading.streams import Stretch

MOST_CANDIDATES = 20


class Finding(NamedTuple):
    """The decision: kind, the stretch of the new stream it points at, and unconfirmed stretches with the same words."""

    kind: OutcomeKind
    stretch: Stretch | None = None
    candidates: tuple[Stretch, ...] = ()


def in_doubt(place: Stretch | None, candidates: Sequence[Stretch]) -> Finding:
    """The words are there, and nobody can tell whether it is they."""
    return Finding(OutcomeKind.AMBIGUOUS, place, tuple(candidates[:MOST_CANDIDATES]))
