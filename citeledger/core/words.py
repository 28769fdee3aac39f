"""The words of a text as they are compared, and how tables of them are written."""

import re

Words = tuple[str, ...]
"""Tokens of a text, in order."""


def word_list(pattern: str) -> re.Pattern[str]:
    """A pattern of words as `casefold` leaves them, to which ς is σ and ß is ss: written otherwise it never fits."""
    return re.compile(pattern.replace("ς", "σ").replace("ß", "ss"), re.DOTALL)


def is_a_letter_apart(one: str, other: str, *, at_least: int) -> bool:
    """Whether a letter behind the first one was put into a word of `at_least` letters, or taken out of a longer one."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) != 1 or len(short) < at_least:
        return False
    return any(long[:at] + long[at + 1 :] == short for at in range(1, len(long)))
