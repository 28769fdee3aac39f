"""Whether a statement says the value that was worked out. The gate asks this before it records a computed statement.

The writer says which part of the statement is the claim. The claim is read by the readers that read the sources, must
be a whole value where it stands in the statement (3 is not in 30, nor 17 in "17 million"), and must be the value.

Rounding is what the statement shows: a claim with n decimals must be the exact value rounded to n decimals, halves away
from zero, as readers round by hand and spreadsheets do; then a half has one answer whoever checks it, which rounding
to even would not give to a reader. Cutting decimals off is no rounding. Words like "about" allow nothing more.
"""

import math
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from citeledger.core.operations.dates import date_literals
from citeledger.core.operations.limits import LONGEST_RESULT
from citeledger.core.operations.literals import Literal, refuse_unreadable
from citeledger.core.operations.numbers import number_literals
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.relations import denial_in, has_phrases, relations_said
from citeledger.core.operations.values import Date, Number, Order, Text, Truth, Value

CODES: Final = {
    "claim_not_in_statement": "the claim does not stand in the statement, character for character",
    "claim_not_whole": "where the claim stands in the statement it is part of something longer, or no value",
    "claim_unreadable": "the claim is not one value of the kind the operation gives",
    "unit_not_agreed": "the claim has another unit or currency than the value worked out",
    "value_not_agreed": "the claim is not the value worked out, rounded as the claim shows",
    "other_value": "the statement says a number or date that is neither the claim nor the value of an input",
    "value_denied": "a word beside the claim denies it, bounds it, leaves it open, says the opposite of the operation, "
    "or is written with letters of another script: say the value plainly, and the rest in another statement",
    "language_not_named": "only signs (<, ≥, ...) are read, as nothing says the language of the statement: name it in "
    "'language' (BCP 47, 'en')",
    "language_without_phrases": "no phrases of a relation are known in the statement's language: say it with a sign",
    "relation_not_understood": "the claim is not the only phrase or sign of a relation (docs/computed.md lists them), "
    "or another word denies it",
    "relation_not_agreed": "the claim says another relation than the one compared, or the relation does not hold",
}


@dataclass(eq=False)  # not frozen: an exception that passes through a context manager gets its traceback set
class DoesNotAgree(Exception):
    """The statement does not say the value, or says another beside it.

    `code` is one of CODES; `because` a code of reading, where one is known; `written` what else it says.
    """

    code: str
    because: str = ""
    written: str = ""

    @property
    def detail(self) -> str:
        return CODES[self.code]


def prove_agreement(*, statement: str, claim: str, value: Value, language: str) -> None:
    """Prove that `claim`, a part of `statement` (language: BCP 47), says `value`. Raises DoesNotAgree.

    What is claimed of a comparison is the phrase of its relation; of an order all its values, one after the other.
    """
    text, part = (unicodedata.normalize("NFC", written) for written in (statement, claim))
    _refuse_unreadable(text)
    found = tuple(places(text, part))
    if not found:
        raise DoesNotAgree("claim_not_in_statement")
    match value:
        case Number() | Date():
            _prove_sequence(text, found, (value,), language)
        case Order():
            _prove_sequence(text, found, value.values, language)
        case Text():
            _prove_text(text, found, value)
        case Truth():
            _prove_relation(text, found, value, language)


def rounded(amount: Fraction, exponent: int) -> Fraction:
    """To a multiple of ten to the `exponent`, halves away from zero."""
    step = Fraction(10) ** exponent
    steps = math.floor(abs(amount) / step + Fraction(1, 2)) * step
    return -steps if amount < 0 else steps


def _refuse_unreadable(statement: str) -> None:
    try:
        refuse_unreadable(text=statement, longest=LONGEST_RESULT)
    except NotComputable as refusal:
        raise DoesNotAgree("claim_unreadable", refusal.code) from None


def places(statement: str, claim: str) -> Iterator[tuple[int, int]]:
    """Every place of the claim in the statement; none of an empty or padded one."""
    start = statement.find(claim) if claim and claim == claim.strip() else -1
    while start >= 0:
        yield start, start + len(claim)
        start = statement.find(claim, start + 1)


