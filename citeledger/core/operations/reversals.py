"""Words beside the claim that deny it, bound it, or say the opposite of the operation: such a statement is refused.

That the claim is the value says nothing about the sentence around it: "it is false that the total is 5" holds the value
5, and so do "less than 5", "would be 5" and, of a decrease, "rose by 5 %". What can be known by its words is refused,
in doubt as well, and so is a word in look-alike letters; all other wording is the writer's, and nobody vouches for it.
Asked at birth alone: a recorded statement keeps the rules it was recorded by.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from citeledger.core.operations.agreement import DoesNotAgree, places
from citeledger.core.operations.counted import without_names
from citeledger.core.operations.dates import date_literals
from citeledger.core.operations.doubts import doubts
from citeledger.core.operations.phrases import VALUE
from citeledger.core.operations.relations import PHRASES, denial_in
from citeledger.core.reading.scripts import foreign_letter

FALSE: Final = {
    "en": r"(?:false|untrue|incorrect|wrong|inaccurate|mistaken|erroneous|bogus)(?:(?!\s+\w)|\s+"
    r"(?:that|to|if|and|or|but|because|as|claims?|statements?|assertions?|beliefs?|ideas?|reports?|impressions?))"
    r"|wrongly|falsely|incorrectly|mistakenly|erroneously|an? (?:lie|myth|hoax|falsehood)|falsehoods?|impossible"
    r"|unlikely|hardly|scarcely|far from|anything but|contrary to|opposite of|den(?:y|ies|ied) that|disprove[sd]?"
    r"|refute[sd]?|contradicts?|contradicted|fail(?:s|ed)? to|supposedly|allegedly|so-called|isnt|arent|doesnt|wasnt"
    r"|mistake to|nonsense|doubts? (?:that|whether|if)|used to be|ceas(?:ed|es) to|stop(?:ped|s) being",
    "de": r"falsch|unwahr|unrichtig|unzutreffend|gelogen|falsche[nrs]? (?:behauptung|aussage|annahme)"
    r"|fälschlich(?:erweise)?|irrtümlich(?:erweise)?|angeblich|mythos|lüge|kaum|keineswegs|keinesfalls|mitnichten"
    r"|gegenteil|unmöglich|nirgends|irrtum|alles andere als|von wegen",
    "fr": r"faux|fausse(?:ment)?|inexacte?|à tort|mensonge|mythe|prétendument|guère|contraire|loin de|nullement"
    r"|erroné que",
    "es": r"falso|falsa|falsamente|incorrecto que|mentira|mito|supuestamente|tampoco|contrario|lejos de|un error que",
    "pt": r"falso|falsa|falsamente|mentira|mito|supostamente|tampouco|longe de",
    "it": r"falso|falsa|falsamente|errato|sbagliato|bugia|presunto|neppure|nemmeno|neanche|contrario|lontano da",
    "nl": r"onwaar|onjuist|leugen|vermeend|allerminst|geenszins|nauwelijks|ten onrechte",
    "sv": r"falskt|osant|felaktigt|lögn|knappast|påstås",
    "da": r"usant|forkert|løgn|næppe|neppe|uriktig",
    "pl": r"nieprawda|fałsz\w*|błędnie|kłamstwo|rzekomo|nieprawdziw\w*",
    "cs": r"není|nejsou|nebyl\w*|nikdy|žádn\w*|nepravda|nepravdiv\w*|údajně",
    "tr": r"değil\w*|yanlış\w*|yalan\w*|asılsız",
    "ru": r"неверно|неправда|ложь|ложно|ошибочно|якобы|вряд ли|заблуждени\w*|отлича\w+",
    "uk": r"невірно|неправда|брехня|хибно|помилково|нібито|навряд",
    "el": r"ψευδές|ψέμα|λάθος|λανθασμένα|δήθεν",
    "ar": r"كذب|خطأ|خاطئ|باطل|ليس\w*|زعم",
    "fa": r"نادرست|دروغ|غلط",
    "he": r"שקר|שגוי|כביכול",
    "hi": r"झूठ|गलत|ग़लत|असत्य",
    "ko": r"거짓\w*|틀리\w*|틀린\w*|틀렸\w*",
    "zh": r"假(?![期日])|错误|錯誤|谎|謊|不实|不實",
    "ja": r"偽|誤り|間違|嘘|うそ|違う|とは異な|誤解|ありませ",
    "th": r"เท็จ|ผิด|โกหก",
}
"""Words that call what is said false or doubt it, by language: regular expressions, each looked for in every text."""

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
    r"rose|rises?|risen|rising|increas\w+|grew|grows?|growth|grown|gain\w*|climb\w*|gestiegen|stieg\w*|erhöh\w*"
    r"|gewachsen|wuchs\w*|zugenommen|zunahme|augment\w*|hausse|progress\w*|aument\w*|subi[óer]\w*|crec\w+"
)
_FALLS: Final = (
    r"fell|falls?|fallen|falling|decreas\w+|declin\w+|dropp?\w*|shr[aiu]nk\w*|reduc\w+|lost|gefallen|fiel\w*|gesunken|sank\w*"
    r"|abgenommen|abnahme|verringer\w*|baiss\w*|dimin\w+|réduit\w*|baj[óa]\w*|disminu\w+|cay[óe]\w*|reduj\w+"
)
_LEAST: Final = (
    r"least|smallest|lowest|shortest|earliest|minimum|minimal\w*|fewest|kleinste\w*|niedrigste\w*|kürzeste\w*|früheste\w*"
    r"|geringste\w*|le plus petit|la plus petite|minimale|mínim[oa]|el menor|la menor|menor"
)
_MOST: Final = (
    r"most|largest|greatest|biggest|highest|longest|latest|maximum|maximal\w*|größte\w*|höchste\w*|längste\w*|späteste\w*"
    r"|le plus grand|la plus grande|maximale|máxim[oa]|el mayor|la mayor|mayor"
)
_RISING: Final = r"ascending|aufsteigend\w*|croissant|ascendente"
_FALLING: Final = r"descending|absteigend\w*|décroissant|descendente"
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

_UNSPACED: Final = frozenset({"zh", "ja", "th"})
_JOINED: Final = _UNSPACED | {"ko", "signs"}
"""Whose phrases stand directly beside other letters."""
_MAY: Final = re.compile(r"\d\.?\s?mai\b|\bmai\s\d", re.IGNORECASE)  # "mai" is never in Italian, a month beside
_PREFIX: Final = re.compile(r"\b(?:non|no|not|never|nicht|niet)[-\u2010\u2011](?=[^\W\d])", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+")
_APOSTROPHES: Final = re.compile(
    r"(?<=\w)[`\u00b4\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u201b\u2032\u2035\ua78c](?=\w)"
)
_GAPS: Final = " \t\n\xa0\u202f\"'\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019([*_,;:"
_NEAR: Final = 80  # code points beside a claim, gaps aside, in which a phrase that bounds it has room


def refuse_reversals(
    *, statement: str, claim: str, operation: str, parameters: Mapping[str, str | bool], language: str
) -> None:
    """Raises DoesNotAgree (`value_denied`, naming the word as `denial_in` does) where it says other than the claim.

    To be asked of a statement that agrees (`prove_agreement`, the same arguments).
    """
    text, part = (unicodedata.normalize("NFC", written) for written in (statement, claim))
    around = _seen(_without(text, part, language))
    found = next(_words_against(text, part, around, operation, parameters), None)
    if found is None:
        found = denial_in(_without_lookalikes(without_names(around), language))
    if found is not None:
        raise DoesNotAgree("value_denied", written=found)


def _words_against(
    text: str, claim: str, around: str, operation: str, parameters: Mapping[str, str | bool]
) -> Iterator[str]:
    yield from filter(_is_disguised, _WORD.findall(around))
    yield from doubts(around)
    yield from (match.group() for match in _FALSE.finditer(around))
    if operation == "comparison/1":  # its claim is a relation, and the only one said
        return
    bounds = _BOUNDS_OF_DATES if _is_dated(claim) else _BOUNDS
    for start, end in places(text, claim):
        before = bounds.search(_seen(text[:start].rstrip(_GAPS)[-_NEAR:]))
        behind = _BEHIND.match(_seen(text[end:].lstrip(_GAPS)[:_NEAR]))
        yield from (match.group("word") for match in (before, behind) if match)
    for choice in ("", *map(str, parameters.values())):
        said, opposite = OPPOSITES.get((operation, choice), ("", ""))
        against = _words(opposite).search(around) if opposite else None
        if against and not _words(said).search(around):
            yield against.group()


def _is_disguised(word: str) -> bool:
    """Whether a word has letters that only look like its own: of another script, or small capitals ("\u0274ot")."""
    return foreign_letter(word) is not None or any(
        unicodedata.name(letter, "").startswith("LATIN LETTER SMALL CAPITAL") for letter in word
    )


def _without(text: str, claim: str, language: str) -> str:
    """The statement, VALUE for its claim, without its dates, whose months are words that may mean something else."""
    letters = list(text)
    for day in date_literals(text=text, language=language):
        letters[day.start : day.end] = " " * (day.end - day.start)
    for start, end in places(text, claim):
        letters[start:end] = VALUE * (end - start)
    return "".join(letters)


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


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


def _bounding(exempt: frozenset[str]) -> re.Pattern[str]:
    """Every phrase of another relation than equality, of every language, directly before a claim."""
    said = [phrases.split("|") for table in PHRASES.values() for name, phrases in table.items() if name != "equal"]
    phrases = {phrase for each in said for phrase in each} - exempt
    joined = {one for name in _JOINED & BOUNDS_BEFORE.keys() for one in BOUNDS_BEFORE[name].split("|")}
    apart = phrases | {one for each in BOUNDS_BEFORE.values() for one in each.split("|")} - joined
    every = [rf"\b(?:{_any(apart)})", *map(re.escape, sorted(joined))]
    return re.compile(rf"(?P<word>{'|'.join(every)})\Z", re.IGNORECASE)


def _any(phrases: AbstractSet[str]) -> str:
    return "|".join(map(re.escape, sorted(phrases)))


_SPACED = "|".join(pattern for language, pattern in FALSE.items() if language not in _UNSPACED)
_FALSE: Final = re.compile(
    rf"\b(?:{_SPACED})\b|(?:{'|'.join(FALSE[language] for language in sorted(_UNSPACED))})", re.IGNORECASE
)
_BOUNDS: Final = _bounding(TIMES)
_BOUNDS_OF_DATES: Final = _bounding(frozenset())
_SPACED_BEHIND = "|".join(each for language, each in BOUNDS_BEHIND.items() if language not in _JOINED)
_JOINED_BEHIND = "|".join(each for language, each in BOUNDS_BEHIND.items() if language in _JOINED)
_BEHIND: Final = re.compile(rf"(?P<word>(?:{_SPACED_BEHIND})\b|{_JOINED_BEHIND})", re.IGNORECASE)
