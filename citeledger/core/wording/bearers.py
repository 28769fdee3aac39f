"""Of whom a line in English speaks that introduces others: who must or may, or to whom it is done.

`subjects` asks the same of the words before a passage in its own sentence; a line that an editor wrote anew is as long
and as differently built as any.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher

from citeledger.core.vocabulary.function_words import ARTICLES, PRONOUNS
from citeledger.core.vocabulary.words import is_same_word, word_list

_MAY = word_list(r"must|shall|may|might|should|can|could")
_CAN = word_list(r"can|could")  # before "be" these say what is possible, not what somebody may do
_BREAKS = word_list(r",|if|when|that|which|who|and|but|or|to")  # behind which a subject begins
_ROLES = word_list(
    r"(?:user|admin|administrator|maintainer|contributor|reviewer|owner|member|guest|visitor|customer|author|editor"
    r"|manager|moderator|operator|approver|applicant|candidate|supervisor|agent|resident|citizen|patient|nurse|doctor"
    r"|supplier|provider|recipient|sender|host|driver|passenger|minor|volunteer|contractor|organi[sz]er|speaker)s?|staff"
)
_PERSONS = {
    word: words for words in ("we us our i my", "you your", "he his", "she her") for word in words.split()
}  # and who is meant by it
_ANYONE = word_list(r"you|one|people|users?|developers?|readers?")  # who reads it, in short
_NAME = 3  # words at most with a name in them that are put in the place of as many


def speaks_of_another(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether two sentences speak of somebody else; words and commas, as they are written."""
    before, after = ([word.casefold() for word in words] for words in (was, now))
    return _names_another(was, now) or _has_another_role(before, after) or _is_ruled_for_another(before, after)


def _names_another(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether a few words with a name in them took the place of a few with another one."""
    return any(
        max(stop - first, end - start) <= _NAME and _are_other_names(_names(was, first, stop), _names(now, start, end))
        for first, stop, start, end in _exchanges(was, now)
    )


def _exchanges(was: Sequence[str], now: Sequence[str]) -> list[tuple[int, int, int, int]]:
    changes = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return [(first, stop, start, end) for kind, first, stop, start, end in changes if kind == "replace"]


def _names(words: Sequence[str], first: int, stop: int) -> list[str]:
    """Those of some words that are in capitals where no sentence begins."""
    return [words[at] for at in range(max(1, first), stop) if words[at].istitle() and words[at].isalpha()]


def _are_other_names(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether there are names on both sides, and none of them is the same, as one and many are."""
    return bool(was and now) and not any(is_same_word(one.casefold(), other.casefold()) for one in was for other in now)


def _has_another_role(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether one who is called by what he is took the place of another one, or "we" that of "you"."""
    gone, come = set(was) - set(now), set(now) - set(was)
    if any(map(_ROLES.fullmatch, gone)) and any(map(_ROLES.fullmatch, come)):
        return True
    return any(
        stop - first == end - start == 1 and _is_another_person(was[first], now[start])
        for first, stop, start, end in _exchanges(was, now)
    )


def _is_another_person(was: str, now: str) -> bool:
    """Whether a pronoun was replaced by another one, or by a role; one that takes up what was named says the same."""
    if was in _PERSONS and now in _PERSONS:
        return _PERSONS[was] != _PERSONS[now]
    return was in PRONOUNS and _ROLES.fullmatch(now) is not None


def _is_ruled_for_another(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether both say what one must or may, and not the same one: the first word of each tells."""
    who, who_now = _who(was), _who(now)
    if not (who and who_now) or who[0] in who_now or who_now[0] in who:
        return False
    is_anyone = all(_ANYONE.fullmatch(one[0]) for one in (who, who_now))
    return not is_anyone and PRONOUNS.isdisjoint((who[0], who_now[0]))


def _who(words: Sequence[str]) -> list[str]:
    """The words before the first that says "must" or "may", back to where their clause begins."""
    at = next((at for at, word in enumerate(words) if _MAY.fullmatch(word)), 0)
    if words and _CAN.fullmatch(words[at]) and "be" in words[at + 1 : at + 3]:
        return []
    first = next((place + 1 for place in range(at - 1, -1, -1) if _BREAKS.fullmatch(words[place])), 0)
    return [word for word in words[first:at] if word not in ARTICLES]
