"""Tables told by the lines that rule them. Nothing else makes a table: text that merely lines up may be anything.

Rules that touch one another are a grid. Where no rule parts two of its fields they are one cell, and if all cells are
rectangles it is a table. A grid of one row or one column is a box around text, and no table.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from citeledger.extraction.pdf.geometry import Box

_TOUCH = 2.0  # points: rules this near meet
_SHORTEST = 6.0  # points: shorter strokes are ornaments
_MOST_RULES = 2_000  # on a page that is looked at for tables; a drawing has more
_MOST_FIELDS = 20_000


class Extent(NamedTuple):
    """A cell: its place, row and column from 1, its extent in rows and columns, the box it fills."""

    row: int
    column: int
    rows: int
    columns: int
    box: Box


@dataclass(frozen=True, slots=True)
class Grid:
    """A ruled table: the box around it, where its upright and its level rules stand (both rising), its cells."""

    box: Box
    across: tuple[float, ...]
    up: tuple[float, ...]
    cells: dict[tuple[int, int], Extent]  # by column and height of each field, counted from the left and the bottom

    def cell_at(self, x: float, y: float) -> Extent | None:
        return self.cells.get((bisect_right(self.across, x), bisect_right(self.up, y)))


def grids(rules: Sequence[Box]) -> list[Grid]:
    """The ruled tables of a page, from the top down. Tables inside cells of others are part of these."""
    strokes = [rule for rule in rules if max(rule.right - rule.left, rule.top - rule.bottom) >= _SHORTEST]
    if len(strokes) > _MOST_RULES:
        return []
    found = [grid for group in _touching(strokes) if (grid := _grid(group)) is not None]
    found.sort(key=lambda grid: (-grid.box.top, grid.box.left))
    return [grid for grid in found if not any(_is_inside(grid.box, other.box) for other in found if other is not grid)]


def _is_inside(box: Box, other: Box) -> bool:
    return box.area < other.area and other.holds(box.left, box.bottom) and other.holds(box.right, box.top)


def _touching(strokes: Sequence[Box]) -> Iterator[list[Box]]:
    """Groups of strokes that touch, directly or through others: a sweep from left to right."""
    groups: list[tuple[Box, list[Box]]] = []
    for stroke in sorted(strokes):
        near: list[tuple[Box, list[Box]]] = []
        apart: list[tuple[Box, list[Box]]] = []
        for group in groups:
            (near if _touches(group, stroke) else apart).append(group)
        members = [stroke, *(member for _, group in near for member in group)]
        groups = [*apart, (_around([stroke, *(box for box, _ in near)]), members)]
    yield from (members for _, members in groups)


def _touches(group: tuple[Box, list[Box]], stroke: Box) -> bool:
    box, members = group
    return _meet(box, stroke) and any(_meet(member, stroke) for member in members)


def _meet(one: Box, other: Box) -> bool:
    return (
        one.left <= other.right + _TOUCH
        and other.left <= one.right + _TOUCH
        and one.bottom <= other.top + _TOUCH
        and other.bottom <= one.top + _TOUCH
    )


def _around(boxes: Sequence[Box]) -> Box:
    return Box.around(*((box.left, box.bottom) for box in boxes), *((box.right, box.top) for box in boxes))


def _grid(strokes: Sequence[Box]) -> Grid | None:
    level = [stroke for stroke in strokes if stroke.right - stroke.left >= stroke.top - stroke.bottom]
    upright = [stroke for stroke in strokes if stroke.right - stroke.left < stroke.top - stroke.bottom]
    across = _distinct((stroke.left + stroke.right) / 2 for stroke in upright)
    down = _distinct((stroke.bottom + stroke.top) / 2 for stroke in level)[::-1]
    if len(across) < 3 or len(down) < 3 or len(across) * len(down) > _MOST_FIELDS:
        return None
    walls = _Walls(across, down, level, upright)
    cells = list(_cells(walls))
    if sum(cell.rows * cell.columns for cell in cells) != (len(across) - 1) * (len(down) - 1):
        return None
    # Rows and columns that no cell begins are lines drawn twice.
    is_table = len({cell.row for cell in cells}) > 1 and len({cell.column for cell in cells}) > 1
    box = Box(across[0], down[-1], across[-1], down[0])
    return Grid(box, tuple(across), tuple(down[::-1]), _by_field(cells, len(down))) if is_table else None


def _by_field(cells: Iterable[Extent], heights: int) -> dict[tuple[int, int], Extent]:
    return {
        (column, heights - row): cell
        for cell in cells
        for row in range(cell.row, cell.row + cell.rows)
        for column in range(cell.column, cell.column + cell.columns)
    }


def _distinct(values: Iterable[float]) -> list[float]:
    """Rising values, those that lie close together taken as one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _TOUCH:
            found.append(value)
    return found


class _Walls:
    """Where rules part the fields of a grid. `across` rises from left to right, `down` falls from the top."""

    def __init__(
        self, across: Sequence[float], down: Sequence[float], level: Sequence[Box], upright: Sequence[Box]
    ) -> None:
        self.across, self.down = across, down
        self._below = {
            (row, column)
            for row, y in enumerate(down)
            for stroke in level
            if abs((stroke.bottom + stroke.top) / 2 - y) <= _TOUCH
            for column in _covered(pairwise(across), stroke.left, stroke.right)
        }
        self._beside = {
            (row, column)
            for column, x in enumerate(across)
            for stroke in upright
            if abs((stroke.left + stroke.right) / 2 - x) <= _TOUCH
            for row in _covered(((low, high) for high, low in pairwise(down)), stroke.bottom, stroke.top)
        }

    def above(self, row: int, column: int) -> bool:
        return (row, column) in self._below

    def left_of(self, row: int, column: int) -> bool:
        return (row, column) in self._beside


def _covered(fields: Iterable[tuple[float, float]], start: float, end: float) -> Iterator[int]:
    """The fields (given as their edges) that a stroke runs along from edge to edge."""
    for index, (low, high) in enumerate(fields):
        if start <= low + _TOUCH and end >= high - _TOUCH:
            yield index


def _cells(walls: _Walls) -> Iterator[Extent]:
    """Fields grown to the right and downwards as far as no wall stops them; each field is in one cell at most."""
    taken: set[tuple[int, int]] = set()
    last_row, last_column = len(walls.down) - 1, len(walls.across) - 1
    for row in range(last_row):
        for column in range(last_column):
            if (row, column) in taken:
                continue
            right = column + 1
            while right < last_column and not walls.left_of(row, right):
                right += 1
            bottom = row + 1
            while bottom < last_row and not walls.above(bottom, column):
                bottom += 1
            fields = {(y, x) for y in range(row, bottom) for x in range(column, right)}
            if fields & taken or not _is_open(walls, row, column, bottom, right):
                return
            taken |= fields
            box = Box(walls.across[column], walls.down[bottom], walls.across[right], walls.down[row])
            yield Extent(row + 1, column + 1, bottom - row, right - column, box)


def _is_open(walls: _Walls, row: int, column: int, bottom: int, right: int) -> bool:
    """Whether no wall stands inside a cell, and walls stand all around it."""
    inside = any(walls.left_of(y, x) for y in range(row, bottom) for x in range(column + 1, right)) or any(
        walls.above(y, x) for y in range(row + 1, bottom) for x in range(column, right)
    )
    sides = all(walls.left_of(y, x) for y in range(row, bottom) for x in (column, right)) and all(
        walls.above(y, x) for y in (row, bottom) for x in range(column, right)
    )
    return sides and not inside
