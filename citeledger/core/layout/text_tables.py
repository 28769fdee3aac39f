"""Tables that somebody drew with spaces, tabs or bars, or wrote with commas or semicolons between the values: in plain
text, in a code block, as a grid in reStructuredText.

They count as tables only where their first line reads like headers: then a cell has a name, as in any other table.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from citeledger.core.layout.tables import CellLike, Located, Reading, is_markdown_table
from citeledger.core.reading.blocks import BlockLike

# Neither tries one place of a long run after another: a line may hold a million spaces or dashes (T84).
_RULER = re.compile(r"(?:[+|: \t]|[-=](?![-=]))*+[-=]{2}[-=+|: \t]*+")
_GAP = re.compile(r"(?<![.!?:;,\s]) {2,}(?=\S)|(?:(?<! ) +)?(?:\t\s*|\.{3,}[ ]*|(?<!\\)\|[ ]*)")
_GAPS = re.compile(r"  |[\t|]|\.\.\.|```|~~~|--|==")  # what a line of a table, of code, or a ruler holds
_EDGES = " \t|>"
_AMOUNT = re.compile(r"[-+−~≈<>(]?\s*[^\w\s]?\s*\d")
_TAB = 8  # columns
_SEPARATORS = ";,"
_LONGEST = 1_000  # characters of a line of values between separators
_FIELD, _AMOUNT_WORDS = 5, 2  # words at most in a cell of such a line, and in one that is an amount
_FENCES = ("```", "~~~")
_KINDS = frozenset(("paragraph", "code", "quote", "table"))

Range = tuple[int, int]
Row = list[Range]


def drawn_cells(*, blocks: Iterable[BlockLike], text: str, reading: Reading) -> Iterator[CellLike]:
    """The body cells of drawn tables. Linear in the text."""
    for number, (start, end) in enumerate(_drawings(text, list(blocks))):
        line_end = text.find("\n", start, end)
        if line_end < 0 or not text[line_end:end].strip():
            continue  # a line of its own
        name, found = f"drawn {number}", list[CellLike]()
        if _GAPS.search(text, start, line_end):
            found = list(_cells(name, text, *_rows(text, start, end, _parts), reading))
        signs = [sign for sign in _SEPARATORS if text.find(sign, start, end) >= 0] if not found else []
        if signs and (separator := _separator(text, start, end, signs)):
            fields = partial(_fields, separator=separator)
            found = list(_cells(name, text, *_rows(text, start, end, fields), reading))
        yield from found


def _drawings(text: str, blocks: Sequence[BlockLike]) -> Iterator[Range]:
    """Blocks that may be tables. Markdown takes a ruler for the end of the paragraph above it."""
    place = 0
    while place < len(blocks):
        first = blocks[place]
        if is_parted(text, blocks, place):
            yield first.start, blocks[place + 2].end
            place += 3
            continue
        if first.kind in _KINDS and not is_markdown_table(text, first):
            yield first.start, first.end
        place += 1


def is_parted(text: str, blocks: Sequence[BlockLike], place: int) -> bool:
    """Whether a ruler of several parts stands between this paragraph and the next one."""
    if place + 2 >= len(blocks) or blocks[place + 1].kind != "rule":
        return False
    ruler = blocks[place + 1]
    are_paragraphs = blocks[place].kind == blocks[place + 2].kind == "paragraph"
    return are_paragraphs and len(text[ruler.start : ruler.end].split()) > 1


def _separator(text: str, start: int, end: int, signs: Sequence[str]) -> str:
    """Which of these signs is between the values of each line, if all have as many and an amount; "" if it is prose."""
    lines = [line for line in text[start:end].splitlines() if line.strip() and not line.startswith(_FENCES)]
    if not lines or max(map(len, lines)) > _LONGEST:
        return ""
    return next((sign for sign in signs if _are_rows(lines, sign)), "")


def _are_rows(lines: Sequence[str], separator: str) -> bool:
    """Whether all lines have as many values, more than one; the first line that has not, or is no record, decides."""
    signs = {line.count(separator) for line in lines}
    if (
        0 in signs
        or not any(map(str.isdigit, lines[-1]))
        or (len(signs) > 1 and not any('"' in line for line in lines))
    ):
        return False
    rows = ([line[slice(*field)] for field in _fields(line, 0, separator=separator)] for line in lines)
    columns = len(next(rows))
    return columns > 1 and all(len(row) == columns and _is_record(row) for row in rows)


def _is_record(fields: Sequence[str]) -> bool:
    """Whether these read like the values of a row: a few words each, and one an amount and no more."""
    is_short = all(len(field.split()) <= _FIELD and field[-1:] != "." for field in fields)
    return is_short and any(_AMOUNT.match(field) and len(field.split()) <= _AMOUNT_WORDS for field in fields[1:])


def _fields(line: str, offset: int, *, separator: str) -> Iterator[Range]:
    """The values of a line; a separator between quotation marks is of the value."""
    start, pieces = offset, line.split(separator)
    while pieces:
        field = pieces.pop(0)
        while pieces and field.count('"') % 2:
            field = f"{field}{separator}{pieces.pop(0)}"
        first = start + len(field) - len(field.lstrip())
        yield first, max(start + len(field.rstrip()), first)
        start += len(field) + 1


def _cells(
    table: str,
    text: str,
    rows: list[tuple[int, Row]],
    has_ruler: bool,
    reading: Reading,
) -> Iterator[CellLike]:
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


def _rows(
    text: str, start: int, end: int, parts: Callable[[str, int], Iterator[Range]]
) -> tuple[list[tuple[int, Row]], bool]:
    """Where each line begins and its cells, and whether a ruler stands under the first one."""
    rows: list[tuple[int, Row]] = []
    has_ruler, offset = False, start
    for line in text[start:end].splitlines(keepends=True):
        words = line.rstrip()
        if _RULER.fullmatch(words):
            has_ruler |= len(rows) == 1
        elif words and not words.startswith(_FENCES):
            rows.append((offset, list(parts(words, offset))))
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
