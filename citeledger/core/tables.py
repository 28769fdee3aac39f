"""Which cell of a table a passage stands in, and where a cell of that name stands in another version.

A short value means nothing without its row and column: "30 days" in another row is another statement. So a passage
inside one cell is found again by the header of its column and the key of its row: rows put in or moved and columns
moved do not matter, and where header and key name no single cell, the value alone confirms nothing.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Protocol

from citeledger.core.blocks import BlockLike
from citeledger.core.sections import Path, Sections
from citeledger.core.streams import Stream, Stretch
from citeledger.core.tokens import as_read

_BAR = re.compile(r"(?<!\\)\|")
_DELIMITERS = re.compile(r"[^\n]*+\n[ \t>]*+(?:\|[ \t]*+)?:?-+:?[ \t]*+(?:\|[ \t]*+:?-*+:?[ \t]*+)*+(?:\n|\Z)")
_PREFIX = re.compile(r"[ \t>]*(?:[-*+][ \t]+)?")
_NO_COLUMN = "||"  # names a cell beyond the last column, which most programs leave out; no header reads so
Headers = tuple[str, ...]
Reading = Callable[[int, int], str]  # how a range of the source reads, in one line
# A part of a stretch, the headers and keys of the cell it is in, and whether it is all of that cell.
Name = tuple[int, int, Headers, tuple[str, ...], bool]
Fact = tuple[Headers | None, str]  # the headers a text stands under in its row; None for what names the row elsewhere


class CellLike(Protocol):
    """A table cell: its table, row, the texts naming its column and its row, and its range in code points."""

    @property
    def table(self) -> str: ...
    @property
    def row(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def headers(self) -> Headers: ...
    @property
    def keys(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Located:
    """A cell of a table in source that is text."""

    table: str
    row: int
    start: int
    end: int
    headers: Headers
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the headings above it, what is said in it, and its cells by header (None where a header names several)."""

    path: Path
    facts: list[Fact] = field(default_factory=list)
    cells: dict[Headers, Stretch | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell by name: the headers of its column, and the facts that name its row."""

    headers: Headers
    keys: tuple[Fact, ...]
    path: Path


class Tables:
    """The cells of one stream of tokens that have a header."""

    def __init__(self, *, cells: Iterable[CellLike], reading: Reading, stream: Stream, sections: Sections) -> None:
        self._firsts: list[int] = []
        self._places: list[tuple[int, Headers, tuple[str, ...], Row]] = []
        self._by_fact: dict[Fact, list[Row]] = {}
        self._named: dict[tuple[Fact, ...], list[Row]] = {}
        rows: dict[tuple[str, int], Row] = {}
        for cell in sorted(cells, key=lambda cell: cell.start):
            stretch = stream.stretch(start=cell.start, end=cell.end)
            if stretch.first < stretch.stop and cell.headers:
                row = rows.setdefault((cell.table, cell.row), Row(sections.path(cell.start)))
                self._take(cell, stretch, row, reading(cell.start, cell.end))

    def _take(self, cell: CellLike, stretch: Stretch, row: Row, text: str) -> None:
        self._firsts.append(stretch.first)
        headers, keys = (tuple(map(as_read, names)) for names in (cell.headers, cell.keys))
        self._places.append((stretch.stop, headers, keys, row))
        row.cells[headers] = None if headers in row.cells else stretch
        for fact in ((headers, text), *((None, key) for key in keys)):
            if fact not in row.facts:
                row.facts.append(fact)
                self._by_fact.setdefault(fact, []).append(row)

    def cell(self, passage: Stretch) -> Cell | None:
        """The cell that holds a passage, if it has a header and a key."""
        at = bisect_right(self._firsts, passage.first) - 1
        if at < 0 or passage.stop > self._places[at][0]:
            return None
        _, headers, keys, row = self._places[at]
        return Cell(headers, self._keys(headers, keys, row), row.path) if keys else None

    def names(self, stretch: Stretch) -> list[Name]:
        """What names each cell that a stretch touches, in order; cells without a header have no name."""
        found: list[Name] = []
        if not self._firsts:
            return found
        for at in range(max(0, bisect_right(self._firsts, stretch.first) - 1), bisect_left(self._firsts, stretch.stop)):
            cell, (headers, keys, _) = Stretch(self._firsts[at], self._places[at][0]), self._places[at][1:]
            part = Stretch(max(cell.first, stretch.first), min(cell.stop, stretch.stop))
            if part.first < part.stop:
                found.append((part.first - stretch.first, part.stop - stretch.first, headers, keys, part == cell))
        return found

    def _keys(self, own: Headers, names: tuple[str, ...], row: Row) -> tuple[Fact, ...]:
        """The facts that name a row: its keys, and where these are not enough, more of what is said in it."""
        under = {text: headers for headers, text in row.facts if headers is not None and headers != own}
        keys = tuple((under.get(key), key) for key in names)
        for headers, text in row.facts:
            if headers is not None and headers != own and len(self._rows(keys)) > 1:
                keys = (*keys, (headers, text))
        return keys

    def stretches(self, cell: Cell) -> list[Stretch]:
        """Where cells of that name stand: those under the same headings, or if there are none, all."""
        found = [(row.path, row.cells.get(cell.headers)) for row in self._rows(cell.keys)]
        named = [(path, stretch) for path, stretch in found if stretch is not None]
        return [s for path, s in named if path == cell.path] or [s for _, s in named]

    def _rows(self, keys: tuple[Fact, ...]) -> list[Row]:
        """The rows of which all this is said. Kept, and by the rarest: all of a long table may have one key."""
        if keys not in self._named:
            rarest = min((self._by_fact.get(key, []) for key in keys), key=len)
            self._named[keys] = [row for row in rarest if all(key in row.facts for key in keys)]
        return self._named[keys]


def cell_names(cells: Iterable[CellLike]) -> list[tuple[int, Headers, tuple[str, ...]]]:
    """Where cells begin, and what names their columns and rows."""
    return [(cell.start, tuple(cell.headers), tuple(cell.keys)) for cell in cells]


def markdown_cells(*, blocks: Iterable[BlockLike], text: str, reading: Reading) -> Iterator[CellLike]:
    """The body cells of the tables in Markdown source: the first row names the columns, the first cell each row."""
    for number, block in enumerate(block for block in blocks if is_markdown_table(text, block)):
        rows = [list(_ranges(text, *line)) for line in _lines(text, block)]
        headers, body = [reading(*span) for span in rows[0]] if rows else [], rows[2:]
        for index, row in enumerate(body):
            key = reading(*row[0]) if row else ""
            named = [*headers, *[_NO_COLUMN] * (len(row) - len(headers))]
            for column, (header, (start, end)) in enumerate(zip(named, row, strict=False)):
                keys = (key,) if column and key else ()
                yield Located(f"table {number}", index, start, end, (header,), keys)


def is_markdown_table(text: str, block: BlockLike) -> bool:
    """Whether a block is a table with the line of dashes and bars that Markdown wants below the first one."""
    return block.kind == "table" and _DELIMITERS.match(text, block.start, block.end) is not None


def _lines(text: str, block: BlockLike) -> Iterator[tuple[int, int]]:
    start = block.start
    for line in text[block.start : block.end].splitlines(keepends=True):
        if "|" in line:
            yield start, start + len(line.rstrip())
        start += len(line)


def _ranges(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The ranges between the bars of a row, without the spaces around what is said."""
    prefix = _PREFIX.match(text, start, end)
    start = prefix.end() if prefix else start
    bars = [bar.start() for bar in _BAR.finditer(text, start, end)]
    edges = [start - 1, *bars, end]
    for index, (left, right) in enumerate(pairwise(edges)):
        piece = text[left + 1 : right]
        if piece.strip() or 0 < index < len(bars):
            first = left + 1 + len(piece) - len(piece.lstrip())
            yield first, max(first, right - len(piece) + len(piece.rstrip()))
