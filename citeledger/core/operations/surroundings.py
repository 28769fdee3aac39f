"""What may stand beside a value without changing what it says, and what does change it."""

import re
import unicodedata
from typing import Final

from citeledger.core.reading.tokens import is_unspaced

_DIRECTION_MARKS: Final = "\u200e\u200f\u061c"  # they set the side of a sign, and move no digit
_OPENING: Final = "([{\"'«“„‘‚‹「『（【*_`¿¡" + _DIRECTION_MARKS
_CLOSING: Final = ")]}\"'»”’›」』）】*_`.,;:!?…。，、；：！？" + _DIRECTION_MARKS
_PARTING: Final = "|，。、：；（「『【"
# Before a number: a bound, an estimate, a tolerance, or the name of a thing rather than how many.
_CHANGING: Final = frozenset("~≈≃∼<>≤≥±∓×÷^√#№§¶")
_DASHES: Final = frozenset("-−–－+＋")
_MINUS = re.compile(r"(?:\b(?:minus|negative|moins|menos|meno|минус)|负|負|マイナス)\s*\Z", re.IGNORECASE)
_CHANGING_AFTER: Final = frozenset("±∓×÷^′″")
_WORD_AFTER = re.compile(r"\s*[^\W\d_]")
_RATE = re.compile(
    r"\s+(?:(?:per|pro|par|por|je|each|every)\b|an?\s+(?:second|minute|hour|day|week|month|quarter|year)\b"
    r"|an?\s+(?:person|head|piece|unit|user|seat|copy|night)\b)|\s*[/⁄∕]",
    re.IGNORECASE,
)


def stands_alone(*, text: str, start: int, end: int) -> bool:
    """Whether nothing is written onto the value. Letters of scripts without spaces stand apart by themselves."""
    before, after = text[:start].rstrip(_OPENING)[-1:], text[end:].lstrip(_CLOSING)[:1]
    return _parts(before) and _parts(after)


def _parts(neighbour: str) -> bool:
    return not neighbour or neighbour.isspace() or neighbour in _PARTING or is_unspaced(neighbour)


def word_follows(*, text: str, end: int) -> bool:
    return _WORD_AFTER.match(text, end) is not None


def refusal_around(*, text: str, start: int, end: int, bare: bool) -> str:
    """The code of what beside the number changes it, or nothing. `bare`: it names no unit after the digits."""
    before, after = text[:start].rstrip(), text[end:].lstrip()[:1]
    if before[-1:] in _CHANGING or after in _CHANGING_AFTER:
        return "not_exact"
    if (before[-1:] in _DASHES and not before[-2:-1].strip()) or _MINUS.search(before[-12:]):
        return "ambiguous_sign"
    if bare and before[-1:] in ("(", "（") and after in (")", "）"):
        return "in_brackets"
    if _category(before[-1:]) == "Sc" or _category(after) in ("Sc", "So"):
        return "unit_not_known"
    return "is_a_rate" if _RATE.match(text, end) else ""


def _category(sign: str) -> str:
    return unicodedata.category(sign) if sign else ""
