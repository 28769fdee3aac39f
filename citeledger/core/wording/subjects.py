"""What stands in a sentence before the words cited of it: "The seller must pay" made "The buyer must pay" says another
thing of "must pay".

Without understanding a language nobody tells a subject exchanged from a sentence polished. What is told is the least
edit there is: a word or two, replaced by as many, directly before the passage or in a beginning of a few words; and a
beginning of a few words that has none in common with the one before. More than that is rather a rewording, and anything
behind the passage its going on.
"""

from itertools import product

from citeledger.core.vocabulary.contrasts import are_opposed
from citeledger.core.vocabulary.function_words import DETERMINERS, FUNCTION_WORDS, PRONOUNS
from citeledger.core.vocabulary.retracting import is_word
from citeledger.core.vocabulary.words import Words, is_slip, word_list

_REPLACED = 2  # tokens at most
_BEGINNING = 5  # tokens of which any may be the subject; of a longer one the last before the passage
_SPELT = 4  # letters of a word in which one more or less is a slip or another number of it
_SPEECH = word_list(
    r"says?|said|claim(?:s|ed)?|argue[sd]?|believe[sd]?|writes?|wrote|asks?|asked|tells?|told|answers?|answered|replie[sd]|states?|stated|according|sagt[en]?|schreibt"
    r"|schrieb|fragt[e]?|antwortet[e]?|laut|dit|écrit|répond|selon|dice|dijo|escribe|según|disse|scrive|secondo|escreve|zegt|zei"
    r"|schrijft|volgens|säger|siger|sier|skriver|пишет|говорит|сказала?|написала?|λέει|γράφει"
)
# What only joins a sentence to the one before: "As an illustration", "For example".
JOINING = word_list(
    r"example|illustration|instance|addition|particular|general|short|summary|conclusion|fact|practice|beispiel|exemple"
    r"|ejemplo|esempio|exemplo|voorbeeld|exempel|eksempel|например|particolare|particulier|particular|général|general"
)
_BINDING = FUNCTION_WORDS - {"and", "or", "but", "und", "oder", "et", "ou", "y", "o", "e", "и", "или"}
_WE = frozenset(("we", "you", "i", "wir", "ihr", "ich", "nous", "vous", "nosotros", "мы", "вы", "я"))


def is_said_of_another(was: Words, now: Words) -> bool:
    """Whether a word or two of those before a passage in its sentence were replaced, and nothing else of these."""
    if len(was) != len(now):
        return _is_another_beginning(was, now)
    if _is_taken_up(now):
        return False
    places = [at for at, (one, other) in enumerate(zip(was, now, strict=True)) if one.casefold() != other.casefold()]
    if not places or len(places) > _REPLACED or places[-1] - places[0] >= _REPLACED:
        return False
    if any(JOINING.fullmatch(word.casefold()) for at in places for word in (was[at], now[at])):
        return False
    if are_opposed([tuple(was[at] for at in places)], [tuple(now[at] for at in places)]):
        return True
    is_near = len(was) <= _BEGINNING or _only_binds(now[places[-1] + 1 :])
    return is_near and all(_is_another_word(was[at], now[at]) for at in places)


def is_taken_up_of_another(was: Words, now: Words) -> bool:
    """Whether a sentence that a pronoun goes on from names another subject: "The seller signs. | He pays."."""
    places = [at for at, (one, other) in enumerate(zip(was, now, strict=False)) if one != other]
    if len(was) != len(now) or not places or places[-1] >= _BEGINNING:
        return False
    pairs = [(was[at].casefold(), now[at].casefold()) for at in places]
    is_bent = any(one[:_SPELT] == other[:_SPELT] for one, other in pairs)  # "first", "firstly"
    are_names = all(word.isalpha() and word not in FUNCTION_WORDS for pair in pairs for word in pair)
    is_at_hand = bool(places[0]) and is_word("this", was[places[0] - 1].casefold())  # "this alert" made "this rule"
    if is_bent or is_at_hand or not are_names:
        return False
    return is_said_of_another(was[: places[-1] + 1], now[: places[-1] + 1])


def is_said_by_another(was: Words, now: Words) -> bool:
    """Whether two labels name who says what follows, and not the same one: "Anna wrote", "Carl wrote"."""
    return bool(was and now) and was != now and all(map(speaks, (was, now))) and _speaker(was) != _speaker(now)


def is_another_label(was: Words, now: Words) -> bool:
    """Whether one word of a label was replaced, and another one stayed: "Adult fee" made "Child fee"."""
    if not 1 < len(was) == len(now) <= _BEGINNING or speaks(was):
        return False
    same = [one for one, other in zip(was, now, strict=True) if one == other]
    kept = any(word.isalpha() and word.casefold() not in FUNCTION_WORDS for word in same)
    return kept and is_said_of_another(was, now)


def speaks(label: Words) -> bool:
    """Whether a label names who says what follows."""
    return 1 < len(label) <= _BEGINNING and any(_SPEECH.fullmatch(word.casefold()) for word in (label[0], label[-1]))


def _speaker(label: Words) -> set[str]:
    return {word.casefold() for word in label if not _SPEECH.fullmatch(word.casefold())}


def _is_another_beginning(was: Words, now: Words) -> bool:
    """Whether somebody else begins the sentence, in more words or fewer: "The seller" made "The authorised buyer".

    What follows the subject on both sides says nothing of it: "We collect" made "Our partners collect".
    """
    while len(was) > 1 < len(now) and was[-1] == now[-1] != ",":
        was, now = was[:-1], now[:-1]
    if max(len(was), len(now)) > _BEGINNING or _is_taken_up(now):
        return False
    named, named_now = ([word.casefold() for word in words if _names(word)] for words in (was, now))
    named = named or [word.casefold() for word in was if word.casefold() in PRONOUNS]
    if not (named and named_now) or not all(map(str.isalnum, (*was, *now))):
        return False
    return not any(
        one == other or _is_misspelt(*sorted((one, other), key=len)) for one, other in product(named, named_now)
    )


def _only_binds(words: Words) -> bool:
    """Whether words between a subject and the passage say nothing themselves, and join no other thing to it."""
    return all(word.casefold() in _BINDING for word in words)


def _is_taken_up(now: Words) -> bool:
    """Whether a pronoun stands for what was named: "X provides" made "It provides"."""
    return len(now) == 1 and now[0].casefold() in PRONOUNS


def _names(word: str) -> bool:
    return word.casefold() in _WE or word.casefold() not in FUNCTION_WORDS


def _is_another_word(one: str, other: str) -> bool:
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    is_another = one.isalnum() and other.isalnum() and not _is_misspelt(short, long)
    return is_another and not DETERMINERS.issuperset((short, long))


def _is_misspelt(short: str, long: str) -> bool:
    """Whether a letter behind the first one slipped into a word, out of it or to another place in it."""
    if len(long) == len(short):
        return long[0] == short[0] and sorted(long) == sorted(short)
    return is_slip(short, long, at_least=_SPELT)
