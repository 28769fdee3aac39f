"""Spans of time by whatever word names them: "weeks" for "week", "weekly" or "semaine"."""

from functools import lru_cache

from citeledger.core.operations.units import WORD_ENTRIES
from citeledger.core.vocabulary.words import word_list

_SPANS = {
    "days": "daily|täglich|quotidien(?:ne)?s?|diari[oa]s?|giornalier[oaie]|diário|dagelijks|dagligen|daglig|dziennie"
    "|ежедневно|сут(?:ки|ках|ок)|dager|день|ημέρ.+|μέρα|يوم|يوميا|أيام|יום|ימים|दिन|वัน|วัน|하루",
    "weeks": "weekly|fortnight|fortnightly|wöchentlich.*|hebdomadaires?|semanal(?:es|mente)?|settimanal[ei]|wekelijks"
    "|week|weken|veck.+|uge[nr]?|uke[nr]?|tydzień|tygodni.*|недел.+|еженедельно|тижд.+|εβδομάδα|أسبوع|أسبوعيا"
    "|שבוע|सप्ताह|हफ़्ते|주|주일",
    "months": "monthly|monatlich.*|mensuel(?:le)?s?|mensual(?:es|mente)?|mensil[ei]|mensal|maandelijks|månad.*"
    "|måned.*|miesi.+|месяц.*|ежемесячно|місяц.*|μήνα|شهر|شهريا|أشهر|חודש.*|महीन.+|माह|월|달",
    "quarters": "quarterly|vierteljährlich.*|trimestriel(?:le)?s?|trimestral(?:es|mente)?|trimestral[ei]|kwartaal"
    "|kvartal.*|kwartalnie|квартал.*",
    "years": "yearly|annually|annual|annum|jährlich.*|jahres|annuel(?:le)?s?|anual(?:es|mente)?|annual[ei]|jaarlijks"
    "|år(?:et|ets|s|lig.*|en)?|rok|roku|lata|rocznie|год(?:а|у|ы|ов|ом|ам|овой|овых|овая|овые)?"
    "|ежегодно|рік|роки|року|χρόνο|έτος|سنة|سنويا|سنوات|שנה|שנים|साल|वर्ष|해",
    "hours": "hourly|stündlich.*|horaires?|timm(?:e|ar).*|time|timer|godzin.*|час(?:а|ов|ы|у|ам)?|годин.*"
    "|ώρ.+|ساعة|ساعات|שעה|שעות|घंटे|시간",
    "seconds": "секунд.*",
    "minutes": "minut.*|минут.*|λεπτό|دقيقة|דקה|मिनट|분",
}

_PLAIN = {word: unit.name for word, unit in WORD_ENTRIES if unit.dimension in {"time", "calendar"}}
_OTHERS = {name: word_list(words) for name, words in _SPANS.items()}


@lru_cache(maxsize=4096)
def span_of(value: str) -> str:
    """The span of time that a token names ("weeks" for "week", "weekly" or "semaine"); empty if it names none."""
    word = value.casefold()
    return _PLAIN.get(word) or next((name for name, words in _OTHERS.items() if words.fullmatch(word)), "")


def is_plain_span(value: str) -> bool:
    """Whether a token is the span itself, no adverb or adjective of one."""
    return value.casefold() in _PLAIN
