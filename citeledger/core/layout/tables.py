"""Which cell of a table a passage stands in, and where a cell of that name stands in another version.

A short value means nothing without its row and column: "30 days" in another row is another statement. So a passage
inside one cell is found again by the header of its column and the key of its row: rows put in or moved and columns
moved do not matter, and where header and key name no single cell, the value alone confirms nothing.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import NamedTuple, Protocol

from citeledger.core.layout.sections import Path, Sections
from citeledger.core.layout.stored_values import Stored, differ_in_format
from citeledger.core.reading.blocks import BlockLike
from citeledger.core.reading.hyphens import joined_in_cell
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.reading.tokens import as_read

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
    @property
    def value(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Located:
    """A cell of a table in source that is text."""

    table: str
    row: int
    start: int
    end: int
    headers: Headers
    keys: tuple[str, ...]
    value: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the headings above it, what is said in it, and its cells by header (None where a header names several).

    `facts` have an order and are asked for by the thousand, which a list does not bear: keys without values.
    """

    path: Path
    facts: dict[Fact, None] = field(default_factory=dict)
    cells: dict[Headers, Stretch | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell by name: the headers of its column, and the facts that name its row."""

    headers: Headers
    keys: tuple[Fact, ...]
    path: Path


class Part(NamedTuple):
    """What a passage cites of a cell, and the cell: its stretch, the headers and keys that name it, its row."""

    cited: Stretch
    cell: Stretch
    headers: Headers
    keys: tuple[str, ...]
    row: Row

    def at(self, place: Stretch) -> Stretch:
        """The same part of a cell that says the same; all of it where all of the cell is cited."""
        if self.cited == self.cell:
            return place
        shift = place.first - self.cell.first
        return Stretch(self.cited.first + shift, self.cited.stop + shift)


class Tables:
    """The cells of one stream of tokens that have a header."""

    def __init__(self, *, cells: Iterable[CellLike], reading: Reading, stream: Stream, sections: Sections) -> None:
        self._firsts: list[int] = []
        self._places: list[tuple[int, Headers, tuple[str, ...], Row]] = []
        self._by_fact: dict[Fact, list[Row]] = {}
        self._named: dict[tuple[Fact, ...], list[Row]] = {}
        self._narrower: dict[tuple[int, Fact], list[Row]] = {}
        self._stored: dict[Stretch, Stored] = {}
        rows: dict[tuple[str, int], Row] = {}
        for cell in sorted(cells, key=lambda cell: cell.start):
            stretch = stream.stretch(start=cell.start, end=cell.end)
            if stretch.first < stretch.stop and cell.headers:
                row = rows.setdefault((cell.table, cell.row), Row(sections.path(cell.start)))
                self._take(cell, stretch, row, reading(cell.start, cell.end))

    def _take(self, cell: CellLike, stretch: Stretch, row: Row, text: str) -> None:
        self._firsts.append(stretch.first)
        headers, keys = (tuple(map(_as_named, names)) for names in (cell.headers, cell.keys))
        self._places.append((stretch.stop, headers, keys, row))
        if cell.value:
            self._stored[stretch] = Stored(cell.value, text)
        row.cells[headers] = None if headers in row.cells else stretch
        for fact in ((headers, text), *((None, key) for key in keys)):
            if fact not in row.facts:
                row.facts[fact] = None
                self._by_fact.setdefault(fact, []).append(row)

    def stored(self, stretch: Stretch) -> Stored | None:
        """The value behind what a whole cell shows; None for any other stretch, and where there is none."""
        return self._stored.get(stretch)

    def cell(self, passage: Stretch) -> Cell | None:
        """The cell that holds a passage, if it has a header and a key."""
        at = bisect_right(self._firsts, passage.first) - 1
        if at < 0 or passage.stop > self._places[at][0]:
            return None
        _, headers, keys, row = self._places[at]
        return Cell(headers, self._keys(headers, keys, row), row.path) if keys else None

    def names(self, stretch: Stretch) -> list[Name]:
        """What names each cell that a stretch touches, in order; cells without a header have no name."""
        at = stretch.first
        return [
            (cited.first - at, cited.stop - at, headers, keys, cited == cell)
            for cited, cell, headers, keys, _ in self.parts(stretch)
        ]

    def parts(self, stretch: Stretch) -> list[Part]:
        """Each cell with a header that a stretch touches, in order."""
        found: list[Part] = []
        if not self._firsts:
            return found
        for at in range(max(0, bisect_right(self._firsts, stretch.first) - 1), bisect_left(self._firsts, stretch.stop)):
            stop, headers, keys, row = self._places[at]
            cell = Stretch(self._firsts[at], stop)
            part = Stretch(max(cell.first, stretch.first), min(cell.stop, stretch.stop))
            if part.first < part.stop:
                found.append(Part(part, cell, headers, keys, row))
        return found

    def by_row(self, stretch: Stretch) -> list[tuple[Row, tuple[Fact, ...], list[Part]]]:
        """The rows that a stretch touches, what names each, and its cells; none if it holds more than named cells."""
        parts = self.parts(stretch)
        rows = [list(group) for _, group in groupby(parts, key=lambda part: id(part.row))]
        named = [(row[0].row, next((part.keys for part in row if part.keys), ()), row) for row in rows]
        is_whole = sum(part.cited.stop - part.cited.first for part in parts) == stretch.stop - stretch.first
        is_named = is_whole and all(keys for _, keys, _ in named)
        return [(row, self._keys((), keys, row), group) for row, keys, group in named] if is_named else []

    def row(self, keys: tuple[Fact, ...], path: Path) -> Row | None:
        """The one row of which all this is said: under these headings, or if there is none, anywhere."""
        found = self._rows(keys)
        near = [row for row in found if row.path == path] or found
        return near[0] if len(near) == 1 else None

    def _keys(self, own: Headers, names: tuple[str, ...], row: Row) -> tuple[Fact, ...]:
        """The facts that name a row: its keys, and where these are not enough, more of what is said in it."""
        under = {text: headers for headers, text in row.facts if headers is not None and headers != own}
        keys = [(under.get(key), key) for key in names]
        rows = self._rows(tuple(keys))
        for fact in row.facts:
            if len(rows) <= 1:
                break
            if fact[0] is not None and fact[0] != own:
                keys.append(fact)
                rows = self._narrowed(rows, fact)
        return tuple(keys)

    def _narrowed(self, rows: list[Row], fact: Fact) -> list[Row]:
        """Those of some kept rows of which this is said, too; the very list where it is said of all. Kept."""
        key = id(rows), fact
        if key not in self._narrower:
            said = [row for row in rows if fact in row.facts]
            self._narrower[key] = said if len(said) < len(rows) else rows
        return self._narrower[key]

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


def differ_in_looks(olds: Tables, old: Stretch, news: Tables, new: Stretch) -> bool:
    """Whether two stretches are whole cells of the same stored value that formats show otherwise."""
    was, now = olds.stored(old), news.stored(new)
    return was is not None and now is not None and differ_in_format(was, now)


def _as_named(name: str) -> str:
    return as_read(joined_in_cell(name))


def counterparts(olds: Tables, news: Tables, passage: Stretch) -> list[tuple[Part, Stretch]]:
    """What a passage cites of several cells, and the cells of these names in the other version, rows in their order.

    None where one of them has no counterpart, or where rows went past one another.
    """
    pairs: list[tuple[Part, Stretch]] = []
    edge = 0
    for row, keys, parts in olds.by_row(passage):
        there = news.row(keys, row.path) if olds.row(keys, row.path) is row else None
        cells = [there.cells.get(part.headers) for part in parts] if there else [None]
        found = [cell for cell in cells if cell is not None and cell.first >= edge]
        if len(found) < len(parts):
            return []
        edge = max(cell.stop for cell in found)
        pairs += zip(parts, found, strict=True)
    return pairs


def holds_strangers(tables: Tables, place: Stretch, pairs: Sequence[tuple[Part, Stretch]]) -> bool:
    """Whether more stands between the counterparts of cells than whole rows of the same columns.

    A cell put between those of a row may say that it does not hold, and so may a row of a single cell.
    """
    cells, headers = {cell for _, cell in pairs}, {part.headers for part, _ in pairs}
    rows = [(row, [part.cell in cells for part in parts]) for row, _, parts in tables.by_row(place)]
    return not rows or not all(all(own) if any(own) else headers <= row.cells.keys() for row, own in rows)


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
