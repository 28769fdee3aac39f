"""Attribute first, then write: a session keeps what its writer searched, read and minted before it wrote.

A step is written only after the thing was allowed, and only what is a session's own step may be cited from it. A
session is its writer's own; another's, a made-up, an erased and, for whoever would go on in it, a closed one are one
and the same NotFound, after the same statements.

A session that is opened for somebody is for them to its end: what is searched, read, minted and emitted in it is judged
by their rights instead of the writer's, asked anew each time (ADR 16).
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.core.statements import Context, Segment
from citeledger.documents.queries import version as version_view
from citeledger.documents.search.searching import HITS_UNASKED, Found, search
from citeledger.emission.kinds import StepKind
from citeledger.emission.minting import MintedSpan, ready_to_mint
from citeledger.emission.models import EmissionSession, SessionAnswer, SessionStep
from citeledger.emission.proof import SpanDraft
from citeledger.emission.recording import RecordedAnswer, ready_to_record
from citeledger.emission.shape import QUESTION_LENGTH, distinct_sources, placed_statements
from citeledger.emission.steps import (
    ANSWER_EMITTED,
    SESSION_OPENED,
    Step,
    add_steps,
    describe_emission,
    describe_session,
)
from citeledger.emission.writers import acted_for, identity_of
from citeledger.ledger.models import Answer
from citeledger.log.models import Erasure
from citeledger.log.services import append

SESSION_LIFE = timedelta(hours=24)
"""How long a session is open. What is closed stays readable to its writer, and evidence."""


@dataclass(frozen=True, slots=True)
class StepView:
    """A step, as its writer may look back on it: what they named or were given, and nothing of any source."""

    ordinal: int
    kind: StepKind
    at: datetime
    subject: UUID | None
    query: str | None


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session with its steps in order. Open until `closes_at` (aware UTC)."""

    uid: UUID
    at: datetime
    closes_at: datetime
    question: str
    on_behalf_of: UUID | None
    steps: tuple[StepView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPassage:
    """What was read: code points of the version's canonical text, end exclusive, and what stands there.

    `program` names the program that published the version, where no person adopted it.
    """

    document: UUID
    version: UUID
    number: int
    is_current: bool
    start: int
    end: int
    text: str
    program: str | None


@transaction.atomic
def open_session(*, writer: Principal, question: str = "", on_behalf_of: UUID | None = None, at: datetime) -> UUID:
    """Open a session, for oneself or on behalf of somebody.

    Raises Forbidden (nobody in particular, inactive), Refused (`context_too_long`, `may_not_act_for`,
    `unknown_person`).
    """
    identity_of(writer)
    if len(question) > QUESTION_LENGTH:
        raise Refused("context_too_long", f"At most {QUESTION_LENGTH} characters fit here.", "question")
    person = acted_for(writer=writer, uid=on_behalf_of)
    session = EmissionSession.objects.create(
        writer_id=writer.id,  # type: ignore[misc]  # no anonymous came here
        on_behalf_of_id=person.id if person else None,
        at=at,
    )
    add_steps(session=session, steps=[Step(StepKind.OPENED, detail={"question": question})], at=at)
    append(kind=SESSION_OPENED, actor=writer, subject=session.uid, body=describe_session(session), at=at)
    return session.uid


def session(*, viewer: Principal, uid: UUID) -> SessionView:
    """A session of the viewer's own, open or closed. Raises NotFound. Two statements."""
    row = own_sessions(viewer).filter(uid=uid).first()
    if row is None:
        raise NotFound
    opened, *steps = row.steps.order_by("ordinal")
    return SessionView(
        uid=row.uid,
        at=row.at,
        closes_at=row.at + SESSION_LIFE,
        question=str(json.loads(opened.detail)["question"]),
        on_behalf_of=written_for_in(row),
        steps=tuple(step_view(step) for step in steps),
    )


def search_in(
    *,
    writer: Principal,
    session: UUID,
    query: str,
    snapshot: UUID | None = None,
    limit: int = HITS_UNASKED,
    at: datetime,
) -> Found:
    """`documents.search.searching.search`, kept as a step of the session; a snapshot is one of the writer's own.

    Raises what it raises, NotFound, and Refused (`may_not_act_for`, `unknown_person`).
    """
    row = open_now(writer, session, at)
    viewer = viewer_in(writer, row)
    found = search(viewer=viewer, query=query, snapshot=snapshot, maker=writer, limit=limit, at=at)
    detail: dict[str, Any] = {
        "hits": [[str(hit.version), hit.start, hit.end] for hit in found.hits],
        "limit": limit,
        "query": query,
        "snapshot": str(snapshot) if snapshot else None,
    }
    _keep(row, [Step(StepKind.SEARCHED, detail=detail)], at)
    return found


def read_in(
    *, writer: Principal, session: UUID, version: UUID, start: int = 0, end: int | None = None, at: datetime
) -> ReadPassage:
    """The text of a version, whole or in part, kept as a step.

    Raises NotFound, Refused (`offset_out_of_range`, `may_not_act_for`, `unknown_person`).
    """
    row = open_now(writer, session, at)
    view = version_view(viewer=viewer_in(writer, row), uid=version)
    stop = len(view.text) if end is None else end
    if not 0 <= start <= stop <= len(view.text):
        raise Refused("offset_out_of_range", f"The text has {len(view.text)} characters.", "end")
    _keep(row, [Step(StepKind.READ, subject=version, detail={"end": stop, "start": start})], at)
    return ReadPassage(
        document=view.document,
        version=view.uid,
        number=view.number,
        is_current=view.is_current,
        start=start,
        end=stop,
        text=view.text[start:stop],
        program=view.program,
    )


def ready_to_mint_in(
    *, writer: Principal, session: UUID, drafts: Sequence[SpanDraft], at: datetime
) -> Callable[[], tuple[MintedSpan, ...]]:
    """`minting.ready_to_mint`, each span a step of the session. Both calls raise what it raises, and NotFound."""
    row = open_now(writer, session, at)
    mint = ready_to_mint(writer=writer, drafts=drafts, on_behalf_of=written_for_in(row), at=at)
    return partial(_mint_in, row, mint, at)


@transaction.atomic
def _mint_in(row: EmissionSession, mint: Callable[[], tuple[MintedSpan, ...]], at: datetime) -> tuple[MintedSpan, ...]:
    minted = mint()
    keep_minted(row, [span.uid for span in minted], at)
    return minted


def keep_minted(row: EmissionSession, spans: Iterable[UUID], at: datetime) -> None:
    """Write that these spans were minted as steps of the session, in the caller's transaction."""
    add_steps(session=row, steps=[Step(StepKind.MINTED, subject=uid) for uid in dict.fromkeys(spans)], at=at)


def written_for(*, writer: Principal, session: UUID, named: UUID | None, at: datetime) -> UUID | None:
    """For whom an answer of the session is written: for whom it was opened, whether they are `named` again or not.

    Raises NotFound, and for anybody else, known or not, Refused (`session_for_another`).
    """
    return _agreed(open_now(writer, session, at), named)


def _agreed(row: EmissionSession, named: UUID | None) -> UUID | None:
    person = written_for_in(row)
    if named not in (None, person):
        raise Refused("session_for_another", "Name whom you act for when you open the session.", "on_behalf_of")
    return person


def ready_to_emit(
    *,
    writer: Principal,
    session: UUID,
    segments: Sequence[Segment],
    on_behalf_of: UUID | None = None,
    at: datetime,
    **how: Any,
) -> Callable[[], RecordedAnswer]:
    """`recording.ready_to_record` (`how` is the rest of what it takes) for what was minted in the session before.

    Both calls raise what it raises, what `written_for` raises, and of a statement on any other span, known or not,
    Refused (`span_not_in_session`).
    """
    row = open_now(writer, session, at)
    how |= {"on_behalf_of": _agreed(row, on_behalf_of), "context": answering(row, how["context"])}
    named, _ = distinct_sources(placed_statements(dict(enumerate(segments))))
    here = row.steps.filter(kind=StepKind.MINTED.value, subject__in=named)
    minted = frozenset(uid for uid in here.values_list("subject", flat=True) if uid)
    record = ready_to_record(writer=writer, segments=segments, at=at, minted=minted, **how)
    return partial(_emit, writer, row, record, at)


def answering(row: EmissionSession, context: Context) -> Context:
    """The context of an answer of the session: it answers the session's question, unless it names another."""
    if context.question:
        return context
    opened = row.steps.get(kind=StepKind.OPENED.value)
    return replace(context, question=str(json.loads(opened.detail)["question"]))


@transaction.atomic
def _emit(
    writer: Principal, row: EmissionSession, record: Callable[[], RecordedAnswer], at: datetime
) -> RecordedAnswer:
    recorded = record()
    keep_emitted(writer, row, recorded, at)
    return recorded


def keep_emitted(writer: Principal, row: EmissionSession, recorded: RecordedAnswer, at: datetime) -> None:
    """Write that this answer was emitted as the next step, and the fact of it, in the caller's transaction."""
    step = add_steps(session=row, steps=[Step(StepKind.EMITTED, subject=recorded.uid)], at=at)
    emission = SessionAnswer.objects.create(answer=Answer.objects.get(uid=recorded.uid), session=row)
    body = describe_emission(emission, step=step)
    append(kind=ANSWER_EMITTED, actor=writer, subject=recorded.uid, body=body, at=at)


def own_sessions(viewer: Principal) -> QuerySet[EmissionSession]:
    """The sessions somebody may look back on, open or closed: their own, while they are kept."""
    erased = Erasure.objects.filter(subject_uid=OuterRef("uid"))
    own = EmissionSession.objects.filter(~Exists(erased), writer_id=viewer.id, writer__isnull=False)
    return own.select_related("on_behalf_of")


def open_now(writer: Principal, uid: UUID, at: datetime) -> EmissionSession:
    """The writer's own session, if it is open. Raises NotFound."""
    row = own_sessions(writer).filter(uid=uid, at__gt=at - SESSION_LIFE).first()
    if row is None:
        raise NotFound
    return row


def viewer_in(writer: Principal, row: EmissionSession) -> Principal:
    """By whose rights sources are judged in the session, now. Raises Refused (`may_not_act_for`, `unknown_person`)."""
    return acted_for(writer=writer, uid=written_for_in(row)) or writer


def written_for_in(row: EmissionSession) -> UUID | None:
    """Whom the session was opened for, if not for its writer itself."""
    return row.on_behalf_of.uid if row.on_behalf_of else None


@transaction.atomic
def _keep(row: EmissionSession, steps: Sequence[Step], at: datetime) -> None:
    add_steps(session=row, steps=steps, at=at)


def step_view(step: SessionStep) -> StepView:
    """All that is told of a step, wherever it is told."""
    query = json.loads(step.detail).get("query")
    return StepView(step.ordinal, StepKind(step.kind), step.at, step.subject, query)
