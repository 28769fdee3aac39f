"""What reading gives away: answers, pages and their statements as one viewer may read them. Times are aware UTC."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from citeledger.core.states import State
from revalidation.absences import LookedFor
from revalidation.bound import AsOf
from revalidation.passages import CitedPassage


@dataclass(frozen=True, slots=True)
class StatementView:
    """`text` and `basis` are None where the neutral notice stands; `ordinal` counts the citations shown, from 1.

    `rests_on` holds the passages cited, at any depth of lineage, where an answer is read and they may be shown. `as_of`
    are the versions it is bound to on purpose, `looked_for` the searches it rests on, where `rests_on` is told too.
    `below`: the bases in the texts it rests on, weakest first. `handed`: the basis of the same words in the text that
    was handed over.
    """

    ordinal: int
    citation: UUID
    state: State
    basis: str | None
    text: str | None
    rests_on: tuple[CitedPassage, ...] = ()
    as_of: tuple[AsOf, ...] = ()
    looked_for: tuple[LookedFor, ...] = ()
    below: tuple[str, ...] = ()
    handed: str | None = None


@dataclass(frozen=True, slots=True)
class StructureView:
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """`withheld` counts statements that were sent with it and not recorded, `handed_withheld` those of the text handed
    over that this one was made from.

    `question` and `agent` are free text of the writer: empty for others of whom no statement stands (ADR 7).
    """

    uid: UUID
    kind: str
    writer: str
    on_behalf_of: str | None
    question: str
    agent: str
    at: datetime
    segments: tuple[StatementView | StructureView, ...]
    withheld: int = 0
    handed_withheld: int = 0

    @property
    def states(self) -> tuple[State, ...]:
        """The states shown, in order."""
        return tuple(segment.state for segment in self.segments if isinstance(segment, StatementView))


@dataclass(frozen=True, slots=True)
class AnswerSummary:
    """`question` is empty for who may read no statement and did not write it (ADR 7)."""

    uid: UUID
    kind: str
    writer: str
    question: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PageSummary:
    uid: UUID
    kind: str
    title: str
    host_reference: str
    surface: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PageView:
    """`rebound` holds, for the page's owner, the newest re-binding of each citation that has one they may read."""

    page: PageSummary
    statements: tuple[StatementView, ...]
    is_own: bool = False
    rebound: Mapping[UUID, UUID] = field(default_factory=dict)

    @property
    def states(self) -> tuple[State, ...]:
        """The states shown, in order."""
        return tuple(statement.state for statement in self.statements)
