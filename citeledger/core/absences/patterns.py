"""Patterns: a small part of regular expressions, matched by RE2 in time linear in the text whatever the pattern.

Letters and signs stand for themselves; `.`, `[a-z]`, `[^a-z]`, `\\d` `\\s` `\\w` `\\p{Greek}` and their opposites for
one character; `*` `+` `?` `{m,n}` (n at most 100; `?` behind: the fewest), `|`, `(...)` and `(?:...)`. All of it is
Unicode: `\\d` is a digit of any script. Spaces stand for any white space. A match is made of whole words, so there is
no `\\b`; and a text is one line of words, so there is no `^` and no `$`. `\\w*fund\\w*` finds what has "fund" in it.

What RE2 sees is a reading in which a NUL, which no text holds, and a sign mark where each word begins and ends. Each
part of a pattern may pass over such marks on its way, and a match begins at the one and ends at the other.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import re2

from citeledger.core.absences.words import BEGIN, END, WIDTHS, in_print, spelled_out

LONGEST_PATTERN = 500  # code points
MOST_TIMES = 100
_ANY = r"[^\x00]"
_LETTER_WIDTHS = {form: like for form, like in WIDTHS.items() if not like.isascii()}  # the rest may be syntax
_MEMORY = 8 << 20  # bytes that RE2 may use for one pattern

_PART = re.compile(
    r"(?P<kind>\\(?:[dswDSW]|[pP](?:[A-Z]|\{[A-Za-z_]{1,40}\})))"
    r"|\\(?P<escaped>[^\w\s])"
    r"|(?P<class>\[\^?(?:[^\[\]\\]|\\(?:[dsw]|p(?:[A-Z]|\{[A-Za-z_]{1,40}\})|[^\w\s]))+\])"
    r"|(?P<any>\.)"
    r"|(?P<times>(?:[*+?]|\{(?P<least>[0-9]{1,3})(?:,(?P<most>[0-9]{0,3}))?\})\??)"
    r"|(?P<syntax>\(\?:|\((?!\?)|\)|\|)"
    r"|(?P<letter>[^\\\[\]{}^$()?*+|.])"
)
_KINDS = {"d": r"\p{Nd}", "s": " ", "w": r"\p{L}\p{M}\p{N}_"}
_KIND_IN_CLASS = re.compile(r"\\([dsw])")


class BadPattern(ValueError):
    """The pattern is none of those told above. Its text says what to do."""


def checked_pattern(pattern: str) -> None:
    """Raises BadPattern if the pattern could not be matched."""
    matcher(pattern)


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Any:  # RE2 has no types
    """What finds the pattern in a reading, case aside. Raises BadPattern."""
    if len(pattern) > LONGEST_PATTERN:
        raise BadPattern(f"At most {LONGEST_PATTERN} characters fit in a pattern.")
    options = re2.Options()
    options.case_sensitive, options.log_errors, options.max_mem = False, False, _MEMORY
    try:
        return re2.compile(f"{BEGIN}(?:{_translated(pattern)}){END}", options)
    except re2.error as error:
        raise BadPattern("This is no pattern, or too large a one; see the parts it may have.") from error


def parts(pattern: str) -> Iterator[re.Match[str]]:
    """The parts of a pattern in order, by the names in `_PART`. Raises BadPattern at what is none."""
    written, position = unicodedata.normalize("NFC", " ".join(pattern.split()).translate(_LETTER_WIDTHS)), 0
    while position < len(written):
        found = _PART.match(written, position)
        if found is None:
            raise BadPattern(f"What stands at character {position + 1} is no part of a pattern.")
        yield found
        position = found.end()


def _translated(pattern: str) -> str:
    translated = "".join(map(_part, parts(pattern)))
    if not translated:
        raise BadPattern("A pattern looks for something.")
    return translated


def _part(found: re.Match[str]) -> str:
    given = found.group()
    match found.lastgroup:
        case "kind":
            return _one(kind_of(given))
        case "class":
            return _either([_one(class_of(given)), *_spelled_out(given)])
        case "any":
            return _one(_ANY)
        case "times" | "least" | "most":
            return _times(found)
        case "syntax":
            return given
    letter = found["escaped"] or given
    return _literal(" " if letter.isspace() else letter)


def _one(character: str) -> str:
    return rf"(?:(?:\x00[<>]){{0,2}}{character})"


def _literal(letter: str) -> str:
    if not letter.isprintable():
        raise BadPattern("Invisible characters are not looked for.")
    shown = in_print(letter)
    return _either(map(_row, dict.fromkeys((shown, spelled_out(shown)))))


def _row(letters: str) -> str:
    return "".join(_one(re.escape(character)) for character in letters)


def _either(ways: Iterable[str]) -> str:
    return f"(?:{'|'.join(ways)})"


def kind_of(given: str) -> str:
    """The class of RE2 that a kind of character is."""
    inside = _KINDS.get(given[1].lower()) or rf"\p{given[2:]}"
    return rf"[^\x00{inside}]" if given[1].isupper() else f"[{inside}]"


def _spelled_out(given: str) -> Iterator[str]:
    """What letters of a class are if they are spelled out; what is left out of a class is no letter it has."""
    if not given.startswith("[^"):
        yield from (_row(letters) for letter in given if (letters := spelled_out(letter)) != letter)


def class_of(given: str) -> str:
    """The same class in RE2's. Raises BadPattern for characters that are read as others."""
    given = "".join(map(_in_one_width, given))
    if not given.isprintable() or in_print(given) != given:
        raise BadPattern("Ligatures, curly marks, dashes and invisible characters stand outside of brackets.")
    inside = _KIND_IN_CLASS.sub(lambda kind: _KINDS[kind[1]], given[1:-1])
    return rf"[^\x00{inside[1:]}]" if inside[0] == "^" else f"[{inside}]"


def _in_one_width(character: str) -> str:
    """Of a class: what was no syntax in its own width becomes none."""
    like = WIDTHS.get(ord(character))
    return character if like is None else like if like.isalnum() or like.isspace() else f"\\{like}"


def _times(found: re.Match[str]) -> str:
    least, most = bounds(found)
    if max(least, most or 0) > MOST_TIMES:
        raise BadPattern(f"A part is repeated at most {MOST_TIMES} times.")
    return found.group()


def bounds(found: re.Match[str]) -> tuple[int, int | None]:
    """How often at least and at most a `times` repeats its part; None: no end."""
    sign = found["times"][0]
    if sign != "{":
        return int(sign == "+"), 1 if sign == "?" else None
    least = int(found["least"])
    return least, least if found["most"] is None else int(found["most"]) if found["most"] else None
