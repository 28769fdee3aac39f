"""Statements: how an answer is cut, and how each statement rests on its sources (DESIGN section 2)."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class Basis(StrEnum):
    """How a statement rests on its sources. `computed` and `absence` need a gate of their own, not here yet."""

    QUOTED = "quoted"
    PARAPHRASED = "paraphrased"


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
class Statement:
    """One sentence or clause with the uids of the spans and the derived texts it rests on."""

    text: str
    basis: Basis
    spans: tuple[UUID, ...] = ()
    derived_from: tuple[UUID, ...] = ()


Segment = Structure | Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """How an answer came about, in the writer's words: claims about it, never checked, never a source."""

    agent: str = ""
    model_version: str = ""
    run_id: str = ""
    question: str = ""
    surface: str = ""
