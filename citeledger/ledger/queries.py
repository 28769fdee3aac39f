"""Reading the ledger's rows. No rights are asked here: that is the evaluator's and the gate's business."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from citeledger.core import lineage
from citeledger.core.statements import AnswerKind, Basis, Context, Role
from citeledger.ledger.facts import AnswerRecord, SpanRecord, StatementRecord, StructureRecord
from citeledger.ledger.models import (
    Answer,
    AnswerContext,
    Citation,
    CitationDerived,
    CitationSpan,
    Closure,
    Span,
    Statement,
    StatementGround,
    StructureText,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRow:
    """A statement of an answer; `text` is None once the answer is erased."""

    answer_id: int
    ordinal: int
    position: int
    basis: Basis
    citation_id: int
    citation: UUID
    text: str | None


@dataclass(frozen=True, slots=True)
class SpanRow:
    """A span with the place it was cut from; code points, end exclusive. `exact` is None where content is gone."""

    id: int
    uid: UUID
    version_id: int
    version: UUID
    start: int
    end: int
    at: datetime
    exact: str | None

    def record(self) -> SpanRecord:
        """What the log's body is built from. The content must be there."""
        return SpanRecord(
            uid=self.uid, version=self.version, start=self.start, end=self.end, exact=self.exact or "", at=self.at
        )


def statements_of(*, answer_ids: Collection[int]) -> dict[int, tuple[StatementRow, ...]]:
    """The statements of each answer in order. One query; every answer asked for has its key."""
    rows = (
        Statement.objects.filter(answer__in=answer_ids)
        .order_by("answer_id", "ordinal")
        .values_list("answer_id", "ordinal", "position", "basis", "citations__id", "citations__uid", "content__text")
    )
    found: dict[int, list[StatementRow]] = {answer_id: [] for answer_id in answer_ids}
    for answer_id, ordinal, position, basis, citation_id, citation, text in rows:
        found[answer_id].append(
            StatementRow(
                answer_id=answer_id,
                ordinal=ordinal,
                position=position,
                basis=Basis(basis),
                citation_id=citation_id,
                citation=citation,
                text=text,
            )
        )
    return {answer_id: tuple(statements) for answer_id, statements in found.items()}


def structures_of(*, answer_ids: Collection[int]) -> dict[int, tuple[StructureRecord, ...]]:
    """The structure of each answer in order. One query; every answer asked for has its key."""
    found: dict[int, list[StructureRecord]] = {answer_id: [] for answer_id in answer_ids}
    for row in StructureText.objects.filter(answer__in=answer_ids).order_by("answer_id", "position"):
        found[row.answer_id].append(StructureRecord(position=row.position, role=Role(row.role), text=row.text))
    return {answer_id: tuple(structures) for answer_id, structures in found.items()}


def spans(*, span_ids: Collection[int]) -> dict[int, SpanRow]:
    """The spans with these ids and their exact characters. One query. Re-slice before showing (DESIGN rule 3)."""
    rows = Span.objects.filter(pk__in=span_ids).values_list(
        "id", "uid", "version_id", "version__uid", "start", "end", "at", "content__exact"
    )
    return {row[0]: SpanRow(*row) for row in rows}


def answer_records(*, answer_ids: Collection[int]) -> dict[int, AnswerRecord]:
    """Answers as recorded, for the log's body and its verification. Ten queries. Erased answers are left out."""
    statements, structures = statements_of(answer_ids=answer_ids), structures_of(answer_ids=answer_ids)
    contexts = {row.answer_id: row for row in AnswerContext.objects.filter(answer__in=answer_ids)}
    span_edges = _edge_uids(CitationSpan.objects.filter(answer__in=answer_ids), "span__uid")
    bound_edges = _edge_uids(CitationSpan.objects.filter(answer__in=answer_ids, as_of=True), "span__uid")
    derived_edges = _edge_uids(CitationDerived.objects.filter(answer__in=answer_ids), "derived__uid")
    grounds = grounds_of(answer_ids=answer_ids)
    return {
        answer_id: replace(
            skeleton,
            statements=tuple(
                replace(
                    _statement_record(row, spans=span_edges[row.citation_id], derived=derived_edges[row.citation_id]),
                    as_of=tuple(bound_edges[row.citation_id]),
                    ground=grounds.get(row.citation_id),
                )
                for row in statements[answer_id]
            ),
            structures=structures[answer_id],
            context=_context(contexts[answer_id]),
            withheld=contexts[answer_id].withheld,
        )
        for answer_id, skeleton in answer_skeletons(answer_ids=contexts).items()
    }


def grounds_of(*, answer_ids: Collection[int]) -> dict[int, str]:
    """The stored grounds of computed and absent statements, by the id of the statement's citation. One query."""
    rows = StatementGround.objects.filter(answer__in=answer_ids)
    return dict(rows.values_list("statement__citations__id", "body"))


def answer_skeletons(*, answer_ids: Collection[int]) -> dict[int, AnswerRecord]:
    """The records of answers without what they say: what stays of them after an erasure. Two queries."""
    statements = statements_of(answer_ids=answer_ids)
    return {
        answer.pk: AnswerRecord(
            uid=answer.uid,
            kind=AnswerKind(answer.kind),
            writer=answer.writer.uid,
            on_behalf_of=answer.on_behalf_of.uid if answer.on_behalf_of else None,
            at=answer.at,
            statements=tuple(_statement_record(row, spans=[], derived=[]) for row in statements[answer.pk]),
            structures=(),
            context=Context(),
        )
        for answer in Answer.objects.filter(pk__in=answer_ids).select_related("writer", "on_behalf_of")
    }


