"""What searches and readings give: passages to cite from."""

from dataclasses import dataclass
from uuid import UUID

from citeledger_client.members import Members


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A passage that was found. `headings` are those above it; `score` compares hits of one search only."""

    document: UUID
    version: UUID
    number: int
    title: str
    start: int
    end: int
    text: str
    headings: tuple[str, ...]
    score: float

    @classmethod
    def of(cls, given: Members) -> "Hit":
        return cls(
            document=given.uid("document"),
            version=given.uid("version"),
            number=given.number("number"),
            title=given.text("title"),
            start=given.number("start"),
            end=given.number("end"),
            text=given.text("text"),
            headings=given.texts("headings"),
            score=given.decimal("score"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The best hits first. While versions are `pending` they are not searched yet: ask again in seconds."""

    hits: tuple[Hit, ...]
    pending: int

    @classmethod
    def of(cls, given: Members) -> "Found":
        return cls(hits=given.many("hits", Hit.of), pending=given.maybe(given.number, "pending") or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A stretch of a version that was read in a session."""

    version: UUID
    start: int
    end: int
    text: str

    @classmethod
    def of(cls, given: Members) -> "Reading":
        return cls(
            version=given.uid("version"),
            start=given.number("start"),
            end=given.number("end"),
            text=given.text("text"),
        )
