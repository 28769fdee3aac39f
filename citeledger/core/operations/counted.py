"""Negations in the name of what is counted: "items not returned: 5", "days without rain", "No. of items".

Such a word says which things are counted and leaves their number alone. A name is known by its make: a word for
"without" before another word; "not" beside a participle, or in a clause that begins with "who", where a colon or a verb
such as "is" parts it from the value. Anything else in doubt is no name, so that a denial stays one.
"""

import re
from collections.abc import Iterator
from typing import Final

from citeledger.core.operations.phrases import NOWHERE, VALUE, Phrases, Words, forms

LINKS: Final = (
    "is|are|was|were|equals|amounts|comes|totals|makes|numbers|ist|sind|war|waren|beträgt|betrug|ergibt"
    "|lautet|beläuft|est|sont|était|étaient|s'élève|es|son|fue|fueron|era|eran|asciende|é|são|foi|foram|è|sono|fu|furono"
    "|bedraagt|zijn|är|er|utgör|udgør|wynosi|je|jsou|равна|равно|равны|составляет|составила|составило|дорівнює|είναι"
)
"""Verbs that join a name to its value."""
_LINKS_JOINED: Final = ":=\uff1a\uff1d\u2192是为為共有はが"
_VERBS: Final = (
    "be|been|being|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|or|if|it|this|that|they"
    "|we|he|she|i|so|seem|seems|wird|werden|wurde|wurden|hat|haben|sie|das|nous|il|elle|on|*n't"
)
FIGURES: Final = (
    "total|totals|sum|sums|value|values|figure|figures|amount|amounts|result|results|number|numbers|count|counts"
    "|difference|differences|average|averages|mean|means|claim|summe|wert|zahl|betrag|ergebnis|differenz|somme|valeur"
    "|montant|résultat|suma|valor|resultado|valore|сумма|значение"
)
"""What a value itself is called: what is said of it is said of the value."""
TRUE: Final = (
    "true|so|correct|right|accurate|exact|valid|confirmed|proved|proven|verified|established|supported|reached|met"
    "|exceeded|accepted|agreed|stated|said|given|bestätigt|erreicht|belegt|wahr|richtig|stimmt|stimmen|gilt|zutrifft"
    "|confirmé|confirmée|atteint|atteinte|vrai|vraie|exacte|verdad*|es|è|é|est"
    f"|{forms('confirmad alcanzad correct confermat raggiunt', 'o a')}"
)
WITHOUT: Final = (
    "without|excluding|with no|having no|ohne|mit keine|mit keinen|mit keinem|mit keiner|sans|hors|avec aucun"
    "|avec aucune|sin|sem|senza|zonder|utan|uden|uten|bez|без|χωρίς|بدون|دون|ללא|בלי|बिना"
)
EXCEPT: Final = (
    "except|excepting|ausser|außer|ausgenommen|sauf|hormis|excepté|salvo|excepto|exceto|tranne|eccetto"
    "|behalve|oprócz|кроме|крім|εκτός|باستثناء|سوى|למעט|מלבד"
)
ATTRIBUTES: Final = {
    "not": "*ed|*en|paid|sold|sent|kept|held|lost|found|used|met|built|bought|made|done|seen|due|eligible|available"
    "|subject|present|in|on|for|at|under|from|within",
    "nicht": f"ge*t|*iert|{forms('*te *ne *iert *bare', '- n m r s')}|*bar|im|am|auf"
    f"|{forms('fällig', '- e en em er es')}",
    "non": f"{forms('*é *i *u *is *it *us *ert', '- e s es')}|{forms('*at *ut *it', 'o a i e')}"
    f"|{forms('*abile *ibile *able *ible', '- s')}",
    "no": f"{forms('*ad *id *íd *uelt *ech *iert', 'o a os as')}|*itos|*itas",
    "não": f"{forms('*ad *id *íd *eit', 'o a os as')}|entregue|entregues",
    "niet": "*de|ge*d|ge*t|ge*te|ge*en|terug*",
    "inte": "*ad|*ade|*da|*ta|*na",
    "ikke": "*ed|*ede|*te|*ne",
    "nie": forms("*n *t", "e ych y a"),
    "не": f"*ен|{forms('*ен', 'а о ы')}|{forms('*нн *т', 'о ы а ый ые ых ого ой ая ое')}",
}
"""By the word for "not": what, right behind it, tells which things are meant."""
JOINED: Final = {
    **dict.fromkeys("未無无", "必曾能达達到满滿确確证證經经法误誤"),
    "不": "是对對等到足止正真实實符为為会會可应應能再过過明",
    "非": "",
    "没有": "",
    "沒有": "",
}
"""In scripts without spaces: what tells which things are meant, but in front of these letters: then it denies."""
_DENYING: Final = frozenset("并並绝絕決决")  # in front of such a word: it denies all the more

