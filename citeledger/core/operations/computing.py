"""The one call: read every input, compute, give the exact value or refuse."""

from collections.abc import Mapping, Sequence

from citeledger.core.operations.definitions import AnyOperation
from citeledger.core.operations.reading import Input
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.registry import operation_of
from citeledger.core.operations.values import Value


def compute(*, operation: str, inputs: Sequence[Input], parameters: Mapping[str, object] | None = None) -> Value:
    """Work out an operation (``difference/1``) from the texts of spans, in their order.

    A pure function of its arguments: locale, time zone and decimal context of the process change nothing. Raises
    NotComputable, and nothing else, for whatever is not strictly understood.
    """
    defined = operation_of(operation)
    choices = defined.choices(parameters or {})
    _refuse_other_numbers_of_inputs(defined, len(inputs))
    values = tuple(defined.read(source, f"inputs.{place}") for place, source in enumerate(inputs))
    return defined.run(values, choices)


def _refuse_other_numbers_of_inputs(defined: AnyOperation, given: int) -> None:
    if not defined.least <= given <= defined.most:
        allowed = str(defined.least) if defined.least == defined.most else f"{defined.least} to {defined.most}"
        raise NotComputable("wrong_number_of_inputs", f"{defined.id} takes {allowed} inputs", at="inputs")
