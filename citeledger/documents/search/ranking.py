"""How passages are ranked: BM25 (Robertson and Zaragoza 2009, k1 = 1.2, b = 0.75) in whole numbers. Pure.

Whole numbers add up to the same sum in any order: what the viewer may not read changes no score, not even in its
last digit (threat T41), and both databases agree.
"""

import math
from dataclasses import dataclass

SCALE = 1_000_000
"""A score of 1.0 is so much. Weights stay below 3e7, so that no product below leaves 64 bits."""
MOST_COUNTED = 1000
"""A term that stands in a passage more often counts as often as this."""


@dataclass(frozen=True, slots=True)
class Collection:
    """What a viewer may read of what is searched: how many passages, and how many terms they hold together."""

    passages: int
    length: int

    @property
    def average(self) -> int:
        """Terms of a passage, in hundredths."""
        return max(1, round(100 * self.length / self.passages)) if self.passages else 1

    def weight(self, *, holding: int) -> int:
        """What a term is worth that so many of the passages hold, in millionths."""
        return round(SCALE * math.log(1 + (self.passages - holding + 0.5) / (holding + 0.5)))