_YET: Final = Phrases("yet|noch|encore|aún|ainda|ancora")
_THAT: Final = Phrases("that are/were/do/have")
_WHO: Final = Phrases("who|whose|where|on/in/at/for/with/of/to which/whom")
_DIE: Final = Phrases("die/der/das/den/dem/denen/deren/dessen|an/in/bei/mit/für die/der/das/den/dem/denen/deren/dessen")
_QUI: Final = Phrases("qui|dont|où|en que|en los que|en las que|quienes|em que|in cui|котор*")
_DENIES: Final = Phrases("n'|not|never|no|nothing|nobody|nicht|nichts|nie|kein|keine|keinen|ne|non|não|не|*n't")
_PAS: Final = Phrases("pas|jamais|plus")  # what French says behind its verb
_NEAR: Final = 60  # code points before "not" in which a verb says that it denies more than a name
_TO_LINK, _TO_VALUE = 80, 40  # code points from a name to what links it to the value, and from there to the value
_STOPS: Final = frozenset(".!?;")
_NUMBER_OF: Final = re.compile(r"\b[Nn]os?\b\.?\s+of\b(?! course)|\b[Nn]os?\.\s+de\b")
_DENIES_JOINED: Final = re.compile("|".join(JOINED))
_LINKED_JOINED: Final = re.compile(rf"[^\W\d_]{{1,20}}[{_LINKS_JOINED}][^。！？{VALUE}]{{0,6}}{VALUE}")

_LINKING: Final = Phrases(LINKS, ":|=|\u2192")
_VERB: Final = Phrases(LINKS, _VERBS)
_FIGURE: Final = Phrases(FIGURES)
_TRUE: Final = Phrases(TRUE)
_WITHOUT: Final = Phrases(WITHOUT)
_EXCEPT: Final = Phrases(EXCEPT)
_ATTRIBUTES: Final = {word: Phrases(what) for word, what in ATTRIBUTES.items()}


def without_names(text: str) -> str:
    """The text, in which VALUE stands for the claim, without the negations in names of what is counted. Linear."""
    letters = list(text)
    for start, end in _negations_in_names(text):
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def _negations_in_names(text: str) -> Iterator[tuple[int, int]]:
    yield from (found.span() for found in _NUMBER_OF.finditer(text))
    yield from _joined(text)
    words = _Named(text)
    for find in (_without, _except, _clauses, _attributes):
        yield from ((words.starts[first], words.ends[last]) for first, last in find(words))


