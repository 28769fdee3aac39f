"""What is refused about one statement: does it refuse the whole answer, or withhold that statement (DESIGN rule 2)?

Nothing is ever downgraded: what is withheld is not recorded, the writer is told why, and readers how many.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from citeledger.core.refusals import Refused

_REASONS_TOLD = 20


class OnUnproved(StrEnum):
    """`reject`: all or nothing. `drop`: the proved statements are recorded, and the answer says how many are not."""

    REJECT = "reject"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Withheld:
    """A statement that was not recorded: its address in the request, and the refusal it met."""

    at: str
    code: str
    detail: str


@dataclass(slots=True)
class Sieve:
    """Holds what was withheld of one answer, from its first check to its recording."""

    on_unproved: OnUnproved = OnUnproved.REJECT
    _withheld: dict[int, Withheld] = field(default_factory=dict)

    @property
    def rejects(self) -> bool:
        return self.on_unproved is OnUnproved.REJECT

    @property
    def withheld(self) -> tuple[Withheld, ...]:
        """In the order of the request."""
        return tuple(self._withheld[position] for position in sorted(self._withheld))

    @contextmanager
    def over(self, position: int) -> Iterator[None]:
        """Check the statement at this position inside: a Refused leaves only where the whole is to be refused."""
        try:
            yield
        except Refused as refusal:
            if self.rejects:
                raise
            at = refusal.at or f"segments.{position}"
            self._withheld.setdefault(position, Withheld(at, refusal.code, refusal.detail))

    def refuse(self, refusals: Mapping[int, Refused]) -> None:
        """What was refused about statements before their first check, by position."""
        for position, refusal in refusals.items():
            with self.over(position):
                raise refusal

    def withholds(self, position: int) -> bool:
        return position in self._withheld

    def refuse_if_nothing_is_left(self, left: int) -> None:
        """Raises Refused (`nothing_proved`), naming what the first statements met."""
        if left:
            return
        told = "; ".join(f"{one.at}: {one.code}" for one in self.withheld[:_REASONS_TOLD])
        raise Refused("nothing_proved", f"No statement is left to record. {told}.", "segments")
