"""Answers and derived texts: every source proved, then all recorded with its lineage (DESIGN rules 2 and 12)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import transaction

from citeledger.core.lineage import Closure
from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.core.spans import SpanError, prove
from citeledger.core.statements import AnswerKind, Basis, Context, Role, Segment, Structure
from citeledger.emission.absences import scopes_of, searched
from citeledger.emission.authority import GroundRule, refuse_programs_texts
from citeledger.emission.computing import cut_inputs, inputs_by_version, proved_computation
from citeledger.emission.found import UNKNOWN, closures_by_position, find_sources
from citeledger.emission.fused import refuse_fused
from citeledger.emission.proof import quoted_words
from citeledger.emission.shape import Placed, check_answer, placed_statements
from citeledger.emission.sieve import OnUnproved, Sieve, Withheld
from citeledger.emission.sources import CitableSpan, readable_spans, texts_of_versions
from citeledger.emission.writers import acted_for, identity_of
from citeledger.ledger.births import Sources, insert_answer
from citeledger.ledger.facts import AnswerRecord, StatementRecord, StructureRecord
from citeledger.ledger.grounds import written
from citeledger.ledger.locks import keep_lineage


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """The answer's uid and the uid of each statement's citation, in the order of the statements that were recorded."""

    uid: UUID
    citations: tuple[UUID, ...]
    withheld: tuple[Withheld, ...] = ()


def record_answer(
    *,
    writer: Principal,
    kind: AnswerKind,
    segments: Sequence[Segment],
    context: Context,
    on_behalf_of: UUID | None,
    at: datetime,
    on_unproved: OnUnproved = OnUnproved.REJECT,
) -> RecordedAnswer:
    """Record an answer or derived text with the lineage of every statement: all of it, or nothing.

    With `OnUnproved.DROP` what is refused about one statement withholds that statement, and is told beside the answer.
    The writer reads and may cite every span's document, and reads every derived text named; where it is written for
    somebody, which takes the right `act_for`, they do, and the writer need not. What those texts rest on travels in
    the closure and is asked of every viewer at every look, so nothing gains an audience here (rule 12).
    The number of queries does not grow with the answer (SQLite: inserts go in batches of 999 values), but for its
    absences, ABSENCES_PER_ANSWER at most: each takes six more. Raises
    Forbidden (a source may be read but not cited, or nobody is writing) and Refused with `at` addressing the segment:
    the codes of `emission.shape`, `unknown_source` (unknown, hidden, retired, withdrawn, erased),
    `not_contiguous_source`, `source_not_proved`, `lineage_too_deep`, `lineage_too_large`, `may_not_act_for`,
    `unknown_person`, `own_publication`, `runs_together`, `nothing_proved`.
    """
    return ready_to_record(
        writer=writer,
        kind=kind,
        segments=segments,
        context=context,
        on_behalf_of=on_behalf_of,
        at=at,
        on_unproved=on_unproved,
    )()


def ready_to_record(
    *,
    writer: Principal,
    kind: AnswerKind,
    segments: Sequence[Segment],
    context: Context,
    on_behalf_of: UUID | None,
    at: datetime,
    on_unproved: OnUnproved = OnUnproved.REJECT,
    minted: Collection[UUID] | None = None,
    refused: Mapping[int, Refused] = MappingProxyType({}),
) -> Callable[[], RecordedAnswer]:
    """`record_answer` in two steps: everything is proved here, only the call returned needs a transaction.

    `minted` are the spans that statements may rest on, if not any: a statement on another, known or not, meets
    `span_not_in_session`. `refused` is what was refused about statements already, by position. Both raise what
    `record_answer` raises.
    """
    sieve, placed = Sieve(on_unproved), dict(enumerate(segments))
    sieve.refuse(refused)
    check_answer(segments=placed, context=context, sieve=sieve)
    if minted is not None:
        _check_minted(statements=_left(placed, sieve), minted=minted, sieve=sieve)
    identity_of(writer)
    viewer = acted_for(writer=writer, uid=on_behalf_of) or writer
    found = find_sources(viewer=viewer, statements=placed_statements(placed), sieve=sieve)
    read = found.spans if viewer is writer else readable_spans(writer=writer, uids=found.spans)
    proved = prove_again(statements=_left(placed, sieve), spans=found.spans, read=read.keys(), sieve=sieve)
    left = placed | dict(searched(writer=writer, viewer=viewer, statements=proved, sieve=sieve))
    refuse_fused(segments=dict(kept_segments(left, sieve)), sieve=sieve)
    return partial(
        record_proved,
        writer=writer,
        kind=kind,
        segments=left,
        context=context,
        on_behalf_of=on_behalf_of,
        at=at,
        sieve=sieve,
    )


@transaction.atomic
def record_proved(
    *,
    writer: Principal,
    kind: AnswerKind,
    segments: Mapping[int, Segment],
    context: Context,
    on_behalf_of: UUID | None,
    at: datetime,
    sieve: Sieve,
    refuse_grounds: GroundRule = refuse_programs_texts,
) -> RecordedAnswer:
    """Record what `prove_again` proved: its texts are frozen, while rights, life and lineage are asked again.

    Everything that is recorded comes this way, so `refuse_grounds` is asked here: what may be no ground for this
    writer, however the text came (ADR 17).
    """
    author = identity_of(writer)
    person = acted_for(writer=writer, uid=on_behalf_of)
    keep_lineage()
    judged = _judged(writer, person or writer, segments, sieve, refuse_grounds)
    refuse_fused(segments=dict(kept_segments(segments, sieve)), sieve=sieve)
    statements = _left(segments, sieve)
    sieve.refuse_if_nothing_is_left(len(statements))
    record = AnswerRecord(
        uid=uuid4(),
        kind=kind,
        writer=author,
        on_behalf_of=on_behalf_of,
        at=at,
        statements=tuple(_statement_records(statements)),
        structures=tuple(_structure_records(segments, sieve)),
        context=context,
        withheld=len(sieve.withheld),
    )
    insert_answer(
        record=record,
        writer=writer,
        on_behalf_of=person,
        sources=judged.sources,
        closures=[judged.closures[placed.position] for placed in statements],
    )
    return RecordedAnswer(record.uid, tuple(each.citation for each in record.statements), sieve.withheld)


class _Judged(NamedTuple):
    """What the statements that are left rest on, and the closure of each by its position."""

    sources: Sources
    closures: Mapping[int, Closure]


def _judged(
    writer: Principal, viewer: Principal, segments: Mapping[int, Segment], sieve: Sieve, refuse_grounds: GroundRule
) -> _Judged:
    """Rights, life, grounds and lineage as they are now; what is refused of a statement goes through the sieve."""
    found = find_sources(viewer=viewer, statements=_left(segments, sieve), sieve=sieve)
    refuse_grounds(writer=writer, viewer=viewer, statements=_left(segments, sieve), found=found, sieve=sieve)
    scopes = scopes_of(writer=writer, viewer=viewer, statements=_left(segments, sieve), sieve=sieve)
    closures = closures_by_position(statements=_left(segments, sieve), found=found, sieve=sieve)
    spans = {uid: span.id for uid, span in found.spans.items()}
    return _Judged(Sources(spans=spans, derived=found.derived, scopes=scopes), closures)


def _check_minted(*, statements: Sequence[Placed], minted: Collection[UUID], sieve: Sieve) -> None:
    for placed in statements:
        with sieve.over(placed.position):
            for number, uid in enumerate(placed.statement.spans):
                if uid not in minted:
                    at = f"{placed.at}.spans.{number}"
                    raise Refused("span_not_in_session", "Mint the span in this session before you write on it.", at)


def _left(segments: Mapping[int, Segment], sieve: Sieve) -> list[Placed]:
    return [placed for placed in placed_statements(segments) if not sieve.withholds(placed.position)]


def prove_again(
    *, statements: Sequence[Placed], spans: Mapping[UUID, CitableSpan], read: Collection[UUID], sieve: Sieve
) -> list[Placed]:
    """Every span is cut from the stored text once more, every quote compared with it, every value worked out from it.

    `read` are the spans that the writer reads itself, and not only by the rights of whom it acts for. Returns the
    statements as they are to be recorded: what is quoted in the source's own words. Raises Refused:
    `source_not_proved`, `not_contiguous_source`, `unknown_source`, `statement_too_long`, those of `core.operations`.
    """
    words: dict[int, str] = {}
    inputs, cut = inputs_by_version(statements=statements, spans=spans), set[CitableSpan]()
    cited: defaultdict[int, list[tuple[Placed, CitableSpan]]] = defaultdict(list)
    for placed in statements:
        for uid in placed.statement.spans:
            cited[spans[uid].version_id].append((placed, spans[uid]))
    for version_id, text in texts_of_versions(version_ids=cited):
        for placed, span in cited.pop(version_id):
            with sieve.over(placed.position):
                words[placed.position] = _proved_words(placed=placed, span=span, text=text)
        cut |= cut_inputs(inputs=inputs.get(version_id, ()), text=text)
    for placed, _ in chain.from_iterable(cited.values()):  # erased since they were found
        with sieve.over(placed.position):
            raise Refused("unknown_source", UNKNOWN, placed.at)
    said = (placed.saying(words.get(placed.position, placed.statement.text)) for placed in statements)
    left = [placed for placed in said if not sieve.withholds(placed.position)]
    proved = []
    for placed in left:
        with sieve.over(placed.position):
            proved.append(proved_computation(placed=placed, spans=spans, cut=cut, read=read))
    return proved


def _proved_words(*, placed: Placed, span: CitableSpan, text: str) -> str:
    try:
        prove(text=text, start=span.start, end=span.end, exact=span.exact)
    except SpanError as error:
        raise Refused(
            "source_not_proved", "A stored source failed its proof; tell the operators.", placed.at
        ) from error
    if placed.statement.basis is not Basis.QUOTED:
        return placed.statement.text
    return quoted_words(placed=placed, text=text, start=span.start, end=span.end, media_type=span.media_type)


def _statement_records(statements: Sequence[Placed]) -> list[StatementRecord]:
    return [
        StatementRecord(
            ordinal=ordinal,
            position=placed.position,
            basis=placed.statement.basis,
            text=placed.statement.text,
            citation=uuid4(),
            spans=tuple(dict.fromkeys(placed.statement.spans)),
            derived=tuple(dict.fromkeys(placed.statement.derived_from)),
            ground=written(ground) if (ground := placed.statement.ground) else None,
            as_of=tuple(uid for uid in dict.fromkeys(placed.statement.spans) if uid in placed.statement.as_of),
        )
        for ordinal, placed in enumerate(statements)
    ]


def _structure_records(segments: Mapping[int, Segment], sieve: Sieve) -> list[StructureRecord]:
    return [
        StructureRecord(position=position, role=segment.role, text=segment.text)
        for position, segment in kept_segments(segments, sieve)
        if isinstance(segment, Structure)
    ]


def kept_segments(segments: Mapping[int, Segment], sieve: Sieve) -> Iterator[tuple[int, Segment]]:
    """What is not withheld; a list marker goes with the statement behind it."""
    for position, segment in segments.items():
        is_item = isinstance(segment, Structure) and segment.role is Role.LIST_MARKER
        if not sieve.withholds(position + 1 if is_item else position):
            yield position, segment
