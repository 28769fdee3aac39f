"""What operations take and give. Amounts are exact fractions: nothing is rounded until a statement shows a rounding.

Texts are read as Decimal, which keeps how many decimals were written; computing in fractions needs no precision, no
rounding mode and no ambient context, so a third stays a third and no tie is made by rounding twice.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.units import PLAIN, Unit, is_money


@dataclass(frozen=True, slots=True)
class Number:
    """`amount` of `unit`."""

    amount: Fraction
    unit: Unit = PLAIN

    @property
    def in_base(self) -> Fraction:
        """The amount in the base unit of its dimension: what numbers are compared by."""
        return self.amount * self.unit.factor

    def to(self, unit: Unit, *, at: str = "") -> "Number":
        """The same quantity in another unit. Raises NotComputable (`units_differ`, `currencies_differ`)."""
        if unit.dimension != self.unit.dimension:
            both_money = is_money(unit) and is_money(self.unit)
            raise NotComputable("currencies_differ" if both_money else "units_differ", at=at)
        return Number(self.in_base / unit.factor, unit)


@dataclass(frozen=True, slots=True)
class Date:
    """A day of the Gregorian calendar."""

    day: date


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether `relation` (a name of relations.py) holds between the first input and the second."""

    relation: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Order:
    """The inputs in order; equal ones stand as they came."""

    values: tuple[Number | Date, ...]


Value = Number | Date | Text | Truth | Order
