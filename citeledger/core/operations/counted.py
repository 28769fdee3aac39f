"""Negations in the name of what is counted: "items not returned: 5", "days without rain", "No. of items".

Such a word says which things are counted and leaves their number alone. A name is known by its make: a word for
"without" before another word; "not" beside a participle, or in a clause that begins with "who", where a colon or a verb
such as "is" parts it from the value. Anything else in doubt is no name, so that a denial stays one.
"""

import re
from collections.abc import Iterator
from typing import Final

VALUE: Final = "\0"
"""Stands for each letter of the claim in a text whose names are looked for: no statement holds one."""

LINKS: Final = (
    r"is|are|was|were|equals|amounts|comes|totals|makes|numbers|ist|sind|war|waren|beträgt|betrug|ergibt"
    r"|lautet|beläuft|est|sont|était|étaient|s'élève|es|son|fue|fueron|era|eran|asciende|é|são|foi|foram|è|sono|fu|furono|bedraagt|zijn"
    r"|är|er|utgör|udgør|wynosi|je|jsou|равн[аоы]|составляет|составила|составило|дорівнює|είναι"
)
"""Verbs that join a name to its value, by whole words."""
LINKS_JOINED: Final = ":=\uff1a\uff1d\u2192是为為共有はが"
_VERBS: Final = (
    rf"{LINKS}|be|been|being|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|or|if|it|this"
    r"|that|they|we|he|she|i|so|seems?|wird|werden|wurde|wurden|hat|haben|es|sie|das|nous|il|elle|on"
)
FIGURES: Final = (
    r"totals?|sums?|values?|figures?|amounts?|results?|numbers?|counts?|differences?|averages?|means?|claim|summe"
    r"|wert|zahl|betrag|ergebnis|differenz|somme|valeur|montant|résultat|suma|valor|resultado|valore|сумма|значение"
)
"""What a value itself is called: what is said of it is said of the value."""
TRUE: Final = (
    r"true|so|correct|right|accurate|exact|valid|confirmed|prove[dn]|verified|established|supported|reached|met|exceeded"
    r"|accepted|agreed|stated|said|given|bestätigt|erreicht|belegt|wahr|richtig|stimmt|stimmen|gilt|zutrifft|confirmée?|atteinte?|vraie?|exacte?"
    r"|confirmad[oa]|alcanzad[oa]|verdad\w*|correct[oa]|es|è|é|est|confermat[oa]|raggiunt[oa]"
)
WITHOUT: Final = (
    r"without|excluding|with no|having no|ohne|mit keine[nmr]?|sans|hors|avec aucune?|sin|sem|senza|zonder|utan|uden"
    r"|uten|bez|без|χωρίς|بدون|دون|ללא|בלי|बिना"
)
EXCEPT: Final = (
    r"except(?: for)?|excepting|ausser|außer|ausgenommen|sauf|hormis|excepté|salvo|excepto|exceto|tranne|eccetto"
    r"|behalve|oprócz|кроме|крім|εκτός|باستثناء|سوى|למעט|מלבד"
)
ATTRIBUTES: Final = {
    "not": r"\w+ed|\w+en|paid|sold|sent|kept|held|lost|found|used|met|built|bought|made|done|seen|due|eligible"
    r"|available|subject|present|in|on|for|at|under|from|within",
    "nicht": r"\w+(?:te|ne)[nmrs]?|ge\w+t|\w+ier(?:t|te[nmrs]?)|\w+bare?[nmrs]?|im|am|auf|fällige?[nmrs]?",
    "non": r"\w+(?:é|i|u|is|it|us|ert|[aiu]t[oaie])e?s?|\w+(?:abile|ibile|able|ible)s?",
    "no": r"\w+(?:[aií]d[oa]s?|uelt[oa]s?|ech[oa]s?|it[oa]s|iert[oa]s?)",
    "não": r"\w+(?:[aií]d[oa]s?|ueg[uoa]es?|eit[oa]s?)",
    "niet": r"\w+de|ge\w+(?:d|t|te|en)|terug\w+",
    "inte": r"\w+(?:ade?|da|ta|na)",
    "ikke": r"\w+(?:ede?|te|ne)",
    "nie": r"\w+[nt](?:e|ych|y|a)",
    "не": r"\w+ен[аоы]?|\w+(?:нн|т)(?:о|ы|а|ый|ые|ых|ого|ой|ая|ое)",
}
"""By the word for "not": what, right behind it, tells which things are meant."""
_WHOSE: Final = (
    r"(?<![,;:.] )\b(?:who|whose|(?:on|in|at|for|with|of|to) (?:which|whom)|where|that(?= (?:are|were|do|have)\b))"
    r"|(?<=, )(?:(?:an|in|bei|mit|für) )?(?:die|der|das|den|dem|denen|deren|dessen)"
    r"|\b(?:qui|dont|où|en que|en los que|en las que|quienes|em que|in cui|котор\w+)"
)
_UNSPACED: Final = re.compile(
    rf"(?<![并並绝絕决決])(?:[未無无](?![必曾能达達到满滿确確证證经經法误誤])|非|[没沒]有|"
    rf"不(?![是对對等到足止正真实實符为為会會可应應能再过過明]))"
    rf"(?=[^\W\d_]{{1,20}}[{LINKS_JOINED}][^。！？{VALUE}]{{0,6}}{VALUE})"
)
_LINKED: Final = rf"(?=[^.!?;{VALUE}]{{0,80}}?(?:[:=\u2192]|\b(?:{LINKS})\b)[^.!?;{VALUE}]{{0,40}}{VALUE})"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_NUMBER_OF: Final = re.compile(r"\b[Nn]os?\b\.?\s+of\b(?! course)|\b[Nn]os?\.\s+de\b")
_WITHOUT: Final = _compiled(rf"\b(?:{WITHOUT})(?=\s+[^\W\d_])(?!(?:\s+(?!(?:{LINKS})\b)[^\W\d_]+){{0,3}}\s*{VALUE})")
_EXCEPT: Final = _compiled(rf"(?<=\w )(?:{EXCEPT})(?=\s+[^\W\d_]){_LINKED}")
_CLAUSES: Final = _compiled(
    rf"(?:{_WHOSE})\b(?:\s+[^\W\d_]+){{0,4}}?\s+(?:n['\u2019]|(?:not|never|no|nothing|nobody|nicht|nichts|nie|keine?n?|ne|non|não|не)\b"
    rf"|\w+n['\u2019]t\b)(?!\s+(?:{TRUE})\b){_LINKED}(?P<rest>(?:\s*[^\W\d_]+){{0,4}}?\s+(?:pas|jamais|plus)\b)?"
)
_NOT: Final = _compiled(rf"\b(?P<not>{'|'.join(ATTRIBUTES)})(?=\s)")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_ATTRIBUTES: Final = {
    word: _compiled(rf"\s+(?:yet\s+|noch\s+|encore\s+|aún\s+|ainda\s+|ancora\s+)?(?P<what>{what})\b")
    for word, what in ATTRIBUTES.items()
}
_LINKED_BEHIND: Final = _compiled(_LINKED)
_VERB: Final = _compiled(rf"(?:{_VERBS})|\w+n['\u2019]t")
_FIGURE: Final = _compiled(FIGURES)
_TRUE: Final = _compiled(TRUE)


