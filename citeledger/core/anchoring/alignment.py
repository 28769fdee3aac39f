"""Which tokens of an old text are still there in a new one: a difference of two sequences, near-linear.

Sentences that stand once on both sides are paired first, in the longest order both share; what is left between two of
them is compared token by token (longest common subsequence). What cannot be cut small enough stays unaligned, so a lack
of time never makes text "kept".
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, count
from operator import itemgetter, ne
from typing import NamedTuple

from rapidfuzz.distance import Indel

from citeledger.core.reading.streams import Stream, Stretch

# Cells of the exact comparison at once: 64 cells are one machine word, so this is about 15 ms and 25 MB.
_MOST_CELLS = 200_000_000
_FEW_CELLS = (
    40_000  # beyond it, a comparison may pair words of far sentences: it is cut at unique runs of tokens before
)
_MOST_CUTTING = 8  # how often each token of the pair may on average be looked at to cut it out: keeps it linear (T84)
_SENTENCE = 4  # tokens from which a sentence is more than a coincidence
_RUN = 6  # tokens of a run that is searched for inside a window


class Kept(NamedTuple):
    """`length` tokens from `first` on in the old sequence, which stand from `place` on in the new one."""

    first: int
    place: int
    length: int

    @property
    def shift(self) -> int:
        """How much further on the new ones stand."""
        return self.place - self.first

    def holds_around(self, stretch: Stretch) -> bool:
        """Whether all of a stretch and the tokens on either side of it are among these."""
        return self.first < stretch.first and stretch.stop < self.first + self.length


class Window(NamedTuple):
    """Tokens `first` up to `stop` of the old sequence, and those of the new one that stand against them."""

    first: int
    stop: int
    new_first: int
    new_stop: int

    @property
    def cells(self) -> int:
        """Pairs of tokens an exact comparison looks at."""
        return (self.stop - self.first) * (self.new_stop - self.new_first)


class Alignment:
    """The stretches of an old stream that a difference keeps in the new one, in order on both sides.

    The beginnings of both texts count as a pair of kept tokens at -1, and so do their ends.
    """

    def __init__(self, *, old: Stream, new: Stream) -> None:
        self._kept = list(_slid(_aligned(old, new), old, new))
        self._firsts = [kept.first for kept in self._kept]

    def place(self, index: int) -> int | None:
        """Where old token `index` is kept in the new sequence; None if it is not."""
        kept = self._at(index)
        return index + kept.shift if index < kept.first + kept.length else None

    def around(self, stretch: Stretch) -> Kept | None:
        """What is kept in one piece with a stretch and the tokens on either side of it; None if these are not."""
        kept = self._at(stretch.first)
        return kept if kept.holds_around(stretch) else None

    def kept(self, stretch: Stretch, *, at: int) -> int:
        """How many tokens of a stretch are kept at their place in a copy that starts at new token `at`."""
        shift = at - stretch.first
        return sum(piece.length for piece in self.pieces(stretch) if piece.shift == shift)

    def pieces(self, stretch: Stretch) -> Iterator[Kept]:
        """What is kept of a stretch, piece by piece."""
        begin, end = bisect_right(self._firsts, stretch.first) - 1, bisect_left(self._firsts, stretch.stop)
        for kept in self._kept[begin:end]:
            first, stop = max(kept.first, stretch.first), min(kept.first + kept.length, stretch.stop)
            if first < stop:
                yield Kept(first, first + kept.shift, stop - first)

    def before(self, index: int) -> Kept:
        """The nearest kept token before old token `index`, as a piece of one."""
        kept = self._at(index - 1)
        last = min(index - 1, kept.first + kept.length - 1)
        return Kept(last, last + kept.shift, 1)

    def after(self, index: int) -> Kept:
        """The nearest kept token from old token `index` on, as a piece of one."""
        at = bisect_right(self._firsts, index)
        kept = self._kept[at - 1]
        if index < kept.first + kept.length:
            return Kept(index, index + kept.shift, 1)
        return Kept(self._firsts[at], self._kept[at].place, 1)

    def lost_around(self, stretch: Stretch) -> Window:
        """What stands on both sides between the nearest kept token before a stretch and the nearest one behind it."""
        at = bisect_right(self._firsts, stretch.first - 1)
        first, place, length = self._kept[at - 1]
        lost = min(stretch.first, first + length)
        at = bisect_right(self._firsts, stretch.stop, at - 1)
        kept, new_stop, length = self._kept[at - 1]
        if stretch.stop < kept + length:
            return Window(lost, stretch.stop, place + lost - first, new_stop + stretch.stop - kept)
        stop, new_stop, _ = self._kept[at]
        return Window(lost, stop, place + lost - first, new_stop)

    def _at(self, index: int) -> Kept:
        """The last kept stretch that starts at or before old token `index`."""
        return self._kept[bisect_right(self._firsts, index) - 1]


def _aligned(old: Stream, new: Stream) -> Iterator[Kept]:
    """Kept stretches in order. Stretches that continue one another may come apart."""
    yield Kept(-1, -1, 1)
    work: list[Kept | Window] = [*_cut_at_sentences(old, new), Kept(len(old.values), len(new.values), 1)][::-1]
    left = _MOST_CUTTING * (len(old.values) + len(new.values))
    while work:
        item = work.pop()
        if isinstance(item, Kept):
            yield item
            continue
        head, window, tail = _trimmed(old.values, new.values, item)
        yield head
        work.append(tail)
        parts: list[Window] = []
        if window.cells > _FEW_CELLS and left > 0:
            left -= window.stop - window.first + window.new_stop - window.new_first
            parts = _cut_at_runs(old.values, new.values, window)
        if not parts and 1 < window.cells <= _MOST_CELLS:  # a single pair is of different tokens
            yield from _compared(old.values, new.values, window)
        work += parts[::-1]


def _cut_at_sentences(old: Stream, new: Stream) -> list[Kept | Window]:
    """Equal sentences at both ends and sentences unique on both sides, as kept, and the windows between them."""
    olds, news = old.sentences, new.sentences
    head = _equal_heads(olds, news)
    tail = min(_equal_heads(olds[::-1], news[::-1]), len(olds) - head, len(news) - head)
    ends = (0, 0, head), (len(olds) - tail, len(news) - tail, tail)
    runs = [ends[0], *((*pair, 1) for pair in _anchors(olds, news, head, tail)), ends[1]]
    return _between(filter(itemgetter(2), runs), old, new)


def _between(runs: Iterable[tuple[int, int, int]], old: Stream, new: Stream) -> list[Kept | Window]:
    """Runs of paired sentences (where they begin on both sides, how many) as kept stretches, joined where they follow
    one another, with the windows between them.
    """
    parts: list[Kept | Window] = []
    first = new_first = length = 0  # of the kept stretch being collected
    edges, new_edges = [*old.edges, len(old.values)], [*new.edges, len(new.values)]
    for index, new_index, length_of_run in runs:
        start, new_start = edges[index], new_edges[new_index]
        if start != first + length or new_start != new_first + length:
            window = Window(first + length, start, new_first + length, new_start)
            parts += [Kept(first, new_first, length), window]
            first, new_first, length = start, new_start, 0
        length += edges[index + length_of_run] - start
    rest = Window(first + length, len(old.values), new_first + length, len(new.values))
    return [*parts, Kept(first, new_first, length), rest]


def _equal_heads(one: Sequence[object], other: Sequence[object]) -> int:
    """With how many equal members both begin."""
    return next(compress(count(), map(ne, one, other)), min(len(one), len(other)))


def _anchors(
    olds: Sequence[Sequence[str]], news: Sequence[Sequence[str]], head: int, tail: int
) -> list[tuple[int, int]]:
    """Pairs of equal sentences that occur once on both sides between the equal ends, in the longest common order."""
    new_places = _unique(news, range(head, len(news) - tail))
    old_places = _unique(olds, range(head, len(olds) - tail))
    common = [(place, new_places[one]) for one, place in old_places.items() if one in new_places]
    return _longest_rise([pair for pair in common if len(olds[pair[0]]) >= _SENTENCE])


def _unique(items: Sequence[Sequence[str]], places: range) -> dict[Sequence[str], int]:
    """Items that occur once at `places`, and where."""
    found: dict[Sequence[str], int] = {}
    repeated = set()
    for place in places:
        if found.setdefault(items[place], place) != place:
            repeated.add(items[place])
    for item in repeated:
        del found[item]
    return found


def _trimmed(old: Sequence[str], new: Sequence[str], window: Window) -> tuple[Kept, Window, Kept]:
    """What is equal at both ends of the window, and what is left between."""
    first, stop, new_first, new_stop = window
    while first < stop and new_first < new_stop and old[first] == new[new_first]:
        first, new_first = first + 1, new_first + 1
    while first < stop and new_first < new_stop and old[stop - 1] == new[new_stop - 1]:
        stop, new_stop = stop - 1, new_stop - 1
    head = Kept(window.first, window.new_first, first - window.first)
    return head, Window(first, stop, new_first, new_stop), Kept(stop, new_stop, window.stop - stop)


def _compared(old: Sequence[str], new: Sequence[str], window: Window) -> Iterator[Kept]:
    """What the longest common subsequence of a window keeps."""
    first, stop, new_first, new_stop = window
    for block in Indel.opcodes(old[first:stop], new[new_first:new_stop]):
        if block.tag == "equal":
            yield Kept(first + block.src_start, new_first + block.dest_start, block.src_end - block.src_start)


def _cut_at_runs(old: Sequence[str], new: Sequence[str], window: Window) -> list[Window]:
    """Windows that begin at runs unique on both sides, in the longest order both share; none if there are none."""
    first, stop, new_first, new_stop = window
    old_places, new_places = _unique_runs(old, first, stop), _unique_runs(new, new_first, new_stop)
    common = [(place, new_places[run]) for run, place in old_places.items() if run in new_places]
    windows, edge, last = [], (first, new_first), (first - _RUN - 1, new_first)
    for anchor in _longest_rise(common):
        # Anchors that continue the run before them cut nothing: what is equal from there on is found by walking.
        continues = anchor[0] - last[0] == anchor[1] - last[1] <= _RUN
        if not continues and anchor[0] > edge[0] and anchor[1] > edge[1]:
            windows.append(Window(edge[0], anchor[0], edge[1], anchor[1]))
            edge = anchor
        last = anchor
    windows.append(Window(edge[0], stop, edge[1], new_stop))
    return windows if len(windows) > 1 else []


def _unique_runs(tokens: Sequence[str], first: int, stop: int) -> dict[Sequence[str], int]:
    runs = [tokens[index : index + _RUN] for index in range(first, stop - _RUN + 1)]
    return {run: first + index for run, index in _unique(runs, range(len(runs))).items()}


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


def _slid(pieces: Iterable[Kept], old: Stream, new: Stream) -> Iterator[Kept]:
    """Kept stretches joined, and where text was only put in or only taken out, parted at the edge of a sentence.

    "A b. [A c.] A d." and "A b. A [c. A] d." are the same insertion; only the first keeps sentences in one piece.
    """
    parts = iter(pieces)
    first, place, length = next(parts)
    for piece in parts:
        if not piece.length:
            continue
        end, place_end = first + length, place + length
        if (end, place_end) == piece[:2]:
            length += piece.length
            continue
        is_one_sided = end == piece.first or place_end == piece.place
        step = _slide(Kept(first, place, length), piece, old, new) if is_one_sided else 0
        if step < length:
            yield Kept(first, place, length - step)
        first, place, length = piece.first - step, piece.place - step, piece.length + step
    yield Kept(first, place, length)


def _slide(one: Kept, other: Kept, old: Stream, new: Stream) -> int:
    """How many tokens the second stretch takes over from the first, so that it begins where a sentence does."""
    step = 0
    while step <= one.length:
        if old.is_edge(other.first - step) or new.is_edge(other.place - step):
            return step
        if step == one.length or old.values[other.first - 1 - step] != new.values[other.place - 1 - step]:
            return 0
        step += 1
    return 0
