"""What else a computed statement says in numbers and dates: only what its inputs say, beside what it claims.

A statement whose claim is right may still say wrong what the claim rests on: that a period fell by 16 days from 90 to
74, worked out from 30 and 14. So every number and date beside the claim must be one that an input holds or the claim
says. Asked at birth alone: a recorded statement keeps the rules it was recorded by.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from citeledger.core.operations.agreement import DoesNotAgree, places, touching
from citeledger.core.operations.dates import date_literals
from citeledger.core.operations.literals import Literal
from citeledger.core.operations.numbers import number_literals
from citeledger.core.operations.reading import Input
from citeledger.core.operations.units import PLAIN
from citeledger.core.operations.values import Date, Number

_JOINING: Final = re.compile(r"(?<=\w)[-\u2010\u2011](?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class _Said:
    """A number or date as written; where it has no one reading, `refusal` says why and `value` is None."""

    start: int
    end: int
    written: str
    value: Number | Date | None
    refusal: str


def refuse_other_values(*, statement: str, claim: str, inputs: Sequence[Input], language: str) -> None:
    """Raises DoesNotAgree (`other_value`, naming it) where a number or date is neither an input's nor the claim's.

    To be asked of a statement that agrees (`prove_agreement`, the same arguments), with inputs that were computed with.
    """
    text, part = (unicodedata.normalize("NFC", written) for written in (statement, claim))
    claimed, said = tuple(places(text, part)), tuple(_said(text, language))
    is_claimed = {each: _is_within(each, claimed) for each in said}
    known = [each for each in said if is_claimed[each]]
    known += [each for source in inputs for each in _said(unicodedata.normalize("NFC", source.text), source.language)]
    known = list({(each.written, each.value, each.refusal): each for each in known}.values())
    for each in said:
        if not is_claimed[each] and not any(_says(each, one) for one in known):
            raise DoesNotAgree("other_value", written=each.written)


def _is_within(said: _Said, claimed: Sequence[tuple[int, int]]) -> bool:
    """Whether one of these places, all of one length and in text order, holds it: the last that begins before it."""
    at = bisect_right(claimed, said.start, key=_start) - 1
    return at >= 0 and said.end <= claimed[at][1]


def _start(place: tuple[int, int]) -> int:
    return place[0]


def _said(text: str, language: str) -> Iterator[_Said]:
    """Dates, and the numbers that are no part of one. The 14-day period is read as 14 days."""
    apart = _JOINING.sub(" ", text)
    days = tuple(date_literals(text=apart, language=language))
    yield from (_as_said(text, day) for day in days)
    for number in number_literals(text=apart, language=language):
        if not touching(days, (number.start, number.end)):
            yield _as_said(text, number)


def _as_said(text: str, literal: Literal) -> _Said:
    return _Said(literal.start, literal.end, text[literal.start : literal.end], literal.value, literal.refusal)


def _says(said: _Said, known: _Said) -> bool:
    """Whether it is the value, its unit left out or another of its dimension; unread, it must be written alike.

    Alike with what was read it may only be where a language decides: the 30 of v30 is not the 30 that was read.
    """
    if said.value is None:
        is_of_a_language = said.refusal.startswith("ambiguous_")
        return said.written == known.written and (is_of_a_language or said.refusal == known.refusal)
    if isinstance(said.value, Number) and isinstance(known.value, Number):
        return _is_amount(said.value, known.value)
    return said.value == known.value


def _is_amount(said: Number, known: Number) -> bool:
    if said.unit == PLAIN and said.amount == known.amount:
        return True
    return said.unit.dimension == known.unit.dimension and said.in_base == known.in_base
