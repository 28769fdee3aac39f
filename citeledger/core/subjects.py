"""What stands in a sentence before the words cited of it: "The seller must pay" made "The buyer must pay" says another
thing of "must pay".

Without understanding a language nobody tells a subject exchanged from a sentence polished. What is told is the least
edit there is: a word or two, replaced by as many, directly before the passage or in a beginning of a few words. More
than that is rather a rewording, and anything behind the passage its going on.
"""

from citeledger.core.words import Words, is_a_letter_apart

_REPLACED = 2  # tokens at most
_BEGINNING = 5  # tokens of which any may be the subject; of a longer one the last before the passage
_SPELT = 4  # letters of a word in which one more or less is a slip or another number of it
_DETERMINING = (
    "a an the this that these those our your their its my his her der die das ein eine unser unsere ihr ihre le la les "
    "un une notre votre leur el los las una nuestro nuestra su il lo gli nostro vostro o os as um uma nosso seu de het "
    "een ons uw den det en ett vår er"
)
_DETERMINERS = frozenset(_DETERMINING.split())


def is_said_of_another(was: Words, now: Words) -> bool:
    """Whether a word or two of those before a passage in its sentence were replaced, and nothing else of these."""
    if len(was) != len(now):
        return False
    places = [at for at, (one, other) in enumerate(zip(was, now, strict=True)) if one.casefold() != other.casefold()]
    if not places or len(places) > _REPLACED or places[-1] - places[0] >= _REPLACED:
        return False
    is_near = places[-1] == len(was) - 1 or len(was) <= _BEGINNING
    return is_near and all(_is_another_word(was[at], now[at]) for at in places)


def _is_another_word(one: str, other: str) -> bool:
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    is_another = one.isalnum() and other.isalnum() and not _is_slip(short, long)
    return is_another and not _DETERMINERS.issuperset((short, long))


def _is_slip(short: str, long: str) -> bool:
    """Whether a letter behind the first one was put into a word, taken out of it or went to another place in it."""
    if len(long) == len(short):
        return long[0] == short[0] and sorted(long) == sorted(short)
    return is_a_letter_apart(short, long, at_least=_SPELT)
