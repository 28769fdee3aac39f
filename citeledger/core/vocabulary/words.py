"""The words of a text as they are compared, and how tables of them are written."""

import re

Words = tuple[str, ...]
"""Tokens of a text, in order."""


def word_list(pattern: str) -> re.Pattern[str]:
    """A pattern of words as `casefold` leaves them, to which ς is σ and ß is ss: written otherwise it never fits."""
    return re.compile(pattern.replace("ς", "σ").replace("ß", "ss"), re.DOTALL)


_VOWELS = frozenset("aeiouyäöüáéíóúàèìòùâêîôû")
_SPELT = 6  # letters of a word in which one more or less is a slip
_LONG = 7  # letters of a word that a vowel more or less makes no other word of


def is_slip(one: str, other: str, *, at_least: int) -> bool:
    """Whether a letter more or less in a word of `at_least` letters is a slip, or another number of the same thing.

    Any letter would do for "country" and "county", which are two words: it is one written twice, an "s" at the end, or
    a vowel in a long word.
    """
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) != 1 or len(short) < at_least:
        return False
    at = next((at for at, letter in enumerate(short) if long[at] != letter), len(short))
    if not at or long[at + 1 :] != short[at:]:
        return False
    is_twice = long[at] == long[at - 1]
    return is_twice or (at == len(short) and long[at] == "s") or (long[at] in _VOWELS and len(short) >= _LONG)


def is_same_word(one: str, other: str) -> bool:
    """Whether one is a slip for the other, or the same verb: "the rules used to decide", "the rules used deciding"."""
    short, long = sorted((one, other), key=len)
    is_verb = len(short) >= _SPELT - 1 and long in (f"{short}ing", f"{short.removesuffix('e')}ing")
    return is_verb or is_slip(one, other, at_least=_SPELT)
