"""Computed statements at the gate: the values are read from the cited spans, and the statement must say the result."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from citeledger.core.operations.agreement import DoesNotAgree, prove_agreement
from citeledger.core.operations.computing import compute
from citeledger.core.operations.contradictions import contradiction
from citeledger.core.operations.limits import LONGEST_INPUT
from citeledger.core.operations.multiplied import is_multiplied
from citeledger.core.operations.other_values import refuse_other_values
from citeledger.core.operations.reading import Input
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.reversals import refuse_reversals
from citeledger.core.operations.showing import shown
from citeledger.core.operations.values import Text, Truth, Value
from citeledger.core.quotation.quoting import is_whole
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.refusals import Refused
from citeledger.core.statements import Computation, ComputedInput
from citeledger.documents.metadata import UNDETERMINED
from citeledger.emission.shape import Placed
from citeledger.emission.sources import CitableSpan

_HOW_TO_NAME: Final = "nothing says the language of the statement: name it in 'language' (BCP 47, 'en')"


def inputs_by_version(
    *, statements: Sequence[Placed], spans: Mapping[UUID, CitableSpan]
) -> Mapping[int, Collection[CitableSpan]]:
    """The spans that values are read from, each once, by the ids of their versions."""
    inputs = defaultdict(set)
    for placed in statements:
        said = placed.statement.computation
        for each in said.inputs if said else ():
            inputs[spans[each.span].version_id].add(spans[each.span])
    return inputs


def cut_inputs(*, inputs: Collection[CitableSpan], text: str) -> set[CitableSpan]:
    """Those that are a part of a word or number of `text`, or a number without its sign or scale: no values.

    What is longer than an input may be is refused for that.
    """
    return {span for span in inputs if len(span.exact) <= LONGEST_INPUT and _is_cut(span, text)}


def _is_cut(span: CitableSpan, text: str) -> bool:
    place: Any = {"text": text, "start": span.start, "end": span.end, "normalizer": normalizer_for(span.media_type)}
    return not is_whole(**place) or is_multiplied(**place)


def proved_computation(
    *, placed: Placed, spans: Mapping[UUID, CitableSpan], cut: Collection[CitableSpan], read: Collection[UUID]
) -> Placed:
    """The statement with the languages it and its inputs are read in, once it says what they amount to. Raises Refused.

    `spans` have been cut from their texts again; `cut` are what `cut_inputs` gives; `read` are those the writer reads
    itself: who does not read every input is not told what they amount to. The codes are those of `core.operations`,
    `input_cut` and `language_contradicts_document`.
    """
    said = placed.statement.computation
    if said is None:
        return placed
    _refuse_cut(said, spans, cut, at=f"{placed.at}.computation")
    resolved = replace(said, inputs=tuple(_resolved(each, spans) for each in said.inputs))
    value = _computed(resolved, spans, at=f"{placed.at}.computation")
    _refuse_contradictions(resolved, spans, read, at=f"{placed.at}.computation")
    if isinstance(value, Truth) and not resolved.language:
        resolved = replace(resolved, language=_language_of_inputs(resolved))
    told = _told(value) if all(each.span in read for each in said.inputs) else ""
    inputs, at = _inputs(resolved, spans), f"{placed.at}.computation.value"
    _agrees(placed.statement.text, resolved, inputs, value, at=at, told=told)
    return placed.computing(resolved)


def _refuse_contradictions(
    said: Computation, spans: Mapping[UUID, CitableSpan], read: Collection[UUID], *, at: str
) -> None:
    """A writer may decide what the document's language leaves open, and not read its numbers as another writes them."""
    for number, (each, source) in enumerate(zip(said.inputs, _inputs(said, spans), strict=True)):
        own = _language_of(spans[each.span])
        found = contradiction(operation=said.operation, source=source, of_document=own)
        if found:
            told = f"{shown(found[0])} in {own}, {shown(found[1])} in {source.language or 'any'}"
            raise Refused(
                "language_contradicts_document",
                f"The document is in {own}, which reads another value here: leave 'language' out.",
                f"{at}.inputs.{number}.language",
                worked_out=told if each.span in read else "",
            )


def _language_of_inputs(said: Computation) -> str:
    """The one language of all inputs, "" where there is none. It decides how a phrase is read, and never a number:
    a statement on German sources may write 1.500 as English does."""
    found = {(each.language or "").partition("-")[0].casefold() for each in said.inputs}
    return found.pop() if len(found) == 1 else ""


def _told(value: Value) -> str:
    """Values; the words of a source are in no refusal."""
    return "" if isinstance(value, Text) else shown(value)


def _refuse_cut(said: Computation, spans: Mapping[UUID, CitableSpan], cut: Collection[CitableSpan], *, at: str) -> None:
    for number, each in enumerate(said.inputs):
        if spans[each.span] in cut:
            raise Refused(
                "input_cut",
                "Cite all of the value: every digit, with its sign and what multiplies it (million).",
                f"{at}.inputs.{number}",
            )


def _resolved(given: ComputedInput, spans: Mapping[UUID, CitableSpan]) -> ComputedInput:
    return given if given.language is not None else replace(given, language=_language_of(spans[given.span]))


def _language_of(span: CitableSpan) -> str:
    """Of its document; "" where nobody said one."""
    return span.language if span.language and span.language != UNDETERMINED else ""


def _inputs(said: Computation, spans: Mapping[UUID, CitableSpan]) -> list[Input]:
    return [Input(spans[each.span].exact, each.language or "") for each in said.inputs]


def _computed(said: Computation, spans: Mapping[UUID, CitableSpan], *, at: str) -> Value:
    try:
        return compute(operation=said.operation, inputs=_inputs(said, spans), parameters=said.parameters)
    except NotComputable as refusal:
        raise Refused(refusal.code, refusal.detail, f"{at}.{refusal.at}" if refusal.at else at) from refusal


def _agrees(statement: str, said: Computation, inputs: list[Input], value: Value, *, at: str, told: str) -> None:
    try:
        prove_agreement(statement=statement, claim=said.value, value=value, language=said.language)
        refuse_other_values(statement=statement, claim=said.value, inputs=inputs, language=said.language)
        refuse_reversals(
            statement=statement,
            claim=said.value,
            operation=said.operation,
            parameters=said.parameters,
            language=said.language,
        )
    except DoesNotAgree as refusal:
        detail = _in_words(refusal)
        if refusal.because.startswith("ambiguous_") and not said.language:
            detail += f"; {_HOW_TO_NAME}"
        raise Refused(refusal.code, detail, at, worked_out=told) from refusal


def _in_words(refusal: DoesNotAgree) -> str:
    detail = f"{refusal.detail} ({refusal.because})" if refusal.because else refusal.detail
    return f"{detail}: {refusal.written}" if refusal.written else detail
