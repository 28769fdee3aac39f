"""Whether the headings and lines above a passage say otherwise than before if what stands under them holds.

"Rules" that became "Old rules", "Rules (deprecated)" or "Rules until 2024" say that they do not hold; "Rules" that
became "House rules" were renamed, which nobody alarms about.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from citeledger.core.layout.sections import as_title
from citeledger.core.reading.streams import last_sentence
from citeledger.core.reading.tokens import is_unspaced
from citeledger.core.vocabulary.negations import negates
from citeledger.core.vocabulary.stops import COLONS, FULL_STOPS
from citeledger.core.vocabulary.voiding import voiding
from citeledger.core.vocabulary.words import Words, word_list

_LONGEST = 8  # words of a title each of which counts; of a longer one what was added to it
_EXAMPLE = 2  # tokens of a title that says that one follows: "Example:"
_VALUES = frozenset(("false", "invalid"))
_REACH = 4  # tokens behind "until" in which its date stands
_EXAMPLES = word_list(
    r"examples?|samples?|beispiele?|muster|exemples?|ejemplos?|esemp[io]i?|exemplos?|voorbeeld(?:en)?|exempel"
    r"|eksemp(?:el|ler)|przykład\w*|przykladow\w*|örnek\w*|пример\w*|приклад\w*|παρ[αά]δείγμ\w+|παράδειγμα|أمثلة|مثال"
    r"|דוגמ\w+|उदाहरण"
)
_PAST = word_list(
    r"previous|previously|retired|inactive|defunct|sunset|stale|vorherige?[rnms]?|vorige?[rnms]?|eingestellt\w*"
    r"|précédente?s?|desactivad[oa]s?|precedenti?|anteriore?s?|vorige|föregående|forrige|poprzedni\w*|önceki"
    r"|предыдущ\w+|попередн\w+|προηγούμεν\w+|السابقة|הקודמ\w*|पिछल\w+"
)
_UNTIL = word_list(
    r"until|till|through|bis|jusqu'.*|jusque|hasta|fino|até|tot|till|indtil|inntil|do|kadar|до|μέχρι|έως|حتى|עד|तक"
)
_BEFORE = word_list(r"before|prior|vor|avant|antes|prima|voor|före|før|przed|önce|πριν|قبل|לפני|पहले")
_YEAR = re.compile(r"(?:1[89]|2[01])\d\d")
_RELEASE = re.compile(r"\d+(?:\.\d+)+")
_UNREAL = re.compile(
    r"in (?:theory|an ideal world|a perfect world|der theorie)\b|(?:suppose|assume|imagine|angenommen)\b|supposons\b"
    r"|supongamos\b|for the sake of argument|once upon a time|en théorie\b|en teoría\b|in teoria\b|допустим|в теории"
)
_UNTIL_IN_LETTERS = re.compile(
    r"(?:截至|截止|直到|至|到)\d|\d[年月日]*(?:まで|以前|之前|为止|為止|까지|이전)|(?:จนถึง|ถึง|ก่อน).{0,12}\d"
)
_PHRASES = re.compile(
    r"out of (?:date|force|use)|no longer|in the past|end of life|used to|past\Z"
    r"|(?:that|which|who|as)(?: once| formerly| previously)? (?:applied|was|were|used|existed|held|stood|had)"
    r"|die .*(?:galten|galt)|qui .*(?:appliquaient|appliquait)|que se aplicaban?|которые? действовал[аи]?"
)
_IN_LETTERS = re.compile("示例|範例|范例|举例|例|예시|예|ตัวอย่าง|过去|過去|以前")
_MARKS = re.compile(r"[\W_]+")


def says_otherwise(was: Iterable[Words], now: Iterable[Words]) -> bool:
    """Whether titles say on one side of a change only that what is under them does not hold, or up to when."""
    before, after = ([_parted(title) for title in titles] for titles in (was, now))
    return before != after and (_newly_void(before, after) or _newly_void(after, before))


def _parted(title: Words) -> Words:
    """The words of a title, of a line that introduces the last sentence."""
    said = last_sentence(title, ends=FULL_STOPS) if title and title[-1] in COLONS else title
    return as_title(said)


def _newly_void(was: list[Words], now: list[Words]) -> bool:
    """Whether a title among `now` says that what is under it does not hold, and is no other name of one in `was`."""
    gone = [words for words in was if words not in now]
    known = {word for words in was for word in voiding(words)}
    return any(_is_void(words, gone, known) for words in now if words not in was)


def _is_void(title: Words, gone: list[Words], known: set[str]) -> bool:
    grown = max((words for words in gone if words and set(words) <= set(title)), key=len, default=None)
    if grown is not None:
        return any(map(_is_status, _added(grown, title)))
    if not title:
        return bool(gone)  # struck through
    says = _denied if gone else voiding
    if _UNREAL.match(" ".join(title).casefold()):
        return True
    if is_timed(title) or title[0].casefold() == "past" or _PAST.fullmatch(title[0].casefold()):
        return True
    return _words(title) <= _LONGEST and any(word not in known for word in says(title) if _is_said(word, title))


def _is_said(word: str, title: Words) -> bool:
    """Whether a title says this of what is under it.

    One that names an example among other words is its own topic, and a value behind a label is no verdict ("Default:
    False").
    """
    if word == "example":
        return len(title) <= _EXAMPLE
    return word not in _VALUES or title[0].casefold() == word


def _words(title: Words) -> float:
    """Words and signs of a title; a letter of a script without spaces is half a word."""
    return sum(0.5 if is_unspaced(value) else 1.0 for value in title)


def _added(was: Words, now: Words) -> Iterator[Words]:
    """What was put into a title, piece by piece, without signs around it."""
    for is_old, words in groupby(now, key=set(was).__contains__):
        if not is_old:
            added = tuple(words)
            first = next((at for at, word in enumerate(added) if not _MARKS.fullmatch(word)), len(added))
            yield added[first:]


def _is_status(added: Words) -> bool:
    """Whether a piece put into a title begins with a word that says it does not hold; "for proposals" is no such."""
    if not added:
        return False
    first, letters = added[0].casefold(), "".join(added)
    is_said = any(voiding(added[:1])) or bool(_EXAMPLES.fullmatch(first) or _PAST.fullmatch(first))
    is_said = is_said or (_BEFORE.fullmatch(first) is not None and any(map(_RELEASE.fullmatch, added[:_REACH])))
    is_said = is_said or _PHRASES.match(" ".join(added).casefold()) is not None or is_timed(added)
    return is_said or (not letters.isascii() and (_IN_LETTERS.match(letters) is not None or any(voiding(added[:4]))))


def is_timed(title: Words) -> bool:
    """Whether a title begins with up to when something holds: until a day, before a year."""
    first, behind, letters = title[0].casefold() if title else "", title[1 : _REACH + 1], "".join(title)
    if not letters.isascii() and _UNTIL_IN_LETTERS.search(letters):
        return True
    is_until = _UNTIL.fullmatch(first) is not None and any(word[0].isdigit() for word in behind)
    return is_until or (_BEFORE.fullmatch(first) is not None and any(map(_YEAR.fullmatch, behind)))


def _denied(title: Words) -> Iterator[str]:
    """A word that negates denies a title it begins; elsewhere it may only tell it from the one it took the place of."""
    yield from (word for word in voiding(title) if not negates(word))
    yield from (value.casefold() for value in title[:1] if negates(value))
