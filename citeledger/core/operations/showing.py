"""A value worked out, in the language of nobody: for the panel and for machines, never put into a statement."""

from fractions import Fraction
from typing import Final

from citeledger.core.operations.agreement import rounded
from citeledger.core.operations.values import Date, Number, Order, Text, Truth, Value

MOST_DECIMALS: Final = 12  # beyond them a value is shown rounded, and says so


def shown(value: Value) -> str:
    """With a point before decimals and no grouping, days as ISO 8601; what had to be rounded begins with ``≈``."""
    match value:
        case Number():
            return f"{_amount(value.amount)} {value.unit.name}".rstrip()
        case Date():
            return value.day.isoformat()
        case Text():
            return value.text
        case Truth():
            return f"{value.relation}: {'holds' if value.holds else 'does not hold'}"
        case Order():
            return " · ".join(map(shown, value.values))


def _amount(amount: Fraction) -> str:
    nearest = rounded(amount, -MOST_DECIMALS)
    whole, decimals = divmod(abs(int(nearest * 10**MOST_DECIMALS)), 10**MOST_DECIMALS)
    written = f"{whole}.{decimals:0{MOST_DECIMALS}d}".rstrip("0").rstrip(".")
    return ("" if nearest == amount else "≈ ") + ("-" if nearest < 0 else "") + written
