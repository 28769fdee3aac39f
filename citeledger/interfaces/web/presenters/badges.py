"""Badges and signs: the state of one citation for one viewer, and how it rests on its sources, in shared words."""

from dataclasses import dataclass

from citeledger.core.statements import FROM_SOURCES
from citeledger.core.states import READING_ORDER, State
from citeledger.interfaces.wording import AS_OF, BASES, STATES, WIDEST_WORD, WITHHELD, SignWording


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """How a statement rests on its sources. `kind` is the value of a basis, ``as_of`` or ``withheld``."""

    kind: str
    word: str
    meaning: str
    icon: str
    remark: str = ""


def basis_sign(*, basis: str | None) -> Sign | None:
    """The sign of a basis; none where there is no basis to be known."""
    words = BASES.get(basis or "")
    return _sign(kind=basis, words=words) if basis and words else None


def as_of_sign(*, notice: str) -> Sign:
    """That a statement is bound to a version on purpose; `notice` says to which."""
    return _sign(kind="as_of", words=AS_OF, said=notice)


def withheld_sign(*, notice: str) -> Sign | None:
    """That sentences were never recorded; `notice` says how many, and is empty for none."""
    return _sign(kind="withheld", words=WITHHELD, said=notice) if notice else None


def _sign(*, kind: str, words: SignWording, said: str = "") -> Sign:
    return Sign(kind=kind, word=said or words.word, meaning=words.meaning, icon=words.icon, remark=words.remark)


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend:
    states: tuple[Badge, ...]
    signs: tuple[Sign, ...]


def legend() -> Legend:
    """Every state and every sign once, to explain them side by side."""
    states = (badge(state=state, anchor=f"state-{state.value}", address="") for state in READING_ORDER)
    return Legend(states=tuple(states), signs=signs())


def signs() -> tuple[Sign, ...]:
    """Every sign once, from the strongest basis to the weakest: the same on every page, telling nothing about any."""
    bases = (_sign(kind=basis.value, words=BASES[basis]) for basis in FROM_SOURCES)
    return (*bases, _sign(kind="as_of", words=AS_OF), _sign(kind="withheld", words=WITHHELD))
