"""An answer's text and what cites stretches of it, cut into statements that make up the whole text."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from citeledger.core.outcomes import Locator
from citeledger.providers.drafts import DraftStatement, Grounds


@dataclass(frozen=True, slots=True)
class Cited:
    """A stretch of one text (code points, end exclusive) and its grounds."""

    place: Locator
    grounds: Grounds


@dataclass(frozen=True, slots=True)
class Mark:
    """A citation that has a position in one text (code points) but no extent; `at` is its path in the response."""

    at: str
    position: int
    grounds: Grounds


def statements(*, text: str, cited: Sequence[Cited], removed: Sequence[Locator] = ()) -> Iterator[DraftStatement]:
    """`text` without what is removed, cut wherever a citation begins or ends. Where several overlap, all count."""
    begins: dict[int, list[Cited]] = {}
    for one in cited:
        begins.setdefault(one.place.start, []).append(one)
    here: list[Cited] = []
    for start, end in pairwise(_edges(text, [one.place for one in cited], removed)):
        here = [one for one in (*here, *begins.get(start, ())) if one.place.end > start]
        if not any(gone.start <= start < gone.end for gone in removed):
            yield DraftStatement(text[start:end], Grounds.joined(one.grounds for one in here))


def references(*, text: str, cited: Sequence[Cited], removed: Sequence[Locator] = ()) -> int:
    """How many references `statements` would go through, counted without making any: nested ones cost a square."""
    edges = _edges(text, [one.place for one in cited], removed)
    pieces = (bisect_left(edges, one.place.end) - bisect_left(edges, one.place.start) for one in cited)
    return sum(count * max(1, one.grounds.size) for count, one in zip(pieces, cited, strict=True))


def behind(*, marks: Sequence[Mark], removed: Sequence[Locator] = ()) -> Iterator[tuple[Mark, Locator]]:
    """The stretch that each mark cites: up to it, from the mark before or the start of the text, maybe empty.

    Marks side by side, or with nothing but removed text between them, cite the same stretch.
    """
    ends = {place.end: place.start for place in removed}
    standing = [(mark, _before(mark.position, ends)) for mark in marks]
    starts = {stop: start for start, stop in pairwise([0, *sorted({stop for _, stop in standing})])}
    for mark, stop in standing:
        yield mark, Locator(starts.get(stop, stop), stop)


def _before(position: int, ends: dict[int, int]) -> int:
    while position in ends and ends[position] < position:
        position = ends[position]
    return position


def _edges(text: str, places: Sequence[Locator], removed: Sequence[Locator]) -> list[int]:
    return sorted({0, len(text), *(edge for place in (*places, *removed) for edge in place)})
