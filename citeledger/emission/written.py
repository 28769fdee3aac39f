"""From which session an answer was emitted, and what was done there before: for whom the session is, its writer alone.

To be asked only for an answer the viewer may read. Another's session, an erased one and none at all are one and the
same None, after the same one statement.
"""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from citeledger.core.principals import Principal
from citeledger.emission.kinds import StepKind
from citeledger.emission.sessions import StepView, own_sessions, step_view

STEPS_SHOWN: Final = 100
"""The last ones before an answer was emitted; all are in the session."""


@dataclass(frozen=True, slots=True)
class Writing:
    """The steps of a session up to the emission of one answer, which is the last, in order. `earlier`: those before."""

    session: UUID
    earlier: int
    steps: tuple[StepView, ...]


def session_of(*, viewer: Principal, answer: UUID) -> UUID | None:
    """The session of the viewer's own from which the answer was emitted, if any. One statement."""
    return own_sessions(viewer).filter(answers__answer__uid=answer).values_list("uid", flat=True).first()


def writing_of(*, viewer: Principal, answer: UUID) -> Writing | None:
    """How the answer came about in a session of the viewer's own, if it did. One statement, or two where it did."""
    row = own_sessions(viewer).filter(answers__answer__uid=answer).first()
    if row is None:
        return None
    emitted = row.steps.filter(kind=StepKind.EMITTED.value, subject=answer).values("ordinal")
    newest_first = row.steps.filter(ordinal__lte=emitted[:1]).order_by("-ordinal")[:STEPS_SHOWN]
    steps = tuple(step_view(step) for step in reversed(newest_first))
    return Writing(session=row.uid, earlier=steps[0].ordinal, steps=steps)
