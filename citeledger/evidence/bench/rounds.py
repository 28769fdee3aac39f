"""Rounds: every contender once per round, in turns, so that a busy moment of the machine hits them all alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

SAMPLES = 3
NAIVE_EVERY = 5  # the naive evaluator takes a second or more; it is measured in every fifth round


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """`ask` returns the seconds of one answer; `prepare` runs before it, outside the clock; in `every` nth round."""

    name: str
    ask: Callable[[], float]
    prepare: Callable[[], object]
    samples: int = SAMPLES
    every: int = 1


@dataclass(slots=True)
class Measured:
    """Seconds by contender: one number per round, the median of its samples there."""

    seconds: dict[str, list[float]] = field(default_factory=dict)

    def median(self, name: str) -> float:
        """The median over all rounds."""
        return median(self.seconds[name])

    def spread(self, name: str) -> float:
        """How far the middle 80 % of the rounds lie apart, as a share of the median: 0 is perfectly quiet."""
        ordered = sorted(self.seconds[name])
        low, high = ordered[len(ordered) // 10], ordered[-1 - len(ordered) // 10]
        return (high - low) / median(ordered)


def run(*, contenders: Sequence[Contender], rounds: int, progress: Callable[[int], None]) -> Measured:
    """Measure in turns; each round begins with another contender, so none always follows the same one."""
    measured = Measured({contender.name: [] for contender in contenders})
    for number in range(rounds):
        progress(number)
        first = number % len(contenders)
        for contender in (*contenders[first:], *contenders[:first]):
            if number % contender.every == 0:
                measured.seconds[contender.name].append(_once(contender))
    return measured


def _once(contender: Contender) -> float:
    taken = []
    for _ in range(contender.samples):
        contender.prepare()
        taken.append(contender.ask())
    return median(taken)
