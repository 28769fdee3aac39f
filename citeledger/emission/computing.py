"""Computed statements at the gate: the values are read from the cited spans, and the statement must say the result."""

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from citeledger.core.operations.agreement import DoesNotAgree, prove_agreement
from citeledger.core.operations.computing import compute
from citeledger.core.operations.reading import Input
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.values import Value
from citeledger.core.refusals import Refused
from citeledger.core.statements import Computation, ComputedInput
from citeledger.emission.shape import Placed
from citeledger.emission.sources import CitableSpan


def proved_computation(*, placed: Placed, spans: Mapping[UUID, CitableSpan]) -> Placed:
    """The statement with the languages its inputs were read in, once it says what they amount to. Raises Refused.

    `spans` have been cut from their texts again. The codes are those of `core.operations`.
    """
    said = placed.statement.computation
    if said is None:
        return placed
    resolved = replace(said, inputs=tuple(_resolved(each, spans) for each in said.inputs))
    value = _computed(resolved, spans, at=f"{placed.at}.computation")
    _agrees(placed.statement.text, resolved, value, at=f"{placed.at}.computation.value")
    return placed.computing(resolved)


def _resolved(given: ComputedInput, spans: Mapping[UUID, CitableSpan]) -> ComputedInput:
    return given if given.language is not None else replace(given, language=spans[given.span].language or "")


def _computed(said: Computation, spans: Mapping[UUID, CitableSpan], *, at: str) -> Value:
    inputs = [Input(spans[each.span].exact, each.language or "") for each in said.inputs]
    try:
        return compute(operation=said.operation, inputs=inputs, parameters=said.parameters)
    except NotComputable as refusal:
        raise Refused(refusal.code, refusal.detail, f"{at}.{refusal.at}" if refusal.at else at) from refusal


def _agrees(statement: str, said: Computation, value: Value, *, at: str) -> None:
    try:
        prove_agreement(statement=statement, claim=said.value, value=value, language=said.language)
    except DoesNotAgree as refusal:
        detail = f"{refusal.detail} ({refusal.because})" if refusal.because else refusal.detail
        raise Refused(refusal.code, detail, at) from refusal
