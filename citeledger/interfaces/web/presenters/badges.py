"""Badges: the state of one citation for one viewer, in the shared words."""

from dataclasses import dataclass

from citeledger.core.states import State
from citeledger.interfaces.wording import STATES, WIDEST_WORD


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """`anchor` is the element id of the explanation, unique on its page; `address` leads to the citation's page."""

    state: str
    word: str
    widest: str
    meaning: str
    action: str
    icon: str
    anchor: str
    address: str


def badge(*, state: State, anchor: str, address: str) -> Badge:
    """The one badge. Everything but anchor and address follows from the state alone (threat T45)."""
    words = STATES[state]
    return Badge(
        state=state.value,
        word=words.word,
        widest=WIDEST_WORD,
        meaning=words.meaning,
        action=words.action,
        icon=words.icon,
        anchor=anchor,
        address=address,
    )


def legend() -> tuple[Badge, ...]:
    """Every state once, most comfortable first, to explain them side by side."""
    return tuple(badge(state=state, anchor=f"state-{state.value}", address="") for state in reversed(State))
