"""Days in a text, read strictly. Whether 03/04/2026 is in March or April the language decides, or nobody.

Gregorian (ISO 8601) years of four digits. In languages that also count years otherwise no date is read: 2018 is a year
of two calendars in Ethiopia.
"""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from citeledger.core.operations.literals import Literal
from citeledger.core.operations.months import PATTERN as MONTHS
from citeledger.core.operations.months import months_named
from citeledger.core.operations.surroundings import stands_alone
from citeledger.core.operations.values import Date

_BEFORE_CHRIST: Final = re.compile(r"\s*(?:b\.?\s?c\b|v\.\s?chr\b|av\.\s?j|a\.\s?c\b|bce\b|до н)", re.IGNORECASE)
_OTHER_CALENDARS: Final = frozenset({"am", "ckb", "dv", "fa", "mzn", "ne", "ps", "th", "ti"})
_MONTH_FIRST: Final = frozenset({"en-us"})
_DAY_FIRST_LANGUAGES = (
    "ar bg ca cs da de el es et fi fr gl he hi hr id is it lt lv nb nl nn no pl pt ro ru sk sl sr sv tr uk vi "
    "en-au en-gb en-ie en-in en-nz"
)
_DAY_FIRST: Final = frozenset(_DAY_FIRST_LANGUAGES.split())
_UNDECIDED: Final = frozenset({"es-us", "es-pr", "es-pa", "fr-ca"})


def _spelled(number: int) -> tuple[str, str, str]:
    """Patterns of a day, a month by name and a year, in groups of their own."""
    name = rf"(?P<name{number}>(?:{MONTHS})(?![^\W\d_]))\.?"
    return rf"(?P<day{number}>\d{{1,2}})", name, rf"(?P<year{number}>\d{{2,}})"


def _pattern() -> re.Pattern[str]:
    numeric = r"(?<!\d)(?P<a>\d+)\s?(?P<sign>[-/.])\s?(?P<b>\d+)\s?(?P=sign)\s?(?P<c>\d+)"
    east_asian = r"(?P<a2>\d{4})\s?[年년]\s?(?P<b2>\d{1,2})\s?[月월]\s?(?P<c2>\d{1,2})\s?[日号號일]"
    day, name, year = _spelled(1)
    day_first = rf"{day}(?:\.|st|nd|rd|th|er|[ºª°])?\s+(?:(?:de|of|d['’])\s+)?{name},?\s+(?:del?\s+)?{year}"
    day, name, year = _spelled(2)
    month_first = rf"{name}\s+{day}(?:st|nd|rd|th)?,?\s+{year}"
    return re.compile(f"{numeric}|{east_asian}|{day_first}|{month_first}", re.IGNORECASE)


_DATE: Final = _pattern()


def date_literals(*, text: str, language: str) -> Iterator[Literal]:
    """Every date in the text (language: BCP 47, "" where unknown), and what only looks like one, in text order."""
    for match in _DATE.finditer(text):
        yield _literal(match, language)


def _literal(match: re.Match[str], language: str) -> Literal:
    start, end = match.span()
    if not stands_alone(text=match.string, start=start, end=end):
        return Literal(start=start, end=end, refusal="no_value")
    if _BEFORE_CHRIST.match(match.string, end):
        return Literal(start=start, end=end, refusal="no_such_date")
    refusal, days = _days(match, language)
    if refusal or len(days) > 1:
        return Literal(start=start, end=end, refusal=refusal or "ambiguous_date")
    return Literal(start=start, end=end, value=Date(days.pop()))


def _days(match: re.Match[str], language: str) -> tuple[str, set[date]]:
    """A refusal, or every day the match may mean."""
    if language.casefold().partition("-")[0] in _OTHER_CALENDARS:
        return "calendar_unknown", set()
    candidates = _candidates(match, language)
    if candidates is None:
        return "two_digit_year", set()
    days = {day for candidate in candidates if (day := _day(*candidate))}
    return ("" if days else "no_such_date"), days


def _candidates(match: re.Match[str], language: str) -> list[tuple[int, int, int]] | None:
    """Readings as (year, month, day); None where no part is a year of four digits."""
    if match["a"]:
        return _numeric(match["a"], match["b"], match["c"], _month_orders(language, match["sign"]))
    if match["a2"]:
        return [(int(match["a2"]), int(match["b2"]), int(match["c2"]))]
    year, day = match["year1"] or match["year2"], match["day1"] or match["day2"]
    if len(year) != 4:
        return None
    return [(int(year), month, int(day)) for month in _months(match, language)]


def _months(match: re.Match[str], language: str) -> frozenset[int]:
    return months_named(written=match["name1"] or match["name2"], language=language)


def _numeric(a: str, b: str, c: str, month_firsts: tuple[bool, ...]) -> list[tuple[int, int, int]] | None:
    if len(a) == 4 and len(b) <= 2 and len(c) <= 2:
        return [(int(a), int(b), int(c))]
    if len(c) == 4 and len(b) <= 2 and len(a) <= 2:
        return [(int(c), int(a), int(b)) if month_first else (int(c), int(b), int(a)) for month_first in month_firsts]
    return None


def _month_orders(language: str, sign: str) -> tuple[bool, ...]:
    """Whether the month may come first, and whether it may not. With full stops it never does."""
    tag = language.casefold()
    if sign == ".":
        return (False,)
    if tag in _MONTH_FIRST:
        return (True,)
    decided = tag in _DAY_FIRST or (tag not in _UNDECIDED and tag.partition("-")[0] in _DAY_FIRST)
    return (False,) if decided else (False, True)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
