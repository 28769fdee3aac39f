"""The shape of what may be recorded: checked before any work, without looking at a single source (threat T85).

Every refusal has a stable code and addresses the offending part; none repeats anything that was sent.
"""

import re
from collections.abc import Mapping, Sequence, Sized
from dataclasses import fields, replace
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from citeledger.core.names import BadName, checked_name
from citeledger.core.reading.visibility import shows_something
from citeledger.core.refusals import Refused
from citeledger.core.statements import (
    FIXED_PHRASES,
    FROM_SOURCES,
    Absence,
    Basis,
    Computation,
    Context,
    Ground,
    Role,
    Segment,
    Statement,
    Structure,
)
from citeledger.emission.punctuation import MARKS
from citeledger.emission.sieve import Sieve

SPANS_PER_REQUEST = 500
SPAN_LENGTH = 20_000  # code points
SEGMENTS_PER_ANSWER = 2000
STATEMENTS_PER_ANSWER = 500
STATEMENT_LENGTH = 4000  # code points
COMPUTED_LENGTH = 50_000  # code points of all computed statements of an answer: each of their numbers is read
SPANS_PER_CITATION = 64
DERIVED_PER_CITATION = 16
ABSENCES_PER_ANSWER = 8
INPUTS_PER_COMPUTATION = 64
OPERATION_LENGTH = 60  # code points
LANGUAGE_LENGTH = 35  # code points of a BCP 47 tag
SPANS_PER_ANSWER = 4096  # distinct
DERIVED_PER_ANSWER = 64  # distinct
HEADING_LENGTH = 200  # code points
CONTEXT_LENGTH = 200  # code points of each field but the question
QUESTION_LENGTH = 10_000  # code points

_LIST_MARKER = re.compile(r"(?:[-*+•–>]|(?:[0-9]{1,3}|[A-Za-z])[.)])[ \t]{0,4}")
_BREAK = re.compile(rf"(?:{MARKS})?(?:\n{{1,2}}|[^\S\n]{{1,16}})|{MARKS}")
# PostgreSQL stores neither; SQLite takes the first, and no encoder the second.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class Unit(StrEnum):
    """What offsets are counted in."""

    CODE_POINTS = "code_points"
    UTF16 = "utf16"
    UTF8 = "utf8"


class Placed(NamedTuple):
    """A segment and its position among all segments of the answer."""

    position: int
    statement: Statement

    @property
    def at(self) -> str:
        return f"segments.{self.position}"

    def saying(self, words: str) -> "Placed":
        """The same statement in other words."""
        return self._replace(statement=replace(self.statement, text=words))

    def searching(self, absence: Absence) -> "Placed":
        """The same statement on this search."""
        return self._replace(statement=replace(self.statement, absence=absence))

    def computing(self, computation: Computation) -> "Placed":
        """The same statement on this computation."""
        return self._replace(statement=replace(self.statement, computation=computation))


def check_answer(*, segments: Mapping[int, Segment], context: Context, sieve: Sieve) -> None:
    """Raises Refused for the first thing in the answer that can be refused by its shape alone.

    What is refused about one statement goes through the sieve; caps, structure and context are the whole answer's.
    """
    _cap(segments, SEGMENTS_PER_ANSWER, "too_many_segments", "segments")
    for position, segment in segments.items():
        _check_segment(segment=segment, position=position, sieve=sieve)
    statements = placed_statements(segments)
    if not statements:
        raise Refused("no_statement", "An answer has at least one statement.", "segments")
    _cap(statements, STATEMENTS_PER_ANSWER, "too_many_statements", "segments")
    if sum(len(placed.statement.text) for placed in statements if placed.statement.computation) > COMPUTED_LENGTH:
        told = f"The computed statements of an answer have at most {COMPUTED_LENGTH} characters together."
        raise Refused("too_many_statements", told, "segments")
    searches = [placed for placed in statements if placed.statement.absence]
    _cap(searches, ABSENCES_PER_ANSWER, "too_many_sources", "segments")
    spans, derived = distinct_sources(statements)
    _cap(spans, SPANS_PER_ANSWER, "too_many_sources", "segments")
    _cap(derived, DERIVED_PER_ANSWER, "too_many_sources", "segments")
    _check_context(context)


def placed_statements(segments: Mapping[int, Segment]) -> list[Placed]:
    """The statements among the segments, with their positions."""
    return [Placed(position, segment) for position, segment in segments.items() if isinstance(segment, Statement)]


def distinct_sources(statements: Sequence[Placed]) -> tuple[set[UUID], set[UUID]]:
    """The uids of all spans and of all derived texts that the statements name."""
    spans = {uid for placed in statements for uid in placed.statement.spans}
    return spans, {uid for placed in statements for uid in placed.statement.derived_from}


def _check_segment(*, segment: Segment, position: int, sieve: Sieve) -> None:
    at = f"segments.{position}"
    if isinstance(segment, Statement):
        with sieve.over(position):
            _check_statement(statement=segment, at=at)
    else:
        _check_structure(structure=segment, at=at)


