"""Tables of reStructuredText: where each cell's text stands in the source, and what names its column and its row.

Grids, simple tables, `list-table` and `csv-table`. The source stays as it is. A cell of several lines is listed once
for each line of it, where other cells stand beside it. Linear in the source.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from citeledger.extraction.passages import Piece
from citeledger.extraction.rst_drawn import (
    GRID,
    SIMPLE,
    Draft,
    Line,
    grid,
    grid_height,
    simple,
    simple_height,
    stripped,
)
from citeledger.extraction.structure import Cell
from citeledger.extraction.tables import CellNames, TableCell, letters

_DIRECTIVE: Final = re.compile(r"\.\.[ \t]+(list|csv)-table[ \t]?::", re.IGNORECASE)
_OPTION: Final = re.compile(r":([\w-]+):[ \t]*(.*)\Z")
_MARKS: Final = re.compile(r"[*`|\\]+")
_ITEM: Final = re.compile(r"[*+-](?=[ \t]|\Z)[ \t]*")
_DELIMITERS: Final = {"tab": "\t", "space": " "}
_DIGITS: Final = 4


def cells(source: str, lines: Sequence[Line], is_code: Sequence[bool]) -> Iterator[Cell]:
    """The cells of all tables, in text order. `is_code` says of each line whether it stands as it is."""
    place = number = 0
    while place < len(lines):
        height, drafts = (0, []) if is_code[place] else _table(source, lines, place)
        if drafts:
            number += 1
            yield from _named(source, drafts, f"table {number}")
        place += max(height, 1)


def _table(source: str, lines: Sequence[Line], place: int) -> tuple[int, list[Draft]]:
    """The table that begins at a line: how many lines it takes, and its cells. Nothing where none does."""
    words = lines[place].words
    if GRID.match(words):
        height = grid_height(lines, place)
        return height, grid(lines[place : place + height])
    if SIMPLE.match(words):
        height = simple_height(lines, place)
        return height, simple(lines[place : place + height])
    if directive := _DIRECTIVE.match(words):
        height = _body_height(lines, place)
        inside, is_list = lines[place + 1 : place + height], directive.group(1).lower() == "list"
        return height, _list_table(inside) if is_list else _csv_table(source, inside)
    return 0, []


def _body_height(lines: Sequence[Line], place: int) -> int:
    end = place + 1
    while end < len(lines) and (not lines[end].words or lines[end].indent > lines[place].indent):
        end += 1
    return end - place


def _named(source: str, drafts: Sequence[Draft], table: str) -> Iterator[Cell]:
    placed = {id(draft): _placed(source, draft) for draft in drafts}
    by_row: dict[int, list[TableCell]] = {}
    for cell in sorted((cell for cell in placed.values() if cell.text), key=lambda cell: (cell.row, cell.column)):
        by_row.setdefault(cell.row, []).append(cell)
    names = CellNames(list(by_row.values()))
    found = []
    for draft in drafts:
        headers, keys = names.of(placed[id(draft)])
        address = f"{table}!{letters(draft.column)}{draft.row}"
        found += [
            Cell(address, table, line, draft.column, start, end, headers, keys)
            for line, start, end in draft.stretches
            if start < end
        ]
    yield from sorted(found, key=lambda cell: cell.start)


def _placed(source: str, draft: Draft) -> TableCell:
    words = " ".join(_read(source[start:end]) for _, start, end in draft.stretches)
    return TableCell(draft.row, draft.column, (Piece(words),), draft.rows, draft.columns, draft.is_header)


def _read(words: str) -> str:
    """The words of a cell without their marks: a header that is made bold names its column as before."""
    return _MARKS.sub("", words)


def _options(lines: Sequence[Line]) -> tuple[dict[str, tuple[int, str]], Sequence[Line]]:
    """The options of a directive, each with where its value stands, and the lines of its body."""
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines):
        option = _OPTION.match(line.words)
        if not option:
            return found, lines[number:]
        found[option.group(1).lower()] = line.at + option.start(2), option.group(2)
    return found, ()


def _count(options: Mapping[str, tuple[int, str]], name: str) -> int:
    text = options.get(name, (0, ""))[1].strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < _DIGITS else 0


def _list_table(lines: Sequence[Line]) -> list[Draft]:
    """Rows are items of a list, and cells those of the lists inside."""
    options, body = _options(lines)
    heads, stubs = _count(options, "header-rows"), _count(options, "stub-columns")
    done: list[Draft] = []
    row = column = 0
    margin, cell_margin = -1, -1
    for line in body:
        shift = 0
        if (item := _ITEM.match(line.words)) and line.indent == (margin if row else line.indent):
            row, column, margin, shift = row + 1, 0, line.indent, item.end()
            cell_margin = line.indent + shift
        item = _ITEM.match(line.words, shift)
        if item and line.indent + shift == cell_margin:
            column += 1
            done.append(Draft(row, column, is_header=row <= heads or column <= stubs))
            done[-1].stretches.append((row, line.at + item.end(), line.at + len(line.words)))
        elif line.words and column:
            done[-1].stretches[-1] = (row, done[-1].stretches[-1][1], line.at + len(line.words))
    return done


def _csv_table(source: str, lines: Sequence[Line]) -> list[Draft]:
    """Rows as in a CSV file, those of the option `header` above them."""
    options, body = _options(lines)
    heads, stubs = _count(options, "header-rows"), _count(options, "stub-columns")
    written = options.get("delim", (0, ","))[1].strip()
    delimiter = _DELIMITERS.get(written, written[:1] or ",")
    stretches = []
    if "header" in options:
        start, text = options["header"]
        stretches.append((start, start + len(text)))
        heads += 1
    words = [line for line in body if line.words]
    if words:
        stretches.append((words[0].at, words[-1].at + len(words[-1].words)))
    done: list[Draft] = []
    row = 0
    for start, end in stretches:
        for is_first, column, first, last in _fields(source, start, end, delimiter):
            row += is_first
            done.append(Draft(row, column, is_header=row <= heads or column <= stubs))
            done[-1].stretches.append((row, first, last))
    return done


def _fields(source: str, start: int, end: int, delimiter: str) -> Iterator[tuple[bool, int, int, int]]:
    """Whether a field begins a row, its column (from 1), and where its text stands."""
    other = re.escape(delimiter)
    spaces = "" if delimiter == " " else " *" if delimiter == "\t" else r"[ \t]*"
    field_of = re.compile(rf"\s*?{spaces}(?:\"((?:[^\"]|\"\")*+)\"{spaces}|([^{other}\n]*))({other}|\n|\Z)")
    column, position = 1, start
    while position < end and (found := field_of.match(source, position, end)):
        quoted = found.group(1) is not None
        first, last = found.span(1) if quoted else stripped(found.start(2), found.group(2))
        if first < last:
            yield column == 1, column, first, last
        is_last = found.group(3) != delimiter
        column = 1 if is_last else column + 1
        position = max(found.end(), position + 1)
