"""Shorthands of the tests of operations."""

from fractions import Fraction

import pytest

from citeledger.core.operations.computing import compute
from citeledger.core.operations.reading import Input, read_number
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.showing import shown
from citeledger.core.operations.units import PLAIN, UNITS, money
from citeledger.core.operations.values import Number, Value


def computed(operation: str, *texts: str, language: str = "", **parameters: object) -> Value:
    inputs = [Input(text, language) for text in texts]
    return compute(operation=operation, inputs=inputs, parameters=parameters)


def result(operation: str, *texts: str, language: str = "", **parameters: object) -> str:
    return shown(computed(operation, *texts, language=language, **parameters))


def refusal(operation: str, *texts: str, language: str = "", **parameters: object) -> tuple[str, str]:
    """The code and the address of a refusal."""
    with pytest.raises(NotComputable) as refused:
        computed(operation, *texts, language=language, **parameters)
    assert refused.value.detail
    return refused.value.code, refused.value.at


def number(text: str, language: str = "") -> Number:
    return read_number(Input(text, language), "inputs.0")


def number_refusal(text: str, language: str = "") -> str:
    with pytest.raises(NotComputable) as refused:
        number(text, language)
    return refused.value.code


def of(amount: str | int, unit: str = "") -> Number:
    """An amount of a unit of the table, or of a currency by its code."""
    known = PLAIN if not unit else UNITS.get(unit) or money(unit)
    return Number(Fraction(amount), known)
