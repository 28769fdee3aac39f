"""Units that a heading, a line above or a caption gives to the numbers under it: "Prices in EUR", "Fees per night".

Only units that took the place of other ones count: a title that says one for the first time makes clear what was
meant.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from citeledger.core.words import Words, word_list

_SAME = {
    "EUR": r"eur|euros?|€|евро|євро|ευρώ|يورو|אירו",
    "USD": r"usd|\$|dollars?|dólar(?:es)?|dollari|доллар\w*|долар\w*|δολάρι\w*|دولار|דולר",
    "GBP": r"gbp|£|sterling|pfund",
    "JPY": r"jpy|¥|yen",
    "CNY": r"cny|rmb|yuan|renminbi",
    "INR": r"inr|₹|rupees?",
    "RUB": r"rub|₽|rubles?|рубл\w+",
    "KRW": r"krw|₩|won|원",
    "%": r"%|percent|prozent",
    "thousand": r"thousands?|tausend|tsd|milliers|miles|migliaia|milhares|тыс\w*",
    "million": r"millions?|millionen|mio|millones|milioni|milhões|миллион\w*|млн",
    "billion": r"billions?|milliarden|mrd|milliards|миллиард\w*|млрд",
    "kg": r"kg|kilos?|kilograms?|kilogramm|кг",
    "lb": r"lbs?|pounds?",
    "g": r"grams?|gramm|grammes|oz|ounces?",
    "mg": r"mg|milligrams?",
    "t": r"tonnes?|tons?|tonnen",
    "km": r"km|kilomet(?:er|re)s?|км",
    "mi": r"mi|miles?",
    "m": r"met(?:er|re)s?|метр\w*",
    "ft": r"ft|feet|foot|yards?",
    "cm": r"cm|centimet(?:er|re)s?|см",
    "mm": r"mm|millimet(?:er|re)s?|мм",
    "inch": r"inch(?:es)?|zoll|pouces",
    "l": r"lit(?:er|re)s?|литр\w*",
    "ml": r"ml",
    "gal": r"gallons?|pints?",
    "celsius": r"celsius|°c",
    "fahrenheit": r"fahrenheit|°f",
    "second": r"seconds?|sekunden?|secondes?|segundos?|secondi|секунд\w*|ms|milliseconds?",
    "minute": r"minutes?|minuten?|minutos?|minuti|минут\w*",
    "hour": (
        r"hours?|hourly|stunden?|stündlich|heures?|horas?|or[ae]|uur|uren|timm(?:e|ar)|timer|godzin\w*"
        r"|час(?:а|ов|ы)?|годин\w*|ώρ\w+|ساعة|ساعات|שעות|घंटे"
    ),
    "day": (
        r"days?|daily|nights?|nightly|tage?n?|täglich|nächte|jours?|nuits?|días?|dias?|noches?|giorn[oi]"
        r"|nott[ei]|dag|dagen|dagar|dager|dni|дн(?:я|ей|и)|сут(?:ки|ок)|ημέρ\w+|يوم|أيام|ימים|दिन"
    ),
    "week": (
        r"weeks?|weekly|wochen?|wöchentlich|semaines?|semanas?|settiman[ae]|week|weken|veck\w+|uker?"
        r"|tygod\w+|недел\w+|тижн\w+|أسبوع|שבוע\w*|सप्ताह"
    ),
    "month": (
        r"months?|monthly|monate?n?|monatlich|mois|mes(?:es)?|mes[ei]|maand(?:en)?|månad\w*|måned\w*"
        r"|miesi\w+|месяц\w*|місяц\w*|شهر|أشهر|חודש\w*|महीने"
    ),
    "year": (
        r"years?|yearly|annual(?:ly)?|jahre?n?|jährlich|ans?|années?|annuel\w*|años?|ann[oi]|anos?|jaar"
        r"|jaren|år|lat|rok\w*|год(?:а|у|ы|ов)?|лет|рік|роки|سنة|سنوات|שנה|שנים|वर्ष"
    ),
    "byte": r"kb|kilobytes?|bytes?",
    "mb": r"mb|megabytes?",
    "gb": r"gb|gigabytes?",
    "tb": r"tb|terabytes?",
    "net": r"net|netto|nett[aei]|ht|excl|exclusive|neto",
    "gross": r"gross|brutto|brut|ttc|incl|inclusive|bruto|lord[aoie]",
}
_UNITS = {name: word_list(words) for name, words in _SAME.items()}
_IN_LETTERS = re.compile(
    "美元|欧元|歐元|人民币|日元|ドル|ユーロ|円|元|小时|小時|時間|分钟|分間|天|日|周|週|月|年|公斤|千克|公里|米|万|萬|亿|億|千|บาท|ดอลลาร์|ยูโร|วัน|ชั่วโมง|เดือน|ปี"
)


def is_measured_otherwise(values: Words, was: Iterable[Words], now: Iterable[Words]) -> bool:
    """Whether titles of a passage that says numbers without a unit give them another one than before."""
    before, after = list(was), list(now)
    if before == after or any(_units(values)):
        return False
    units, now_units = ({unit for title in titles for unit in _units(title)} for titles in (before, after))
    return bool(units - now_units and now_units - units)


def _units(words: Words) -> Iterator[str]:
    yield from filter(None, map(_unit, words))
    letters = "".join(words)
    if not letters.isascii():
        yield from _IN_LETTERS.findall(letters)


@lru_cache(maxsize=4096)
def _unit(value: str) -> str:
    """The unit a token names, by one name for all its words; "" if it names none."""
    word = value.casefold()
    return next((name for name, words in _UNITS.items() if words.fullmatch(word)), "")
