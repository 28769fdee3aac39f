"""Numbers in a text, read strictly: sign, currency or unit, digits and separators as the language writes them.

Whatever is not understood is a refusal and never a smaller number: digits glued to anything else (``10-14``, ``v1.2``,
``3/4``, ``1e9``), numerals that are no digits (``½``, ``10²``), words that may multiply or measure.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from citeledger.core.operations import currencies, scales, units
from citeledger.core.operations.conventions import NARROW_SPACES, amounts, groups_with_spaces, known
from citeledger.core.operations.limits import MOST_DIGITS
from citeledger.core.operations.literals import Literal
from citeledger.core.operations.surroundings import refusal_around, stands_alone, word_follows
from citeledger.core.operations.units import PLAIN, Unit
from citeledger.core.operations.values import Number

_SEPARATORS = rf".,'’٫٬．，{NARROW_SPACES}"
_DIGITS: Final = re.compile(rf"\d+(?:[{_SEPARATORS}]\d+)*")
# With a space as a separator: only before three digits, after no more than three.
_SPACED_DIGITS: Final = re.compile(
    rf"(?<!\d)\d{{1,3}}(?: \d{{3}}(?!\d))+(?:[,.]\d+)?(?![{_SEPARATORS}]?\d)|{_DIGITS.pattern}"
)
_SIGN: Final = re.compile(r"[-−－+＋]")
_NOT_IN_A_WORD = r"(?<![^\W\d_])"
_CURRENCY_BEFORE: Final = re.compile(rf"{_NOT_IN_A_WORD}(?:{currencies.PATTERN})\Z")
_WHOLE = r"(?:(?<![^\W\d_])|(?![^\W\d_])|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]))"
_SCALE_AFTER: Final = re.compile(rf"\s*((?i:{scales.PATTERN})){_WHOLE}")
_UNIT_AFTER: Final = re.compile(rf"\s*(?:({currencies.PATTERN})|({units.PATTERN})){_WHOLE}")
_NARROW: Final = str.maketrans("％＄￥￡", "%$¥£")  # one for one, so that places stay


def number_literals(*, text: str, language: str) -> Iterator[Literal]:
    """Every number in the text (language: BCP 47, "" where unknown), and every numeral that is none, in text order."""
    narrow = text.translate(_NARROW)
    position = 0
    spaced = groups_with_spaces(language) or not known(language)
    for digits in (_SPACED_DIGITS if spaced else _DIGITS).finditer(narrow):
        yield from _numerals(narrow, position, digits.start())
        literal = _Reading(narrow, language, digits).literal()
        yield literal
        position = max(literal.end, digits.end())
    yield from _numerals(narrow, position, len(narrow))


def _numerals(text: str, start: int, end: int) -> Iterator[Literal]:
    """Numerals that are not decimal digits: fractions, superscripts, Roman and circled ones."""
    for place in range(start, end):
        if unicodedata.category(text[place]) in ("No", "Nl") and not _is_han_zero(text[place]):
            yield Literal(start=place, end=place + 1, refusal="not_a_number")


def _is_han_zero(sign: str) -> bool:
    return sign in "〇々"


@dataclass(frozen=True, slots=True)
class _Before:
    """What belongs to the number in front of its digits."""

    start: int
    signs: str
    currency: str


@dataclass(frozen=True, slots=True)
class _After:
    """What belongs to the number behind its digits."""

    end: int
    scale: str
    currency: str
    unit: str


class _Reading:
    """One stretch of digits with what belongs to it."""

    def __init__(self, text: str, language: str, digits: re.Match[str]) -> None:
        self._text, self._language, self._digits = text, language, digits.group()
        self._before, self._after = _before(text, digits.start()), _after(text, digits.end())
        self._currencies = [written for written in (self._before.currency, self._after.currency) if written]
        self._amounts = amounts(digits=self._digits, language=language)
        self._powers = self._powers_named()
        self._units = self._units_named()

    def literal(self) -> Literal:
        refusal = self._refusal()
        if refusal:
            return Literal(start=self._before.start, end=self._after.end, refusal=refusal)
        (amount,), (power,), (unit,) = self._amounts, self._powers, self._units
        scaled = Fraction(amount) * 10**power
        return Literal(
            start=self._before.start,
            end=self._after.end,
            value=Number(-scaled if self._is_negative() else scaled, unit),
            exponent=int(amount.as_tuple().exponent) + power,
            counts=self._is_bare() and word_follows(text=self._text, end=self._after.end),
        )

    def _refusal(self) -> str:
        """The first reason why this is no number one could compute with, or nothing."""
        start, end = self._before.start, self._after.end
        if sum(map(str.isdecimal, self._digits)) > MOST_DIGITS:
            return "too_many_digits"
        if not stands_alone(text=self._text, start=start, end=end):
            return "not_a_number"
        return self._doubt() or refusal_around(text=self._text, start=start, end=end, bare=self._is_bare())

    def _doubt(self) -> str:
        """Why the number has no reading, or more than one."""
        found = self._amounts
        if not found or len(self._before.signs) > 1 or (self._is_negative() and found == {0}):
            return "not_a_number"
        if len(found) > 1 or (" " in self._digits and not groups_with_spaces(self._language)):
            return "ambiguous_number"
        if len(self._powers) != 1:
            return "ambiguous_scale"
        return self._unit_doubt()

    def _unit_doubt(self) -> str:
        found = self._units
        if self._currencies and self._after.unit:
            return "not_a_number"
        if len(found) == 1:
            return ""
        if self._currencies:
            return "ambiguous_currency" if found else "currencies_differ"
        return "ambiguous_unit" if found else "unit_not_known"

    def _is_negative(self) -> bool:
        return self._before.signs in ("-", "−", "－")

    def _is_bare(self) -> bool:
        return not self._after.unit and not self._after.currency

    def _powers_named(self) -> frozenset[int]:
        if not self._after.scale:
            return frozenset({0})
        return scales.powers_named(written=self._after.scale, language=self._language)

    def _units_named(self) -> frozenset[Unit]:
        """What the number may be of. Two currency names, as in ``$5 CAD``, must leave one currency."""
        if not self._currencies:
            return units.units_named(self._after.unit) if self._after.unit else frozenset({PLAIN})
        found = [currencies.currencies_named(written=written, language="") for written in self._currencies]
        if len(found) == 1:
            found = [currencies.currencies_named(written=self._currencies[0], language=self._language)]
        return frozenset(map(units.money, frozenset.intersection(*found)))


def _before(text: str, start: int) -> _Before:
    """``€-5`` and ``-€5`` both: a sign may stand on the digits or on the currency."""
    start, inner = _sign_before(text, start)
    head = text[:start].rstrip()
    currency = _CURRENCY_BEFORE.search(head, max(0, len(head) - 8))
    if currency is None:
        return _Before(start, inner, "")
    start, outer = _sign_before(text, currency.start())
    return _Before(start, outer + inner, currency.group())


def _sign_before(text: str, start: int) -> tuple[int, str]:
    sign = _SIGN.match(text, start - 1) if start else None
    return (start - 1, sign.group()) if sign else (start, "")


def _after(text: str, end: int) -> _After:
    scale = _SCALE_AFTER.match(text, end)
    end = scale.end() if scale else end
    unit = _UNIT_AFTER.match(text, end)
    written = scale.group(1) if scale else ""
    if unit is None:
        return _After(end, written, "", "")
    return _After(unit.end(), written, unit.group(1) or "", unit.group(2) or "")
