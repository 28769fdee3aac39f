"""Where words stand in a stretch of a version: offsets are found, never guessed, and proved by the site."""

from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from citeledger_client.errors import NotInPassage, StandsRepeatedly
from citeledger_client.uids import uid_of


class Passage(Protocol):
    """A stretch of a version's canonical text, verbatim. Versions, search hits and readings are passages."""

    @property
    def version(self) -> UUID: ...
    @property
    def start(self) -> int:
        """Code points from the beginning of the version."""

    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Characters of a version: code points from 0, end exclusive, and the characters themselves."""

    version: UUID
    start: int
    end: int
    exact: str

    def body(self) -> dict[str, Any]:
        """As the API takes it."""
        return {"version": str(uid_of(self.version)), "start": self.start, "end": self.end, "exact": self.exact}


def place(passage: Passage, exact: str | None = None, *, nth: int | None = None) -> Place:
    """Where `exact` stands in the passage; all of the passage without the white space around it where none is given.

    `nth` (from 0) says which where it stands more than once. Raises NotInPassage, StandsRepeatedly.
    """
    words = passage.text.strip() if exact is None else exact
    found = _occurrences(passage.text, words) if words else []
    if not found or (nth is not None and not 0 <= nth < len(found)):
        raise NotInPassage(f"not in this passage as given: {words[:80]!r}")
    if nth is None and len(found) > 1:
        raise StandsRepeatedly(f"{len(found)} times in this passage: {words[:80]!r}")
    start = passage.start + found[nth or 0]
    return Place(version=passage.version, start=start, end=start + len(words), exact=words)


def _occurrences(text: str, words: str) -> list[int]:
    """All, also those that overlap."""
    places, at = [], text.find(words)
    while at >= 0:
        places.append(at)
        at = text.find(words, at + 1)
    return places