def _edge_uids(edges: QuerySet[CitationSpan] | QuerySet[CitationDerived], uid: str) -> defaultdict[int, list[UUID]]:
    found: defaultdict[int, list[UUID]] = defaultdict(list)
    for citation_id, source in edges.order_by("position").values_list("citation_id", uid):
        found[citation_id].append(source)
    return found


def _statement_record(row: StatementRow, *, spans: list[UUID], derived: list[UUID]) -> StatementRecord:
    return StatementRecord(
        ordinal=row.ordinal,
        position=row.position,
        basis=row.basis,
        text=row.text or "",
        citation=row.citation,
        spans=tuple(spans),
        derived=tuple(derived),
    )


def _context(row: AnswerContext) -> Context:
    return Context(
        agent=row.agent,
        model_version=row.model_version,
        run_id=row.run_id,
        question=row.question,
        surface=row.surface,
    )


_CLOSURE = ("span_ids", "bound_ids", "derived_ids", "absence_ids", "depth")


def _closure(
    span_ids: list[int], bound_ids: list[int], derived_ids: list[int], absence_ids: list[int], depth: int
) -> lineage.Closure:
    return lineage.Closure(
        spans=frozenset(span_ids),
        bound=frozenset(bound_ids),
        derived=frozenset(derived_ids),
        absences=frozenset(absence_ids),
        depth=depth,
    )


def closure_of(*, row: Closure) -> lineage.Closure:
    """What a stored row says."""
    return _closure(row.span_ids, row.bound_ids, row.derived_ids, row.absence_ids, row.depth)


def closures_of(*, text_id: int) -> dict[UUID, lineage.Closure | None]:
    """What each citation of a text rests on, None where that is not known any more. One query."""
    rows = Citation.objects.filter(statement__answer=text_id).values_list(
        "uid", *(f"closure__{name}" for name in _CLOSURE)
    )
    return {uid: None if span_ids is None else _closure(span_ids, *more) for uid, span_ids, *more in rows}


def text_closures(*, text_ids: Collection[int]) -> dict[int, lineage.Closure]:
    """What citing each of these texts takes. One query. A text with incomplete lineage has no entry."""
    rows = Citation.objects.filter(statement__answer__in=text_ids).values_list(
        "statement__answer_id", *(f"closure__{name}" for name in _CLOSURE)
    )
    parts: dict[int, list[lineage.Closure]] = defaultdict(list)
    incomplete = set()
    for text_id, span_ids, *more in rows.iterator(chunk_size=200):
        if span_ids is None:
            incomplete.add(text_id)
        else:
            parts[text_id].append(_closure(span_ids, *more))
    return {
        text_id: lineage.text_closure(text=text_id, citations=closures)
        for text_id, closures in parts.items()
        if text_id not in incomplete
    }


def edges_below(*, text_ids: Collection[int]) -> dict[int, lineage.Edges]:
    """Direct edges, by citation id, of these texts and of every text they rest on. Five queries per level."""
    found: dict[int, lineage.Edges] = {}
    level = frozenset(text_ids)
    seen: frozenset[int] = frozenset()
    while level:
        seen |= level
        edges = _edges_of(level)
        found |= edges
        level = frozenset().union(*(edge.derived for edge in edges.values())) - seen
    return found


def _edges_of(text_ids: Collection[int]) -> dict[int, lineage.Edges]:
    edges = CitationSpan.objects.filter(answer__in=text_ids)
    spans, bound = (_targets(edges.filter(as_of=as_of), "span_id") for as_of in (False, True))
    derived = _targets(CitationDerived.objects.filter(answer__in=text_ids), "derived_id")
    searched = StatementGround.objects.filter(answer__in=text_ids, snapshot__isnull=False)
    absences = set(searched.values_list("statement_id", flat=True))
    citations = Citation.objects.filter(statement__answer__in=text_ids)
    return {
        citation_id: lineage.Edges(
            text=text_id,
            spans=frozenset(spans[citation_id]),
            bound=frozenset(bound[citation_id]),
            derived=frozenset(derived[citation_id]),
            absences=frozenset({statement_id} & absences),
        )
        for citation_id, text_id, statement_id in citations.values_list("id", "statement__answer_id", "statement_id")
    }


def _targets(edges: QuerySet[CitationSpan] | QuerySet[CitationDerived], column: str) -> defaultdict[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for citation_id, target in edges.values_list("citation_id", column):
        found[citation_id].add(target)
    return found


def citations_resting_on(*, text_id: int) -> frozenset[int]:
    """Ids of all citations that rest on this text at any depth, found over direct edges. One query per level."""
    found: set[int] = set()
    level, seen = {text_id}, {text_id}
    while level:
        rows = CitationDerived.objects.filter(derived__in=level).values_list("citation_id", "answer_id")
        citation_ids, text_ids = zip(*rows, strict=True) if rows else ((), ())
        found.update(citation_ids)
        level = set(text_ids) - seen
        seen |= level
    return frozenset(found)
