"""CSV: one table, with the encoding and the delimiter it was written with recorded (rule `csv/2`).

Fields may be quoted as RFC 4180 has it; the delimiter is the one under which the rows agree on their number of fields.
In the text a row is a line and fields are parted by tabs: a line end inside a quoted field becomes a space, so that a
line is always a row. Rows are counted as a spreadsheet counts them, blank ones too.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final

from citeledger.extraction import encodings
from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.extracted import Extraction, Options, Unreadable
from citeledger.extraction.passages import Piece
from citeledger.extraction.tables import MOST_CELLS, Table, TableCell, write_table

EXTRACTOR: Final = f"csv/2+{encodings.RULE}"
UNEVEN: Final = "Rows have different numbers of fields: look at where the columns are."
UNBALANCED: Final = "A quotation mark opens a field and none closes it: it was taken as a character."
# A comma also stands in numbers and in prose: any other that all rows agree upon goes before it.
_DELIMITERS: Final = {"\t": "tab", ";": "semicolon", "|": "bar", ",": "comma"}
_SAMPLE: Final = 500  # rows by which the delimiter is told
_HINT: Final = re.compile(r"sep=([\t;|,])\n", re.IGNORECASE)  # a first line for spreadsheets, which do not show it


def extract(data: bytes, options: Options) -> Extraction:
    """Read a table of delimited text. Raises Unreadable."""
    del options  # nothing of it matters to a table
    read = encodings.decoded(data)
    hint = _HINT.match(read.text)
    text = read.text[hint.end() :] if hint else read.text
    delimiter = hint.group(1) if hint else _delimiter(text)
    builder = TextBuilder()
    builder.details |= {**read.details, "delimiter": _DELIMITERS[delimiter]}
    builder.warnings += read.warnings
    write_table(builder, Table("table", "", tuple(_cells(builder, text, delimiter))), ending="")
    if not builder.position:
        raise Unreadable
    return Extraction(builder.text(), builder.structure(), EXTRACTOR)


def _delimiter(text: str) -> str:
    """The delimiter under which most rows have the same number of fields, and more than one."""
    return max(_DELIMITERS, key=lambda delimiter: _agreement(text, delimiter))


def _agreement(text: str, delimiter: str) -> float:
    rows = [len(fields) for fields, _ in islice(_rows(text, delimiter), _SAMPLE) if fields != [""]]
    counts = Counter(width for width in rows if width > 1)
    return max(counts.values(), default=0) / max(1, len(rows))


def _cells(builder: TextBuilder, text: str, delimiter: str) -> Iterator[TableCell]:
    """The cells in order; what is odd about the rows goes into the warnings. Raises Unreadable for too many."""
    count, widths, is_unbalanced = 0, set[int](), False
    for row, (fields, is_open) in enumerate(_rows(text, delimiter), start=1):
        count += len(fields)
        if count > MOST_CELLS:
            raise Unreadable
        widths |= {len(fields)} if fields != [""] else set()
        is_unbalanced |= is_open
        for column, field in enumerate(fields, start=1):
            yield TableCell(row, column, (Piece(field),))
    builder.warnings += [UNEVEN] * (len(widths) > 1) + [UNBALANCED] * is_unbalanced


def _rows(text: str, delimiter: str) -> Iterator[tuple[list[str], bool]]:
    """The fields of every row, and whether a quotation mark in it was never closed."""
    fields: list[str] = []
    is_open = False
    for match in _field(delimiter).finditer(text):
        quoted, beside, bare, end = match.groups()
        if quoted is None:
            is_open |= bare.startswith('"')
            fields.append(bare)
        else:
            fields.append(quoted.replace('""', '"') + beside)
        if end != delimiter:
            if fields != [""] or end:
                yield fields, is_open
            fields, is_open = [], False


@cache
def _field(delimiter: str) -> re.Pattern[str]:
    """A field and what ends it: possessive throughout, so that no text is gone over twice."""
    rest = f"[^{re.escape(delimiter)}\\n]*+"
    return re.compile(f'(?:"((?:[^"]++|"")*+)"({rest})|({rest}))({re.escape(delimiter)}|\\n|\\Z)')
