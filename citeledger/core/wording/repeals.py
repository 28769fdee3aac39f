"""What a sentence takes back, by how it is built: "This rule is suspended.", "Section 4 no longer applies."

Only one built like this is understood: what it speaks of (this, the above, a numbered section, the title of one), then
at once that it is repealed, suspended, no longer in force. A repeal in other words is not.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from citeledger.core.vocabulary.negations import negates
from citeledger.core.vocabulary.retracting import (
    PART_IN_LETTERS,
    THIS_IN_LETTERS,
    WHOLE_IN_LETTERS,
    is_over,
    is_word,
    opens_predicate,
)
from citeledger.core.vocabulary.voiding import binds, ends
from citeledger.core.vocabulary.words import Words

_SUBJECT = 9  # tokens
_POINTER = 4  # of one that points: "this", "this whole section"
_PREDICATE = 8  # tokens
_NEGATED = 3  # tokens from a word that negates to what it denies: "no longer in force"
_OPENS_AGAIN = 12  # tokens in which a clause or a mark may stand before the subject
_THAT = 5  # tokens in which "that" may stand before the subject
_PLAINLY = 5  # tokens of a predicate that ends its sentence: "is no longer applicable."
_DIGITS = 3  # of numbers that others are between
_UNSETTLED = frozenset(
    ("under review", "under revision", "under discussion", "under consideration", "on hold", "in draft")
)
_KEPT = frozenset((("for", "historical"), ("for", "removal"), ("for", "deletion"), ("reference", "only")))
_WANTED = frozenset(("needed", "required", "necessary", "recommended", "used", "offered", "available", "possible"))
_CONJUNCTIONS = frozenset((("after",), ("before",), ("nach",), ("nachdem",), ("bevor",), ("après",), ("avant",)))
_PARTS = frozenset((",", "]", ")", "–", "—", "-"))
_POINTING = ("all", "within", "above", "below", "this", "whole", "article", "rest")  # what points consists of
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_MANNER = re.compile(r"\w+ly")  # "Temporarily suspended."
_ELIDED = re.compile(r"(?:l|d|dell|all)'")


@dataclass(frozen=True, slots=True)
class Subject:
    """What a sentence takes back: what stands beside it, all of its section, or the sections it names.

    One inside a paragraph may mean the sentence before it alone (`is_of_last`).
    """

    is_near: bool = False
    is_up: bool = False
    is_down: bool = False
    is_whole: bool = False
    is_of_last: bool = False
    numbers: frozenset[str] = frozenset()
    title: Words = ()


def repealed(words: Words) -> Iterator[Subject]:
    """What a sentence takes back, if it is one of those that do."""
    if not words[0].isascii():
        yield from _in_letters("".join(words))
    for first, longest in _openings(words):
        verb = next((at for at in range(first, min(len(words), first + _SUBJECT)) if opens_predicate(words[at])), None)
        if verb is not None and len(words) - verb <= longest and _is_over(words[verb : verb + _PREDICATE]):
            yield from _named(words[first:verb])

        yield from _denied_at_all(_without_articles(words[first:]))
    yield from _ignored(words)
    yield from _acted_on(words)
    yield from _not_followed(words)


def _denied_at_all(words: Words) -> Iterator[Subject]:
    """What "none of the following is in force", "the opposite holds" and "repealed is this rule" speak of."""
    verb = next((at for at, word in enumerate(words) if at and opens_predicate(word)), None)
    if words and is_word("verb", words[0]):
        yield from (one for one in _named(_without_signs(words[1:])) if one.is_near)
    elif verb is not None and verb <= _SUBJECT and _is_so(words[verb : verb + _PREDICATE]):
        if is_word("none", words[0]):
            yield from _pointed(words[:verb])
        elif is_word("opposite", words[0]) and verb == 1:
            yield Subject(is_near=True)


def _is_so(predicate: Words) -> bool:
    """Whether it is said, and not denied, that something holds."""
    holds = any(is_word("holds", word) or is_word("true", word) for word in predicate)
    return holds and not any(negates(word) for word in predicate[:_NEGATED])


def _ignored(words: Words) -> Iterator[Subject]:
    """What readers are told to ignore: "Please ignore the following.", "Disregard the rest of this section."."""
    said = _without_signs(words)
    said = said[1:] if said[:1] in (("please",), ("bitte",)) else said
    if said and is_word("ignore", said[0]) and len(said) <= _SUBJECT:
        yield from _pointed(_without_articles(said[1:]))


def _acted_on(words: Words) -> Iterator[Subject]:
    """What somebody did away with: "The board has repealed this rule."."""
    verb = next((at for at, word in enumerate(words[:_SUBJECT]) if at and is_over(word)), len(words))
    if not _is_conditional(words[:verb]) and not any(map(negates, words[:verb])):
        yield from _object(words[verb + 1 :])


def _not_followed(words: Words) -> Iterator[Subject]:
    """What readers are told not to follow, or nobody does: "We no longer follow this rule."."""
    denial = next((at for at, word in enumerate(words[:_SUBJECT]) if negates(word)), len(words))
    told = words[denial + 1 : denial + 1 + _NEGATED]
    verb = next((at for at, word in enumerate(told) if is_word("follow", word)), None)
    if verb is not None and not _is_conditional(words):
        behind = words[denial + 2 + verb :]
        yield from _object(behind[behind[:1] == ("on",) :])


def _is_conditional(words: Words) -> bool:
    """Whether it is said of a case only: "once you have removed this section"."""
    return any(map(binds, words)) or words[:1] in _CONJUNCTIONS


def _object(words: Words) -> Iterator[Subject]:
    """A part of the text that a verb has as its object, at once: "this rule", "section 4"."""
    words = _without_articles(words)[:_POINTER]
    if words and is_word("numbered", words[0]):
        yield from _named(words[:2])
    elif words and is_word("this", words[0]):
        part = next((word for word in words[1:] if is_word("whole", word) or is_word("numbered", word)), None)
        if part is not None:
            yield Subject(is_near=True, is_whole=is_word("whole", part))


def restricted(words: Words) -> Iterator[Subject]:
    """What is said to hold for some only: "The rules below apply to site B only."."""
    verb = next((at for at, word in enumerate(words) if is_word("holds", word) and opens_predicate(word)), None)
    if verb is None or not any(is_word("only", word) for word in words):
        return
    subject = tuple(word for word in words[:verb] if not is_word("only", word) and not is_word("copula", word))
    yield from (one for one in _named(subject) if one.is_near)


def _pointed(subject: Words) -> Iterator[Subject]:
    """What all, none or the rest of something points to: "everything in this section", "what follows"."""
    up, down, whole, this = (
        any(is_word(kind, word) for word in subject) for kind in ("above", "below", "whole", "this")
    )
    if up or down or this:
        yield Subject(True, up, down, whole and not (up or down))


def _openings(words: Words) -> Iterator[tuple[int, int]]:
    """Where the subject may begin, and the most tokens from its verb on.

    At the beginning, behind "As of June 2025,", the name of a box, or "note that". What goes on behind that last one
    may be denied of others.
    """
    that = words.index("that", 1) if "that" in words[1:_THAT] else 0
    if that and not any(map(negates, words[:that])):
        yield that + 1, _PLAINLY
    yield int(is_word("box", words[0]) and words[1:2] != ("that",)), len(words)
    yield from ((at + 1, len(words)) for at, word in enumerate(words[:_OPENS_AGAIN]) if word in _PARTS)


def stands_alone(words: Words) -> bool:
    """Whether a sentence has no subject: "Repealed.", "[Suspended until further notice.]"."""
    said = _without_signs(words)
    said = said[1:] if said and _MANNER.fullmatch(said[0]) else said
    closes = ends(words[-1]) or words[-1] in (")", "]")
    is_one = bool(said) and closes and is_word("alone", said[0])
    return is_one and (len(said) == 1 or is_word("follows", said[1]))


def _is_over(predicate: Words) -> bool:
    """Whether it is said at once that something does not hold: "has been repealed", "no longer applies"."""
    told = predicate[is_word("auxiliary", predicate[0]) :]  # "has lapsed"
    if _is_denied(predicate) or (told and is_word("verb", told[0])):
        return True
    copula = next((at for at, word in enumerate(predicate) if is_word("copula", word)), None)
    if copula is None:
        return False
    said = predicate[copula + 1 :]
    while said and is_word("adverb", said[0]) and not is_over(said[0]):
        said = said[1:]
    return bool(said) and (is_over(said[0]) or _is_out(said))


def _is_out(said: Words) -> bool:
    """Whether it is said that something is out of date, not settled yet, or kept for history only."""
    is_out = said[:2] == ("out", "of") and said[2:3] in (("date",), ("force",))
    return is_out or " ".join(said[:2]) in _UNSETTLED or not _KEPT.isdisjoint(pairwise(said))


def _is_denied(predicate: Words) -> bool:
    """Whether a predicate denies that something holds: "no longer in force", "gilt nicht mehr"."""
    denials = [at for at, word in enumerate(predicate) if negates(word)]
    holds = [at for at, word in enumerate(predicate) if is_word("holds", word)]
    if ("no", "longer") in pairwise(predicate) and not _WANTED.isdisjoint(predicate[:_PLAINLY]):
        return True
    return any(-1 <= there - at <= _NEGATED for at in denials for there in holds)


def _named(subject: Words) -> Iterator[Subject]:
    words = _without_articles(subject) or subject[:1]  # "das" points and is an article
    if not words:
        return
    numbers = _numbers(words[1:])
    up, down = (any(is_word(kind, word) for word in words) for kind in ("above", "below"))
    if numbers and is_word("numbered", words[0]):
        if all(_NUMBER.fullmatch(word) or is_word("join", word) for word in words[1:]):
            yield Subject(numbers=numbers)
    elif is_word("all", words[0]) or is_word("rest", words[0]):
        if all(any(is_word(kind, word) for kind in _POINTING) for word in words[1:]):
            yield from _pointed(words)
    elif up or down or is_word("this", words[0]) or _is_this_behind(words[-1]):
        if len(words) <= _POINTER:
            yield Subject(True, up, down, not (up or down) and any(is_word("whole", word) for word in words[1:]))
    else:
        yield Subject(title=_title(words))


def _is_this_behind(word: str) -> bool:
    """Whether a word says "this" behind its noun, as in Greek and Hebrew."""
    return not word.isascii() and is_word("this", word)


def _numbers(words: Words) -> frozenset[str]:
    """The numbers named, with those between: "2 to 5"."""
    named = set(filter(_NUMBER.fullmatch, words))
    for first, join, last in zip(words, words[1:], words[2:], strict=False):
        if first.isdecimal() and last.isdecimal() and max(len(first), len(last)) <= _DIGITS and is_word("range", join):
            named |= {str(number) for number in range(int(first), int(last))}
    return frozenset(named)


def _without_articles(words: Words) -> Words:
    while words and is_word("article", words[0]):
        words = words[1:]
    return (_ELIDED.sub("", words[0]), *words[1:]) if words else words


def _title(words: Words) -> Words:
    """A title as a sentence names it, by "section" before or behind it or in quotation marks; () where it names none.

    Without these it is the thing itself: "Travel time does not apply" speaks of no section.
    """
    inner = said = _without_signs(words)
    while len(inner) > 1 and is_word("whole", inner[0]):
        inner = _without_signs(inner[1:])
    if inner != said and is_word("about", inner[0]):
        inner = _without_articles(inner[1:])
    while len(inner) > 1 and is_word("whole", inner[-1]):
        inner = _without_signs(inner[:-1])
    return inner if inner != words else ()


def _without_signs(words: Words) -> Words:
    said = [at for at, word in enumerate(words) if word[-1].isalnum()]
    return words[said[0] : said[-1] + 1] if said else ()


def _in_letters(letters: str) -> Iterator[Subject]:
    part, this = PART_IN_LETTERS.search(letters), THIS_IN_LETTERS.search(letters)
    if part is not None:
        yield Subject(numbers=frozenset((part[1],)))
    elif this is not None:
        yield Subject(is_near=True, is_whole=WHOLE_IN_LETTERS.search(this[0]) is not None)
