"""What still holds, and what a program does about it."""

from enum import StrEnum
from typing import Final


class State(StrEnum):
    """The state of a citation, for the holder of the token, at the moment of the request."""

    CURRENT = "current"
    SOURCE_CHANGED = "source_changed"
    UNAVAILABLE = "unavailable"
    UNVERIFIED = "unverified"

    @classmethod
    def of(cls, word: object) -> "State":
        """A word nobody knows here says nothing that could be relied on: `UNVERIFIED`."""
        return next((state for state in cls if state.value == word), cls.UNVERIFIED)


class Advice(StrEnum):
    """`USE` it; `RETRIEVE_AGAIN`: look at the source as it is now; `STOP`: check again, and never repeat the claim."""

    USE = "use"
    RETRIEVE_AGAIN = "retrieve_again"
    STOP = "stop"

    @classmethod
    def of(cls, word: object, *, state: State) -> "Advice":
        """The stricter one of what the site advises and what the state calls for."""
        called_for = _CALLED_FOR[state]
        return called_for if word is None else max(called_for, _known(word), key=_ORDER.index)


_CALLED_FOR: Final = {
    State.CURRENT: Advice.USE,
    State.SOURCE_CHANGED: Advice.RETRIEVE_AGAIN,
    State.UNAVAILABLE: Advice.RETRIEVE_AGAIN,
    State.UNVERIFIED: Advice.STOP,
}
_ORDER: Final = (Advice.USE, Advice.RETRIEVE_AGAIN, Advice.STOP)


def _known(word: object) -> Advice:
    return next((advice for advice in _ORDER if advice.value == word), Advice.STOP)
