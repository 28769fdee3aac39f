"""What searches and readings give: passages to cite from."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import overload
from uuid import UUID

from citeledger_client.errors import NothingFound
from citeledger_client.members import Members


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A passage that was found. `headings` are those above it; `score` compares hits of one search only.

    `published_by_program`: the program that published it, where no person adopted it.
    """

    document: UUID
    version: UUID
    number: int
    title: str
    start: int
    end: int
    text: str
    headings: tuple[str, ...]
    score: float
    published_by_program: str | None

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
            published_by_program=given.maybe(given.text, "published_by_program"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Found(Sequence[Hit]):
    """The hits, best first, or none. While versions are `pending` they are not searched yet: ask again in seconds."""

    hits: tuple[Hit, ...]
    pending: int

    @classmethod
    def of(cls, given: Members) -> "Found":
        return cls(hits=given.many("hits", Hit.of), pending=given.number("pending"))

    @property
    def best(self) -> Hit:
        """The first hit. Raises NothingFound where there is none."""
        if not self.hits:
            raise NothingFound(self.pending)
        return self.hits[0]

    def __len__(self) -> int:
        return len(self.hits)

    @overload
    def __getitem__(self, place: int) -> Hit: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, place: int | slice) -> Hit | tuple[Hit, ...]:
        return self.hits[place]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A stretch of a version that was read in a session. `published_by_program`: as of hits."""

    document: UUID
    version: UUID
    number: int
    is_current: bool
    start: int
    end: int
    text: str
    published_by_program: str | None

    @classmethod
    def of(cls, given: Members) -> "Reading":
        return cls(
            document=given.uid("document"),
            version=given.uid("version"),
            number=given.number("number"),
            is_current=given.truth("is_current"),
            start=given.number("start"),
            end=given.number("end"),
            text=given.text("text"),
            published_by_program=given.maybe(given.text, "published_by_program"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What was done in a session, in order: `kind` is searched, read, minted or emitted, `subject` what was named."""

    ordinal: int
    kind: str
    at: datetime
    subject: UUID | None
    query: str | None

    @classmethod
    def of(cls, given: Members) -> "Step":
        return cls(
            ordinal=given.number("ordinal"),
            kind=given.text("kind"),
            at=given.moment("at"),
            subject=given.maybe(given.uid, "subject"),
            query=given.maybe(given.text, "query"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecord:
    """A session of yours, looked back on. Closed from `closes_at` on."""

    uid: UUID
    at: datetime
    closes_at: datetime
    question: str
    steps: tuple[Step, ...]

    @classmethod
    def of(cls, given: Members) -> "SessionRecord":
        return cls(
            uid=given.uid("uid"),
            at=given.moment("at"),
            closes_at=given.moment("closes_at"),
            question=given.text("question"),
            steps=given.many("steps", Step.of),
        )