class _Named(Words):
    """A text whose values have names before them."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.links = dict(_LINKING.places(self))
        self._ahead = self.values_ahead({place for place, word in enumerate(self.said) if word in _STOPS})

    def is_linked(self, place: int) -> bool:
        """Whether a name that goes on at a place ends at a verb or a sign that joins it to a value behind."""
        begins = self.ends[place - 1]
        while self.at(place) != VALUE and self._ahead[place] < NOWHERE and self.starts[place] - begins <= _TO_LINK:
            if place in self.links and self._ahead[place] - self.ends[place + self.links[place] - 1] <= _TO_VALUE:
                return True
            place += 1
        return False

    def is_of_value(self, place: int) -> bool:
        """Whether the words at a place are at most three that say how the value is meant: "these 5"."""
        for at in range(place, place + 4):
            if at in self.links or not self.is_word(at):
                return self.at(at) == VALUE
        return False


def _without(words: _Named) -> Iterator[tuple[int, int]]:
    for place, count in _WITHOUT.places(words):
        behind = place + count
        if words.begins_word(behind) and not words.is_of_value(behind):
            yield place, behind - 1


def _except(words: _Named) -> Iterator[tuple[int, int]]:
    for place, count in _EXCEPT.places(words):
        behind = place + count
        if words.at(place - 1).isalnum() and words.begins_word(behind) and words.is_linked(behind):
            yield place, behind - 1


def _clauses(words: _Named) -> Iterator[tuple[int, int]]:
    """From what begins a clause ("who") to what it denies with, where both stand in a name."""
    for place in range(len(words)):
        begun = _begins_clause(words, place)
        denied = _denied(words, place + begun) if begun else 0
        if denied:
            yield place, _with_pas(words, denied) - 1


def _begins_clause(words: _Named, place: int) -> int:
    """How many words there begin a clause that says which things are meant; 0 if none do."""
    before, qui = words.at(place - 1), _QUI.length(words, place)
    if before == ",":
        return max(qui, _DIE.length(words, place))
    if before in {";", ":", "."}:
        return qui
    return max(qui, _WHO.length(words, place), min(1, _THAT.length(words, place)))


def _denied(words: _Named, place: int) -> int:
    """The place behind a word that denies, at most four words on; 0 if there is none, or it denies the value."""
    for at in range(place, place + 5):
        behind = at + _DENIES.length(words, at)
        is_true = words.at(behind - 1) != "n'" and _TRUE.length(words, behind)  # "n'est" is a verb of any clause
        if behind > at and not is_true and words.is_linked(behind):
            return behind
        if not words.is_word(at):
            return 0
    return 0


def _with_pas(words: _Named, place: int) -> int:
    """Behind the "pas" that belongs to a denial which ends before the place, at most four words on."""
    for at in range(place, place + 5):
        if pas := _PAS.length(words, at):
            return at + pas
        if not words.is_word(at):
            return place
    return place


def _attributes(words: _Named) -> Iterator[tuple[int, int]]:
    return (
        (place, place) for place, word in enumerate(words.said) if word in ATTRIBUTES and _tells_which(words, place)
    )


def _tells_which(words: _Named, place: int) -> bool:
    """Whether "not" and what is right behind it tell which things are counted, before the value or behind it."""
    told = place + 1 + _YET.length(words, place + 1)
    if not _ATTRIBUTES[words.said[place]].length(words, told):
        return False
    before, is_behind_value = _words_before(words, place)
    if any(_VERB.length(words, each) for each in (before if is_behind_value else before[:1])):
        return False
    if is_behind_value:
        return 0 < len(before) < 5 and not _TRUE.length(words, told)
    of_the_value = _FIGURE.length(words, before[0]) if before else _TRUE.length(words, told)
    return not of_the_value and words.is_linked(told + 1)


def _words_before(words: _Named, place: int) -> tuple[list[int], bool]:
    """The words near before a place, the nearest first, and whether a value ends them."""
    found = list[int]()
    at, near = place - 1, words.starts[place] - _NEAR
    while at >= 0 and words.ends[at] > near:
        if words.said[at] == VALUE:
            return found, True
        if words.begins_word(at) and not words.said[at].endswith("'"):
            found.append(at)
        at -= 1
    return found, False


def _joined(text: str) -> Iterator[tuple[int, int]]:
    for found in _DENIES_JOINED.finditer(text):
        before, behind = text[max(0, found.start() - 1) : found.start()], text[found.end() : found.end() + 1]
        is_of_value = before in _DENYING or behind in JOINED[found.group()]
        if not is_of_value and _LINKED_JOINED.match(text, found.end()):
            yield found.span()
