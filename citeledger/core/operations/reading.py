"""One value from one span: the span must hold exactly one, and no digit beside it."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from citeledger.core.operations.dates import date_literals
from citeledger.core.operations.limits import LONGEST_INPUT
from citeledger.core.operations.literals import Literal, refuse_unreadable
from citeledger.core.operations.numbers import number_literals
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.values import Date, Number, Text

V = TypeVar("V", Number, Date)


@dataclass(frozen=True, slots=True)
class Input:
    """The exact text of one span, and the language of its document (BCP 47, "" where unknown)."""

    text: str
    language: str = ""


def read_number(source: Input, at: str) -> Number:
    """The only number of a span. Raises NotComputable."""
    return _only(number_literals(text=_readable(source, at), language=source.language), Number, at)[1]


def read_date(source: Input, at: str) -> Date:
    """The only date of a span, and no digit beside it. Raises NotComputable."""
    text = _readable(source, at)
    literal, day = _only(date_literals(text=text, language=source.language), Date, at)
    if any(map(str.isdecimal, text[: literal.start] + text[literal.end :])):
        raise NotComputable("several_values", at=at)
    return day


def read_quantity(source: Input, at: str) -> Number | Date:
    """A date where the span holds one or what looks like one, else a number. Raises NotComputable."""
    if any(date_literals(text=_readable(source, at), language=source.language)):
        return read_date(source, at)
    return read_number(source, at)


def read_text(source: Input, at: str) -> Text:
    """The words of a span, white space around them left off. Raises NotComputable."""
    text = _readable(source, at).strip()
    if not text:
        raise NotComputable("no_value", at=at)
    return Text(text)


def _readable(source: Input, at: str) -> str:
    refuse_unreadable(text=source.text, longest=LONGEST_INPUT, at=at)
    return unicodedata.normalize("NFC", source.text)


def _only(literals: Iterator[Literal], kind: type[V], at: str) -> tuple[Literal, V]:
    found = list(islice(literals, 2))
    if len(found) != 1:
        raise NotComputable("several_values" if found else "no_value", at=at)
    value = found[0].value
    if found[0].counts or not isinstance(value, kind):
        raise NotComputable(found[0].refusal or "unit_not_known", at=at)
    return found[0], value