def _check_structure(*, structure: Structure, at: str) -> None:
    _check_storable(structure.text, at=f"{at}.text")
    if not is_structure(structure):
        raise Refused(
            "text_outside_statement",
            "Text that is not a heading, a list marker, a fixed phrase or a break belongs in a statement.",
            f"{at}.text",
        )


def is_structure(structure: Structure) -> bool:
    """Whether the text is what its role says, and so no claim."""
    match structure.role:
        case Role.HEADING:
            return _is_heading(structure.text)
        case Role.LIST_MARKER:
            return _LIST_MARKER.fullmatch(structure.text) is not None
        case Role.PHRASE:
            return structure.text in FIXED_PHRASES
        case Role.BREAK:
            return _BREAK.fullmatch(structure.text) is not None


def _is_heading(text: str) -> bool:
    try:
        checked_name(text=text, longest=HEADING_LENGTH)
    except BadName:
        return False
    return len(text) <= HEADING_LENGTH


def _check_statement(*, statement: Statement, at: str) -> None:
    _check_storable(statement.text, at=f"{at}.text")
    if not shows_something(statement.text):
        raise Refused("empty_statement", "A statement says something.", f"{at}.text")
    if len(statement.text) > STATEMENT_LENGTH:
        raise Refused("statement_too_long", f"At most {STATEMENT_LENGTH} characters; split it.", f"{at}.text")
    _cap(statement.spans, SPANS_PER_CITATION, "too_many_spans", f"{at}.spans")
    _cap(statement.derived_from, DERIVED_PER_CITATION, "too_many_derived_texts", f"{at}.derived_from")
    _check_basis(statement=statement, at=at)
    for number, uid in enumerate(statement.as_of):
        if uid not in statement.spans:
            raise Refused(
                "as_of_not_cited", "Only a span of the statement is bound to its version.", f"{at}.as_of.{number}"
            )
    if statement.absence:
        _check_absence(statement=statement, at=at)
    elif not (statement.spans or statement.derived_from):
        raise Refused("statement_without_source", "Name a span or a derived text this rests on.", at)
    if statement.basis is Basis.QUOTED and (len(set(statement.spans)) != 1 or statement.derived_from):
        raise Refused("not_contiguous_source", "A quote rests on exactly one span and nothing else.", at)


def _check_basis(*, statement: Statement, at: str) -> None:
    if statement.basis not in FROM_SOURCES:
        raise Refused(
            "not_written_from_sources",
            "The ledger holds what was written from sources. Mint spans first, then write on them.",
            f"{at}.basis",
        )
    _check_ground(statement.computation, is_due=statement.basis is Basis.COMPUTED, at=f"{at}.computation")
    _check_ground(statement.absence, is_due=statement.basis is Basis.ABSENCE, at=f"{at}.absence")
    if statement.computation:
        _check_computation(statement.computation, spans=statement.spans, at=f"{at}.computation")


def _check_ground(ground: Ground | None, *, is_due: bool, at: str) -> None:
    if is_due and ground is None:
        raise Refused("ground_missing", "A computed statement names its computation, an absence its search.", at)
    if ground is not None and not is_due:
        raise Refused("ground_of_another_basis", "The basis of this statement rests on no such thing.", at)


def _check_absence(*, statement: Statement, at: str) -> None:
    if statement.spans or statement.derived_from:
        raise Refused("absence_with_sources", "An absence rests on its search alone; say the rest in another.", at)


def _check_computation(computation: Computation, *, spans: Sequence[UUID], at: str) -> None:
    _check_storable(computation.value, at=f"{at}.value")
    for tag in (computation.language, *(each.language or "" for each in computation.inputs)):
        if len(tag) > LANGUAGE_LENGTH or _UNSTORABLE.search(tag):
            raise Refused("unknown_language", "Name languages by their BCP 47 tags.", at)
    _cap(computation.inputs, INPUTS_PER_COMPUTATION, "too_many_inputs", f"{at}.inputs")
    for number, each in enumerate(computation.inputs):
        if each.span not in spans:
            raise Refused("input_not_cited", "Every input is a span of the statement.", f"{at}.inputs.{number}.span")


def _check_context(context: Context) -> None:
    for field in fields(context):
        value = getattr(context, field.name)
        _check_storable(value, at=f"context.{field.name}")
        longest = QUESTION_LENGTH if field.name == "question" else CONTEXT_LENGTH
        if len(value) > longest:
            raise Refused("context_too_long", f"At most {longest} characters fit here.", f"context.{field.name}")


def _check_storable(text: str, *, at: str) -> None:
    if _UNSTORABLE.search(text):
        raise Refused("unstorable_text", "NUL characters and lone surrogates cannot be stored.", at)


def _cap(items: Sized, most: int, code: str, at: str) -> None:
    if len(items) > most:
        raise Refused(code, f"At most {most} are allowed here.", at)