def _prove_sequence(
    statement: str, places: tuple[tuple[int, int], ...], values: tuple[Number | Date, ...], language: str
) -> None:
    """One place suffices whose literals are the values and fill the claim from its first character to its last."""
    dated = all(isinstance(value, Date) for value in values)
    literals = (_dates if dated else _numbers)(statement, language)
    whole = [found for place in places if (found := _filling(literals, place))]
    if not whole:
        raise DoesNotAgree("claim_not_whole", _refusal_at(literals, places))
    for found in whole:
        _prove_values(found, values)


def _dates(statement: str, language: str) -> tuple[Literal, ...]:
    return tuple(date_literals(text=statement, language=language))


def _numbers(statement: str, language: str) -> tuple[Literal, ...]:
    """The numbers of a statement; the 14 of 14 June 2026 is none."""
    dates = _dates(statement, language)
    found = tuple(number_literals(text=statement, language=language))
    within = {literal for day in dates for literal in touching(found, (day.start, day.end))}
    return tuple(replace(literal, refusal="not_a_number") if literal in within else literal for literal in found)


def _filling(literals: tuple[Literal, ...], place: tuple[int, int]) -> tuple[Literal, ...]:
    """The literals of a place, if none is cut by its edges and none in it is unreadable."""
    found = touching(literals, place)
    if not found or (found[0].start, found[-1].end) != place or any(literal.refusal for literal in found):
        return ()
    return found


def touching(literals: tuple[Literal, ...], place: tuple[int, int]) -> tuple[Literal, ...]:
    """Those of which anything stands in a place. They come in text order, and none within another one."""
    start, end = place
    return literals[bisect_right(literals, start, key=_end) : bisect_left(literals, end, key=_start)]


def _start(literal: Literal) -> int:
    return literal.start


def _end(literal: Literal) -> int:
    return literal.end


def _refusal_at(literals: tuple[Literal, ...], places: tuple[tuple[int, int], ...]) -> str:
    """Why a literal at one of the places is unreadable, where that is the reason."""
    there = (literal for place in places for literal in touching(literals, place))
    return next((literal.refusal for literal in there if literal.refusal), "")


def _prove_values(found: tuple[Literal, ...], values: tuple[Number | Date, ...]) -> None:
    if len(found) != len(values):
        raise DoesNotAgree("claim_unreadable", "several_values")
    for literal, value in zip(found, values, strict=True):
        if isinstance(literal.value, Number) and isinstance(value, Number):
            _prove_number(literal.value, literal.exponent, value)
        elif literal.value != value:
            raise DoesNotAgree("value_not_agreed")


def _prove_number(claimed: Number, exponent: int, value: Number) -> None:
    """In the unit of the claim: 16 days are also 2.3 weeks, and 2 weeks are not 16 days."""
    if claimed.unit.dimension != value.unit.dimension:
        raise DoesNotAgree("unit_not_agreed")
    if rounded(value.to(claimed.unit).amount, exponent) != claimed.amount:
        raise DoesNotAgree("value_not_agreed")


def _prove_text(statement: str, places: tuple[tuple[int, int], ...], value: Text) -> None:
    """Character for character, and no letter or digit written onto its ends."""
    start, end = places[0]
    if statement[start:end] != unicodedata.normalize("NFC", value.text):
        raise DoesNotAgree("value_not_agreed")
    if not any(_is_apart(statement, place) for place in places):
        raise DoesNotAgree("claim_not_whole")


def _is_apart(statement: str, place: tuple[int, int]) -> bool:
    """Whether no word goes on over the edges."""
    start, end = place
    before, after = statement[max(0, start - 1) : start + 1], statement[end - 1 : end + 1]
    return not any(len(edge) == 2 and edge.replace("_", "a").isalnum() for edge in (before, after))


def _prove_relation(statement: str, places: tuple[tuple[int, int], ...], value: Truth, language: str) -> None:
    """The claim must be the only relation the statement says, and be the one that was found to hold."""
    said = relations_said(statement=statement, language=language)
    if not (said or has_phrases(language)):
        raise DoesNotAgree("language_without_phrases" if language else "language_not_named")
    if len(said) != 1 or said[0][:2] not in places:
        raise DoesNotAgree("relation_not_understood")
    start, end, relation = said[0]
    if denial_in(f"{statement[:start]} {statement[end:]}") is not None:
        raise DoesNotAgree("relation_not_understood")
    if relation != value.relation or not value.holds:
        raise DoesNotAgree("relation_not_agreed")
