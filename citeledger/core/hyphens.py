"""Words broken at a line end: "infor-" + "mation" reads "information", but "well-" + "known" may be "well-known".

So no rule joins them for good. Passages that are found nowhere are looked for once more with every hyphen between
letters taken out on both sides, and count as found only if a line end explains each difference.
"""

import re
from collections.abc import Iterator
from functools import cached_property

from citeledger.core.streams import Stream, Stretch
from citeledger.core.tokens import Token

_BROKEN_WORD = re.compile(r"[^\W\d_][-‐][^\S\n]*\n")
_HYPHENS = frozenset("-‐")


class HyphenReading:
    """A stream read without the hyphens inside words."""

    def __init__(self, *, text: str, stream: Stream) -> None:
        self._text, self._stream = text, stream

    @cached_property
    def has_broken_words(self) -> bool:
        """Whether any line of the text ends in a hyphen after a letter; if not, there is nothing to look through."""
        return _BROKEN_WORD.search(self._text) is not None

    def words(self, stretch: Stretch) -> tuple[str, ...]:
        """Values of a stretch, hyphens inside words taken out."""
        return tuple(self._letters(word) for word in self._words(stretch))

    def joints(self, stretch: Stretch) -> list[dict[int, bool]]:
        """For each word of a stretch: after how many letters it has a hyphen, and whether a line ends there."""
        return [self._joints(word) for word in self._words(stretch)]

    def occurrences(self, values: tuple[str, ...]) -> list[Stretch]:
        """Stretches of the stream that read as `values` without the hyphens inside words."""
        joined, words = self._joined
        lasts = ((first, first + len(values) - 1) for first in joined.occurrences(values))
        return [Stretch(words[first].first, words[last].stop) for first, last in lasts]

    @cached_property
    def _joined(self) -> tuple[Stream, list[Stretch]]:
        words = list(self._words(Stretch(0, len(self._stream.values))))
        tokens = (Token(self._letters(word), index, index + 1, True) for index, word in enumerate(words))
        return Stream.of(tokens), words

    def _words(self, stretch: Stretch) -> Iterator[Stretch]:
        """The words of a stretch, each a token or token, hyphen, token, ..."""
        first = stretch.first
        while first < stretch.stop:
            stop = first + 1
            while stop + 1 < stretch.stop and self._joins(stop):
                stop += 2
            yield Stretch(first, stop)
            first = stop

    def _joins(self, hyphen: int) -> bool:
        """Say whether the token `hyphen` is a hyphen inside a word: letters touch it, small ones follow it."""
        values, starts, ends = self._stream.values, self._stream.starts, self._stream.ends
        if values[hyphen] not in _HYPHENS or ends[hyphen - 1] != starts[hyphen]:
            return False
        touches = starts[hyphen + 1] == ends[hyphen] or self._ends_line(hyphen)
        return touches and values[hyphen - 1][-1].isalpha() and values[hyphen + 1][0].islower()

    def _ends_line(self, hyphen: int) -> bool:
        return "\n" in self._text[self._stream.ends[hyphen] : self._stream.starts[hyphen + 1]]

    def _letters(self, word: Stretch) -> str:
        return "".join(self._stream.values[word.first : word.stop : 2])

    def _joints(self, word: Stretch) -> dict[int, bool]:
        joints, letters = {}, 0
        for hyphen in range(word.first + 1, word.stop, 2):
            letters += len(self._stream.values[hyphen - 1])
            joints[letters] = self._ends_line(hyphen)
        return joints


def differ_by_line_ends_only(old: list[dict[int, bool]], new: list[dict[int, bool]]) -> bool:
    """Say whether every hyphen that only one side has stands at a line end there. Both sides have the same letters."""
    pairs = zip(old, new, strict=True)
    return all({**a, **b}[joint] for a, b in pairs for joint in a.keys() ^ b.keys())
