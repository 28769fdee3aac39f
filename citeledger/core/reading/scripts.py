"""Letters of another script in a word, which look like the word's own and are read as them."""

import unicodedata
from typing import Final

_GREEK_LIKE_LATIN: Final = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο")  # the others are told apart, and "μm" is a unit
_LIKE_LATIN: Final = ("CYRILLIC ", "ARMENIAN ", "CHEROKEE ", "COPTIC ", "LISU ", "DESERET ")


def foreign_letter(word: str) -> tuple[str, str] | None:
    """The letter of the rarer script, and its name, in a word of Latin letters and of some that look like them."""
    named = [(letter, unicodedata.name(letter, "")) for letter in word]
    latin = [each for each in named if each[1].startswith("LATIN ")]
    others = [each for each in named if each[1].startswith(_LIKE_LATIN) or each[0] in _GREEK_LIKE_LATIN]
    return min(latin, others, key=len)[0] if latin and others else None
