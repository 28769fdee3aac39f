"""Statements: how an answer is cut, and how each statement rests on its sources (DESIGN section 2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from uuid import UUID


class Basis(StrEnum):
    """How a statement rests on its sources; the last two are of texts that were not written from any."""

    QUOTED = "quoted"
    PARAPHRASED = "paraphrased"
    COMPUTED = "computed"
    ABSENCE = "absence"
    PLAUSIBILITY = "plausibility"
    DOCUMENT_ONLY = "document_only"


FROM_SOURCES = (Basis.QUOTED, Basis.PARAPHRASED, Basis.COMPUTED, Basis.ABSENCE)
"""The bases a statement of the ledger can have."""


WEAKEST_FIRST = (Basis.ABSENCE, Basis.COMPUTED, Basis.PARAPHRASED, Basis.QUOTED)
"""The order in which it is told what a statement rests on by way of other texts."""


class Role(StrEnum):
    """Structure between statements. It carries no claim, so it carries no citation."""

    HEADING = "heading"
    LIST_MARKER = "list_marker"
    PHRASE = "phrase"
    BREAK = "break"


class AnswerKind(StrEnum):
    """What an ordered text of statements is; all but `answer` are derived texts."""

    ANSWER = "answer"
    MEMORY_NOTE = "memory_note"
    SUMMARY = "summary"
    PLAN = "plan"
    TOOL_RESULT = "tool_result"
    HAND_OFF = "hand_off"


FIXED_PHRASES = frozenset({"Sources", "Note", "Summary", "Steps", "See also", "In short"})


@dataclass(frozen=True, slots=True)
class Structure:
    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class ComputedInput:
    """An input of a computation: the text of one span, read in `language` (BCP 47; None: the document's)."""

    span: UUID
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Computation:
    """An operation (``difference/1``) on cited values, and `value`: the part of the statement that says its result.

    `language` (BCP 47, "" where unknown) is the statement's.
    """

    operation: str
    inputs: tuple[ComputedInput, ...]
    value: str
    parameters: Mapping[str, str | bool] = field(default_factory=dict)
    language: str = ""


@dataclass(frozen=True, slots=True)
class Absence:
    """A search (`core.absences`) that found nothing in the documents of a snapshot."""

    query: Mapping[str, Any]
    snapshot: UUID


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence or clause with the uids of the spans and the derived texts it rests on.

    `as_of` are those of the spans that it binds to their version on purpose: "fell from 30 to 14 days".
    """

    text: str
    basis: Basis
    spans: tuple[UUID, ...] = ()
    derived_from: tuple[UUID, ...] = ()
    as_of: tuple[UUID, ...] = ()
    computation: Computation | None = None
    absence: Absence | None = None

    @property
    def ground(self) -> "Ground | None":
        """What it rests on beside its sources."""
        return self.computation or self.absence


Segment = Structure | Statement
Ground = Computation | Absence


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """How an answer came about, in the writer's words: claims about it, never checked, never a source."""

    agent: str = ""
    model_version: str = ""
    run_id: str = ""
    question: str = ""
    surface: str = ""
