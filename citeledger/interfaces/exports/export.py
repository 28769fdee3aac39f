"""What is exported: the values a view hands over, already decided for one viewer.

Nothing here looks anything up. Whoever builds an `Export` has asked the evaluator for the states and re-sliced the
quoted text in the same request (DESIGN rules 3 and 9). The `shown_*` properties are the last gate: whatever a caller
passes along with an `unavailable` statement, its text, basis, sources, date and attestation never reach paper or
attachment (DESIGN rules 6 and 11, threat T51).
"""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from citeledger.core.states import State

ExportKind = Literal[
    "runbook", "ticket", "answer", "memory_note", "summary", "plan", "tool_result", "hand_off"
]  # pages of hosts, and texts of the ledger
WITHOUT_TEXT = frozenset({State.UNAVAILABLE, State.UNVERIFIED})


class ContradictoryStatementError(ValueError):
    """A statement whose source the viewer may read came without its text: pass the text, or fix the state."""


class TimeNotInUtcError(ValueError):
    """The time of computation is not in UTC: pass the edge's clock, `datetime.now(tz=UTC)`."""


@dataclass(frozen=True, slots=True)
class ExportedAttestation:
    """Who said (a name), on which UTC date, and why, that a statement still holds; whether it still speaks of the text.

    Shown beside the state, never changing it.
    """

    by: str
    on: date
    note: str
    still_applies: bool


@dataclass(frozen=True, slots=True)
class ExportedVersion:
    """A version that a statement is bound to on purpose, and the UTC date on which it took effect."""

    number: int
    on: date


@dataclass(frozen=True, slots=True)
class ExportedSource:
    """A version that a passage of a statement stands in: its document's title, its number and the UTC date it bears."""

    title: str
    number: int
    on: date


@dataclass(frozen=True, slots=True)
class ExportedStatement:
    """One cited statement as this viewer may see it.

    `ordinal` is printed as given. `text` None: the neutral notice replaces the statement whole. `basis`: `quoted`,
    `paraphrased`, ... `as_of`: the versions it is bound to on purpose. `changed_on`: the UTC date on which the cited
    span changed, for `source_changed` only. `notes`: how the cited passages were read, where somebody must know.
    `sources`: what it rests on, each once. `attestation`: for `source_changed` only. `mark`: what its item of a list
    begins with, the first of a line's alone.
    Raises ValueError for an unknown state, ContradictoryStatementError for a readable state without text.
    """

    ordinal: int
    text: str | None
    citation_uid: str
    state: str
    basis: str
    changed_on: date | None = None
    notes: tuple[str, ...] = ()
    attestation: ExportedAttestation | None = None
    as_of: tuple[ExportedVersion, ...] = ()
    mark: str = ""
    sources: tuple[ExportedSource, ...] = ()

    def __post_init__(self) -> None:
        if self.shown_state not in WITHOUT_TEXT and self.text is None:
            raise ContradictoryStatementError(f"state {self.state} needs the statement's text")

    @property
    def shown_state(self) -> State:
        return State(self.state)

    @property
    def shown_text(self) -> str | None:
        return None if self.shown_state is State.UNAVAILABLE else self.text

    @property
    def shown_basis(self) -> str | None:
        return None if self.shown_text is None else self.basis

    @property
    def shown_as_of(self) -> tuple[ExportedVersion, ...]:
        return () if self.shown_text is None else self.as_of

    @property
    def shown_notes(self) -> tuple[str, ...]:
        return () if self.shown_state in WITHOUT_TEXT else self.notes

    @property
    def shown_sources(self) -> tuple[ExportedSource, ...]:
        return () if self.shown_state in WITHOUT_TEXT else self.sources

    @property
    def shown_attestation(self) -> ExportedAttestation | None:
        return self.attestation if self.shown_state is State.SOURCE_CHANGED else None

    @property
    def shown_changed_on(self) -> date | None:
        return self.changed_on if self.shown_state is State.SOURCE_CHANGED else None


@dataclass(frozen=True, slots=True)
class ExportedHeading:
    """A heading of the host's text. `level` counts from 1 (widest)."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class ExportedStructure:
    """Text between statements that carries no claim: a fixed phrase."""

    text: str


ExportedSegment = ExportedStatement | ExportedHeading | ExportedStructure


@dataclass(frozen=True, slots=True)
class Export:
    """A page of a host, an answer or a derived text with the states of its citations for one viewer at one time.

    `host_reference`: the host's own name for the page, such as a ticket number. `computed_at`: aware, UTC; shown to the
    second. Raises TimeNotInUtcError otherwise. `withheld` counts statements of an answer never recorded, as unproved,
    `handed_withheld` those of the text handed over that it was made from.
    """

    kind: ExportKind
    title: str
    host_reference: str | None
    viewer_name: str
    computed_at: datetime
    segments: tuple[ExportedSegment, ...]
    withheld: int = 0
    handed_withheld: int = 0

    def __post_init__(self) -> None:
        if self.computed_at.utcoffset() != timedelta(0):
            raise TimeNotInUtcError("computed_at must be an aware datetime in UTC")

    @property
    def statements(self) -> tuple[ExportedStatement, ...]:
        return tuple(segment for segment in self.segments if isinstance(segment, ExportedStatement))

    @property
    def count_by_state(self) -> Counter[State]:
        return Counter(statement.shown_state for statement in self.statements)
