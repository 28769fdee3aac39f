"""Which tokens of an old text are still there in a new one: a difference of two sequences, near-linear.

The texts are cut at runs of tokens that are unique on both sides; between the cuts the difference is exact (longest
common subsequence). What cannot be cut small enough stays unaligned, so a lack of time never makes text "kept".
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from itertools import repeat

from rapidfuzz.distance import Indel

# Cells of the exact comparison at once: 64 cells are one machine word, so this is about 15 ms and 25 MB.
_MOST_CELLS = 200_000_000
_MOST_CUTS = 50  # of one pair of texts, each linear in what it cuts (T84)
_ANCHOR = 6  # tokens
_MARGIN = 32  # tokens
_GONE = -1


class Alignment:
    """For each old token the index of the same token in the new sequence, if the difference keeps it. Rising."""

    def __init__(self, *, old: Sequence[str], new: Sequence[str]) -> None:
        self._new_length = len(new)
        self._map = _aligned(old, new)

    def place(self, index: int) -> int | None:
        """Where old token `index` is kept in the new sequence; None if it is not."""
        place = self._map[index]
        return None if place == _GONE else place

    def kept(self, *, first: int, stop: int, at: int) -> int:
        """How many of the old tokens `first` to `stop` are kept at their place in a copy that starts at `at`."""
        return sum(self._map[index] == at + index - first for index in range(first, stop))

    def before(self, index: int, *, reach: int) -> int | None:
        """New place of the nearest kept token before old `index`, at most `reach` away; -1 at the text's start."""
        for candidate in range(index - 1, max(-1, index - 1 - reach), -1):
            if self._map[candidate] != _GONE:
                return self._map[candidate]
        return -1 if index - 1 - reach < 0 else None

    def after(self, index: int, *, reach: int) -> int | None:
        """New place of the nearest kept token from old `index` on, at most `reach` away; past the end at the end."""
        for candidate in range(index, min(len(self._map), index + reach)):
            if self._map[candidate] != _GONE:
                return self._map[candidate]
        return self._new_length if index + reach >= len(self._map) else None


def _aligned(old: Sequence[str], new: Sequence[str]) -> "array[int]":
    numbers: dict[str, int] = {}
    old_ids = [numbers.setdefault(value, len(numbers)) for value in old]
    new_ids = [numbers.setdefault(value, len(numbers)) for value in new]
    aligned = array("q", repeat(_GONE, len(old_ids)))
    whole = _changed_part(aligned, old_ids, new_ids)
    # Anchors first, even where an exact comparison is affordable: of several longest common subsequences it may take
    # one that pairs a passage's last word with the same word further down.
    work, cuts = _cut(old_ids, new_ids, whole) or [whole], 1
    while work:
        window = _trimmed(aligned, old_ids, new_ids, work.pop())
        if (window[1] - window[0]) * (window[3] - window[2]) <= _MOST_CELLS:
            _compare(aligned, old_ids, new_ids, window)
        elif cuts < _MOST_CUTS:
            work, cuts = [*work, *_cut(old_ids, new_ids, window)], cuts + 1
    return aligned


_Window = tuple[int, int, int, int]


def _changed_part(aligned: "array[int]", old: list[int], new: list[int]) -> _Window:
    """Align the equal ends of both texts, all but the tokens next to the change: those may be equal by coincidence."""
    first, stop, new_first, new_stop = _trimmed(aligned, old, new, (0, len(old), 0, len(new)))
    left, right = min(first, _MARGIN), min(len(old) - stop, _MARGIN)
    for index in (*range(first - left, first), *range(stop, stop + right)):
        aligned[index] = _GONE
    return first - left, stop + right, new_first - left, new_stop + right


def _trimmed(aligned: "array[int]", old: list[int], new: list[int], window: _Window) -> _Window:
    """Align what is equal at both ends of the window; return what is left between."""
    first, stop, new_first, new_stop = window
    while first < stop and new_first < new_stop and old[first] == new[new_first]:
        aligned[first] = new_first
        first, new_first = first + 1, new_first + 1
    while first < stop and new_first < new_stop and old[stop - 1] == new[new_stop - 1]:
        stop, new_stop = stop - 1, new_stop - 1
        aligned[stop] = new_stop
    return first, stop, new_first, new_stop


def _compare(aligned: "array[int]", old: list[int], new: list[int], window: _Window) -> None:
    """Align a window by its longest common subsequence."""
    first, stop, new_first, new_stop = window
    if first == stop or new_first == new_stop:
        return
    for block in Indel.opcodes(old[first:stop], new[new_first:new_stop]):
        if block.tag == "equal":
            for step in range(block.src_end - block.src_start):
                aligned[first + block.src_start + step] = new_first + block.dest_start + step


def _cut(old: list[int], new: list[int], window: _Window) -> list[_Window]:
    """Windows between (and including) anchors: runs unique on both sides, in the longest order both share.

    Returns none if there is nothing to cut at; else every window is smaller than the one given.
    """
    first, stop, new_first, new_stop = window
    old_places, new_places = _unique_runs(old, first, stop), _unique_runs(new, new_first, new_stop)
    common = [(place, new_places[run]) for run, place in old_places.items() if run in new_places]
    windows, edge, last = [], (first, new_first), (first - _ANCHOR - 1, new_first)
    for anchor in _longest_rise(common):
        # Anchors that continue the run before them cut nothing: what is equal from there on is found by walking.
        continues = anchor[0] - last[0] == anchor[1] - last[1] <= _ANCHOR
        if not continues and anchor[0] > edge[0] and anchor[1] > edge[1]:
            windows.append((edge[0], anchor[0], edge[1], anchor[1]))
            edge = anchor
        last = anchor
    windows.append((edge[0], stop, edge[1], new_stop))
    return windows if len(windows) > 1 else []


def _unique_runs(tokens: list[int], first: int, stop: int) -> dict[tuple[int, ...], int]:
    places: dict[tuple[int, ...], int] = {}
    repeated = set()
    for index in range(first, stop - _ANCHOR + 1):
        run = tuple(tokens[index : index + _ANCHOR])
        if places.setdefault(run, index) != index:
            repeated.add(run)
    return {run: place for run, place in places.items() if run not in repeated}


def _longest_rise(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest sub-list whose second members rise (patience sorting); first members are rising already."""
    tops: list[int] = []
    piles: list[int] = []
    below: list[int] = []
    for index, (_, value) in enumerate(points):
        pile = bisect_left(tops, value)
        below.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [value]
        piles[pile : pile + 1] = [index]
    chain, index = [], piles[-1] if piles else -1
    while index >= 0:
        chain.append(points[index])
        index = below[index]
    return chain[::-1]
