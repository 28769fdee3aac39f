"""Sum, difference, product, quotient, ratio, percentage change, conversion: exact, and never across dimensions."""

from collections.abc import Sequence
from fractions import Fraction

from citeledger.core.operations.definitions import AnyOperation, Choices, Operation, Parameter
from citeledger.core.operations.reading import read_number
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.units import PERCENT, PLAIN, POINTS, UNITS
from citeledger.core.operations.values import Number


def alike(numbers: Sequence[Number]) -> list[Number]:
    """All in the unit of the first. Raises NotComputable at the first of another dimension."""
    return [number.to(numbers[0].unit, at=f"inputs.{place}") for place, number in enumerate(numbers)]


def total(numbers: tuple[Number, ...], _: Choices) -> Number:
    """In the unit of the first input."""
    return Number(sum((number.amount for number in alike(numbers)), Fraction()), numbers[0].unit)


def difference(numbers: tuple[Number, ...], _: Choices) -> Number:
    """The first less the second. Two percentages differ by percentage points."""
    first, second = alike(numbers)
    if first.unit.dimension == PERCENT.dimension:
        return Number(first.in_base - second.in_base, POINTS)
    return Number(first.amount - second.amount, first.unit)


def product(numbers: tuple[Number, ...], _: Choices) -> Number:
    """At most one factor has a unit, which the result has; a percentage counts as so many hundredths."""
    amount, unit = Fraction(1), PLAIN
    for place, number in enumerate(map(_hundredths, numbers)):
        if number.unit != PLAIN and unit != PLAIN:
            raise NotComputable("unit_not_plain", at=f"inputs.{place}")
        amount *= number.amount
        unit = unit if number.unit == PLAIN else number.unit
    return Number(amount, unit)


def quotient(numbers: tuple[Number, ...], _: Choices) -> Number:
    """The first by the second, which has no unit."""
    dividend, divisor = numbers
    if divisor.unit != PLAIN:
        raise NotComputable("unit_not_plain", at="inputs.1")
    return Number(_divided(dividend.amount, divisor.amount), dividend.unit)


def ratio(numbers: tuple[Number, ...], choices: Choices) -> Number:
    """The first by the second, of one dimension: a plain number, or as a percentage."""
    first, second = alike(numbers)
    parts = _divided(first.amount, second.amount)
    return Number(parts * 100, PERCENT) if choices["as"] == "percent" else Number(parts)


def percentage_change(numbers: tuple[Number, ...], choices: Choices) -> Number:
    """From the first to the second, in per cent of the first; as a decrease, a fall counts as positive."""
    old, new = alike(numbers)
    if old.amount <= 0:
        raise NotComputable("base_not_positive", at="inputs.0")
    change = (new.amount - old.amount) / old.amount * 100
    return Number(-change if choices["as"] == "decrease" else change, PERCENT)


def conversion(numbers: tuple[Number, ...], choices: Choices) -> Number:
    """The same quantity in another unit of its dimension."""
    return numbers[0].to(UNITS[str(choices["unit"])], at="inputs.0")


def _hundredths(number: Number) -> Number:
    return Number(number.in_base / 100) if number.unit.dimension == PERCENT.dimension else number


def _divided(dividend: Fraction, divisor: Fraction) -> Fraction:
    if divisor == 0:
        raise NotComputable("division_by_zero", at="inputs.1")
    return dividend / divisor


OPERATIONS: tuple[AnyOperation, ...] = (
    Operation(
        id="sum/1",
        summary="all inputs together",
        takes="numbers of one dimension",
        gives="number",
        read=read_number,
        run=total,
        least=2,
    ),
    Operation(
        id="difference/1",
        summary="the first less the second",
        takes="numbers of one dimension",
        gives="number",
        read=read_number,
        run=difference,
        least=2,
        most=2,
    ),
    Operation(
        id="product/1",
        summary="all inputs multiplied",
        takes="numbers, at most one with a unit; percentages as hundredths",
        gives="number",
        read=read_number,
        run=product,
        least=2,
        most=10,
    ),
    Operation(
        id="quotient/1",
        summary="the first by the second",
        takes="a number, and a number without a unit",
        gives="number",
        read=read_number,
        run=quotient,
        least=2,
        most=2,
    ),
    Operation(
        id="ratio/1",
        summary="how much the first is of the second",
        takes="numbers of one dimension",
        gives="number",
        read=read_number,
        run=ratio,
        least=2,
        most=2,
        parameters=(Parameter("as", ("number", "percent"), "number"),),
    ),
    Operation(
        id="percentage_change/1",
        summary="the change from the first to the second in per cent of the first",
        takes="numbers of one dimension, the first above zero",
        gives="number",
        read=read_number,
        run=percentage_change,
        least=2,
        most=2,
        parameters=(Parameter("as", ("change", "increase", "decrease"), "change"),),
    ),
    Operation(
        id="conversion/1",
        summary="the input in another unit",
        takes="a number with a unit",
        gives="number",
        read=read_number,
        run=conversion,
        most=1,
        parameters=(Parameter("unit", tuple(UNITS)),),
    ),
)
