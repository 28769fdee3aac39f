"""Shares with what they are shares of: a share of nothing is null, never 0 and never 1."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
_DIGITS: Final = 6
_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True, slots=True)
class Rate:
    """`part` of `n` independent yes-or-no observations."""

    part: int
    n: int

    @classmethod
    def of(cls, observed: Iterable[bool]) -> "Rate":
        """The share of what is true."""
        counted = list(observed)
        return cls(part=sum(counted), n=len(counted))

    def interval(self) -> tuple[float, float] | None:
        """Wilson's score interval (E. B. Wilson, 1927) at `CONFIDENCE`, within 0 and 1; None of nothing."""
        if not self.n:
            return None
        share, weight = self.part / self.n, _Z**2 / self.n
        middle = (share + weight / 2) / (1 + weight)
        reach = _Z * sqrt(share * (1 - share) / self.n + weight / (4 * self.n)) / (1 + weight)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def shown(self) -> dict[str, object]:
        """The printed form: `value` and `interval` are null where `n` is 0."""
        interval = self.interval()
        return {
            "value": round(self.part / self.n, _DIGITS) if self.n else None,
            "part": self.part,
            "n": self.n,
            "interval": interval and [round(bound, _DIGITS) for bound in interval],
        }


def mean(values: Sequence[Fraction]) -> dict[str, object]:
    """The printed form of a mean over `n` questions. No interval: Wilson's is for shares of yes and no."""
    return {"value": round(float(sum(values) / len(values)), _DIGITS) if values else None, "n": len(values)}
