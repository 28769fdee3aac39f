"""The steps of a session as the ledger keeps them: chained at birth, walked by whoever verifies, erased with it.

Each step's digest is over the step and the digest before it. The fact of an emission holds the digest of its own step,
so it commits to everything that came before, in its order.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

import rfc8785
from django.db import transaction
from django.db.models import Exists, OuterRef

from citeledger.core.hashing import sha256_hex
from citeledger.core.moments import written
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.emission.kinds import StepKind
from citeledger.emission.models import EmissionSession, SessionAnswer, SessionStep
from citeledger.log.models import Erasure, LogDetail
from citeledger.log.services import Json, append, open_door

SESSION_OPENED: Final = "session_opened"
SESSION_ERASED: Final = "session_erased"
ANSWER_EMITTED: Final = "answer_emitted"
STEPS_PER_SESSION = 5000


@dataclass(frozen=True, slots=True)
class Step:
    """What was done: of which kind, to what, and what there is to say of it."""

    kind: StepKind
    subject: UUID | None = None
    detail: Mapping[str, Json] | None = None


def add_steps(*, session: EmissionSession, steps: Sequence[Step], at: datetime) -> SessionStep:
    """Write steps behind those that are there, in the caller's transaction; the last one.

    Steps of one session are written one request at a time, so that each follows the one before. Raises NotFound when
    the session was erased meanwhile, Refused (`session_full`).
    """
    EmissionSession.objects.select_for_update().get(pk=session.pk)
    if Erasure.objects.filter(subject_uid=session.uid).exists():
        raise NotFound
    last = SessionStep.objects.filter(session=session).order_by("-ordinal").first()
    first = last.ordinal + 1 if last else 0
    if first + len(steps) > STEPS_PER_SESSION:
        raise Refused("session_full", f"A session has at most {STEPS_PER_SESSION} steps; open another.", "")
    rows, before = [], last.digest if last else ""
    for ordinal, step in enumerate(steps, start=first):
        row = SessionStep(session=session, ordinal=ordinal, kind=step.kind.value, at=at, subject=step.subject)
        row.detail = rfc8785.dumps(dict(step.detail or {})).decode()
        row.digest = before = digest(row, session=session.uid, before=before)
        rows.append(row)
    return SessionStep.objects.bulk_create(rows)[-1]


def digest(step: SessionStep, *, session: UUID, before: str) -> str:
    """SHA-256 (hex) over the step as canonical JSON, with the digest of the one before it ("" for the first)."""
    fields: dict[str, Json] = {
        "at": written(step.at),
        "before": before,
        "detail": step.detail,
        "kind": step.kind,
        "ordinal": step.ordinal,
        "session": str(session),
        "subject": str(step.subject) if step.subject else None,
    }
    return sha256_hex(rfc8785.dumps(fields))


def describe_session(session: EmissionSession) -> dict[str, Json]:
    """The body of `session_opened`. Costs a query for each of writer and person that is not loaded."""
    told: dict[str, Json] = {
        "at": written(session.at),
        "session": str(session.uid),
        "writer": str(session.writer.uid),
    }
    return told | ({"on_behalf_of": str(session.on_behalf_of.uid)} if session.on_behalf_of else {})


def describe_emission(emission: SessionAnswer, *, step: SessionStep) -> dict[str, Json]:
    """The body of `answer_emitted`: everything that came before the answer, in one digest."""
    return {
        "answer": str(emission.answer.uid),
        "ordinal": step.ordinal,
        "session": str(emission.session.uid),
        "steps_sha256": step.digest,
    }


def describe_erased_session(session: EmissionSession, *, answers: Iterable[UUID]) -> dict[str, Json]:
    """The body of `session_erased`: the records that stay, nothing of what was asked or done."""
    emitted: list[Json] = [*sorted(map(str, answers))]
    return {**describe_session(session), "answers": emitted}


@transaction.atomic
def erase_with(*, answer_id: int, actor: Principal, at: datetime) -> None:
    """Part of the erasure of an answer: its session goes with the last answer that was emitted from it."""
    emitted = SessionAnswer.objects.filter(answer=answer_id).values("session")
    session = EmissionSession.objects.select_for_update().filter(pk__in=emitted).first()
    if session is not None and not _is_needed(session):
        erase_session(session=session, actor=actor, at=at)


def erase_session(*, session: EmissionSession, actor: Principal | None, at: datetime) -> None:
    """Erase what was asked and done in a session, and write that it was, in the caller's transaction."""
    open_door(subject=session.uid, actor=actor, at=at)
    SessionStep.objects.filter(session=session).delete()
    LogDetail.objects.filter(entry__subject_uid=session.uid).delete()
    answers = session.answers.values_list("answer__uid", flat=True)
    body = describe_erased_session(session, answers=answers)
    append(kind=SESSION_ERASED, actor=actor, subject=session.uid, body=body, at=at)


def _is_needed(session: EmissionSession) -> bool:
    erased = Erasure.objects.filter(subject_uid=OuterRef("answer__uid"))
    return session.answers.filter(~Exists(erased)).exists()
