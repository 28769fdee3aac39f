"""Sheets to canonical text: page by page, running lines apart from the text that flows between them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import astuple

from citeledger.extraction import passages
from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.notes import NotePart
from citeledger.extraction.pdf.columns import columns
from citeledger.extraction.pdf.endnotes import endnotes
from citeledger.extraction.pdf.footmarks import footmarks
from citeledger.extraction.pdf.glyphs import UNREADABLE
from citeledger.extraction.pdf.lines import Line, Piece, lines
from citeledger.extraction.pdf.marking import marked
from citeledger.extraction.pdf.paragraphs import Manner, Paragraph, foot_of, paragraphs
from citeledger.extraction.pdf.ruled import Ruled
from citeledger.extraction.pdf.running import running
from citeledger.extraction.pdf.sheets import Sheet
from citeledger.extraction.structure import Note, RegionKind
from citeledger.extraction.tables import Table, TableCell, write_table

_REGIONS = {"caption": RegionKind.CAPTION, "footnote": RegionKind.FOOTNOTE}
_LAYER_NOTE = "A text layer of unknown quality, made from this picture elsewhere."


class Writer:
    """Writes sheets one after another; knows the document's text size and its running lines beforehand."""

    def __init__(self, found: Sequence[Sheet]) -> None:
        self.builder = TextBuilder()
        self._tables = 0
        self._notes: list[tuple[int, int]] = []  # paragraphs at the foot of the page
        self._stretches: list[tuple[int, int]] = []  # paragraphs and items
        self._taken: set[int] = set()  # where marks and notes begin that belong together
        self._running = running([(sheet.box, [*sheet.lines, *sheet.tables]) for sheet in found])
        self._flows = {sheet.index: _flow(sheet, self._running) for sheet in found}
        columns = [part for flow in self._flows.values() for part in flow if not isinstance(part, Ruled)]
        columns = columns or [turned for sheet in found for turned in sheet.turned]
        self._manner = Manner.of(columns)
        self._levels = _heading_levels(columns, self._manner.size)

    def write(self, sheet: Sheet) -> None:
        """Write what is on a page as it is read: headers, columns, words for pictures, footers, what is turned."""
        first = self.builder.position
        middle = (sheet.box.bottom + sheet.box.top) / 2
        every: list[Line | Ruled] = [*sheet.lines, *sheet.tables]
        standing = [part for part in sorted(every, key=lambda part: -part.baseline) if id(part) in self._running]
        self._write_running(part for part in standing if part.baseline > middle)
        for part in self._flows[sheet.index]:
            if isinstance(part, Ruled):
                self._write_table(part)
            else:
                self._write_column(part, foot=foot_of(sheet.box.bottom, sheet.box.top))
        for words in sheet.alternatives:
            with self.builder.block("paragraph"), self.builder.region(RegionKind.ALT_TEXT):
                self.builder.write(words)
        self._write_running(part for part in standing if part.baseline <= middle)
        for turned in sheet.turned:
            self._write_column(turned, foot=float("-inf"))
        self._mark_footnotes(first)

    def mark_endnotes(self) -> None:
        """Note which marks of the text are those of notes gathered behind it, once all pages are written."""
        for note in endnotes(self.builder.text(), self._stretches, frozenset(self._taken)):
            self._mark(note)

    def _mark_footnotes(self, first: int) -> None:
        """Note which marks of the page that begins there are those of its footnotes."""
        notes = [(start - first, end - first) for start, end in self._notes]
        for note in footmarks(self.builder.since(first), notes) if notes else ():
            self._mark(Note(*(first + place for place in astuple(note))))
        self._notes.clear()

    def _mark(self, note: Note) -> None:
        name = f"{note.start}"
        self.builder.mark(NotePart.MARK, note.mark_start, note.mark_end, note=name)
        self.builder.mark(NotePart.TEXT, note.start, note.end, note=name)
        self._taken |= {note.mark_start, note.start}

    def write_layer(self, sheet: Sheet) -> None:
        """Write the invisible text of a page that is a picture: to read, not to quote."""
        for column in columns(sheet.hidden):
            for paragraph in paragraphs(lines=lines(column), manner=self._manner, foot=float("-inf")):
                with self.builder.block("paragraph"), self._unquotable(_LAYER_NOTE), self._recognised():
                    self.builder.write(paragraph.text())

    def _recognised(self) -> AbstractContextManager[None]:
        return self.builder.region(RegionKind.OCR)

    def _unquotable(self, note: str) -> AbstractContextManager[None]:
        return self.builder.region(RegionKind.UNQUOTABLE, note=note)

    def _write_running(self, found: Iterable[Line | Ruled]) -> None:
        for part in found:
            if isinstance(part, Ruled):
                with self.builder.region(RegionKind.RUNNING):
                    self._write_table(part)
                continue
            with self.builder.block("paragraph"), self.builder.region(RegionKind.RUNNING):
                passages.write_pieces(self.builder, marked([part]))

    def _write_table(self, ruled: Ruled) -> None:
        self._tables += 1
        name = f"table {self._tables}"
        cells = (
            TableCell(extent.row, extent.column, marked(found), extent.rows, extent.columns)
            for extent, found in ruled.cells
        )
        write_table(self.builder, Table(name, f"{name}!", tuple(cells)))

    def _write_column(self, column: Sequence[Line], *, foot: float) -> None:
        for paragraph in paragraphs(lines=column, manner=self._manner, foot=foot):
            self._write_paragraph(paragraph)

    def _write_paragraph(self, paragraph: Paragraph) -> None:
        pieces = marked(paragraph.lines)
        if paragraph.kind == "heading" and UNREADABLE not in paragraph.text():
            with self.builder.titled(self._levels.get(round(paragraph.size), len(self._levels) + 1)):
                passages.write_pieces(self.builder, pieces)
            return
        with ExitStack() as stack:
            kind = "list_item" if paragraph.kind == "list_item" else "paragraph"
            stack.enter_context(self.builder.block(kind))
            if paragraph.kind in _REGIONS:
                stack.enter_context(self.builder.region(_REGIONS[paragraph.kind]))
            written = passages.write_pieces(self.builder, pieces)
        self._stretches.append(written)
        if paragraph.kind == "footnote":
            self._notes.append(written)


