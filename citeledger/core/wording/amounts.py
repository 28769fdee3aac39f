"""What belongs to an amount although it stands beside it: its bound, its unit, what it is of, out of and per.

"3" is another number in "3 in 10" than in "3 in 100", "5 days" of notice are others than of leave. What is known here
are closed classes of words: bounds, units, spans of time, words that tie, function words. What else may stand behind
an amount is judged by whether it is the same word.
"""

import re
from functools import lru_cache

from citeledger.core.operations import months
from citeledger.core.operations.currencies import CODES
from citeledger.core.operations.units import units_named
from citeledger.core.reading.tokens import is_unspaced
from citeledger.core.vocabulary.function_words import FUNCTION_WORDS
from citeledger.core.vocabulary.quantities import bounds, counts, is_written_out
from citeledger.core.vocabulary.words import Words, word_list
from citeledger.core.wording.beside import Beside
from citeledger.core.wording.time_spans import is_plain_span, span_of

_NEAR = 3  # tokens on either side that may bound an amount
_TAIL = 6  # tokens behind one that may say what it is of, out of and per
_RANGE = 4  # tokens before one in which a range that ends with it begins: "between 3 days and"
_TIED = 3  # tokens behind a word that ties, of which the first that says something is what it ties
_CODE = re.compile(r"[A-Z]{3}")  # of a currency
_YEAR = re.compile(r"(?:19|20)\d\d")
_ARTICLES = word_list(r"an?|one|une?|eine?[nmrs]?|un[oa]|uma?|een|en|ett|et|один|одн[ау]|ένας?|μία?")
_ALL = word_list(
    r"all|both|everyone|everybody|everything|alle[nrs]?|beide[nrs]?|sämtliche[nrs]?|tous|toutes?|tout|tod[oa]s|ambos"
    r"|tutt[aeio]|entrambi|tudo|allemaal|alla|alle|allt|wszyscy|wszystkie|все|всех|всё|όλοι|όλες|όλα|جميع|כל|सभी|모든"
)
_NEARLY = word_list(
    r"nearly|almost|about|approximately|roughly|half|hardly|fast|beinahe|nahezu|etwa|presque|quasi|environ|casi|quase"
    r"|circa|bijna|nästan|næsten|nesten|prawie|почти|майже|σχεδόν|تقريبا|כמעט|लगभग|거의"
)
_OF = word_list(
    r"of|for|für|pour|para|'|des?|du|d[ei]l?|dell[aeo]|dei|degli|d[oa]s?|von|vom|van|af|av|der|από|των|του|из"
    r"|से|का|की|के|的|の"
)
_TIMES = word_list(
    r"times|mal|fois|veces|volte|vezes|keer|maal|gånger|gange|ganger|раза?|рази|razy|kez|defa|φορές|مرات|פעמים|बार|번|회"
)
# Between the ends of a range, and what begins one whose ends any "and" may join.
_TO = word_list(r"to|or|bis|oder|à|ou|a|o|al?|tot|of|till|til|eller|do|lub|до|или|або|έως|ή|إلى|أو|עד|או|से|या|-|–|—")
_AND = word_list(r"and|und|et|y|e|en|och|og|i|и|та|και|و|और")
_BETWEEN = word_list(
    r"between|zwischen|entre|tra|fra|tussen|mellan|mellem|mellom|między|между|між|μεταξύ|بين|בין|arasında|बीच"
)
_PER = word_list(
    r"/|per|each|every|pro|je|jede[mnrs]?|par|chaque|por|cada|ogni|elke?|iedere?|varje|hver|hvert|każdy|każde|na"
    r"|кажд(?:ый|ую|ое|ые)|ανά|κάθε|لكل|כל|प्रति|毎|每|ต่อ|당|매"
)
_WEAK_PER = word_list(r"an?|une?|al?|à|am?|im|il|la|en|på|om|в|за|на|το|την|في|ב.*")
_IN_TIME = word_list(
    r"in|since|by|during|from|until|till|before|after|year|copyright|©|im|seit|bis|vor|nach|ab|jahre?s?|en|depuis|avant"
    r"|après|dès|année|an|desde|hasta|antes|después|año|nel|dal|del|fino|anno|em|até|ano|sinds|tot|voor|na|sedan|år|i"
    r"|w|od|roku|в|с|до|после|от|года?|το|στο|από|في|منذ|عام|ב.*|में|सन|of|de|early|late|mid"
)
# As dates name them, and in Russian as headings do; the seasons of a year as well.
_MONTHS = word_list(
    rf"{months.PATTERN}|январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь"
    r"|spring|summer|autumn|fall|winter"
)


