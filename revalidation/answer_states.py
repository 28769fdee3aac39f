"""The states that the statements of listed answers have for a viewer: how many of each, evaluated together, now."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Count

from citeledger.core.principals import Principal
from citeledger.core.states import State
from citeledger.ledger.models import Citation
from revalidation import service

MOST_STATEMENTS: Final = 40
"""Statements of one answer that are looked at, its first ones; the rest are counted."""


@dataclass(frozen=True, slots=True)
class StateCount:
    """How many statements have a state, and the first of them."""

    state: State
    count: int
    first: UUID


@dataclass(frozen=True, slots=True)
class AnswerStates:
    """By state, gravest first; `more` statements were not looked at."""

    states: tuple[StateCount, ...]
    more: int


def answer_states(*, viewer: Principal, answers: Sequence[UUID]) -> dict[UUID, AnswerStates]:
    """For answers the viewer may read. The number of queries does not grow with them."""
    rows = Citation.objects.filter(statement__answer__uid__in=answers)
    totals = dict(rows.values_list("statement__answer__uid").annotate(Count("pk")))
    placed = _looked_at(answers)
    verdicts = service.verdicts(viewer=viewer, citations=[uid for _, uid in placed])
    cited: defaultdict[UUID, dict[State, list[UUID]]] = defaultdict(lambda: defaultdict(list))
    for (answer, citation), verdict in zip(placed, verdicts, strict=True):
        cited[answer][verdict.state].append(citation)
    return {answer: AnswerStates(_counted(found), totals[answer] - _size(found)) for answer, found in cited.items()}


def read_in_part(*, viewer: Principal, answers: Collection[UUID]) -> frozenset[UUID]:
    """Those of which the viewer may read a statement at least, among the first that are looked at: stage 1 alone.

    Two queries, however many they are. Notes if something is withheld.
    """
    placed = _looked_at(answers)
    known = service.facts(viewer=viewer, citations=[uid for _, uid in placed])
    readable = service.readable_citations(known)
    return frozenset(answer for answer, citation in placed if citation in readable)


def _looked_at(answers: Collection[UUID]) -> list[tuple[UUID, UUID]]:
    """Answer and citation of each statement that is looked at, in order."""
    rows = Citation.objects.filter(statement__answer__uid__in=answers, statement__ordinal__lt=MOST_STATEMENTS)
    placed = rows.order_by("statement__answer", "statement__ordinal")
    return list(placed.values_list("statement__answer__uid", "uid"))


def _counted(found: dict[State, list[UUID]]) -> tuple[StateCount, ...]:
    return tuple(StateCount(state, len(found[state]), found[state][0]) for state in State if state in found)


def _size(found: dict[State, list[UUID]]) -> int:
    return sum(map(len, found.values()))
