"""Tables that are drawn in reStructuredText, as grids or between rules, line by line and by columns of the screen."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, NamedTuple
from unicodedata import combining, east_asian_width

from citeledger.extraction.tables import MOST_CELLS

GRID: Final = re.compile(r"\+(?:-+\+)+\Z")
_RULE: Final = re.compile(r"[-=]+\Z")
SIMPLE: Final = re.compile(r"={2,}(?: +={2,})+\Z")
_SPANS: Final = re.compile(r"-{2,}(?: +-{2,})*\Z")
_RUN: Final = re.compile(r"[-=]+")
_WIDE: Final = frozenset("WF")


class Line(NamedTuple):
    """A line of the source: where it starts, how far its text is indented, its text without white space around."""

    start: int
    indent: int
    words: str

    @property
    def at(self) -> int:
        """Where its text stands."""
        return self.start + self.indent


@dataclass(slots=True)
class Draft:
    """A cell being read: its place (from 1), its extent, and the stretches of the source it takes."""

    row: int
    column: int
    columns: int = 1
    rows: int = 1
    is_header: bool = False
    stretches: list[tuple[int, int, int]] = field(default_factory=list)  # line of the table, start and end


def grid_height(lines: Sequence[Line], place: int) -> int:
    """The lines of a grid: all that follow and begin like parts of it."""
    end = place
    while end < len(lines) and lines[end].words[:1] in {"+", "|"} and lines[end].indent == lines[place].indent:
        end += 1
    return end - place


def simple_height(lines: Sequence[Line], place: int) -> int:
    """The lines of a simple table: up to the rule that nothing follows, or the third. None without such a rule."""
    rules = 1
    for end in range(place + 1, len(lines)):
        line = lines[end]
        if line.words and line.indent < lines[place].indent:
            break
        if SIMPLE.match(line.words) and line.indent == lines[place].indent:
            rules += 1
            follows = lines[end + 1].words if end + 1 < len(lines) else ""
            if rules == 3 or not follows:
                return end + 1 - place
    return 1


def _columns(words: str) -> list[int]:
    """The column on the screen of each character, and of the end: some take two, some none."""
    if words.isascii():
        return list(range(len(words) + 1))
    found, column = [], 0
    for character in words:
        found.append(column)
        column += 0 if combining(character) else 2 if east_asian_width(character) in _WIDE else 1
    return [*found, column]


def grid(lines: Sequence[Line]) -> list[Draft]:
    edges = sorted({at for line in lines for at, sign in enumerate(line.words) if sign == "+" and line.words[0] == "+"})
    if len(edges) * len(lines) > MOST_CELLS:
        return []
    done: list[Draft] = []
    open_cells: dict[int, Draft] = {}
    row = last_header = 0
    for number, line in enumerate(lines):
        segments = _segments(line, edges)
        rules = [words for *_, words in segments if _RULE.match(words)]
        row += bool(rules)
        for first, last, start, words in segments:
            if _RULE.match(words):
                done += [open_cells.pop(edge) for edge in edges[first:last] if edge in open_cells]
            else:
                draft = open_cells.setdefault(edges[first], Draft(row, first + 1, last - first))
                draft.rows = row - draft.row + 1
                draft.stretches.append((number + 1, *stripped(start, words)))
        if not last_header and any("=" in words for words in rules):
            last_header = row - 1
    found = sorted([*done, *open_cells.values()], key=lambda draft: (draft.row, draft.column))
    return [replace(draft, is_header=draft.row <= last_header) for draft in found]


def _segments(line: Line, edges: Sequence[int]) -> list[tuple[int, int, int, str]]:
    """The parts of a line between the edges that are drawn in it: between which edges, where, and what stands there."""
    at = {column: place for place, column in enumerate(_columns(line.words)[:-1])}
    drawn = [number for number, edge in enumerate(edges) if edge in at and line.words[at[edge]] in "+|"]
    return [
        (first, last, line.at + at[edges[first]] + 1, line.words[at[edges[first]] + 1 : at[edges[last]]])
        for first, last in pairwise(drawn)
    ]


def stripped(start: int, words: str) -> tuple[int, int]:
    first = start + len(words) - len(words.lstrip())
    return first, max(first, start + len(words.rstrip()))


def simple(lines: Sequence[Line]) -> list[Draft]:
    rules = [number for number, line in enumerate(lines) if SIMPLE.match(line.words)]
    if len(rules) < 2:
        return []
    last_header = rules[1] if len(rules) > 2 else 0
    done: list[Draft] = []
    row, by_column = 0, dict[int, Draft]()
    for number, line in enumerate(lines):
        if not line.words or number in rules or _SPANS.match(line.words):
            by_column = {}
            continue
        parts = list(_parts(line, lines[0].indent, _spans(lines, number)))
        if not by_column or any(column == 0 for column, *_ in parts):
            row, by_column = row + 1, {}
        for column, width, start, end in parts:
            if column not in by_column:
                by_column[column] = Draft(row, column + 1, width, is_header=number < last_header)
                done.append(by_column[column])
            by_column[column].stretches.append((number + 1, start, end))
    return done


def _spans(lines: Sequence[Line], number: int) -> list[tuple[int, int, int]]:
    """For each cell of a line, its column, how many it takes, and where it begins on the screen.

    A rule of dashes under a line says which of its columns are one.
    """
    columns = [found.start() for found in _RUN.finditer(lines[0].words)]
    below = lines[number + 1].words if number + 1 < len(lines) else ""
    starts = [found.start() for found in _RUN.finditer(below)] if _SPANS.match(below) else columns
    known = [columns.index(start) for start in starts if start in columns]
    return [(first, last - first, columns[first]) for first, last in pairwise([*known, len(columns)])]


def _parts(line: Line, indent: int, spans: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Column, width, start and end in the source of each cell with words. Those of the last may reach beyond it."""
    shift = line.indent - indent
    at = [shift + column for column in _columns(line.words)]
    edges = [bisect_left(at, start, 0, len(line.words)) for _, _, start in spans] + [len(line.words)]
    for (column, width, _), first, last in zip(spans, edges, edges[1:], strict=False):
        start, end = stripped(line.at + first, line.words[first:last])
        if start < end:
            yield column, width, start, end
