"""The ledger as it is looked through: by the words a text is listed by, and by the states its statements have.

Words and states are compared with what the viewer was to be shown anyway, after all rights were asked: what is withheld
is found by nothing, and changes neither what is looked at nor where a list goes on (threats T40, T41).

Only texts that are granted to the viewer are walked over, however many there are of others, so that a list leaves when
it is made; it leaves at a tick where a statement of one it looks at rests on what the viewer may not read (ADR 8).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from citeledger.core.principals import Principal
from citeledger.core.states import State
from citeledger.documents.search.titles import has_words
from revalidation import reading
from revalidation.answer_states import AnswerStates, answer_states
from revalidation.views import AnswerSummary, StatementView

LOOKED_THROUGH: Final = 200
"""Answers that are looked at for one page of those somebody wants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The terms of a query, and the state at least one statement has; nothing of either means all."""

    terms: tuple[str, ...] = ()
    state: State | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Newest first. `openings`: the first statements of those without a question; `next` is the answer to go on behind.

    It may be short, or even empty, and go on.
    """

    rows: tuple[AnswerSummary, ...]
    openings: Mapping[UUID, StatementView]
    states: Mapping[UUID, AnswerStates]
    next: UUID | None


def stretch(*, viewer: Principal, wanted: Wanted, after: UUID | None, limit: int) -> Stretch:
    """At most `limit` of the answers the viewer may read, those that are wanted. The questions do not grow with them.

    Raises Refused (`stale_cursor`) when the viewer does not see `after`, or no longer.
    """
    looking = limit if wanted == Wanted() else LOOKED_THROUGH
    read = reading.answers(viewer=viewer, after=after, limit=looking)
    openings = reading.openings(viewer=viewer, answers=[row.uid for row in read if not row.question])
    named = [row for row in read if has_words(title=_listed_by(row, openings), terms=wanted.terms)]
    states = answer_states(viewer=viewer, answers=[row.uid for row in named])
    found = [row for row in named if _has(states.get(row.uid), wanted.state)]
    shown = found[:limit]
    last = shown[-1:] if len(found) > limit else read[-1:] if len(read) == looking else ()
    return Stretch(
        rows=tuple(shown),
        openings=openings,
        states={row.uid: states[row.uid] for row in shown if row.uid in states},
        next=next((row.uid for row in last), None),
    )


def _listed_by(row: AnswerSummary, openings: Mapping[UUID, StatementView]) -> str:
    """Its question, or its first statement; nothing where the viewer may read neither."""
    opening = openings.get(row.uid)
    return row.question or (opening.text if opening and opening.text else "")


def _has(states: AnswerStates | None, state: State | None) -> bool:
    return state is None or (states is not None and any(one.state is state for one in states.states))
