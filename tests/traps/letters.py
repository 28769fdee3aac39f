"""Edits of single letters, marks and signs that need no alphabet: for every script. Each must alarm."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CHANGED, Edit, Operation
from tests.traps.sources import Passage

_NEGATIONS = re.compile(
    r"(?<!\w)(?:nicht|kein|keine|keinen|ne|pas|non|sans|no|sin|не|нет|без|δεν|μην|χωρίς"
    r"|لا|لم|لن|غير|לא|אין|בלי|ללא|नहीं|न|मत|बिना)(?!\w) ?"
    r"|不得|不|未|没有|ません|ない|ไม่|않|안 |못 "
)
_OTHER_SCRIPT = str.maketrans("АВЕКМНОРСТХаеорсухΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEKMHOPCTXaeopcyxABEZHIKMNOPTYXo")
_NATIVE_DIGITS = {"٣": "٤", "०": "१", "३": "४", "๓": "๔", "三": "四", "七": "八", "十": "百", "30": "三十"}


def operations() -> Iterator[Operation]:
    """Every edit of letters, with its trap."""
    for name, (trap, change) in _CHANGES.items():
        yield Operation(name, trap, CHANGED, _planting(change))


def _planting(change: Callable[[str, Random], str | None]) -> Callable[[Passage, Random], Edit | None]:
    def plant(passage: Passage, random: Random) -> Edit | None:
        cited = change(passage.cited, random)
        same = cited is None or unicodedata.normalize("NFC", cited) == unicodedata.normalize("NFC", passage.cited)
        return (
            None if same or cited is None else Edit(passage.text, passage.with_cited(cited), passage.start, passage.end)
        )

    return plant


def _without(matches: Callable[[str, int], bool]) -> Callable[[str, Random], str | None]:
    """Drop one character that `matches(cited, index)`."""

    def changed(cited: str, random: Random) -> str | None:
        places = [index for index in range(len(cited)) if matches(cited, index)]
        if not places:
            return None
        at = random.choice(places)
        return cited[:at] + cited[at + 1 :]

    return changed


def _is_letter(cited: str, index: int) -> bool:
    return cited[index].isalpha()


def _is_mark(cited: str, index: int) -> bool:
    return unicodedata.category(cited[index]) in ("Mn", "Mc")


def _is_joiner(cited: str, index: int) -> bool:
    return cited[index] in "\u200c\u200d" and "\u0600" <= cited[index - 1] <= "\u0dff"


def _is_sign(cited: str, index: int) -> bool:
    return (
        unicodedata.category(cited[index]) == "Po"
        and 0 < index < len(cited) - 1
        and (cited[index] not in "'\"" and cited[index + 1] != cited[index] != cited[index - 1])
    )


def _letters_swapped(cited: str, random: Random) -> str | None:
    places = [
        i for i in range(len(cited) - 1) if cited[i].isalpha() and cited[i + 1].isalpha() and cited[i] != cited[i + 1]
    ]
    if not places:
        return None
    at = random.choice(places)
    return cited[:at] + cited[at + 1] + cited[at] + cited[at + 2 :]


def _negation_dropped(cited: str, random: Random) -> str | None:
    found = list(_NEGATIONS.finditer(cited))
    if not found:
        return None
    match = random.choice(found)
    return cited[: match.start()] + cited[match.end() :]


def _homoglyph(cited: str, random: Random) -> str | None:
    places = [index for index, letter in enumerate(cited) if letter.translate(_OTHER_SCRIPT) != letter]
    if not places:
        return None
    at = random.choice(places)
    return cited[:at] + cited[at].translate(_OTHER_SCRIPT) + cited[at + 1 :]


def _digit_moved(cited: str, random: Random) -> str | None:
    """3 days within 30 -> 30 days within 3: the same signs, elsewhere."""
    found = list(re.finditer(r"\d+", cited))
    if len(found) < 2 or found[0].group() == found[1].group():
        return None
    one, other = found[0], found[1]
    return cited[: one.start()] + other.group() + cited[one.end() : other.start()] + one.group() + cited[other.end() :]


def _native_digit(cited: str, random: Random) -> str | None:
    digit = next((digit for digit in _NATIVE_DIGITS if digit in cited), None)
    return cited.replace(digit, _NATIVE_DIGITS[digit], 1) if digit else None


def _wide_signs(cited: str, _: Random) -> str:
    return cited.translate(str.maketrans({"(": "（", ")": "）", ",": "，", "。": ".", "、": ","}))


_CHANGES: dict[str, tuple[str, Callable[[str, Random], str | None]]] = {
    "any_letter_dropped": ("one letter less, in a script without spaces too", _without(_is_letter)),
    "any_mark_dropped": ("one vowel sign, tone mark, point or accent less", _without(_is_mark)),
    "joiner_dropped": ("a joiner that shapes letters", _without(_is_joiner)),
    "any_sign_dropped": ("one sign less", _without(_is_sign)),
    "any_letters_swapped": ("two letters swapped", _letters_swapped),
    "any_negation_dropped": ("not, in many languages", _negation_dropped),
    "any_homoglyph": ("a Latin letter for its double", _homoglyph),
    "numbers_swapped": ("two numbers of a sentence swapped", _digit_moved),
    "native_digit": ("a digit of the script", _native_digit),
    "wide_signs": ("full-width signs", _wide_signs),
}
