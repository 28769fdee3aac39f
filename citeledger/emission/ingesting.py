"""Text that existed before enters as a provider's response whose request carried the documents, and in no other way.

What its citations prove is minted, and recorded if asked for, through the gate like any other answer. The rest is told
of, and withheld from what is recorded: it cannot be cited, and nothing turns it into a statement with sources.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Final
from uuid import UUID, uuid4

from django.db import transaction

from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.core.statements import AnswerKind, Context, Role, Segment, Statement, Structure
from citeledger.emission.fused import refuse_fused
from citeledger.emission.minting import insert_proved
from citeledger.emission.models import EmissionSession
from citeledger.emission.provider_responses import ReadResponse, ReadStatement
from citeledger.emission.recording import kept_segments, record_proved
from citeledger.emission.sessions import answering, keep_emitted, keep_minted, open_now, written_for_in
from citeledger.emission.shape import check_answer
from citeledger.emission.sieve import OnUnproved, Sieve
from citeledger.ledger.births import Place
from citeledger.ledger.locks import keep_lineage

_SEGMENT: Final = re.compile(r"segments\.(\d+)[\w.]*")
_SLOTS: Final = 3
_REASONS_TOLD: Final = 20


@dataclass(frozen=True, slots=True)
class Recording:
    """That the proved statements are to be recorded as an answer, and what becomes of the others."""

    context: Context = field(default_factory=Context)
    on_unproved: OnUnproved = OnUnproved.DROP


@dataclass(frozen=True, slots=True)
class TakenIn:
    """The spans by their places; and, where it was recorded, the answer, and by the numbers of the statements the
    citations of those that are in it and the codes of those that are withheld."""

    spans: Mapping[Place, UUID]
    answer: UUID | None = None
    citations: Mapping[int, UUID] = field(default_factory=dict)
    withheld: Mapping[int, str] = field(default_factory=dict)


def ready_to_take_in(
    *,
    writer: Principal,
    read: ReadResponse,
    session: UUID | None = None,
    recording: Recording | None = None,
    at: datetime,
) -> Callable[[], TakenIn]:
    """Mint what a response proved and, with `recording`, record the statements on it; in a session, as its steps.

    `read` is what `read_response` made for the same people: in a session that is for somebody, it is they whose rights
    count. Everything is checked here, only the call returned needs a transaction, and asks rights again. Both raise
    NotFound (a session that is not the writer's, or closed; a version that went), Forbidden and Refused:
    `may_not_act_for`, `unknown_person`, `nothing_proved`, and with `OnUnproved.REJECT` what `record_answer` refuses, by
    the number of the statement (`statements.3`).
    """
    row = open_now(writer, session, at) if session else None
    if row and recording:
        recording = replace(recording, context=answering(row, recording.context))
    sieve = _sieve(read, recording) if recording else None
    return partial(_take_in, writer=writer, read=read, session=row, recording=recording, sieve=sieve, at=at)


def _sieve(read: ReadResponse, recording: Recording) -> Sieve:
    """Holds what the shape of the answer alone withholds."""
    sieve = Sieve(recording.on_unproved)
    if not any(statement.places for statement in read.statements):
        raise Refused("nothing_proved", _why_nothing(read), "response")
    unborn = {span.place: uuid4() for span in read.proved}
    segments = _segments(read, unborn)
    with _addressed():
        check_answer(segments=segments, context=recording.context, sieve=sieve)
        refuse_fused(segments=dict(kept_segments(segments, sieve)), sieve=sieve)
    return sieve


def _why_nothing(read: ReadResponse) -> str:
    told = "; ".join(f"{each.at}: {each.code}" for each in read.rejections[:_REASONS_TOLD])
    why = told or "Nothing in the response cites a place in a document of the request"
    return f"No statement rests on a proved passage. {why}. Send it without 'record' for the whole report."


@transaction.atomic
def _take_in(
    *,
    writer: Principal,
    read: ReadResponse,
    session: EmissionSession | None,
    recording: Recording | None,
    sieve: Sieve | None,
    at: datetime,
) -> TakenIn:
    if recording:
        keep_lineage()
    person = written_for_in(session) if session else None
    spans = insert_proved(writer=writer, proved=read.proved, on_behalf_of=person, at=at)
    if session and spans:
        keep_minted(session, spans.values(), at)
    if not (recording and sieve):
        return TakenIn(spans)
    return _recorded(writer=writer, read=read, spans=spans, session=session, recording=recording, sieve=sieve, at=at)


def _recorded(
    *,
    writer: Principal,
    read: ReadResponse,
    spans: Mapping[Place, UUID],
    session: EmissionSession | None,
    recording: Recording,
    sieve: Sieve,
    at: datetime,
) -> TakenIn:
    with _addressed():
        recorded = record_proved(
            writer=writer,
            kind=AnswerKind.ANSWER,
            segments=_segments(read, spans),
            context=recording.context,
            on_behalf_of=written_for_in(session) if session else None,
            at=at,
            sieve=sieve,
        )
    if session:
        keep_emitted(writer, session, recorded, at)
    withheld = {_number(each.at): each.code for each in recorded.withheld}
    kept = [number for number in range(len(read.statements)) if number not in withheld]
    return TakenIn(spans, recorded.uid, dict(zip(kept, recorded.citations, strict=True)), withheld)


def _segments(read: ReadResponse, spans: Mapping[Place, UUID]) -> dict[int, Segment]:
    """Of each statement, at `_SLOTS` times its number: a break in front of it, the mark of a list item, itself."""
    segments: dict[int, Segment] = {}
    for number, statement in enumerate(read.statements):
        segments[_SLOTS * number + 2] = _statement(statement, spans)
    proved = _proved(read.statements)
    for before, number in pairwise(proved):
        if gap := _gap(read, before, number):
            segments[_SLOTS * number] = Structure(Role.BREAK, gap)
        if (item := read.statements[before].behind.item) and number == before + 1:
            segments[_SLOTS * number + 1] = Structure(Role.LIST_MARKER, item)
    if proved and (marks := read.statements[proved[-1]].behind.marks):
        segments[_SLOTS * (proved[-1] + 1)] = Structure(Role.BREAK, marks)
    return dict(sorted(segments.items()))


def _statement(read: ReadStatement, spans: Mapping[Place, UUID]) -> Statement:
    return Statement(read.words, read.basis, spans=tuple(spans[place] for place in read.places))


def _proved(statements: Sequence[ReadStatement]) -> list[int]:
    return [number for number, statement in enumerate(statements) if statement.places]


def _gap(read: ReadResponse, before: int, number: int) -> str:
    """What stands between two statements that are recorded, as a break; some space where words between them are not."""
    left, right = read.statements[before], read.statements[number]
    text = read.text[right.start : right.end]
    gap = left.behind.joined(text[: len(text) - len(text.lstrip())])
    is_apart = gap[len(left.behind.marks) :] or number == before + 1
    return gap if is_apart else f"{gap} "


@contextmanager
def _addressed() -> Iterator[None]:
    """Of a statement is told by its number, of the answer as of the response."""
    try:
        yield
    except Refused as refusal:
        detail, at = (_SEGMENT.sub(_as_statement, said) for said in (refusal.detail, refusal.at))
        raise Refused(refusal.code, detail, "response" if at == "segments" else at) from refusal


def _as_statement(address: re.Match[str]) -> str:
    return f"statements.{_number(address[0])}"


def _number(at: str) -> int:
    """The number of the statement that an address of `_segments` is of."""
    found = _SEGMENT.match(at)
    if found is None:
        raise ValueError("Not the address of a segment.")
    return int(found[1]) // _SLOTS
