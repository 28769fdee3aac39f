"""A sequence of tokens prepared for looking passages up: where each starts and ends, and where each value occurs."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from citeledger.core.tokens import Token

# A passage that stands in more places than this points at none of them; looking further would only cost time (T84).
MOST_OCCURRENCES = 250
_GRAM = 8
_RARE_ENOUGH = 64
_SCANS = 8  # passages looked up without an index; building one costs about as much


class Stretch(NamedTuple):
    """Tokens `first` up to but not including `stop` of a stream."""

    first: int
    stop: int


class Stream:
    """Token values in text order and their source ranges (code points). Immutable but for the indexes it grows."""

    def __init__(self, values: tuple[str, ...], starts: "array[int]", ends: "array[int]") -> None:
        self.values, self.starts, self.ends = values, starts, ends
        self._scans_left = _SCANS

    @classmethod
    def of(cls, tokens: Iterable[Token]) -> "Stream":
        """A stream of `tokens`, which must be in text order and not overlap."""
        kept = tuple(tokens)
        return cls(
            tuple(token.value for token in kept),
            array("q", (token.start for token in kept)),
            array("q", (token.end for token in kept)),
        )

    def stretch(self, *, start: int, end: int) -> Stretch:
        """The tokens that the source range touches; a token cut by an edge counts whole ("3" of "30" is "30")."""
        return Stretch(bisect_right(self.ends, start), bisect_left(self.starts, end))

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
        """The token of `wanted` with the fewest places here; where all are frequent, its rarest run of eight."""
        places, offset = min((len(self._places.get(value, ())), index) for index, value in enumerate(wanted))
        if places <= _RARE_ENOUGH or len(wanted) < _GRAM:
            return offset, self._places.get(wanted[offset], ())
        grams = [(wanted[index : index + _GRAM], index) for index in range(len(wanted) - _GRAM + 1)]
        gram, offset = min(grams, key=lambda item: len(self._grams.get(item[0], ())))
        return offset, self._grams.get(gram, ())

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for index, value in enumerate(self.values):
            places.setdefault(value, []).append(index)
        return places

    @cached_property
    def _grams(self) -> dict[tuple[str, ...], list[int]]:
        """Every run of eight tokens: needed only in texts so repetitive that single tokens say nothing."""
        grams: dict[tuple[str, ...], list[int]] = {}
        for index in range(len(self.values) - _GRAM + 1):
            grams.setdefault(self.values[index : index + _GRAM], []).append(index)
        return grams