def is_counted_otherwise(values: Words, was: Beside, now: Beside) -> bool:
    """Whether an amount at an edge of the passage `values` is another one by what stood beside it and stands now."""
    if _begins_otherwise(values, was.before, now.before):
        return True
    is_amount = any(map(counts, values[-2:]))
    return (is_amount and _is_bound_behind(was, now)) or _goes_on_otherwise(values, was, now)


def _begins_otherwise(values: Words, was: Words, now: Words) -> bool:
    if counts(values[0]):
        has_more = is_written_out(values[0]) and [*filter(counts, was[-1:])] != [*filter(counts, now[-1:])]
        return has_more or bounds(was, within=_NEAR) != bounds(now, within=_NEAR) or _differ(*map(_from, (was, now)))
    if _is_one(values):
        return bounds(was, within=2) != bounds(now, within=2)
    return _is(_ALL, values[0]) and any(_is(_NEARLY, near) for near in {*was[-1:]} ^ {*now[-1:]})


def _from(before: Words) -> str:
    """The number from which a range counts that ends behind these words: "between 3 and", "from 3 days to"."""
    join, ahead = before[-1:], before[-_RANGE:-1]
    is_join = any(_is(_TO, word) for word in join)
    is_join = is_join or (any(_is(_AND, word) for word in join) and any(_is(_BETWEEN, word) for word in ahead))
    return next(filter(counts, ahead[:-3:-1]), "") if is_join else ""


def _is_one(values: Words) -> bool:
    """Whether an article stands before a unit, as in "a week"."""
    return len(values) > 1 and _is(_ARTICLES, values[0]) and is_unit(values[1])


def _is_bound_behind(was: Beside, now: Beside) -> bool:
    """Whether a bound or a year stands behind an amount, or a currency before it, and another one than before."""
    if bounds(was.behind[:_NEAR], within=_NEAR) != bounds(now.behind[:_NEAR], within=_NEAR):
        return True
    codes, now_codes = (_CODE.fullmatch(side.before[-1]) if side.before else None for side in (was, now))
    if codes and now_codes and codes.group() != now_codes.group():
        return True
    years, now_years = (next(filter(_YEAR.fullmatch, side.behind[:_NEAR]), "") for side in (was, now))
    return bool(years and now_years) and years != now_years


def _goes_on_otherwise(values: Words, was: Beside, now: Beside) -> bool:
    """Whether what follows an amount that ends the passage is no longer the same unit, or of, out of or per another."""
    if counts(values[-1]):
        is_year = _YEAR.fullmatch(values[-1]) is not None and _is_in_time((*was.before, *values)[-2:-1])
        return _has_another_unit(was, now, is_year=is_year) or (not is_year and _is_tied_otherwise(was, now, unit=""))
    if len(values) > 1 and (counts(values[-2]) or _is_one(values[-2:])):
        return _is_tied_otherwise(was, now, unit=values[-1])
    return False


def _has_another_unit(was: Beside, now: Beside, *, is_year: bool) -> bool:
    one, other = (side.behind[0] if side.behind else "" for side in (was, now))
    if one == other:
        return False
    if is_year:
        return is_unit(one) or is_unit(other)
    return bool(one and other) or _may_be_unit(one or other)


def _is_in_time(before: Words) -> bool:
    """Whether a number behind this word (none where it is the first) that looks like a year may well be one."""
    return not before or not before[0].isalpha() or _is(_IN_TIME, before[0]) or _is(_MONTHS, before[0])


