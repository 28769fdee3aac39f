"""Words beside the claim that deny it, bound it, or say the opposite of the operation: such a statement is refused.

That the claim is the value says nothing about the sentence around it: "it is false that the total is 5" holds the value
5, and so do "less than 5", "would be 5" and, of a decrease, "rose by 5 %". What can be known by its words is refused,
in doubt as well, and so is a word in look-alike letters; all other wording is the writer's, and nobody vouches for it.
Asked at birth alone: a recorded statement keeps the rules it was recorded by.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Final

from citeledger.core.operations.agreement import DoesNotAgree, places
from citeledger.core.operations.counted import without_names
from citeledger.core.operations.dates import date_literals
from citeledger.core.operations.doubts import doubts
from citeledger.core.operations.phrases import VALUE, Phrases, Words, forms
from citeledger.core.operations.relations import PHRASES, denial_in
from citeledger.core.reading.scripts import foreign_letter

FALSE: Final = {
    "en": "wrongly|falsely|incorrectly|mistakenly|erroneously|a/an lie/myth/hoax/falsehood|falsehood|falsehoods"
    "|impossible|unlikely|hardly|scarcely|far from|anything but|contrary to|opposite of|deny/denies/denied that"
    "|disprove|disproves|disproved|refute|refutes|refuted|contradict|contradicts|contradicted|fail/fails/failed to"
    "|supposedly|allegedly|so-called|isnt|arent|doesnt|wasnt|mistake to|nonsense|doubt/doubts that/whether/if"
    "|used to be|ceases/ceased to|stop/stops/stopped being",
    "de": "falsch|unwahr|unrichtig|unzutreffend|gelogen|falsche/falschen/falscher/falsches behauptung/aussage/annahme"
    "|fälschlich|fälschlicherweise|irrtümlich|irrtümlicherweise|angeblich|mythos|lüge|kaum|keineswegs|keinesfalls"
    "|mitnichten|gegenteil|unmöglich|nirgends|irrtum|alles andere als|von wegen",
    "fr": "faux|fausse|faussement|inexact|inexacte|à tort|mensonge|mythe|prétendument|guère|contraire|loin de"
    "|nullement|erroné que",
    "es": "falso|falsa|falsamente|incorrecto que|mentira|mito|supuestamente|tampoco|contrario|lejos de|un error que",
    "pt": "falso|falsa|falsamente|mentira|mito|supostamente|tampouco|longe de",
    "it": "falso|falsa|falsamente|errato|sbagliato|bugia|presunto|neppure|nemmeno|neanche|contrario|lontano da",
    "nl": "onwaar|onjuist|leugen|vermeend|allerminst|geenszins|nauwelijks|ten onrechte",
    "sv": "falskt|osant|felaktigt|lögn|knappast|påstås",
    "da": "usant|forkert|løgn|næppe|neppe|uriktig",
    "pl": "nieprawda|fałsz*|błędnie|kłamstwo|rzekomo|nieprawdziw*",
    "cs": "není|nejsou|nebyl*|nikdy|žádn*|nepravda|nepravdiv*|údajně",
    "tr": "değil*|yanlış*|yalan*|asılsız",
    "ru": "неверно|неправда|ложь|ложно|ошибочно|якобы|вряд ли|заблуждени*|отлича*",
    "uk": "невірно|неправда|брехня|хибно|помилково|нібито|навряд",
    "el": "ψευδές|ψέμα|λάθος|λανθασμένα|δήθεν",
    "ar": "كذب|خطأ|خاطئ|باطل|ليس*|زعم",
    "fa": "نادرست|دروغ|غلط",
    "he": "שקר|שגוי|כביכול",
    "hi": "झूठ|गलत|ग़लत|असत्य",
    "ko": "거짓*|틀리*|틀린*|틀렸*",
}
"""Words that call what is said false or doubt it, by language, each looked for in every text."""
FALSE_JOINED: Final = (
    "假(?![期日])|错误|錯誤|谎|謊|不实|不實|偽|誤り|間違|嘘|うそ|違う|とは異な|誤解|ありませ|เท็จ|ผิด|โกหก"
)
"""The same of scripts without spaces; 假期 and 假日 are holidays."""
WRONG: Final = "false|untrue|incorrect|wrong|inaccurate|mistaken|erroneous|bogus"
"""The same where no other word follows than one of these: "5 false positives" are counted."""
_SAYING: Final = forms("claim statement assertion belief idea report impression", "- s")
_BEHIND_WRONG: Final = Phrases("that|to|if|and|or|but|because|as", _SAYING)

BOUNDS_BEHIND: Final = {
    "en": "or more|or less|or fewer|or above|or below|at most|at least|and over|and above|plus",
    "de": "oder mehr|oder weniger|höchstens|mindestens",
    "fr": "ou plus|ou moins|au plus|au moins",
    "es": "o más|o menos|como máximo|como mínimo|al menos",
    "ru": "или больше|или меньше|или более|или менее",
    "zh": "以上|以下",
    "ja": "以上|以下|未満|より多|より少|より大|より小|より長|より短|を超|を上回|を下回",
    "ko": "이상|이하|미만|초과",
}
BOUNDS_BEFORE: Final = {
    "en": "up to|rather than|instead of|other than|short of|down to as little as|beyond|twice|double|half of",
    "de": "bis zu|statt|anstatt|übersteigt|überschreitet|unterschreitet|das doppelte von|die hälfte von",
    "fr": "jusqu'à|au lieu de|plutôt que|dépasse|dépassent|excède|le double de|la moitié de",
    "es": "hasta|en lugar de|en vez de|supera|superan|excede|el doble de|la mitad de",
    "ru": "больше|меньше|более|менее|свыше|превышает|превысила|превысил|превысило",
    "ar": "أكثر من|أقل من|أكبر من|أصغر من|يتجاوز|تتجاوز|يزيد عن|تزيد عن|يقل عن|تقل عن",
    "zh": "超过|超過|大于|大於|小于|小於|高于|高於|低于|低於|多于|多於|少于|少於|不足|至少|至多|最多|最少",
    "signs": "≠|!=|<>|≥|≤",
}
TIMES: Final = frozenset({"before", "after", "vor", "nach", "avant", "après", "antes de", "después de"})
"""Relations that also say when: "after 14 days" bounds no number. Before a date they do."""

_RISES: Final = (
    "rose|rise|rises|risen|rising|increas*|grew|grow|grows|growth|grown|gain*|climb*|gestiegen|stieg*|erhöh*|gewachsen"
    "|wuchs*|zugenommen|zunahme|augment*|hausse|progress*|aument*|subió*|subie*|subir*|crec*"
)
_FALLS: Final = (
    "fell|fall|falls|fallen|falling|decreas*|declin*|drop*|shrank*|shrink*|shrunk*|reduc*|lost|gefallen|fiel*|gesunken"
    "|sank*|abgenommen|abnahme|verringer*|baiss*|dimin*|réduit*|bajó*|baja*|disminu*|cayó*|caye*|reduj*"
)
_LEAST: Final = (
    "least|smallest|lowest|shortest|earliest|minimum|minimal*|fewest|kleinste*|niedrigste*|kürzeste*|früheste*"
    "|geringste*|le plus petit|la plus petite|minimale|mínimo|mínima|el menor|la menor|menor"
)
_MOST: Final = (
    "most|largest|greatest|biggest|highest|longest|latest|maximum|maximal*|größte*|höchste*|längste*|späteste*"
    "|le plus grand|la plus grande|maximale|máximo|máxima|el mayor|la mayor|mayor"
)
_RISING: Final = "ascending|aufsteigend*|croissant|ascendente"
_FALLING: Final = "descending|absteigend*|décroissant|descendente"
OPPOSITES: Final = {
    ("percentage_change/1", "increase"): (_RISES, _FALLS),
    ("percentage_change/1", "decrease"): (_FALLS, _RISES),
    ("min/1", ""): (_LEAST, _MOST),
    ("max/1", ""): (_MOST, _LEAST),
    ("ordering/1", "ascending"): (_RISING, _FALLING),
    ("ordering/1", "descending"): (_FALLING, _RISING),
}
"""By operation and choice: words for what it works out, and for the opposite, which are refused unless one of the
first is there as well ("fell from its highest")."""

_JOINED: Final = frozenset({"zh", "ja", "ko", "signs"})
"""Whose phrases stand directly beside other letters."""
_MAY: Final = re.compile(r"\d\.?\s?mai\b|\bmai\s\d", re.IGNORECASE)  # "mai" is never in Italian, a month beside
_PREFIX: Final = re.compile(r"\b(?:non|no|not|never|nicht|niet)[-\u2010\u2011](?=[^\W\d])", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+")
_APOSTROPHES: Final = re.compile(
    r"(?<=\w)[`\u00b4\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u201b\u2032\u2035\ua78c](?=\w)"
)
_GAPS: Final = frozenset("\"'\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019([*_,;:")


def _joined(bounds: Mapping[str, str]) -> str:
    """The phrases of tables by language that stand beside other letters, as an expression."""
    phrases = chain.from_iterable(table.split("|") for name, table in bounds.items() if name in _JOINED)
    return "|".join(map(re.escape, sorted(set(phrases))))


def _apart(bounds: Mapping[str, str]) -> Iterator[str]:
    return (table for name, table in bounds.items() if name not in _JOINED)


def _bounding(exempt: frozenset[str]) -> Phrases:
    """Every phrase of another relation than equality, of every language."""
    relations = [phrases for table in PHRASES.values() for name, phrases in table.items() if name != "equal"]
    said = (phrase for phrases in relations for phrase in phrases.split("|") if phrase not in exempt)
    return Phrases(*said, *_apart(BOUNDS_BEFORE))


_FALSE: Final = Phrases(*FALSE.values())
_FALSE_JOINED: Final = re.compile(FALSE_JOINED)
_WRONG: Final = Phrases(WRONG)
_BOUNDS: Final = _bounding(TIMES)
_BOUNDS_OF_DATES: Final = _bounding(frozenset())
_BOUNDS_JOINED: Final = re.compile(rf"({_joined(BOUNDS_BEFORE)})[\s{re.escape(''.join(_GAPS))}]*{VALUE}")
_BEHIND: Final = Phrases(*_apart(BOUNDS_BEHIND))
_BEHIND_JOINED: Final = re.compile(_joined(BOUNDS_BEHIND))
_OPPOSITES: Final = {key: (Phrases(said), Phrases(against)) for key, (said, against) in OPPOSITES.items()}


def refuse_reversals(
    *, statement: str, claim: str, operation: str, parameters: Mapping[str, str | bool], language: str
) -> None:
    """Raises DoesNotAgree (`value_denied`, naming the word as `denial_in` does) where it says other than the claim.

    To be asked of a statement that agrees (`prove_agreement`, the same arguments).
    """
    text, part = (unicodedata.normalize("NFC", written) for written in (statement, claim))
    claimed = tuple(places(text, part))
    around = _valued(_without_dates(text, language), claimed)
    against = _denials(around)
    if operation != "comparison/1":  # its claim is a relation, and the only one said
        bounds = _bounds(_valued(text, claimed), _BOUNDS_OF_DATES if _is_dated(part) else _BOUNDS)
        against = chain(against, bounds, _opposites(around, operation, parameters))
    found = next(against, None)
    if found is None:
        found = denial_in(_without_lookalikes(without_names(around), language))
    if found is not None:
        raise DoesNotAgree("value_denied", written=found)


def _denials(around: str) -> Iterator[str]:
    yield from filter(_is_disguised, _WORD.findall(around))
    yield from doubts(around)
    words = Words(around)
    yield from (words.written(place, count) for place, count in chain(_FALSE.places(words), _wrong(words)))
    yield from (found.group() for found in _FALSE_JOINED.finditer(around))


def _wrong(words: Words) -> Iterator[tuple[int, int]]:
    """Words such as "false" that call no thing behind them so, with what they call so where it is a claim."""
    for place, count in _WRONG.places(words):
        claim = _BEHIND_WRONG.length(words, place + count)
        if claim or not words.at(place + count)[:1].isalnum():
            yield place, count + claim


def _bounds(text: str, before: Phrases) -> Iterator[str]:
    """What bounds the value, right before it or behind it."""
    words = Words(text)
    for place, count in before.places(words):
        if words.at(words.behind(place + count, _GAPS)) == VALUE:
            yield words.written(place, count)
    yield from (found[1] for found in _BOUNDS_JOINED.finditer(text))
    for value in words.values():
        place = words.behind(value + 1, _GAPS)
        if count := _BEHIND.length(words, place):
            yield words.written(place, count)
        elif place < len(words) and (found := _BEHIND_JOINED.match(text, words.starts[place])):
            yield found.group()


def _opposites(around: str, operation: str, parameters: Mapping[str, str | bool]) -> Iterator[str]:
    words = Words(around)
    for choice in ("", *map(str, parameters.values())):
        said, against = _OPPOSITES.get((operation, choice), (None, None))
        if said and against and not any(said.places(words)):
            yield from (words.written(place, count) for place, count in against.places(words))


def _is_disguised(word: str) -> bool:
    """Whether a word has letters that only look like its own: of another script, or small capitals ("\u0274ot")."""
    return foreign_letter(word) is not None or any(
        unicodedata.name(letter, "").startswith("LATIN LETTER SMALL CAPITAL") for letter in word
    )


def _without_dates(text: str, language: str) -> str:
    """Months are words that may mean something else."""
    letters = list(text)
    for day in date_literals(text=text, language=language):
        letters[day.start : day.end] = " " * (day.end - day.start)
    return "".join(letters)


def _valued(text: str, claimed: Iterable[tuple[int, int]]) -> str:
    """The statement as readers see it, VALUE for its claim."""
    letters = list(text)
    for start, end in claimed:
        letters[start:end] = VALUE * (end - start)
    return _seen("".join(letters))


def _seen(text: str) -> str:
    """As readers see it: compatible forms and apostrophes as one, without characters that show nothing."""
    folded = unicodedata.normalize("NFKC", _APOSTROPHES.sub("'", text))
    return "".join(letter for letter in folded if unicodedata.category(letter) != "Cf")


def _without_lookalikes(around: str, language: str) -> str:
    """Without what only looks like a word that negates: a month beside its day, "non-" before a word."""
    plain = _PREFIX.sub(" ", _MAY.sub(" ", around))
    other = language.casefold().partition("-")[0] not in {"", "it"}
    return re.sub(r"\bmai\b", " ", plain, flags=re.IGNORECASE) if other else plain


def _is_dated(claim: str) -> bool:
    return any(date_literals(text=claim, language=""))
