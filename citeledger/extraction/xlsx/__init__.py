"""XLSX: what a reader of the sheets sees, cell by cell (rule `xlsx/4`).

A value stands as its format shows it, in the signs of the file itself: points for decimals, English names of months;
a date whose look is the reader's own machine's is written year-month-day. A formula stands for the value stored with
it; one that no program has computed stands as `=...` and cannot be quoted. Hidden sheets, rows and columns are out, a
merged area is its first cell. Beside what a number or a date shows stands its stored value: another format of one value
is told from another value. Each sheet is a heading and its tables: those people made, and the cells around them.

The XML is read as it stands, in one pass, so that neither a named dimension nor a merged area costs what it claims.
"""

from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from typing import Final

from citeledger.extraction import tables, unseen
from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.extracted import Extraction, Options, Unreadable
from citeledger.extraction.ooxml import Package, integer
from citeledger.extraction.xlsx import workbook
from citeledger.extraction.xlsx.sheet import Named, Sheet, area_of
from citeledger.extraction.xlsx.workbook import SheetName, Workbook, unescaped

EXTRACTOR: Final = f"xlsx/4+lxml-{version('lxml')}"
_TOLD: Final = {
    "hidden_sheets": "The workbook has hidden sheets: they are not in the text.",
    "hidden": "The workbook has hidden rows or columns with values: they are not in the text.",
    "doubtful": "The workbook has cells that a rule may hide: they are not in the text.",
    "uncomputed": "The workbook has formulas no program has computed: open it in one, save it, and send it again.",
    "plain": "The workbook shows numbers in ways not known here: they are in the text without their format.",
    "comments": "The workbook has comments: they are no part of the text.",
    "drawings": "The workbook has charts or drawings: words in them are not in the text.",
}


def extract(data: bytes, options: Options) -> Extraction:
    """Read a workbook. Raises Unreadable, also when no cell of it is seen."""
    del options  # nothing of it matters to a workbook
    package = Package(data)
    book = workbook.opened(package)
    builder, counts = TextBuilder(), Counter[str]()
    for sheet in book.sheets:
        if sheet.is_hidden:
            counts["hidden_sheets"] += 1
        else:
            _write_sheet(builder, package, book, sheet, counts)
    if not builder.position:
        raise Unreadable
    builder.details["dates_since"] = "1904" if book.since_1904 else "1900"
    builder.warnings += unseen.told(counts["unseen"])
    builder.warnings += [warning for name, warning in _TOLD.items() if counts[name]]
    return Extraction(builder.text(), builder.structure(), EXTRACTOR)


def _write_sheet(
    builder: TextBuilder, package: Package, book: Workbook, named: SheetName, counts: Counter[str]
) -> None:
    beside = Counter(each.kind for each in package.relationships(named.part).values())
    counts["comments"] += beside["comments"] + beside["threadedComment"]
    counts["drawings"] += beside["drawing"]
    sheet = Sheet(book, counts)
    sheet.read(package, named.part)
    if sheet.cells:
        builder.heading(level=1, title=named.name)
        for table in sheet.tables(named.name, list(_named_tables(package, named.part))):
            tables.write_table(builder, table)


def _named_tables(package: Package, part: str) -> Iterator[Named]:
    for each in package.relationships(part).values():
        if each.kind == "table" and package.holds(each.target):
            root = package.tree(each.target)
            name = unescaped(root.get("displayName") or root.get("name") or "")
            yield Named(area_of(root.get("ref", "")), name, integer(root.get("headerRowCount"), 1))
