"""Count, least, greatest and mean of the inputs."""

import unicodedata
from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction

from citeledger.core.operations.arithmetic import alike, total
from citeledger.core.operations.definitions import AnyOperation, Choices, Operation, Parameter
from citeledger.core.operations.reading import read_number, read_quantity, read_text
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.values import Date, Number, Text

Quantity = Number | Date
Rank = Fraction | date


def ranks(values: Sequence[Quantity]) -> Sequence[Rank]:
    """What values of one kind are ordered by. Raises NotComputable (`kinds_differ`, `units_differ`)."""
    days = [value.day for value in values if isinstance(value, Date)]
    if len(days) == len(values):
        return days
    if days:
        raise NotComputable("kinds_differ")
    return [number.amount for number in alike([value for value in values if isinstance(value, Number)])]


def count(texts: tuple[Text, ...], choices: Choices) -> Number:
    """How many inputs there are; where they must differ, how many different texts."""
    if not choices["distinct"]:
        return Number(Fraction(len(texts)))
    return Number(Fraction(len({_spaced_alike(source.text) for source in texts})))


def least(values: tuple[Quantity, ...], _: Choices) -> Quantity:
    return _picked(values, min)


def greatest(values: tuple[Quantity, ...], _: Choices) -> Quantity:
    return _picked(values, max)


def mean(numbers: tuple[Number, ...], choices: Choices) -> Number:
    """The arithmetic mean, in the unit of the first input."""
    everything = total(numbers, choices)
    return Number(everything.amount / len(numbers), everything.unit)


def _picked(values: tuple[Quantity, ...], pick: Callable[[Sequence[Rank]], Rank]) -> Quantity:
    found = ranks(values)
    return values[found.index(pick(found))]


def _spaced_alike(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


OPERATIONS: tuple[AnyOperation, ...] = (
    Operation(
        id="count/1",
        summary="how many inputs there are",
        takes="spans of any text",
        gives="number",
        read=read_text,
        run=count,
        parameters=(Parameter("distinct", (False, True), False),),
    ),
    Operation(
        id="min/1",
        summary="the smallest, or the earliest",
        takes="numbers of one dimension, or dates",
        gives="number or date",
        read=read_quantity,
        run=least,
        least=2,
    ),
    Operation(
        id="max/1",
        summary="the greatest, or the latest",
        takes="numbers of one dimension, or dates",
        gives="number or date",
        read=read_quantity,
        run=greatest,
        least=2,
    ),
    Operation(
        id="mean/1",
        summary="the arithmetic mean",
        takes="numbers of one dimension",
        gives="number",
        read=read_number,
        run=mean,
        least=2,
    ),
)
