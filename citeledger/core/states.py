"""The four shown states, the internal causes behind them, and the fold that joins them (DESIGN rule 5)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class State(StrEnum):
    """What a viewer is told. The order of declaration is the order of strictness, strictest first."""

    UNAVAILABLE = "unavailable"
    UNVERIFIED = "unverified"
    SOURCE_CHANGED = "source_changed"
    CURRENT = "current"


READING_ORDER: Final = (State.CURRENT, State.SOURCE_CHANGED, State.UNAVAILABLE, State.UNVERIFIED)
"""The order in which all four stand side by side, wherever they do."""


class Advice(StrEnum):
    """What a program does with a statement in this state.

    `use` it; `retrieve_again`: look for passages that say it now, and write anew; `stop`: ask for the state again, and
    do not repeat the claim meanwhile.
    """

    USE = "use"
    RETRIEVE_AGAIN = "retrieve_again"
    STOP = "stop"


ADVICE_OF: dict[State, Advice] = {
    State.CURRENT: Advice.USE,
    State.SOURCE_CHANGED: Advice.RETRIEVE_AGAIN,
    State.UNAVAILABLE: Advice.RETRIEVE_AGAIN,
    State.UNVERIFIED: Advice.STOP,
}


class Cause(StrEnum):
    """Why one source of a citation yields its state. Leaves the evaluator only under the audit right."""

    UNKNOWN = "unknown"
    ERASED = "erased"
    RETIRED = "retired"
    WITHDRAWN = "withdrawn"
    DENIED = "denied"
    UNDECIDABLE = "undecidable"
    BROKEN = "broken"
    SUPERSEDED = "superseded"
    CHANGED = "changed"
    INTACT = "intact"


STATE_OF: dict[Cause, State] = {
    Cause.UNKNOWN: State.UNAVAILABLE,
    Cause.ERASED: State.UNAVAILABLE,
    Cause.RETIRED: State.UNAVAILABLE,
    Cause.WITHDRAWN: State.UNAVAILABLE,
    Cause.DENIED: State.UNAVAILABLE,
    Cause.UNDECIDABLE: State.UNVERIFIED,
    Cause.BROKEN: State.UNVERIFIED,
    Cause.SUPERSEDED: State.SOURCE_CHANGED,
    Cause.CHANGED: State.SOURCE_CHANGED,
    Cause.INTACT: State.CURRENT,
}

STRICTNESS: dict[State, int] = {state: rank for rank, state in enumerate(State)}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one source: for the decision trace, never for an ordinary viewer."""

    source: str
    cause: Cause

    @property
    def state(self) -> State:
        return STATE_OF[self.cause]


def fold(causes: Iterable[Cause]) -> State:
    """The strictest state over all causes; nothing to rest on is `unavailable` (DESIGN rule 5, threats T31, T108)."""
    return min((STATE_OF[cause] for cause in causes), key=STRICTNESS.__getitem__, default=State.UNAVAILABLE)
