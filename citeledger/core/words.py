"""The words of a text as they are compared, and how tables of them are written."""

import re

Words = tuple[str, ...]
"""Tokens of a text, in order."""


def word_list(pattern: str) -> re.Pattern[str]:
    """A pattern of words as `casefold` leaves them, to which ς is σ and ß is ss: written otherwise it never fits."""
    return re.compile(pattern.replace("ς", "σ").replace("ß", "ss"), re.DOTALL)
