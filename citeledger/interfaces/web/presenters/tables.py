"""Tables laid out as tables: which stretch of a text stands in which cell. No character is added, left out or moved.

In an extracted text a row is a line and its cells are parted by tabs (`extraction.tables`). What parts two cells is
kept with the first of them, so that the texts of all cells, joined, are the text again.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from citeledger.documents.readings import ReadCell
from citeledger.extraction import Cell
from citeledger.extraction.tables import LONGEST_NAME, letters
from citeledger.interfaces.names import shown_text
from citeledger.interfaces.readings import cell_line

MOST_CELLS: Final = 5_000
"""Cells of one table that are laid out, empty ones counted; a larger one is shown in its lines, as it is stored."""
_PLACE: Final = re.compile(r"[^\t\n]*(\t|\n+|\Z)")

PartT = TypeVar("PartT")
Fill = Callable[[int, int, Cell | None], tuple[PartT, ...]]
"""The parts of a stretch (code points, end exclusive) that stands in a cell."""


@dataclass(frozen=True, slots=True)
class LaidCell(Generic[PartT]):
    """A cell: its text, and what parts it from the next. `heads` is "col" or "row" where it names others.

    `said` is its address with the headers and keys it stands under, empty where nothing is known of it.
    """

    parts: tuple[PartT, ...]
    parting: tuple[PartT, ...]
    heads: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class LaidRow(Generic[PartT]):
    """A row and its number, counted as its format counts; empty where nobody knows."""

    number: str
    cells: tuple[LaidCell[PartT], ...]


@dataclass(frozen=True, slots=True)
class LaidTable(Generic[PartT]):
    """A table with the letters of its columns, as spreadsheets have them."""

    name: str
    letters: tuple[str, ...]
    rows: tuple[LaidRow[PartT], ...]


class _Place(NamedTuple):
    """Where a cell may stand: its text, and up to `stop` what parts it from the next."""

    start: int
    end: int
    stop: int
    cell: Cell | None = None


def laid_table(*, words: str, start: int, cells: Sequence[Cell], fill: Fill[PartT]) -> LaidTable[PartT] | None:
    """The words that stand at `start` of a text (code points) as a table, None where they are none to lay out.

    They may begin and end anywhere within a table. `cells` are those of the text that touch them.
    """
    places = _seated(_places(words, start), cells, start, start + len(words))
    if places is None:
        return None
    rows = _aligned(_rows(words, start, places))
    heads = _Heads(words, start, cells)
    columns = _columns(rows)
    return LaidTable(
        name=shown_text(text=cells[0].table),
        letters=tuple(letters(columns[at]) if at in columns else "" for at in range(max(map(len, rows)))),
        rows=tuple(LaidRow(_number(row), tuple(_cell(place, heads, fill) for place in row)) for row in rows),
    )


def _places(words: str, start: int) -> list[_Place]:
    found = (match for match in _PLACE.finditer(words) if match.group())
    return [_Place(start + m.start(), start + m.start(1), start + m.end()) for m in found]


def _seated(places: list[_Place], cells: Sequence[Cell], start: int, end: int) -> list[_Place] | None:
    """Each place with its cell; None where there are too many, or cells do not stand as tables are written."""
    if not (cells and places) or len(places) > MOST_CELLS:
        return None
    firsts = [place.start for place in places]
    seats: dict[int, Cell] = {}
    for cell in cells:
        at = bisect_right(firsts, max(cell.start, start)) - 1
        if at in seats or min(cell.end, end) > places[at].end:
            return None
        seats[at] = cell
    return [_Place(*place[:3], seats.get(at)) for at, place in enumerate(places)]


def _rows(words: str, start: int, places: Iterable[_Place]) -> list[list[_Place]]:
    rows: list[list[_Place]] = [[]]
    for place in places:
        rows[-1].append(place)
        if "\n" in words[place.end - start : place.stop - start]:
            rows.append([])
    return [row for row in rows if row]


def _aligned(rows: list[list[_Place]]) -> list[list[_Place]]:
    """Words that begin within a row lack its first places: empty ones, so that its cells stand in their columns."""
    first, *others = rows
    places = {column: at for at, column in _columns(others).items()}
    at, column = next(((at, place.cell.column) for at, place in enumerate(first) if place.cell), (0, 0))
    start = first[0].start
    return [[_Place(start, start, start)] * max(0, places.get(column, at) - at) + first, *others]


def _columns(rows: Iterable[Sequence[_Place]]) -> dict[int, int]:
    """By place in a row, which column (from 1) stands there."""
    return {at: place.cell.column for row in rows for at, place in enumerate(row) if place.cell}


def _number(row: Iterable[_Place]) -> str:
    return next((str(place.cell.row) for place in row if place.cell), "")


def _cell(place: _Place, heads: "_Heads", fill: Fill[PartT]) -> LaidCell[PartT]:
    cell = place.cell
    return LaidCell(
        parts=fill(place.start, place.end, cell),
        parting=fill(place.end, place.stop, None),
        heads=heads.of(cell) if cell else "",
        said=cell_line(cell=ReadCell(cell.address, cell.headers, cell.keys)) if cell else "",
    )


class _Heads:
    """Which cells name others: the header paths and keys that are stored with these say it."""

    def __init__(self, words: str, start: int, cells: Sequence[Cell]) -> None:
        self._words, self._start = words, start
        self._keys = _most_keys(cells)
        paths = {cell.headers[:depth] for cell in cells for depth in range(1, len(cell.headers) + 1)}
        others = {cell.row for cell in cells if cell.keys or (*cell.headers, self._name(cell)) not in paths}
        self._head = {cell.row for cell in cells if cell.row < min(others, default=cell.row + 1)}

    def of(self, cell: Cell) -> str:
        if cell.row in self._head:
            return "col"
        keys = self._keys[cell.row]
        return "row" if len(cell.keys) < len(keys) and self._name(cell) in keys else ""

    def _name(self, cell: Cell) -> str:
        words = self._words[max(0, cell.start - self._start) : cell.end - self._start]
        return " ".join(words.split())[:LONGEST_NAME]


def _most_keys(cells: Iterable[Cell]) -> Mapping[int, tuple[str, ...]]:
    """By row the keys that name it; a cell that is one of them does not list itself."""
    found: dict[int, tuple[str, ...]] = {}
    for cell in cells:
        found[cell.row] = max(found.get(cell.row, ()), cell.keys, key=len)
    return found
