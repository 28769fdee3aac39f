"""Names and titles before they are stored: one line, spelled one way, reading in the order it is written."""

import re
import unicodedata

from citeledger.core.reading.visibility import shows_something

# Controls, surrogates, line and paragraph separators: a name is one line, storable by both databases.
_NOT_IN_NAMES = frozenset({"Cc", "Cs", "Zl", "Zp"})
# Overrides and isolates make a name read as another one wherever it stands (threat T63).
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_LONGEST_UNCOMPOSED = 4  # code points that one of the composed form is made of at most


class BadName(ValueError):
    """The name is empty, too long, more than one line, or turns the reading direction. Send plain text."""


def checked_name(*, text: str, longest: int) -> str:
    """`text` in NFC without surrounding space, if it is 1 to `longest` code points on one line. Raises BadName.

    Something of it is seen: a name of blanks and joiners would be none.
    """
    # Before it is composed: that takes time by the square where marks are heaped (threat T84).
    if len(text) > _LONGEST_UNCOMPOSED * longest:
        raise BadName(f"At most {longest} characters fit here.")
    name = unicodedata.normalize("NFC", text).strip()
    if not shows_something(name):
        raise BadName("A name is needed here.")
    if len(name) > longest:
        raise BadName(f"At most {longest} characters fit here.")
    if _TURNING.search(name) or any(unicodedata.category(character) in _NOT_IN_NAMES for character in name):
        raise BadName("Names are one line, without control or direction characters.")
    return name
