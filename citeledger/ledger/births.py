"""Writing spans and answers that passed the gate. Called by `emission` alone, inside its transaction."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from acl.services import grant_answer_to_writer
from citeledger.core.lineage import ITSELF
from citeledger.core.lineage import Closure as Lineage
from citeledger.core.principals import Principal
from citeledger.documents.services.outbox import owe_again
from citeledger.ledger.facts import (
    ANSWER_RECORDED,
    SPAN_MINTED,
    AnswerRecord,
    SpanRecord,
    StatementRecord,
    describe_answer,
    describe_span,
)
from citeledger.ledger.models import (
    Answer,
    AnswerContext,
    Citation,
    CitationDerived,
    CitationSpan,
    Closure,
    Span,
    SpanText,
    Statement,
    StatementGround,
    StatementText,
    StructureText,
)
from citeledger.log.services import Fact, append, append_all

_ATTEMPTS = 5  # each lost race leaves fewer spans to insert; more than a few in a row is no race


class Place(NamedTuple):
    """Where a span lies: version id, start and end in code points, end exclusive. Unique in the ledger."""

    version_id: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ProvedSpan:
    place: Place
    version: UUID
    exact: str


class Searched(NamedTuple):
    """The snapshot an absence searched, and the ids of the versions in it."""

    snapshot_id: int
    version_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sources:
    """Inside ids of the sources an answer names; `scopes` by the position of the absence that searched one."""

    spans: Mapping[UUID, int]
    derived: Mapping[UUID, int]
    scopes: Mapping[int, Searched] = field(default_factory=dict)


def insert_spans(*, proved: Sequence[ProvedSpan], writer: Principal, at: datetime) -> dict[Place, UUID]:
    """The uid of the span at each place; spans that are not there yet are inserted and logged.

    Two writers may mint the same place at once: the loser's insert fails inside a savepoint and it reads the
    winner's span. Inserts go in place order, so that writers of the same places wait instead of deadlocking.
    """
    wanted = {span.place: span for span in proved}
    for attempt in range(1, _ATTEMPTS + 1):
        known = _stored_uids(wanted)
        missing = [wanted[place] for place in sorted(wanted.keys() - known.keys())]
        try:
            with transaction.atomic():
                return known | _insert_missing(proved=missing, writer=writer, at=at)
        except IntegrityError:
            if attempt == _ATTEMPTS:
                raise
    raise AssertionError  # the last attempt returns or raises


def _stored_uids(places: Collection[Place]) -> dict[Place, UUID]:
    # One index condition per column finds a few places too many, instead of one OR branch for each place.
    rows = Span.objects.filter(
        version__in={place.version_id for place in places},
        start__in={place.start for place in places},
        end__in={place.end for place in places},
    )
    found = {Place(*row[:3]): row[3] for row in rows.values_list("version_id", "start", "end", "uid")}
    return {place: found[place] for place in places if place in found}


def _insert_missing(*, proved: Sequence[ProvedSpan], writer: Principal, at: datetime) -> dict[Place, UUID]:
    records = [
        SpanRecord(
            uid=uuid4(), version=span.version, start=span.place.start, end=span.place.end, exact=span.exact, at=at
        )
        for span in proved
    ]
    rows = Span.objects.bulk_create(
        Span(uid=record.uid, version_id=span.place.version_id, start=record.start, end=record.end, at=at)
        for span, record in zip(proved, records, strict=True)
    )
    SpanText.objects.bulk_create(
        SpanText(span=row, exact=record.exact) for row, record in zip(rows, records, strict=True)
    )
    append_all(
        facts=[Fact(kind=SPAN_MINTED, subject=record.uid, body=describe_span(record)) for record in records],
        actor=writer,
        at=at,
    )
    owe_again(cited={span.place.version_id for span in proved}, at=at)
    return {span.place: record.uid for span, record in zip(proved, records, strict=True)}


def insert_answer(
    *,
    record: AnswerRecord,
    writer: Principal,
    on_behalf_of: Principal | None,
    sources: Sources,
    closures: Sequence[Lineage],
) -> None:
    """Write an answer with its lineage, rights and log entry. `closures` are in the order of the statements."""
    answer = Answer.objects.create(
        uid=record.uid,
        kind=record.kind.value,
        writer_id=writer.id,  # type: ignore[misc]  # the gate let no anonymous writer in
        on_behalf_of_id=on_behalf_of.id if on_behalf_of else None,
        at=record.at,
    )
    _insert_texts(answer=answer, record=record)
    citations = _insert_statements(answer=answer, record=record, sources=sources)
    _insert_edges(answer=answer, record=record, citations=citations, sources=sources)
    _insert_closures(citations=citations, closures=closures)
    if sources.scopes:
        owe_again(cited={id_ for scope in sources.scopes.values() for id_ in scope.version_ids}, at=record.at)
    grant_answer_to_writer(writer=writer, on_behalf_of=record.on_behalf_of, answer=record.uid)
    append(kind=ANSWER_RECORDED, actor=writer, subject=record.uid, body=describe_answer(record), at=record.at)


def _insert_texts(*, answer: Answer, record: AnswerRecord) -> None:
    context = record.context
    AnswerContext.objects.create(
        answer=answer,
        agent=context.agent,
        model_version=context.model_version,
        run_id=context.run_id,
        question=context.question,
        surface=context.surface,
        withheld=record.withheld,
    )
    StructureText.objects.bulk_create(
        StructureText(answer=answer, position=structure.position, role=structure.role.value, text=structure.text)
        for structure in record.structures
    )


def _insert_statements(*, answer: Answer, record: AnswerRecord, sources: Sources) -> list[Citation]:
    statements = Statement.objects.bulk_create(
        Statement(answer=answer, ordinal=each.ordinal, position=each.position, basis=each.basis.value)
        for each in record.statements
    )
    pairs = list(zip(statements, record.statements, strict=True))
    StatementText.objects.bulk_create(
        StatementText(statement=row, answer=answer, text=each.text) for row, each in pairs
    )
    StatementGround.objects.bulk_create(
        StatementGround(statement=row, answer=answer, snapshot_id=_snapshot(each, sources), body=each.ground)
        for row, each in pairs
        if each.ground is not None
    )
    return Citation.objects.bulk_create(Citation(uid=each.citation, statement=row, at=record.at) for row, each in pairs)


def _snapshot(statement: StatementRecord, sources: Sources) -> int | None:
    scope = sources.scopes.get(statement.position)
    return scope.snapshot_id if scope else None


def _insert_edges(*, answer: Answer, record: AnswerRecord, citations: Sequence[Citation], sources: Sources) -> None:
    pairs = list(zip(citations, record.statements, strict=True))
    CitationSpan.objects.bulk_create(
        CitationSpan(
            citation=citation,
            answer=answer,
            position=position,
            span_id=sources.spans[uid],
            as_of=uid in statement.as_of,
        )
        for citation, statement in pairs
        for position, uid in enumerate(statement.spans)
    )
    CitationDerived.objects.bulk_create(
        CitationDerived(citation=citation, answer=answer, position=position, derived_id=sources.derived[uid])
        for citation, statement in pairs
        for position, uid in enumerate(statement.derived)
    )


def _insert_closures(*, citations: Sequence[Citation], closures: Sequence[Lineage]) -> None:
    Closure.objects.bulk_create(
        closure_row(citation_id=citation.pk, closure=_born(closure, statement_id=citation.statement_id))
        for citation, closure in zip(citations, closures, strict=True)
    )


def _born(closure: Lineage, *, statement_id: int) -> Lineage:
    """The closure now that the citation's own statement has an id."""
    absences = frozenset(statement_id if id_ == ITSELF else id_ for id_ in closure.absences)
    return replace(closure, absences=absences)


def closure_row(*, citation_id: int, closure: Lineage) -> Closure:
    """The row that holds this closure; not saved."""
    return Closure(
        citation_id=citation_id,
        span_ids=closure.spans,
        bound_ids=closure.bound,
        derived_ids=closure.derived,
        absence_ids=closure.absences,
        depth=closure.depth,
    )
