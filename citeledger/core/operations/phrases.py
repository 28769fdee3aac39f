"""A statement as words and signs, and tables of phrases that are looked for among them.

A table is a text: phrases stand between bars, their words between spaces, and words that may take the place of one
another between slashes ("is/are said to"). In a word "*" stands for letters, at least one unless it ends the word
("*ed", "ge*t", "climb*"); by itself it stands for any word. Words are compared in lower case, apostrophes as one.
"""

import re
from collections.abc import Collection, Iterator
from itertools import chain, product
from typing import Final

VALUE: Final = "\0"
"""Stands for each letter of the claim in a text that is looked through: no statement holds one."""

NOWHERE: Final = 1_000_000  # a place behind every statement

# An elided word is one by itself (n'est); what English writes behind an apostrophe belongs to its word (isn't), and
# nothing else does: "the total'disputed" and "lorsqu'apparemment" are two.
_ENDINGS: Final = r"['\u2019](?:t|s|d|m|re|ve|ll)(?![^\W_])"
_WORDS: Final = re.compile(rf"{VALUE}+|(?:[^\W\d_]|\bqu)['\u2019]|[^\W_]+(?:{_ENDINGS})?|[^\s{VALUE}]", re.IGNORECASE)
_DOTTED: Final = str.maketrans("\u0130\u0131", "ii")


def dotted(text: str) -> str:
    """With one letter i: to readers who know no other, the two of Turkish are it."""
    return text.translate(_DOTTED)


def _cut(text: str) -> list[re.Match[str]]:
    return list(_WORDS.finditer(text))


def _plain(word: str) -> str:
    return VALUE if word[0] == VALUE else dotted(word).lower().replace("\u2019", "'")


class Words:
    """The words and signs of a text in its order, VALUE for a claim; their places are code points, ends exclusive."""

    def __init__(self, text: str) -> None:
        found = _cut(text)
        self.text = text
        self.said = [_plain(each.group()) for each in found]
        self.starts = [each.start() for each in found]
        self.ends = [each.end() for each in found]

    def __len__(self) -> int:
        return len(self.said)

    def at(self, place: int) -> str:
        """The word or sign at a place, "" where there is none."""
        return self.said[place] if 0 <= place < len(self.said) else ""

    def is_word(self, place: int) -> bool:
        """Whether a word stands there, of letters alone."""
        return self.at(place).isalpha()

    def begins_word(self, place: int) -> bool:
        """Whether a letter stands there."""
        return self.at(place)[:1].isalpha()

    def values(self) -> Iterator[int]:
        """Where the claim stands."""
        return (place for place, word in enumerate(self.said) if word == VALUE)

    def written(self, place: int, count: int) -> str:
        """So many words from a place on, as they are written."""
        return self.text[self.starts[place] : self.ends[place + count - 1]]

    def behind(self, place: int, signs: Collection[str]) -> int:
        """The first place from this one on where none of the signs stands."""
        while self.at(place) in signs:
            place += 1
        return place

    def values_ahead(self, parting: Collection[int]) -> list[int]:
        """By place, where the next claim starts from there on, NOWHERE if a place that parts comes before it."""
        start, found = NOWHERE, [NOWHERE]
        for place in range(len(self.said) - 1, -1, -1):
            if self.said[place] == VALUE:
                start = self.starts[place]
            elif place in parting:
                start = NOWHERE
            found.append(start)
        return found[::-1]


class Phrases:
    """The phrases of some tables."""

    def __init__(self, *tables: str) -> None:
        self._by_word: dict[str, list[tuple[str, ...]]] = {}
        self._open: list[tuple[str, ...]] = []
        for words in dict.fromkeys(chain.from_iterable(map(_phrases, tables))):
            (self._open if "*" in words[0] else self._by_word.setdefault(words[0], [])).append(words)

    def length(self, words: Words, place: int) -> int:
        """How many words the longest of them has that begins at a place; 0 if none does."""
        likely = chain(self._by_word.get(words.at(place), ()), self._open)
        return max((len(phrase) for phrase in likely if _begins(words, place, phrase)), default=0)

    def places(self, words: Words) -> Iterator[tuple[int, int]]:
        """Where one begins, and how many words it has, in the order of the text."""
        return ((place, count) for place in range(len(words)) if (count := self.length(words, place)))


def _phrases(table: str) -> Iterator[tuple[str, ...]]:
    for phrase in table.split("|"):
        for words in product(*(word.split("/") for word in phrase.split())):
            yield tuple(chain.from_iterable(map(_as_said, words)))


def _as_said(word: str) -> list[str]:
    return [dotted(word)] if "*" in word else [_plain(each.group()) for each in _cut(word)]


def _begins(words: Words, place: int, phrase: tuple[str, ...]) -> bool:
    there = words.said[place : place + len(phrase)]
    return len(there) == len(phrase) and all(map(_fits, there, phrase))


def _fits(word: str, pattern: str) -> bool:
    before, is_open, behind = pattern.partition("*")
    if not is_open:
        return word == pattern
    is_long_enough = len(word) >= len(before) + len(behind) + bool(behind) and word[0].isalnum()
    return is_long_enough and word.startswith(before) and word.endswith(behind)


def forms(stems: str, endings: str) -> str:
    """A table of every stem with every ending, "-" for none: forms("contest invent", "é ée")."""
    return "|".join(stem + ending.strip("-") for stem in stems.split() for ending in endings.split())