def without_names(text: str) -> str:
    """The text, in which VALUE stands for the claim, without the negations in names of what is counted."""
    letters = list(text)
    for start, end in _negations_in_names(text):
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def _negations_in_names(text: str) -> Iterator[tuple[int, int]]:
    for pattern in (_NUMBER_OF, _WITHOUT, _EXCEPT, _CLAUSES, _UNSPACED):
        yield from (found.span() for found in pattern.finditer(text))
    yield from (found.span() for found in _NOT.finditer(text) if _tells_which(text, found))


def _tells_which(text: str, found: re.Match[str]) -> bool:
    """Whether "not" and what is right behind it tell which things are counted, before the value or behind it."""
    what = _ATTRIBUTES[found["not"].casefold()].match(text, found.end())
    if what is None:
        return False
    before = text[max(0, found.start() - 60) : found.start()]
    value = before.rfind(VALUE)
    words = _WORD.findall(before[value + 1 :])
    if any(map(_VERB.fullmatch, words if value >= 0 else words[-1:])):
        return False
    if value >= 0:
        return bool(words) and len(words) < 5 and not _TRUE.fullmatch(what["what"])
    of_the_value = _FIGURE.fullmatch(words[-1]) if words else _TRUE.fullmatch(what["what"])
    return not of_the_value and _LINKED_BEHIND.match(text, what.end()) is not None
