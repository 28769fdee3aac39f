"""Hand-offs: one agent gives another a text, and the other cannot make more of it than it is (DESIGN rule 12).

The envelope carries the words past the ledger, so nothing is believed that it says: whoever takes it over gets what the
ledger holds, resolved for them, as a derived text that rests on the sender's. Every reason against is one refusal.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from acl.queries import Holder, can_on_answer, can_read_answer, not_named_on_answers, principal_with_uid
from acl.rights import Right
from acl.services import grant_answer
from citeledger.core.envelopes import BadEnvelope, Envelope, HandedSegment, Json, opened, sealed
from citeledger.core.headings import bare_headings
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Role, Segment, Statement, Structure
from citeledger.emission.authority import refuse_nothing
from citeledger.emission.envelope_keys import current_key, known_keys
from citeledger.emission.fused import fused
from citeledger.emission.hand_off_facts import (
    ANSWER_HANDED_OVER,
    HAND_OFF_TAKEN,
    describe_hand_off,
    describe_receipt,
)
from citeledger.emission.models import HandOff, HandOffReceipt
from citeledger.emission.readable import readable_citations
from citeledger.emission.recorded import proved_record
from citeledger.emission.recording import record_proved
from citeledger.emission.sieve import Sieve
from citeledger.emission.writers import identity_of
from citeledger.ledger.facts import AnswerRecord, StatementRecord, StructureRecord
from citeledger.ledger.locks import keep_lineage
from citeledger.ledger.models import Answer
from citeledger.ledger.queries import closures_of
from citeledger.log.services import append

LASTS: Final = timedelta(hours=24)
"""How long an envelope may be taken over."""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """The text that was recorded, its citations in order, and how many statements the receiver may not read."""

    uid: UUID
    citations: tuple[UUID, ...]
    left_out: int


@transaction.atomic
def hand_over(*, sender: Principal, answer: UUID, to: UUID, at: datetime) -> UUID:
    """Hand an answer or derived text that the sender manages to somebody, who may read it from now on.

    Returns the uid of the hand-off; `envelope` is what to give them. What the text rests on stays as restricted as it
    is. Raises NotFound, Forbidden (read, not managed) and Refused (`unknown_receiver`).
    """
    # The right first: asked in this order, hidden and unknown cost the same statements (threat T39).
    if not can_on_answer(principal=sender, right=Right.MANAGE, answer=answer):
        raise Forbidden if can_read_answer(principal=sender, answer=answer) else NotFound
    receiver = principal_with_uid(uid=to)
    if receiver is None:
        raise Refused("unknown_receiver", "Nobody active has this uid.", "to")
    grant_answer(actor=sender, answer=answer, right=Right.READ, holder=Holder("user", receiver.name), at=at)
    row = HandOff.objects.create(
        answer=Answer.objects.get(uid=answer),
        sender_id=sender.id,  # type: ignore[misc]  # nobody manages anonymously
        receiver_id=receiver.id,
        at=at,
        expires_at=at + LASTS,
    )
    append(kind=ANSWER_HANDED_OVER, actor=sender, subject=row.uid, body=describe_hand_off(row), at=at)
    return row.uid


def handed_answer(*, sender: Principal, hand_off: UUID) -> UUID:
    """The answer that the sender handed over. Raises NotFound for hand-offs of others."""
    return _sent(sender, hand_off).answer.uid


def unshared(*, sender: Principal, hand_off: UUID) -> tuple[UUID, ...]:
    """Texts of the sender's that the handed one rests on, at any depth, and that nobody granted the receiver by name.

    Until they may read those, what the receiver makes of the text is `unavailable` to them. Said is only what the
    sender sees in the grants of texts they manage; nothing of documents, of texts of others, or of groups that have
    members. Raises NotFound.
    """
    row = _sent(sender, hand_off)
    closures = closures_of(text_id=row.answer_id).values()
    below = frozenset[int]().union(*(closure.derived for closure in closures if closure))
    return not_named_on_answers(viewer=sender, answers=below, reader=row.receiver.uid)


def envelope(*, sender: Principal, hand_off: UUID, segments: Sequence[HandedSegment]) -> dict[str, Json]:
    """The signed envelope of a hand-off of the sender's, with the words given. Raises NotFound."""
    row = _sent(sender, hand_off)
    handed = Envelope(
        uid=row.uid,
        answer=row.answer.uid,
        sender=row.sender.uid,
        receiver=row.receiver.uid,
        issued_at=row.at,
        expires_at=row.expires_at,
        segments=tuple(segments),
    )
    return sealed(envelope=handed, key=current_key())


def _sent(sender: Principal, hand_off: UUID) -> HandOff:
    rows = HandOff.objects.select_related("answer", "sender", "receiver")
    row = rows.filter(uid=hand_off, sender_id=sender.id).first() if sender.id is not None else None
    if row is None:
        raise NotFound
    return row


