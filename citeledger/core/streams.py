"""A sequence of tokens prepared for looking passages up: where each starts and ends, and where each value occurs."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice, pairwise
from sys import intern
from typing import NamedTuple

from citeledger.core.tokens import Token

# A passage that stands in more places than this points at none of them; looking further would only cost time (T84).
MOST_OCCURRENCES = 250
_SENTENCE_ENDS = frozenset(".!?:;。！？；؟।॥…")
_SIGNS_BEFORE = frozenset("~<>≤≥≈=±+-−–×*/^$€£¥₹#.")
_SIGNS_BEHIND = frozenset("%‰°$€£¥₹+-−–×*/^")
_GRAMS = (2, 8)  # tokens of the runs that are indexed, the longer ones only where the shorter ones say too little
_RARE_ENOUGH = 64
_SCANS = 8  # passages looked up without an index; building one costs about as much


class Stretch(NamedTuple):
    """Tokens `first` up to but not including `stop` of a stream."""

    first: int
    stop: int


class Stream:
    """Token values in text order and their source ranges (code points). Immutable but for the indexes it grows.

    `breaks` are source offsets that no sentence reaches across, such as the starts of blocks, rising.
    """

    def __init__(
        self, values: Iterable[str], starts: "array[int]", ends: "array[int]", breaks: Iterable[int] = ()
    ) -> None:
        # Equal values become one object, so that comparing sequences compares addresses.
        self.values = tuple(map(intern, values))
        self.starts, self.ends = starts, ends
        self._breaks = breaks
        self._scans_left = _SCANS

    @classmethod
    def of(cls, tokens: Iterable[Token], breaks: Iterable[int] = ()) -> "Stream":
        """A stream of `tokens`, which must be in text order and not overlap."""
        kept = tuple(tokens)
        starts, ends = (array("q", (getattr(token, edge) for token in kept)) for edge in ("start", "end"))
        return cls((token.value for token in kept), starts, ends, breaks)

    def stretch(self, *, start: int, end: int) -> Stretch:
        """The tokens that the source range touches; a token cut by an edge counts whole ("3" of "30" is "30")."""
        return Stretch(bisect_right(self.ends, start), bisect_left(self.starts, end))

    def widened(self, stretch: Stretch, *, text: str) -> Stretch:
        """A stretch (not empty) with the signs written onto a number at its edges, as in "~7 days" or "7%"."""
        first, stop = stretch
        if first and self.values[first][0].isdigit() and self._joins(text, first):
            first -= self.values[first - 1] in _SIGNS_BEFORE
        if stop < len(self.values) and self.values[stop - 1][-1].isdigit() and self._joins(text, stop):
            stop += self.values[stop] in _SIGNS_BEHIND
        return Stretch(first, stop)

    def _joins(self, text: str, index: int) -> bool:
        """Whether nothing a reader sees as a gap stands in front of a token."""
        return not any(character.isspace() for character in text[self.ends[index - 1] : self.starts[index]])

    @cached_property
    def edges(self) -> list[int]:
        """The tokens at which sentences begin, rising. A sentence is what ends in a sign that ends sentences."""
        ends = {index + 1 for index, value in enumerate(self.values) if value in _SENTENCE_ENDS}
        ends.update(bisect_left(self.starts, offset) for offset in self._breaks)
        ends.discard(len(self.values))
        return sorted(ends | {0}) if self.values else []

    @cached_property
    def sentences(self) -> list[tuple[str, ...]]:
        """The values of each sentence; `edges` says where it begins."""
        return [self.values[first:stop] for first, stop in pairwise([*self.edges, len(self.values)])]

    def is_edge(self, index: int) -> bool:
        """Whether a sentence begins at this token."""
        at = bisect_left(self.edges, index)
        return at < len(self.edges) and self.edges[at] == index

    def sentence(self, stretch: Stretch) -> Stretch:
        """The whole sentences that a stretch (not empty) touches."""
        after = bisect_left(self.edges, stretch.stop)
        stop = self.edges[after] if after < len(self.edges) else len(self.values)
        return Stretch(self.edges[bisect_right(self.edges, stretch.first) - 1], stop)

    def occurrences(self, values: Sequence[str]) -> list[int]:
        """Where the sequence starts, rising; stops after MOST_OCCURRENCES. Cost: the places of its rarest part."""
        if not values:
            return []
        wanted = tuple(values)
        offset, places = self._scanned(wanted) if self._scans_left > 0 else self._rarest(wanted)
        found = (place - offset for place in places)
        return list(islice((first for first in found if self._stands(wanted, first)), MOST_OCCURRENCES + 1))

    def _stands(self, wanted: tuple[str, ...], first: int) -> bool:
        return first >= 0 and self.values[first : first + len(wanted)] == wanted

    def _scanned(self, wanted: tuple[str, ...]) -> tuple[int, Iterator[int]]:
        """Places of the longest token of `wanted`, by looking through the whole: for a few passages that is cheaper."""
        self._scans_left -= 1
        offset = max(range(len(wanted)), key=lambda index: len(wanted[index]))
        return offset, self._places_of(wanted[offset])

    def _places_of(self, value: str) -> Iterator[int]:
        place = -1
        with suppress(ValueError):
            while True:
                place = self.values.index(value, place + 1)
                yield place

    def _rarest(self, wanted: tuple[str, ...]) -> tuple[int, Sequence[int]]:
        """The token of `wanted` with the fewest places here; where all are frequent, its rarest run of two or eight."""
        try:
            rarest = min(wanted, key=self._counts.__getitem__)
        except KeyError:
            return 0, ()
        offset, places = wanted.index(rarest), self._places[rarest]
        for length in _GRAMS:
            if len(places) <= _RARE_ENOUGH or len(wanted) < length:
                break
            index = self._grams(length)
            grams = [wanted[first : first + length] for first in range(len(wanted) - length + 1)]
            offset = min(range(len(grams)), key=lambda at: len(index.get(grams[at], ())))
            places = index.get(grams[offset], [])
        return offset, places

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for index, value in enumerate(self.values):
            places.setdefault(value, []).append(index)
        return places

    @cached_property
    def _counts(self) -> dict[str, int]:
        return {value: len(places) for value, places in self._places.items()}

    def _grams(self, length: int) -> dict[tuple[str, ...], list[int]]:
        """Every run of so many tokens: needed only in texts so repetitive that single tokens say nothing."""
        if length not in self._runs:
            grams = self._runs[length] = {}
            for index in range(len(self.values) - length + 1):
                grams.setdefault(self.values[index : index + length], []).append(index)
        return self._runs[length]

    @cached_property
    def _runs(self) -> dict[int, dict[tuple[str, ...], list[int]]]:
        return {}
