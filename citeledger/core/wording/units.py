"""Units that a heading, a line above or a caption gives to the numbers under it: "Prices in EUR", "Fees per night".

Only units that took the place of other ones count: a title that says one for the first time makes clear what was
meant. A scale does not: "Fees" were no thousands.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from citeledger.core.vocabulary.words import Words, word_list
from citeledger.core.wording.time_spans import span_of

_SAME = {
    "EUR": r"eur|euros?|€|евро|євро|ευρώ|[وبل]?(?:ال)?يورو|[בהלמ]{0,2}אירו|यूरो|유로",
    "USD": r"usd|\$|dollars?|dólar(?:es)?|dollari|доллар\w*|долар\w*|δολάρι\w*"
    r"|[وبل]?(?:ال)?دولار|[בהלמ]{0,2}דולר(?:ים)?|डॉलर|달러",
    "GBP": r"gbp|£|sterling|pfund",
    "JPY": r"jpy|¥|yen|엔",
    "CNY": r"cny|rmb|yuan|renminbi",
    "INR": r"inr|₹|rupees?|रुपय[ेा]|रुपए",
    "RUB": r"rub|₽|rubles?|рубл\w+",
    "KRW": r"krw|₩|won|원",
    "%": r"%|percent|prozent",
    "cent": r"cents?|¢|centimes?|c[eé]ntimos?|centesimi|centavos?|öre|grosz[ye]?|копе\w+|коп",
    "thousand": r"thousands?|tausend|tsd|milliers|miles|migliaia|milhares|тыс\w*|тис\w*|χιλιάδες"
    r"|[tk](?:eur|usd|€|\$)|000s?|1[.,'’]000|हज़ार|천",
    "million": r"millions?|millionen|mio|mln|meur|musd|1[.,'’]000[.,'’]000|εκατομμύρια|백만"
    r"|millones|milioni|milhões|миллион\w*|млн",
    "billion": r"billions?|milliarden|mrd|milliards|миллиард\w*|млрд",
    "kg": r"kg|kilos?|kilograms?|kilogramm|кг",
    "lb": r"lbs?|pounds?",
    "g": r"grams?|gramm|grammes",
    "oz": r"oz|ounces?",
    "mg": r"mg|milligrams?",
    "t": r"tonnes?|tons?|tonnen",
    "km": r"km|kilomet(?:er|re)s?|км",
    "mi": r"mi|miles?",
    "m": r"met(?:er|re)s?|метр\w*",
    "ft": r"ft|feet|foot",
    "yd": r"yd|yards?",
    "cm": r"cm|centimet(?:er|re)s?|см",
    "mm": r"mm|millimet(?:er|re)s?|мм",
    "inch": r"inch(?:es)?|zoll|pouces",
    "l": r"lit(?:er|re)s?|литр\w*",
    "ml": r"ml",
    "gal": r"gallons?",
    "pint": r"pints?",
    "celsius": r"celsius|°c",
    "fahrenheit": r"fahrenheit|°f",
    "ms": r"ms|milliseconds?|millisekunden",
    "night": r"nights?|nightly|nächte|nuits?|noches?|nott[ei]",
    "byte": r"bytes?",
    "kb": r"kb|kilobytes?",
    "mb": r"mb|megabytes?",
    "gb": r"gb|gigabytes?",
    "tb": r"tb|terabytes?",
    "net": r"net|netto|nett[aei]|ht|excl|exclusive|neto",
    "gross": r"gross|brutto|brut|ttc|incl|inclusive|bruto|lord[aoie]",
}
# How often the unit is meant: nobody knows it of a bare number, so one put in or taken out counts as well.
_SCALES = frozenset(("cent", "thousand", "million", "billion", "千", "万", "萬", "亿", "億"))
_SHORT_SCALES = frozenset(("k€", "t€", "k$", "k£"))
_UNITS = {name: word_list(words) for name, words in _SAME.items()}
_TITLES = frozenset(("time", "timer", "horaire", "horaires"))  # name what a title is about, and hours elsewhere
_IN_LETTERS = re.compile(
    "美元|欧元|歐元|人民币|日元|ドル|ユーロ|円|元|小时|小時|時間|分钟|分間|天|日|周|週|月|年|公斤|千克|公里|米|万|萬|亿|億|千|บาท|ดอลลาร์|ยูโร|วัน|ชั่วโมง|เดือน|ปี"
)


def has_unit(values: Words) -> bool:
    """Whether a passage says itself what its numbers are measured in."""
    return any(_units(values))


def are_measured_otherwise(was: Sequence[Words], now: Sequence[Words]) -> bool:
    """Whether titles of a passage that says numbers without a unit give them another one than before."""
    if was == now:
        return False
    units, now_units = ({unit for title in titles for unit in _units(title)} for titles in (was, now))
    return bool(units - now_units and now_units - units) or not _SCALES.isdisjoint(units ^ now_units)


def _units(words: Words) -> Iterator[str]:
    yield from filter(None, map(_unit, words))
    pairs = (f"{one}{other}".casefold() for one, other in pairwise(words))
    yield from ("thousand" for pair in pairs if pair in _SHORT_SCALES)
    letters = "".join(words)
    if not letters.isascii():
        yield from _IN_LETTERS.findall(letters)


@lru_cache(maxsize=4096)
def _unit(value: str) -> str:
    """The unit a token names, by one name for all its words; "" if it names none."""
    word = value.casefold()
    named = next((name for name, words in _UNITS.items() if words.fullmatch(word)), "")
    return named or ("" if word in _TITLES else span_of(word))
