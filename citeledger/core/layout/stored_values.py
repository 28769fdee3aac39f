"""Whether two cells hold one stored value and only their formats differ: 5000 and 5,000.00, 1 May 2026 and 2026-05-01.

A format that says something else is another statement: a rounding that shows another number, a percent sign, a
currency, a unit, leading zeros, a date without its day.
"""

import re
from decimal import Decimal
from typing import NamedTuple

# What stands before a number, its digits as formats group them, what stands behind. Leading zeros make a code.
_SHOWN = re.compile(r"([^\d.,]*)((?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*|0)?(?:\.\d+)?(?:E[-+]\d{1,3})?)(\D*)")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d")
_BELOW_ZERO = "−"


class Stored(NamedTuple):
    """A cell's stored value (a number as decimal text, a moment in ISO 8601 as far as it is shown; empty where there
    is none) and what the cell shows.
    """

    value: str
    shown: str


def differ_in_format(was: Stored, now: Stored) -> bool:
    """Whether both hold the same value and what they show says the same of it."""
    if not was.value or was.value != now.value:
        return False
    if _MOMENT.match(was.value):
        return True
    said = _said(was.shown)
    return said is not None and said == _said(now.shown)


def _said(shown: str) -> tuple[str, Decimal, str] | None:
    """The number a cell shows, with the sign and the words before it and the words behind; None where it is no number.

    Brackets around a number are a minus before it. How many decimals are shown matters only where they are no zeros.
    """
    found = _SHOWN.fullmatch("".join(shown.split()))
    if not found or not found[2]:
        return None
    before, digits, behind = found.groups()
    if "(" in before and ")" in behind:
        before, behind = before.replace("(", _BELOW_ZERO, 1), behind.replace(")", "", 1)
    before = before.replace("-", _BELOW_ZERO)
    return before, Decimal(digits.replace(",", "")), behind
