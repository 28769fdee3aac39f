"""What every page shows around its content: who is signed in and where they may go."""

from dataclasses import dataclass
from datetime import date

from citeledger.interfaces.names import Name


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFrame:
    """`person` is None for a visitor, who comes back from `sign_in_address` to where they were.

    `lab_address` is empty where there is no lab.
    """

    person: Name | None = None
    sign_in_address: str = ""
    administers: bool = False
    audits: bool = False
    lab_address: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and its value, shown as a pair."""

    label: str
    value: str


def facts(*, pairs: dict[str, str]) -> tuple[Fact, ...]:
    """The pairs that have a value, in order."""
    return tuple(Fact(label=label, value=value) for label, value in pairs.items() if value)


def counted(*, count: int, one: str, many: str) -> str:
    """``1 citation``, ``3 citations``."""
    return f"{count} {one if count == 1 else many}"


def day(*, at: date) -> str:
    """``12 June 2026``; of a time, its UTC day."""
    return f"{at.day} {at:%B %Y}"
