"""The citing page: chosen passages and the statement that will rest on them."""

from dataclasses import dataclass
from uuid import UUID

from citeledger.interfaces.names import Name


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenPassage:
    """`place` counts from 1. When the passage is not available any more, everything else is empty."""

    place: int
    available: bool
    text: str = ""
    title: Name | None = None
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A document to take a further passage from."""

    uid: UUID
    title: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class CitingPage:
    passages: tuple[ChosenPassage, ...]
    places: tuple[Place, ...]
    heading: str
    notice: str = ""
