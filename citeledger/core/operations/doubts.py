"""Wording that leaves it open whether the value is so: "would be 5", "if it is 5", "5 (disputed)", "is it 5?".

By language, each looked for in every text. A modal verb or a condition counts up to the value alone: in "items that
should be returned: 5" it has ended before. A word such as "disputed" counts where it is said of the value, as in "5 is
disputed" or "the disputed total"; "5 disputed invoices" are counted.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from citeledger.core.operations.counted import FIGURES, LINKS
from citeledger.core.operations.phrases import VALUE, Phrases, Words, forms

_BELIEVED: Final = "supposed/meant/said/claimed/thought/believed/expected/estimated/planned/rumored/rumoured"
UNREAL: Final = {
    "en": "would|could|might|should|ought|if|whether|suppose|assuming|unless"
    "|may be/equal/amount/total|may * be/equal/amount/total"
    f"|is/are/was/were {_BELIEVED} to|is/are/was/were * {_BELIEVED} to",
    "de": f"wenn|falls|sofern|ob|{forms('sollte könnte würde wäre dürfte müsste hätte', '- n')}",
    "fr": forms("devr ser pourr aur", "ait aient"),
    "es": forms("sería debería podría habría", "- n"),
    "pt": forms("seria deveria poderia teria", "- m"),
    "it": forms("sarebb dovrebb potrebb avrebb", "e ero"),
    "nl": "zou|zouden|indien",
    "sv": "borde|skulle",
    "da": "burde|hvis|dersom",
    "pl": "powin*|mógłby|mogłaby|byłby|byłaby|byłoby|wynosiłaby|wynosiłby|gdyby|jeśli",
    "ru": "бы|если",
    "uk": "би|якщо",
}
"""What leaves open what follows it, up to a verb that joins a name to its value."""
CONDITIONS: Final = "if|unless|whether|assuming|suppose|wenn|falls|sofern|ob|если|якщо|jeśli"
"""What leaves open all that follows it in its clause."""
SI: Final = "si|s'il|s'ils"
"""The same where it begins a clause."""
_BEFORE_SI: Final = frozenset(",.!?;:(") | {"", "savoir", "saber", "même"}
UNREAL_BEHIND: Final = (
    "betragen/sein/ergeben sollte/könnte/würde/dürfte/müsste"
    "|betragen/sein/ergeben sollten/könnten/würden/dürften/müssten|olabilir*|olmalı*"
)
"""What leaves open what is right before it."""
UNREAL_JOINED: Final = "应该|應該|应为|應為|可能|也许|也許|如果|假如|若|もし"
UNREAL_JOINED_BEHIND: Final = (
    r"[日件円個人]?の?(?:はず|かもしれ|だろう|でしょう|べき|なら)|的话|的話|\w{0,3} ?(?:수 있|것 같|라면|이라면|일까)"
)
PERHAPS: Final = (
    "perhaps|maybe|possibly|presumably|probably|reportedly|purportedly|seemingly|apparently|ostensibly|hypothetically"
    "|vielleicht|möglicherweise|vermutlich|wahrscheinlich|anscheinend|scheinbar|peut-être|sans doute|probablement"
    "|apparemment|quizá|quizás|tal vez|probablemente|posiblemente|talvez|provavelmente|forse|probabilmente|misschien"
    "|waarschijnlijk|kanske|måske|kanskje|może być|prawdopodobnie"
    "|возможно|вероятно|наверное|можливо|ίσως|ربما|אולי|शायद|อาจ"
)
DISPUTED: Final = (
    "fake|faked|fabricated|invented|made-up|made up|fictitious|fictional|imaginary|hypothetical|sham|phony|phoney"
    "|forged"
    "|disputed|contested|challenged|questioned|questionable|dubious|doubtful|uncertain|unconfirmed|unverified|unproven"
    "|unsupported|debunked|discredited|disproved|refuted|rejected|denied|retracted|withdrawn|revoked|outdated|obsolete"
    "|superseded|inflated|understated|overstated|exaggerated|alleged|purported|rumored|rumoured|in doubt"
    "|open to question|umstritten|strittig|bestritten|fraglich|zweifelhaft|erfunden|fiktiv|gefälscht|überholt"
    "|unbestätigt|widerlegt|douteux|douteuse|douteuses|fictif|fictifs"
    f"|{forms('contesté inventé falsifié réfuté', '- e s es')}|non confirmé/confirmée/confirmés/confirmées"
    f"|{forms('disputad cuestionad fictici inventad dudos falsificad contestad', 'o a os as')}"
    "|inventato|inventati|dubbio|dubbia|contestato|contestata|betwist|verzonnen|omstritt|påhittad|omstridt|opdigtet"
    f"|{forms('sporn', 'a e o y')}|оспаривается|спорн*|вымышлен*|сомнительн*|фиктивн*"
)
"""What is said of a value that others deny, or nobody stands by."""
_A: Final = "a/an/ein/eine/un/une/uno/una/um/uma/een"
MISTAKEN: Final = (
    f"{_A} typo/misprint/mistake/error/slip|{_A} fehler/irrtum/versehen/tippfehler/druckfehler/schreibfehler"
    f"|{_A} erreur/coquille/error/errata/errore/refuso/erro/engano/fout/vergissing"
    "|by mistake/error|in error|aus versehen|par erreur|por error/erro/engano|per errore|per vergissing"
)
"""What calls a value a mistake."""
DISPUTED_JOINED: Final = "虚构|虛構|有争议|有爭議|存疑|捏造|伪造|偽造|架空|疑わし|争われ"
DIFFERS: Final = (
    "differ|differs|differed|deviate|deviates|deviated|depart|departs|departed|diverge|diverges|diverged|unlike|weichen"
    "|weicht|wich|wichen|abweichend|s'écarte|s'écartent|diffère|difiere|difieren|divergen|divergem|differisc*|discosta*"
    "|wijkt|avviker|afviger|różni się|liší se|відрізня*"
)
_FROM: Final = frozenset({"from", "von", "de", "d'", "da", "van", "från", "fra", "od", "від"})
_GAPS: Final = frozenset("\"'\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019()[]*_,;:\u2013\u2014-")
_STOPS: Final = frozenset(".!?;")
_PARTS: Final = _STOPS | frozenset(",:")
_ENDS: Final = _STOPS | {":", VALUE, ""}
_NEAR, _NEARER, _NEAREST = 80, 40, 20  # code points from what leaves open, differs, or is joined, to the value

_LINKING: Final = Phrases(LINKS, ":|=|\u2192")
_BE: Final = Phrases("is|are|was|were|ist|sind")
_REMAINS: Final = Phrases(LINKS, "has/have been|being|remain|remains|seem|seems|bleibt|wird|reste")
_LEADS: Final = Phrases("which|what|but|and|though|that|it|this|aber|mais|pero|qui|que")
_ADVERBS: Final = Phrases("*ly|*ment|*mente|later|since|now|still|also")
_LY: Final = Phrases("*ly")
_OPENING: Final = Phrases("a|an|the|is|are|was|were|eine|ein|ist|une|un|est", ".|;|!|?|(")
_GOES_ON: Final = Phrases("by|in|among|since|as|and|or|but|though|because|von|durch|par|por|und|oder|et|y")
_UNREAL: Final = Phrases(*UNREAL.values())
_CONDITIONS: Final = Phrases(CONDITIONS)
_SI: Final = Phrases(SI)
_UNREAL_BEHIND: Final = Phrases(UNREAL_BEHIND)
_PERHAPS: Final = Phrases(PERHAPS)
_DISPUTED: Final = Phrases(DISPUTED)
_MISTAKEN: Final = Phrases(MISTAKEN)
_CALLED: Final = Phrases(
    DISPUTED, *(f"{_A} {phrase}" for phrase in DISPUTED.split("|")), "typo|misprint|tippfehler|druckfehler"
)
_FIGURES: Final = Phrases(FIGURES)
_DIFFERS: Final = Phrases(DIFFERS)
_JOINED: Final = re.compile(rf"(?P<word>{UNREAL_JOINED})[^。！？，、,;{VALUE}]{{0,{_NEAREST}}}{VALUE}")
_JOINED_BEHIND: Final = re.compile(rf"(?P<word>{UNREAL_JOINED_BEHIND})")
_ASKED: Final = re.compile(rf"{VALUE}[^.!?。！？{VALUE}]*(?P<word>[?？؟])")
_IN_TEXT: Final = (_JOINED, re.compile(rf"(?P<word>{DISPUTED_JOINED})"), _ASKED)


def doubts(text: str) -> Iterator[str]:
    """The words of a text, in which VALUE stands for the claim, that leave the claim open or differ from it. Linear."""
    if VALUE not in text:
        return
    words = Words(text)
    for find in (_left_open, _left_open_behind, _PERHAPS.places, _disputed_behind, _disputed, _differs):
        yield from (words.written(place, count) for place, count in find(words))
    for found in chain(_joined_behind(words), *(pattern.finditer(text) for pattern in _IN_TEXT)):
        yield found["word"]


def _left_open(words: Words) -> Iterator[tuple[int, int]]:
    """Modal verbs and conditions before a value that nothing parts from them."""
    said = list(enumerate(words.said))
    links = {place for place, _ in _LINKING.places(words)}
    plain = words.values_ahead(links | {place for place, word in said if word in _STOPS})
    clause = words.values_ahead({place for place, word in said if word in _PARTS})
    for place in range(len(words)):
        for count, ahead in ((_UNREAL.length(words, place), plain), (_conditional(words, place), clause)):
            if count and ahead[place + count] - words.ends[place + count - 1] <= _NEAR:
                yield place, count


def _conditional(words: Words, place: int) -> int:
    begins = words.at(place - 1) in _BEFORE_SI
    return _CONDITIONS.length(words, place) or (_SI.length(words, place) if begins else 0)


def _left_open_behind(words: Words) -> Iterator[tuple[int, int]]:
    for value in words.values():
        place = words.behind(value + 1, _GAPS)
        if count := _UNREAL_BEHIND.length(words, place):
            yield place, count


def _joined_behind(words: Words) -> Iterator[re.Match[str]]:
    for value in words.values():
        place = words.behind(value + 1, _GAPS)
        if place < len(words) and (found := _JOINED_BEHIND.match(words.text, words.starts[place])):
            yield found


def _disputed_behind(words: Words) -> Iterator[tuple[int, int]]:
    """Behind the value: "5 is disputed", "5, later withdrawn", "5 is a typo", but not "5 disputed invoices"."""
    for value in words.values():
        place = words.behind(value + 1, _GAPS)
        lead = place
        while place < lead + 3 and _LEADS.length(words, place):
            place += 1
        place += _REMAINS.length(words, place)
        place += _ADVERBS.length(words, place)
        if count := _MISTAKEN.length(words, place) or _without_name(words, place):
            yield place, count


def _without_name(words: Words, place: int) -> int:
    """How many words say at a place that a value is disputed, none of things behind them."""
    count = _CALLED.length(words, place)
    behind = place + count
    return 0 if words.at(behind)[:1].isalnum() and not _GOES_ON.length(words, behind) else count


def _disputed(words: Words) -> Iterator[tuple[int, int]]:
    """Before the value ("a disputed 5"), or beside a word for it ("the disputed total", "the total is disputed")."""
    for place, count in _DISPUTED.places(words):
        behind = place + count
        opens = place == 0 or _OPENING.length(words, place - 1)
        is_before = opens and words.at(words.behind(behind, _GAPS)) == VALUE
        if is_before or _FIGURES.length(words, behind) or _is_of_figure(words, place):
            yield place, count
    yield from (found for found in _MISTAKEN.places(words) if _is_of_figure(words, found[0]))


def _is_of_figure(words: Words, place: int) -> bool:
    """Whether a word for the value and a verb stand before a place, with an adverb or without."""
    verb = place - 1 - _LY.length(words, place - 1)
    return bool(_BE.length(words, verb) and _FIGURES.length(words, verb - 1))


def _differs(words: Words) -> Iterator[tuple[int, int]]:
    """What says another value than the one behind "from", in one sentence and near."""
    for place, count in _DIFFERS.places(words):
        at, end = place + count, words.ends[place + count - 1]
        while words.at(at) not in _ENDS and words.starts[at] - end <= _NEARER:
            if words.said[at] in _FROM and words.at(words.behind(at + 1, _GAPS)) == VALUE:
                yield place, count
            at += 1
