"""A sequence of tokens prepared for looking passages up: where each starts and ends, and where each value occurs."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice, pairwise, starmap
from sys import intern
from typing import NamedTuple

from citeledger.core.reading import edges
from citeledger.core.reading.runs import Runs
from citeledger.core.reading.tokens import Token
from citeledger.core.vocabulary.stops import SENTENCE_ENDS

# A passage that stands in more places than this points at none of them; looking further would only cost time (T84).
MOST_OCCURRENCES = 250
_MOST_PARTS = 8  # written onto an edge of a passage; a chain without end is no word and no number
_SHORT_RUN, _LONG_RUN = 3, 8  # tokens of the runs that are looked up
_FEW = 2  # places that are as good as one
_RARE_ENOUGH = 64
_SCANS = 8  # passages looked up without an index; building one costs about as much


class Stretch(NamedTuple):
    """Tokens `first` up to but not including `stop` of a stream."""

    first: int
    stop: int


class Frames:
    """The pieces that edges cut a sequence into; the first edge is where it begins."""

    def __init__(self, edges: Sequence[int], length: int) -> None:
        self._edges = [*edges, length]
        self.pieces = [*starmap(Stretch, pairwise(self._edges))]

    def around(self, stretch: Stretch) -> Stretch:
        """The whole pieces that a stretch (not empty) touches: nearly always one, which is made already."""
        first, stop = stretch
        behind = bisect_right(self._edges, first)
        frame = self.pieces[behind - 1]
        if stop <= frame.stop:
            return frame
        return Stretch(frame.first, self._edges[bisect_left(self._edges, stop, behind)])


class Stream:
    """Token values in text order and their source ranges (code points). Immutable but for the indexes it grows.

    `breaks` are source offsets that no sentence reaches across, such as the starts of blocks, rising.
    """

    def __init__(
        self, values: Iterable[str], starts: Sequence[int], ends: Sequence[int], breaks: Iterable[int] = ()
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
        return cls([t.value for t in kept], [t.start for t in kept], [t.end for t in kept], breaks)

    def stretch(self, *, start: int, end: int) -> Stretch:
        """The tokens that the source range touches; a token cut by an edge counts whole ("3" of "30" is "30")."""
        return Stretch(bisect_right(self.ends, start), bisect_left(self.starts, end))

    def widened(self, stretch: Stretch, *, text: str) -> Stretch:
        """A stretch (not empty) with what is written onto its edges, as in "~7 days", "7%" or "non-toxic"."""
        first, stop = stretch
        if not (self._may_grow_back(first) or self._may_grow(stop)):
            return stretch
        for _ in range(_MOST_PARTS):
            more, behind = self._before(first, text), self._behind(stop, text)
            if not (more or behind):
                return stretch if stretch == (first, stop) else Stretch(first, stop)
            first, stop = first - more, stop + behind
        return stretch

    def _may_grow_back(self, first: int) -> bool:
        return first > 0 and edges.may_belong(self.values[first - 1], self.values[first])

    def _may_grow(self, stop: int) -> bool:
        return stop < len(self.values) and edges.may_belong(self.values[stop], self.values[stop - 1])

    def _before(self, first: int, text: str) -> int:
        """How many tokens in front of a stretch that begins at `first` belong to it."""
        if not self._may_grow_back(first):
            return 0
        far = self.values[first - 2] if first > 1 else ""
        gaps = self._gap(first, text), self._gap(first - 1, text) if far else edges.FAR
        return edges.before(edges.Beside(self.values[first], self.values[first - 1], far, *gaps))

    def _behind(self, stop: int, text: str) -> int:
        """How many tokens behind a stretch that ends before `stop` belong to it."""
        if not self._may_grow(stop):
            return 0
        length = len(self.values)
        far = self.values[stop + 1] if stop + 1 < length else ""
        gaps = self._gap(stop, text), self._gap(stop + 1, text) if far else edges.FAR
        return edges.behind(edges.Beside(self.values[stop - 1], self.values[stop], far, *gaps))

    def _gap(self, index: int, text: str) -> int:
        return edges.gap(text[self.ends[index - 1] : self.starts[index]], is_edge=self.is_edge(index))

    @cached_property
    def edges(self) -> list[int]:
        """The tokens at which sentences begin, rising. A sentence is what ends in a sign that ends sentences."""
        ends = {index + 1 for index, value in enumerate(self.values) if value in SENTENCE_ENDS}
        ends.update(bisect_left(self.starts, offset) for offset in self._breaks)
        ends.discard(len(self.values))
        return sorted(ends | {0}) if self.values else []

    @cached_property
    def sentences(self) -> list[tuple[str, ...]]:
        """The values of each sentence; `edges` says where it begins."""
        return [self.values[first:stop] for first, stop in pairwise([*self.edges, len(self.values)])]

    def is_edge(self, index: int) -> bool:
        """Whether a sentence begins at this token, or the text ends before it."""
        at = bisect_left(self.edges, index)
        return index == len(self.values) or (at < len(self.edges) and self.edges[at] == index)

    def sentence(self, stretch: Stretch) -> Stretch:
        """The whole sentences that a stretch (not empty) touches."""
        return self._frames.around(stretch)

    @cached_property
    def _frames(self) -> Frames:
        return Frames(self.edges, len(self.values))

    def occurrences(self, values: Sequence[str]) -> list[int]:
        """Where the sequence starts, rising; at most the last MOST_OCCURRENCES + 1. Costs its rarest part's places."""
        wanted = tuple(values)
        if not wanted or (self._scans_left <= 0 and not self._pairs.issuperset(map(hash, pairwise(wanted)))):
            return []
        offset, places = self._scanned(wanted) if self._scans_left > 0 else self._rarest(wanted)
        if not places:
            return []
        length, there = len(wanted), self.values
        # Most places fall with the token beside; counted from the end where it is the next one.
        step = 0 if length == 1 else -1 if offset else 1 - len(there)
        beside = wanted[offset - 1 if offset else min(1, length - 1)]
        likely = (place - offset for place in places if there[place + step] == beside)
        found = (first for first in likely if first >= 0 and there[first : first + length] == wanted)
        return sorted(islice(found, MOST_OCCURRENCES + 1))

    def _scanned(self, wanted: tuple[str, ...]) -> tuple[int, Iterable[int]]:
        """Places of the longest token of `wanted`, falling, by looking through all: cheaper for a few passages."""
        self._scans_left -= 1
        offset = max(range(len(wanted)), key=lambda index: len(wanted[index]))
        return offset, [*self._places_of(wanted[offset])][::-1]

    def _places_of(self, value: str) -> Iterator[int]:
        place = -1
        with suppress(ValueError):
            while True:
                place = self.values.index(value, place + 1)
                yield place

    def _rarest(self, wanted: tuple[str, ...]) -> tuple[int, Iterable[int]]:
        """The token of `wanted` with the fewest places here; where that says too little, its rarest run of 3, or of 8.

        Places come falling.
        """
        offset, places = self._rarest_token(wanted)
        if len(places) <= _RARE_ENOUGH:
            return offset, places[::-1]
        offset, places = self._rarest_run(wanted, min(len(wanted), _SHORT_RUN), most=_RARE_ENOUGH + 1)
        if len(places) > _RARE_ENOUGH:
            most = len(self.values) if len(wanted) > _LONG_RUN else MOST_OCCURRENCES + 1  # places of all of `wanted`
            return self._rarest_run(wanted, min(len(wanted), _LONG_RUN), most=most)
        return offset, places

    def _rarest_token(self, wanted: tuple[str, ...]) -> tuple[int, Sequence[int]]:
        rarest, best = 0, self._token_places.get(wanted[0], ())
        for offset, value in enumerate(wanted):
            places = self._token_places.get(value, ())
            if len(places) < len(best):
                rarest, best = offset, places
            if len(best) <= _FEW:
                break
        return rarest, best

    @cached_property
    def _pairs(self) -> frozenset[int]:
        """What tells most passages that are not here from those that are: which tokens follow one another, hashed."""
        return frozenset(map(hash, pairwise(self.values)))

    @cached_property
    def _token_places(self) -> dict[str, Sequence[int]]:
        """Where each value stands, rising: a fraction of what an index of runs takes in time and memory."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for place, value in enumerate(self.values):
            found[value].append(place)
        return dict(found)

    def _rarest_run(self, wanted: tuple[str, ...], length: int, *, most: int) -> tuple[int, Sequence[int]]:
        runs = self.runs(length)
        rarest, best = 0, runs.places(wanted[:length], most=most)
        for offset in range(1, len(wanted) - length + 1):
            if len(best) <= _FEW:
                break
            places = runs.places(wanted[offset : offset + length], most=len(best))
            if len(places) < len(best):
                rarest, best = offset, places
        return rarest, best

    def runs(self, length: int) -> Runs:
        """Where each run of so many tokens stands. Made when first asked for: linear, and not small."""
        if length not in self._runs:
            self._runs[length] = Runs(self.values, length)
        return self._runs[length]

    @cached_property
    def _runs(self) -> dict[int, Runs]:
        return {}


def last_sentence(line: tuple[str, ...], *, ends: frozenset[str]) -> tuple[str, ...]:
    """The last sentence of a line: behind one of these signs, but for one inside a name ("setup.py", "7.x")."""
    places = range(len(line) - 2, -1, -1)
    return line[next((at + 1 for at in places if line[at] in ends and not _goes_on(line[at + 1])), 0) :]


def _goes_on(value: str) -> bool:
    return value[0].islower() or not (value[0].isalnum() or value[0] in "\"'([*")
