"""Units a number may carry. What is not in the table is refused, and what has two meanings as well.

Factors are exact: SI, the international yard and pound (1959), IEC 80000-13 (kB is 1,000 bytes, KiB is 1,024). Weeks,
days, hours are one dimension; months, quarters, years are another: no month is a number of days.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final


@dataclass(frozen=True, slots=True)
class Unit:
    """`factor` of these make one base unit of the `dimension`; values go together within one dimension only."""

    name: str
    dimension: str
    factor: Fraction = Fraction(1)


PLAIN: Final = Unit("", "number")
PERCENT: Final = Unit("%", "percent")
POINTS: Final = Unit("percentage points", "percentage points")
DAY: Final = Unit("days", "time", Fraction(86_400))


def money(code: str) -> Unit:
    """The unit of a currency (ISO 4217): each is a dimension of its own."""
    return Unit(code, f"money {code}")


def is_money(unit: Unit) -> bool:
    return unit.dimension.startswith("money ")


_TIME: dict[str, int | str] = {"seconds": 1, "minutes": 60, "hours": 3_600, "weeks": 604_800}
_CALENDAR: dict[str, int | str] = {"months": 1, "quarters": 3, "years": 12}
_LENGTH: dict[str, int | str] = {"mm": "1/1000", "cm": "1/100", "metres": 1, "km": 1_000}
_LENGTH |= {"inches": "0.0254", "feet": "0.3048", "yards": "0.9144", "miles": "1609.344"}
_MASS: dict[str, int | str] = {"mg": "1/1000", "g": 1, "kg": 1_000, "tonnes": 1_000_000, "lb": "453.59237"}
_DATA: dict[str, int | str] = {"bytes": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_DATA |= {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
_DIMENSIONS: dict[str, Mapping[str, int | str]] = {
    "time": _TIME,
    "calendar": _CALENDAR,
    "length": _LENGTH,
    "mass": _MASS,
    "data": _DATA,
}
_TABLE = {
    name: Unit(name, dimension, Fraction(factor))
    for dimension, members in _DIMENSIONS.items()
    for name, factor in members.items()
}
_POINTS = {POINTS.name: POINTS, "basis points": Unit("basis points", POINTS.dimension, Fraction(1, 100))}
UNITS: Final = {"%": PERCENT, "‰": Unit("‰", "percent", Fraction(1, 10)), DAY.name: DAY} | _POINTS | _TABLE

# As written, capitals counting. "m", "M", "k", "in", "oz" and the like are not here: they mean several things.
_OWN_SYMBOLS = "% ‰ mm cm km mg g kg lb kB MB GB TB KiB MiB GiB TiB"
_OTHER_SYMBOLS = {"٪": "%", "s": "seconds", "min": "minutes", "h": "hours", "d": "days", "t": "tonnes", "ft": "feet"}
_OTHER_SYMBOLS |= {
    "bp": "basis points",
    "bps": "basis points",
    "yd": "yards",
    "B": "bytes",
    "pp": POINTS.name,
    "lbs": "lb",
}
# In words, capitals not counting. No word may stand here twice with two meanings.
_WORDS = {
    "%": "percent|per cent|prozent|pour cent|por ciento|por cento|per cento|procent|процент|процента|процентов",
    POINTS.name: "percentage points|percentage point|% points|% point"
    "|prozentpunkte|prozentpunkt|prozentpunkten|points de pourcentage"
    "|puntos porcentuales|punti percentuali|procentpunten",
    "basis points": "basis points|basis point|basispunkte|points de base",
    "seconds": "second|seconds|sekunde|sekunden|seconde|secondes|segundo|segundos|secondi|seconden|секунд|秒",
    "minutes": "minute|minutes|minuten|minuto|minutos|minuti|минут|минуты|分钟|分間",
    "hours": "hour|hours|stunde|stunden|heure|heures|hora|horas|ora|ore|uur|uren|час|часа|часов|小时|時間",
    "days": "day|days|tag|tage|tagen|jour|jours|día|días|dia|dias|giorno|giorni|dag|dagen|dagar|dage|dni|dzień"
    "|день|дня|дней|天|日|日間|일",
    "weeks": "week|weeks|woche|wochen|semaine|semaines|semana|semanas|settimana|settimane|weken|неделя|недели|недель"
    "|周|週間",
    "months": "month|months|monat|monate|monaten|mois|mes|meses|mese|mesi|mês|maand|maanden|miesiąc|miesiące|miesięcy"
    "|месяц|месяца|месяцев|个月|か月|ヶ月|개월",
    "quarters": "quarter|quarters|quartal|quartale|trimestre|trimestres",
    "years": "year|years|jahr|jahre|jahren|année|années|ans|año|años|anno|anni|ano|anos|jaar|jaren|år|lat|год|года"
    "|лет|年|年間|년",
    "metres": "metre|metres|meter|meters|mètre|mètres|metro|metros|metri",
    "km": "kilometre|kilometres|kilometer|kilometers|kilomètre|kilomètres",
    "inches": "inch|inches",
    "feet": "foot|feet",
    "yards": "yard|yards",
    "miles": "mile|miles",
    "g": "gram|grams|gramm|gramme|grammes",
    "kg": "kilogram|kilograms|kilogramm|kilogramme|kilogrammes",
    "tonnes": "tonne|tonnes|tonnen",
    "bytes": "byte|bytes",
}
_SEVERAL_MEANINGS = "m M k K T b KB Kb kb Mb Gb mo"
_WORDS_OF_SEVERAL_MEANINGS = (
    "pound pounds ton tons oz ounce ounces dozen dozens "
    "dollar dollars cent cents franc francs yen yuan rupee rupees peso pesos"
)

_BY_SYMBOL = {symbol: UNITS[symbol] for symbol in _OWN_SYMBOLS.split()}
_BY_SYMBOL |= {symbol: UNITS[name] for symbol, name in _OTHER_SYMBOLS.items()}
WORD_ENTRIES: Final = tuple((word, UNITS[name]) for name, words in _WORDS.items() for word in words.split("|"))
_BY_WORD = dict(WORD_ENTRIES)
_AMBIGUOUS, _AMBIGUOUS_WORDS = _SEVERAL_MEANINGS.split(), _WORDS_OF_SEVERAL_MEANINGS.split()


def units_named(written: str) -> frozenset[Unit]:
    """What a unit as written may mean: more than one where it has several meanings, nothing where it is not known."""
    if written in _AMBIGUOUS or written.casefold() in _AMBIGUOUS_WORDS:
        return frozenset({Unit(written, "one meaning"), Unit(written, "another")})
    spaced = re.sub(r"\s+", " ", written.casefold())
    found = _BY_SYMBOL.get(written) or _BY_WORD.get(spaced)
    return frozenset({found}) if found else frozenset()


def alternatives(names: list[str]) -> str:
    """A pattern for any of the names, longest first, spaces in them as wide as they come."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in longest_first)


PATTERN: Final = f"(?i:{alternatives([*_BY_WORD, *_AMBIGUOUS_WORDS])})|(?:{alternatives([*_BY_SYMBOL, *_AMBIGUOUS])})"
