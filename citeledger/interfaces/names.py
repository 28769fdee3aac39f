"""Names and titles as they may be shown: characters nobody can see become marks a reader can see (threat T63).

Names, titles, labels and statements pass through here. Canonical text is shown verbatim and never altered.
"""

import unicodedata
from dataclasses import dataclass
from typing import Final

_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Letters and marks by category, blank by design.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_JOINERS: Final = frozenset("\u200c\u200d")
_EMOJI_PRESENTATION: Final = "\ufe0f"
# Scripts whose letters resemble each other well enough to fool a reader.
_CONFUSABLE_SCRIPTS: Final = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE")

MIXED_ALPHABETS: Final = "mixed alphabets"


@dataclass(frozen=True, slots=True)
class Name:
    """A name ready to be shown, and a warning about it (empty when there is nothing to warn of)."""

    text: str
    caution: str = ""


def shown_name(*, text: str) -> Name:
    """The name with invisible and direction-changing characters written out as marks such as ⟨U+202E⟩."""
    if text.isascii() and text.isprintable():  # most names, and the cells of tables by thousands
        return Name(text=text)
    shown = "".join(_shown_character(text=text, at=at) for at in range(len(text)))
    return Name(text=shown, caution=MIXED_ALPHABETS if _mixes_alphabets(text=text) else "")


def shown_text(*, text: str) -> str:
    """What somebody wrote, line by line as they wrote it, with the same marks as in a name."""
    return "\n".join(shown_name(text=line).text for line in text.replace("\t", "    ").split("\n"))


def _shown_character(*, text: str, at: int) -> str:
    character = text[at]
    if _is_visible(character=character) or _joins(text=text, at=at):
        return character
    return f"⟨U+{ord(character):04X}⟩"


def _is_visible(*, character: str) -> bool:
    if character in _BLANK or "\ufe00" <= character <= "\ufe0e" or "\U000e0100" <= character <= "\U000e01ef":
        return False
    return unicodedata.category(character) not in _INVISIBLE_CATEGORIES


def _joins(*, text: str, at: int) -> bool:
    """Joiners are part of the spelling between letters of Arabic, Indic and other scripts, and within emoji."""
    if text[at] not in _JOINERS or not 0 < at < len(text) - 1:
        return False
    return _takes_joiner(character=text[at - 1]) and _takes_joiner(character=text[at + 1])


def _takes_joiner(*, character: str) -> bool:
    if character == _EMOJI_PRESENTATION or unicodedata.category(character) in {"So", "Sk", "Mn", "Mc"}:
        return True
    return unicodedata.category(character) == "Lo"


def _mixes_alphabets(*, text: str) -> bool:
    return any(len(_alphabets(word=word)) > 1 for word in text.split())


def _alphabets(*, word: str) -> set[str]:
    names = (unicodedata.name(character, "") for character in word if character.isalpha())
    return {script for name in names for script in _CONFUSABLE_SCRIPTS if name.startswith(f"{script} ")}