def take_over(*, receiver: Principal, envelope: object, at: datetime) -> TakenOver:
    """Record what an envelope hands to the receiver as a derived text of theirs that rests on the sender's text.

    Everything is resolved anew: the stored statements that the receiver may read now, whatever the envelope says.
    Raises Forbidden (nobody is writing) and Refused: `envelope_refused` for an envelope that is made up, altered, for
    somebody else, too late or taken over already, or of which the receiver may read nothing; `source_not_proved`, and
    `lineage_too_deep` or `lineage_too_large`, which the receiver hears only of what they may read.
    """
    return ready_to_take_over(receiver=receiver, envelope=envelope, at=at)()


def ready_to_take_over(*, receiver: Principal, envelope: object, at: datetime) -> Callable[[], TakenOver]:
    """`take_over` in two steps: everything is proved here, only the call returned needs a transaction.

    Both raise what `take_over` raises.
    """
    identity_of(receiver)
    hand_off = _opened(envelope)
    handed = _handed(receiver=receiver, hand_off=hand_off, at=at)
    record = proved_record(answer_id=handed.answer_id)
    segments = _segments(record, handed.readable)
    left_out = len(record.statements) - sum(isinstance(each, Statement) for each in segments.values())
    return partial(
        _take_over,
        receiver=receiver,
        hand_off=hand_off,
        handed=handed,
        segments=segments,
        left_out=left_out,
        at=at,
    )


@dataclass(frozen=True, slots=True)
class _Handed:
    """A hand-off that stands: its id, that of its answer, and the citations of it that the receiver may read now."""

    id: int
    answer_id: int
    readable: frozenset[UUID]


def _opened(envelope: object) -> UUID:
    """The uid in the envelope, or one that nobody has: what is asked of the database does not tell which."""
    try:
        return opened(envelope=envelope, keys=known_keys())
    except BadEnvelope:
        return uuid4()


def _handed(*, receiver: Principal, hand_off: UUID, at: datetime) -> _Handed:
    """Asks the same of the database whatever the reason against."""
    open_ = HandOff.objects.filter(uid=hand_off, receiver_id=receiver.id, expires_at__gt=at, receipt=None)
    id_, answer_id = open_.values_list("id", "answer_id").first() or (0, 0)  # no row has this id
    readable = readable_citations(reader=receiver, text_id=answer_id)
    if not readable:
        raise _refused()
    return _Handed(id_, answer_id, readable)


def _refused() -> Refused:
    return Refused("envelope_refused", "This envelope is not yours to take over, now.", "envelope")


@transaction.atomic
def _take_over(
    *,
    receiver: Principal,
    hand_off: UUID,
    handed: _Handed,
    segments: Mapping[int, Segment],
    left_out: int,
    at: datetime,
) -> TakenOver:
    keep_lineage()
    # All asked again: it may have been taken over, erased or hidden while its record was proved.
    if _handed(receiver=receiver, hand_off=hand_off, at=at) != handed:
        raise _refused()
    recorded = record_proved(
        writer=receiver,
        kind=AnswerKind.HAND_OFF,
        segments=segments,
        context=Context(),
        on_behalf_of=None,
        at=at,
        sieve=Sieve(),
        refuse_grounds=refuse_nothing,
    )
    _write_receipt(receiver=receiver, handed=handed, at=at)
    return TakenOver(recorded.uid, recorded.citations, left_out)


def _write_receipt(*, receiver: Principal, handed: _Handed, at: datetime) -> None:
    """The key of the receipt decides between two who take over at the same moment, whatever both have read."""
    try:
        row = HandOffReceipt.objects.create(hand_off_id=handed.id, at=at)
    except IntegrityError:
        raise _refused() from None
    append(kind=HAND_OFF_TAKEN, actor=receiver, subject=row.hand_off.uid, body=describe_receipt(row), at=at)


def _segments(record: AnswerRecord, readable: Collection[UUID]) -> dict[int, Segment]:
    """What is handed on, by position; each statement rests on the whole text of the sender. No heading without one."""
    parts: list[StatementRecord | StructureRecord] = sorted(
        (*record.statements, *record.structures), key=lambda part: part.position
    )
    left_out = {each.position for each in record.statements if each.citation not in readable}
    bare = bare_headings([_outlined(part, left_out) for part in parts])
    kept: dict[int, Segment] = {}
    for place, part in enumerate(parts):
        match part:
            case StatementRecord() if part.position not in left_out:
                kept[part.position] = Statement(part.text, Basis.PARAPHRASED, derived_from=(record.uid,))
            case StructureRecord(role=Role.LIST_MARKER) if part.position + 1 in left_out:
                pass
            case StructureRecord() if place not in bare:
                kept[part.position] = Structure(part.role, part.text)
    for position in tuple(fused({each.position: _as_said(each) for each in parts if each.position in kept})):
        del kept[position]  # what is left out held it apart from its neighbour
    return kept


def _as_said(part: StatementRecord | StructureRecord) -> Segment:
    return Statement(part.text, part.basis) if isinstance(part, StatementRecord) else Structure(part.role, part.text)


def _outlined(part: StatementRecord | StructureRecord, left_out: Collection[int]) -> str | bool:
    if isinstance(part, StatementRecord):
        return part.position not in left_out
    return part.text if part.role is Role.HEADING else False
