"""Tables that somebody drew with spaces, tabs or bars: in plain text, in a code block, as a grid in reStructuredText.

They count as tables only where their first line reads like headers: then a cell has a name, as in any other table.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from citeledger.core.blocks import BlockLike
from citeledger.core.tables import CellLike, Located, Reading, is_markdown_table

# Neither tries one place of a long run after another: a line may hold a million spaces or dashes (T84).
_RULER = re.compile(r"(?:[+|: \t]|[-=](?![-=]))*+[-=]{2}[-=+|: \t]*+")
_GAP = re.compile(r"(?<![.!?:;,\s]) {2,}(?=\S)|(?:(?<! ) +)?(?:\t\s*|\.{3,}[ ]*|(?<!\\)\|[ ]*)")
_GAPS = ("  ", "\t", "|", "...", "```", "~~~", "--", "==")  # what a line of a table, of code, or a ruler holds
_EDGES = " \t|>"
_AMOUNT = re.compile(r"[-+−~≈<>(]?\s*[^\w\s]?\s*\d")
_TAB = 8  # columns
_KINDS = frozenset(("paragraph", "code", "quote", "table"))

Range = tuple[int, int]
Row = list[Range]


def drawn_cells(*, blocks: Iterable[BlockLike], text: str, reading: Reading) -> Iterator[CellLike]:
    """The body cells of drawn tables. Linear in the text."""
    for number, (start, end) in enumerate(_drawings(text, list(blocks))):
        line_end = text.find("\n", start, end)
        if line_end >= 0 and any(text.find(sign, start, line_end) >= 0 for sign in _GAPS):
            yield from _cells(f"drawn {number}", text, start, end, reading)


def _drawings(text: str, blocks: Sequence[BlockLike]) -> Iterator[Range]:
    """Blocks that may be tables. Markdown takes a ruler for the end of the paragraph above it."""
    place = 0
    while place < len(blocks):
        first = blocks[place]
        if _is_parted(text, blocks, place):
            yield first.start, blocks[place + 2].end
            place += 3
            continue
        if first.kind in _KINDS and not is_markdown_table(text, first):
            yield first.start, first.end
        place += 1


def _is_parted(text: str, blocks: Sequence[BlockLike], place: int) -> bool:
    """Whether a ruler of several parts stands between this paragraph and the next one."""
    if place + 2 >= len(blocks) or blocks[place + 1].kind != "rule":
        return False
    ruler = blocks[place + 1]
    are_paragraphs = blocks[place].kind == blocks[place + 2].kind == "paragraph"
    return are_paragraphs and len(text[ruler.start : ruler.end].split()) > 1


def _cells(table: str, text: str, start: int, end: int, reading: Reading) -> Iterator[CellLike]:
    rows, has_ruler = _rows(text, start, end)
    if len(rows) < 2 or any(len(row) < 2 for _, row in rows):
        return
    (header_line, headers), body = rows[0], rows[1:]
    if not _reads_like_headers(text, headers, [row for _, row in body], has_ruler=has_ruler):
        return
    is_even = len({len(row) for _, row in rows}) == 1
    ranges = _drawn(text, header_line, headers)
    names = [reading(*each) for each in headers]
    for index, (line, row) in enumerate(body):
        key = reading(*row[0])
        columns = range(len(row)) if is_even else (_nearest(ranges, *each) for each in _drawn(text, line, row))
        for place, (column, cell) in enumerate(zip(columns, row, strict=True)):
            yield Located(table, index, *cell, (names[column],), (key,) if place else ())


def _drawn(text: str, line: int, row: Row) -> Row:
    """Where cells stand on the screen, in columns from the beginning of their line."""
    found, column, edge = [], 0, line
    for start, end in row:
        for at in range(edge, start):
            column += _TAB - column % _TAB if text[at] == "\t" else 1
        found.append((column, column + end - start))
        column, edge = column + end - start, end
    return found


def _nearest(headers: Row, start: int, end: int) -> int:
    """The number of the header that shares most columns with a cell, or is the nearest."""
    at = bisect_right(headers, (end, 0))
    near = range(max(0, at - 2), min(len(headers), at + 1))
    return min(near, key=lambda each: max(headers[each][0], start) - min(headers[each][1], end))


def _rows(text: str, start: int, end: int) -> tuple[list[tuple[int, Row]], bool]:
    """Where each line begins and its cells, and whether a ruler stands under the first one."""
    rows: list[tuple[int, Row]] = []
    has_ruler, offset = False, start
    for line in text[start:end].splitlines(keepends=True):
        words = line.rstrip()
        if _RULER.fullmatch(words):
            has_ruler |= len(rows) == 1
        elif words and not words.startswith(("```", "~~~")):
            rows.append((offset, list(_parts(words, offset))))
        offset += len(line)
    return rows, has_ruler


def _parts(line: str, offset: int) -> Iterator[Range]:
    start = len(line) - len(line.lstrip(_EDGES))
    end = len(line.rstrip(_EDGES))
    for gap in _GAP.finditer(line, start, end):
        if gap.start() > start:
            yield offset + start, offset + gap.start()
        start = gap.end()
    if end > start:
        yield offset + start, offset + end


def _reads_like_headers(text: str, first: Row, body: Sequence[Row], *, has_ruler: bool) -> bool:
    """Whether the first line names columns: it holds no amounts, and a ruler or a column of amounts is below it."""
    words = [text[start:end] for start, end in first]
    if any(map(_AMOUNT.match, words)) or len(set(words)) < len(words) or words[0].endswith(":"):
        return False
    amounts = all(any(_AMOUNT.match(text, *each) for each in row[1:]) for row in body)
    return has_ruler or (amounts and len(body) > 1)
