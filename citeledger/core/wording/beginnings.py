"""What the beginning of a sentence says of the words cited behind it: that they do not hold, of how many, or when.

"Guests may enter the vault" made "Guests are forbidden to enter the vault", "Few guests may enter the vault" or "On
Sundays guests may enter the vault" says something else of "enter the vault". Only such words count, and only in a small
edit: a sentence may be polished.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from citeledger.core.operations import months
from citeledger.core.vocabulary.function_words import PREPOSITIONS
from citeledger.core.vocabulary.negations import negates
from citeledger.core.vocabulary.voiding import binds, voids
from citeledger.core.vocabulary.words import Words, word_list
from citeledger.core.wording.subjects import JOINING, speaks

_DENIES = word_list(
    r"forbidden|forbids?|prohibit(?:ed|s)?|refus(?:e|es|ed)|den(?:y|ies|ied)|fail(?:s|ed)?|reject(?:s|ed)?"
    r"|doubt(?:s|ed)?|refrains?|avoids?|stop(?:s|ped)?|ceases?|ceased|prevent(?:s|ed)?|wrongly|falsely|allegedly"
    r"|statt|anstatt|anstelle|вместо|supposedly|would|hardly|rarely|seldom|barely|scarcely|few|some|former|only|half|false|untrue|myth"
    r"|verboten|untersagt|verbietet|verweigern?|verweigert|bestreite[nt]|bezweifelt?|angeblich|kaum|selten|wenige"
    r"|einige|manche|nur|ehemalige|interdit|interdite?s|refuse(?:nt)?|nie(?:nt)?|rarement|quelques|certains|certaines"
    r"|seuls?|seules?|prohibid[oa]s?|niegan?|rechazan?|apenas|raramente|algunos|algunas|pocos|pocas|solo|sólo"
    r"|vietat[oaie]|rifiuta|nega|alcuni|alcune|pochi|poche|proibid[oa]s?|запрещ\w+|отрица\w+|редко|некоторые"
    r"|немногие|только|απαγορεύεται|λίγοι|μερικοί|σπάνια|ممنوع|بعض|אסור|מעטים|कुछ|일부|드물게"
)
_PLACING = PREPOSITIONS - {"as", "because", "since", "per", "according"}
_NEAR = 7  # tokens before a passage in which it is denied
_EDIT = 6  # tokens put in or taken out at most
_FRAME = 8  # tokens of a line that says so of what it introduces
# An end is no place ("To install it:"), and some prepositions are other words in English ("A few rules:").
_NO_FRAME = frozenset(("to", "a", "an", "do", "we", "am"))
_COPULAS = frozenset(("is", "are", "was", "were", "be", "been", "being"))  # "is used to"
_IN_PLACE = frozenset(
    (
        ("all", "but"),
        ("anyone", "but"),
        ("instead", "of"),
        ("rather", "than"),
        ("au", "lieu"),
        ("plutôt", "que"),
        ("en", "lugar"),
    )
)
_DATED = 8  # tokens of a date a sentence begins with
_YEAR = re.compile(r"(?:19|20)\d\d")
_MONTH = word_list(months.PATTERN)
_BIDS = 2  # tokens before a passage of which one may be a modal
_MODALS = frozenset(("must", "shall", "may"))
_OTHER_MODALS = frozenset(("to", "should", "can", "could", "might", "will", "would", "cannot", "not", "and", "or"))
_LONGEST = 6  # tokens of what says when or where, a comma counted
# What tells what is spoken of, beside what only joins a sentence to the one before it (`subjects.JOINING`).
_TELLS_OF = word_list(
    r"sum|brief|essence|principle|any|other|reality|detail|end|contrast|turn|course|now|this|these|that|it|such|all|most"
    r"|many|doing|order|above|below|following|allgemeinen|übrigen|generale"
)


def is_denied_before(was: Words, now: Words) -> bool:
    """Whether words before a passage deny it, or say of how many it holds, on one side of a change only.

    A beginning written anew is polish: whether it denies takes understanding.
    """
    clauses = _clause(was), _clause(now)
    before, after = map(Counter, clauses)
    is_edit = (before - after).total() + (after - before).total() <= _EDIT
    denials, denials_now = (Counter(_denials(clause)) for clause in clauses)
    return is_edit and denials != denials_now


def _clause(before: Words) -> Words:
    """The last words before a passage behind a comma, without case."""
    before = before[-_NEAR:]
    comma = next((at for at in range(len(before) - 1, -1, -1) if before[at] == ","), -1)
    return tuple(word.casefold() for word in before[comma + 1 :])


def _denials(clause: Words) -> Iterator[str]:
    yield from ("not" for word in clause if negates(word))
    yield from (word for word in clause if _DENIES.fullmatch(word) or voids(word))
    yield from (" ".join(pair) for pair in pairwise(clause) if pair in _IN_PLACE)
    if _is_past(clause):
        yield "used to"


def _is_past(said: Words) -> bool:
    """Whether something "used to" be so; what "is used to" do something does it."""
    return ("used", "to") in pairwise(said) and _COPULAS.isdisjoint(said)


def is_dated_otherwise(was: Words, now: Words) -> bool:
    """Whether a sentence begins with another date than before: "As of 1 May 2024, the fee" made "As of 1 May 2025,"."""
    opened, opened_now = (words[: words.index(",")] if "," in words else () for words in (was, now))
    if not 1 < len(opened) == len(opened_now) <= _DATED or opened[0].casefold() not in _PLACING | {"as", "since"}:
        return False
    changed = {word for pair in zip(opened, opened_now, strict=True) if pair[0] != pair[1] for word in pair}
    is_date = any(_YEAR.fullmatch(word) or _is_month(word) for word in opened)
    return bool(changed) and is_date and all(word.isdecimal() or _is_month(word) for word in changed)


def _is_month(word: str) -> bool:
    return _MONTH.fullmatch(word.casefold()) is not None


def is_bidden_otherwise(was: Words, now: Words) -> bool:
    """Whether directly before a passage it is said on one side only that it must or may be: "Staff must | check it"."""
    near, near_now = ({word.casefold() for word in words[-_BIDS:]} for words in (was, now))
    modal, modal_now = (not _MODALS.isdisjoint(words) for words in (near, near_now))
    return modal is not modal_now and _OTHER_MODALS.isdisjoint(near | near_now)


def is_placed_otherwise(was: Words, now: Words) -> bool:
    """Whether a sentence begins on one side only with a few words that say when, where or for whom: "On Sundays"."""
    short, long = sorted(([word.casefold() for word in words] for words in (was, now)), key=len)
    put_in = long[: len(long) - len(short)]
    return 1 < len(put_in) <= _LONGEST and long[len(put_in) :] == short and _places(put_in)


def _places(words: Sequence[str]) -> bool:
    is_placing = words[0] in _PLACING
    return is_placing and not any(JOINING.fullmatch(word) or _TELLS_OF.fullmatch(word) for word in words)


def frames(line: Words) -> bool:
    """Whether a line ending in a colon says when, where, for whom or by whose word that holds which it introduces.

    "On Sundays:", "If the warden agrees:", "According to Carl:", "The policy used to say:".
    """
    said = tuple(word.casefold() for word in line[:-1])
    if not 1 < len(said) <= _FRAME:
        return False
    return _is_past(said) or binds(said[0]) or (said[0] not in _NO_FRAME and _places(said)) or speaks(said)
