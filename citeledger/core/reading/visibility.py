"""Characters nobody sees, or that change the order of what is seen, written out as ⟨U+202E⟩ (threats T63, T88).

For text of others that is about to be shown or handed on; canonical text itself is never altered.
"""

import re
import unicodedata

from citeledger.core.reading.tokens import shapes

# Blank by design although their category says letter, mark or symbol.
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_EMOJI = "\ufe0f"  # the sign before it as a picture
_KEPT_IN_TEXT = frozenset("\n\t")


def is_visible(text: str) -> bool:
    """Whether every character is seen, and is or gives no space but U+0020."""
    return text.isprintable() and BLANK.search(text) is None


def shows_something(text: str) -> bool:
    """Whether anything of it is seen: spaces, joiners and blanks alone are nothing."""
    return any(character.isprintable() and not character.isspace() for character in BLANK.sub("", text))


def made_visible(text: str) -> str:
    """One line of text: whatever is not seen, and every space but U+0020, is written out."""
    return text if is_visible(text) else "".join(map(_shown, text))


def untrusted_text(text: str) -> str:
    """Running text of a document or a tool: lines, tabs and spaces stay, and so does one joiner, or one choice of an
    emoji, where it shapes what stands before it. Everything else that is not seen is written out. Linear.
    """
    if is_visible(text):
        return text
    pairs = zip(f" {text}", text, strict=False)
    return "".join(now if _stays(before, now) else _shown(now) for before, now in pairs)


def _stays(before: str, character: str) -> bool:
    if character == _EMOJI:
        return unicodedata.category(before) == "So"
    is_space = character in _KEPT_IN_TEXT or unicodedata.category(character) == "Zs"
    return is_space or shapes(character, before=before)


def _shown(character: str) -> str:
    return character if is_visible(character) else f"⟨U+{ord(character):04X}⟩"
