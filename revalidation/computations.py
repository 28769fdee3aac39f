"""How a computed statement was worked out: for its panel, for who may read all inputs, from proved places alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from citeledger.core.operations.computing import compute
from citeledger.core.operations.reading import Input
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.registry import operation_of
from citeledger.core.operations.showing import shown
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.statements import Computation
from citeledger.ledger.grounds import DamagedGround, read
from citeledger.ledger.models import Span, StatementGround
from revalidation.history import SpanHistory
from revalidation.mismatches import Met, met
from revalidation.passages import PassageNotProved, SourceTexts


@dataclass(frozen=True, slots=True)
class ComputedFrom:
    """An input as it was cited, and as it is now: None where its place in the current text is not confirmed."""

    document: UUID
    title: str
    then: str
    now: str | None
    as_of: bool


@dataclass(frozen=True, slots=True)
class Computed:
    """`value` is the exact result from the places cited; `value_now` from where all of them are confirmed to stand now.

    Both are in the language of nobody (`core.operations.showing`), and never what the statement says. None where a
    place is not confirmed, or what stands there cannot be computed with.
    """

    operation: str
    summary: str
    parameters: Mapping[str, str | bool]
    inputs: tuple[ComputedFrom, ...]
    value: str
    value_now: str | None


def computed(
    *, citation_id: int, texts: SourceTexts, past: Mapping[int, SpanHistory], bound_ids: Sequence[int]
) -> Computed | None:
    """The computation behind a citation; None where it has none. Two queries for a computed one.

    Only after the fold, for who may read everything. Raises PassageNotProved where it no longer gives a result.
    """
    if texts.basis != "computed":
        return None
    statement_id, said = _said(citation_id)
    ids = dict(Span.objects.filter(uid__in={each.span for each in said.inputs}).values_list("uid", "id"))
    try:
        inputs = tuple(_input(ids[each.span], texts, past, bound_ids) for each in said.inputs)
        value = _value(said, [each.then for each in inputs])
        summary = operation_of(said.operation).summary
    except (KeyError, NotComputable) as broken:
        met(record=Met.GROUND, name=statement_id)
        raise PassageNotProved from broken
    return Computed(said.operation, summary, said.parameters, inputs, value, _value_now(said, inputs))


def _said(citation_id: int) -> tuple[int, Computation]:
    row = StatementGround.objects.filter(statement__citations=citation_id).first()
    if row is None:  # erased since the facts were read
        raise PassageNotProved
    try:
        said = read(row.body)
    except DamagedGround as damaged:
        met(record=Met.GROUND, name=row.pk)
        raise PassageNotProved from damaged
    if not isinstance(said, Computation):
        raise PassageNotProved
    return row.pk, said


def _input(span_id: int, texts: SourceTexts, past: Mapping[int, SpanHistory], bound_ids: Sequence[int]) -> ComputedFrom:
    source, as_of = texts.sources[span_id], span_id in bound_ids
    now = source.cited.text if as_of else _confirmed(texts, past[span_id], span_id)
    return ComputedFrom(source.document, source.title, source.cited.text, now, as_of)


def _confirmed(texts: SourceTexts, past: SpanHistory, span_id: int) -> str | None:
    """The words at its place in the current text, where that is the passage itself and not the nearest to it."""
    if not OutcomeKind(past.outcome).is_current:
        return None
    passage = texts.sources[span_id].passage_in_head(past.start, past.end)
    return passage.text if passage else None


def _value(said: Computation, inputs: Sequence[str]) -> str:
    read_as = [Input(text, each.language or "") for text, each in zip(inputs, said.inputs, strict=True)]
    return shown(compute(operation=said.operation, inputs=read_as, parameters=said.parameters))


def _value_now(said: Computation, inputs: Sequence[ComputedFrom]) -> str | None:
    now = [each.now for each in inputs if each.now is not None]
    if len(now) < len(inputs):
        return None
    try:
        return _value(said, now)
    except NotComputable:
        return None
