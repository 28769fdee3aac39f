"""Cited words that are still in the new text and no longer read: struck through, commented out, hidden.

Only for showing, beside an outcome that is not current: it decides nothing. That readers do not see the words is the
outcome's to know; looked for here is where they stand, and what opens before them and takes them out of sight.
"""

import re
from enum import StrEnum
from functools import cached_property
from typing import Final

from citeledger.core.anchoring.changes import describe
from citeledger.core.outcomes import OutcomeKind

_BEFORE: Final = 20_000  # code points before the words in which an opening is looked for
_WORDS: Final = re.compile(r"</?\w[^<>]*>|\w+")
_STROKES: Final = "\u0334\u0335\u0336\u0337\u0338"  # drawn through letters
# Where they stand in a tag that hides: whether they do is decided elsewhere.
_HIDING: Final = (
    r"\bhidden\b|display\s*:|visibility\s*:|opacity\s*:|font-size\s*:|color\s*:|height\s*:|width\s*:|position\s*:"
    r"|clip|indent\s*:|transform\s*:|zoom\s*:|filter\s*:|\bd-none\b|\binvisible\b|\bsr-only\b"
)


class Unseen(StrEnum):
    """How words are taken out of sight."""

    STRUCK = "struck through"
    COMMENTED = "commented out"
    HIDDEN = "hidden"


# What opens, what closes it, and what it does to the words between.
_WAYS: Final = tuple(
    (re.compile(opening, re.IGNORECASE | re.MULTILINE), re.compile(closing, re.IGNORECASE | re.MULTILINE), way)
    for opening, closing, way in (
        (r"~~?(?=[\w*_\[(\"'“])", r"(?<=\S)~~?", Unseen.STRUCK),
        (r"<(?:s|del|strike)\b[^<>]*>", r"</(?:s|del|strike)\b", Unseen.STRUCK),
        (r"<\w[^<>]*(?:line-through|\bstrike|\bstruck)[^<>]*>", r"</", Unseen.STRUCK),
        (r"\{--", r"--\}", Unseen.STRUCK),
        (r"\{~~", r"~>", Unseen.STRUCK),
        (r":(?:del|s|strike|strikethrough):`", r"(?<=\S)`", Unseen.STRUCK),
        (r"<!--", r"-->", Unseen.COMMENTED),
        (r"\{#", r"#\}", Unseen.COMMENTED),
        (r"\{/\*", r"\*/\}", Unseen.COMMENTED),
        (r"\{>>", r"<<\}", Unseen.COMMENTED),
        (r"\{::comment\}", r"\{:/", Unseen.COMMENTED),
        (r"%%", r"%%", Unseen.COMMENTED),
        (r"^\.\.[ \n](?![\w-]+::|_|\[|\|)", r"^\S", Unseen.COMMENTED),
        (r"^ {0,3}\[[^\]\n]*\]:", r"\n", Unseen.COMMENTED),
        (r"<(?:template|script|style|noscript|dialog|iframe|object|canvas)\b[^<>]*>", r"</", Unseen.HIDDEN),
        (rf"<\w[^<>]*(?:{_HIDING})[^<>]*>", r"</", Unseen.HIDDEN),
    )
)  # fmt: skip


_ELSEWHERE: Final = "The same words stand in another place; whether that is the passage cited cannot be told."
_GONE: Final = (
    "The cited words are gone from where they stood. The same words stand elsewhere; nobody confirmed that any of them "
    "is the passage cited."
)


class Descriptions:
    """What became of cited words, told of one text in which the outcomes were found; it is walked once for all."""

    def __init__(self, text: str) -> None:
        self._text = text

    def of(self, *, kind: OutcomeKind, cited: str, stands_elsewhere: bool = False) -> str:
        """As `changes.describe`. `stands_elsewhere`: there are places with the same words that nobody could confirm."""
        if stands_elsewhere and kind is not OutcomeKind.AMBIGUOUS:
            return _GONE if kind is OutcomeKind.DELETED else f"{describe(kind)} {_ELSEWHERE}"
        if kind.is_current or kind is OutcomeKind.AMBIGUOUS:
            return describe(kind)
        words = re.findall(r"\w+", cited)
        way = self._way(words, is_whole=kind is OutcomeKind.DELETED) if words else None
        if way is None:
            return describe(kind)
        which = "The cited words" if kind is OutcomeKind.DELETED else "Some of the cited words"
        return f"{which} are {way} now{'' if way is Unseen.STRUCK else ': readers do not see them'}."

    def _way(self, words: list[str], *, is_whole: bool) -> Unseen | None:
        """How the words are out of sight where they stand first in the text; None if they do not stand there."""
        place = self.place(words)
        if place is None:
            return Unseen.STRUCK if self._without_strokes and self._without_strokes.place(words) else None
        opened = _opened(self._text, *place)
        if opened is None or not (is_whole or opened[0] >= place[0] or not self._text[opened[1] : place[0]].strip()):
            return None  # what else was edited is told instead
        return opened[2]

    def place(self, words: list[str]) -> tuple[int, int] | None:
        """Where the words stand one after the other, whatever signs and tags are between them."""
        if not all(word in self._text for word in words):
            return None
        places, joined = self._words
        index = joined.find(f" {' '.join(words)} ")
        if index < 0:
            return None
        first = joined.count(" ", 0, index)
        return places[first][0], places[first + len(words) - 1][1]

    @cached_property
    def _words(self) -> tuple[list[tuple[int, int]], str]:
        """Where the words of the text stand, tags left out, and all of them in one line."""
        places = [one.span() for one in _WORDS.finditer(self._text) if one[0][0] != "<"]
        return places, f" {' '.join(self._text[start:end] for start, end in places)} "

    @cached_property
    def _without_strokes(self) -> "Descriptions | None":
        """The same without strokes drawn through letters; None where there are none."""
        if not any(stroke in self._text for stroke in _STROKES):
            return None
        return Descriptions(self._text.translate(dict.fromkeys(map(ord, _STROKES))))


def _opened(text: str, start: int, end: int) -> tuple[int, int, Unseen] | None:
    """What opens nearest before the words, or in them, and is not closed before them: its place, and what it does."""
    found = None
    for opening, closing, way in _WAYS:
        last = max(opening.finditer(text, max(0, start - _BEFORE), end), key=lambda one: one.start(), default=None)
        if last and not closing.search(text, last.end(), max(start, last.end())):
            found = max(found or (-1, -1, way), (last.start(), last.end(), way))
    return found