def _flow(sheet: Sheet, apart: set[int]) -> list[list[Line] | Ruled]:
    """What flows down a page in reading order, without what is running: columns of lines, and tables between them."""
    standing = [(Piece.standing_for(table.box), table) for table in sheet.tables if id(table) not in apart]
    tables = {id(piece): table for piece, table in standing}
    running = {id(piece) for line in sheet.lines if id(line) in apart for piece in line.pieces}
    pieces = [piece for piece in sheet.pieces if id(piece) not in running]
    pieces.extend(piece for piece, _ in standing)
    return [part for column in columns(pieces) for part in _parts(lines(column), tables)]


def _parts(column: Sequence[Line], tables: dict[int, Ruled]) -> Iterator[list[Line] | Ruled]:
    """A column cut at the tables that stand in it. What stands beside a table comes after it."""
    held: list[Line] = []
    for line in column:
        rest = [piece for piece in line.pieces if id(piece) not in tables]
        if len(rest) == len(line.pieces):
            held.append(line)
            continue
        if held:
            yield held
        yield from (tables[id(piece)] for piece in line.pieces if id(piece) in tables)
        held = [Line(rest)] if rest else []
    if held:
        yield held


def _heading_levels(columns: Iterable[Iterable[Line]], body: float) -> dict[int, int]:
    """Levels by size, the largest first."""
    larger = sorted({round(line.size) for column in columns for line in column if line.size > body}, reverse=True)
    return {size: level for level, size in enumerate(larger, start=1)}