def _may_be_unit(value: str) -> bool:
    """Whether a word put behind an amount, or taken out there, where nothing else stands, may be its unit."""
    return is_unit(value) or (value.isalpha() and not value[0].isupper() and value not in FUNCTION_WORDS)


def _is_tied_otherwise(was: Beside, now: Beside, *, unit: str) -> bool:
    """Whether what is said behind number and unit is another share, rate, span of time or thing measured."""
    tail, tail_now = (_phrase(side.behind if unit else _behind_unit(side.behind)) for side in (was, now))
    if tail == tail_now:
        return False
    if any(_differ(find(tail), find(tail_now)) for find in (_total, _of)) or _times(tail) != _times(tail_now):
        return True
    rate, rate_now = _rate(tail), _rate(tail_now)
    if rate != rate_now and (rate[0] or rate_now[0]):
        return True
    return _differ(rate[1], rate_now[1]) or (not is_unspaced(unit) and _differ(_noun(tail), _noun(tail_now)))


def _behind_unit(behind: Words) -> Words:
    """What stands behind a number without its unit, if it has one."""
    return behind[1:] if behind and behind[0].casefold() not in FUNCTION_WORDS else behind


def _differ(one: str, other: str) -> bool:
    return bool(one and other) and one != other


def _phrase(behind: Words) -> Words:
    """The words behind an amount up to the first sign that is no part of a measure."""
    stop = next((at for at, value in enumerate(behind[:_TAIL]) if not (value[0].isalnum() or value in "'/%")), _TAIL)
    return behind[:stop]


def _total(tail: Words) -> str:
    """The number that an amount is out of: "3 in 10", "3 out of 10"; none where it follows without a word."""
    if not tail or counts(tail[0]) or span_of(tail[0]):
        return ""
    return next(filter(counts, tail[1 : _NEAR + 1]), "")


def _times(tail: Words) -> str:
    """How often an amount is meant: "2 tablets 3 times a day"."""
    return tail[0] if len(tail) > 1 and counts(tail[0]) and _is(_TIMES, tail[1]) else ""


def _of(tail: Words) -> str:
    """What an amount is of: "5 days of notice", "5 days' notice"."""
    return _said(tail[1:]) if tail and _is(_OF, tail[0]) else ""


def _said(words: Words) -> str:
    return next((value for value in words[:_TIED] if value.casefold() not in FUNCTION_WORDS), "")


def _rate(tail: Words) -> tuple[str, str]:
    """What an amount is said to be per, and the span of time behind it, by whatever name: "a week" is "weekly"."""
    span = next((name for name in map(span_of, tail) if name), "")
    if not tail:
        return "", span
    if _is(_PER, tail[0]):
        tied = _said(tail[1:]) or (tail[0] if len(tail) == 1 else "")  # "500 euros each."
        return span_of(tied) or tied, span
    is_adverb = span_of(tail[0]) != "" and not is_plain_span(tail[0])
    is_rate = is_adverb or (_is(_WEAK_PER, tail[0]) and len(tail) > 1 and span_of(tail[1]) != "")
    return (span if is_rate else ""), span


def _noun(tail: Words) -> str:
    """The word that follows an amount directly, if it is no function word: "5 days notice"."""
    return tail[0] if tail and tail[0].isalpha() and tail[0].casefold() not in FUNCTION_WORDS else ""


@lru_cache(maxsize=4096)
def is_unit(value: str) -> bool:
    """Whether a word is a unit or a currency, in any language the tables of operations know; `edges` knows signs."""
    return value.isalpha() and (
        value in CODES or span_of(value) != "" or bool(units_named(value)) or _is(_MONEY, value)
    )


@lru_cache(maxsize=8192)
def _is(words: re.Pattern[str], value: str) -> bool:
    return words.fullmatch(value.casefold()) is not None


_MONEY = word_list(r"euros?|евро|ευρώ|rubel|рубл.+|kronor|kroner|złot.+|[元円원]")
