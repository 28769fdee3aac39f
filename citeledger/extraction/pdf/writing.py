"""Sheets to canonical text: page by page, running lines apart from the text that flows between them."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from itertools import chain

from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.pdf.columns import columns
from citeledger.extraction.pdf.glyphs import UNREADABLE
from citeledger.extraction.pdf.lines import Line, lines
from citeledger.extraction.pdf.paragraphs import Manner, Paragraph, foot_of, paragraphs
from citeledger.extraction.pdf.running import running_lines
from citeledger.extraction.pdf.sheets import Sheet
from citeledger.extraction.structure import RegionKind

_REGIONS = {"caption": RegionKind.CAPTION, "footnote": RegionKind.FOOTNOTE}
_UNREADABLE_NOTE = "The file does not say which letter this is."
_LAYER_NOTE = "A text layer of unknown quality, made from this picture elsewhere."


class Writer:
    """Writes sheets one after another; knows the document's text size and its running lines beforehand."""

    def __init__(self, found: Sequence[Sheet]) -> None:
        self.builder = TextBuilder()
        self._running = running_lines([(sheet.box, sheet.lines) for sheet in found])
        self._columns = {sheet.index: self._columns_of(sheet) for sheet in found}
        columns = list(chain.from_iterable(self._columns.values()))
        self._manner = Manner.of(columns)
        self._levels = _heading_levels(columns, self._manner.size)

    def write(self, sheet: Sheet) -> None:
        """Write what is seen on a page, in reading order: headers, columns, footers, then what stands turned."""
        middle = (sheet.box.bottom + sheet.box.top) / 2
        running = [line for line in sheet.lines if id(line) in self._running]
        self._write_running(line for line in running if line.baseline > middle)
        for column in self._columns[sheet.index]:
            self._write_column(column, foot=foot_of(sheet.box.bottom, sheet.box.top))
        self._write_running(line for line in running if line.baseline <= middle)
        for turned in sheet.turned:
            self._write_column(turned, foot=float("-inf"))

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

    def _columns_of(self, sheet: Sheet) -> list[list[Line]]:
        apart = {id(piece) for line in sheet.lines if id(line) in self._running for piece in line.pieces}
        return [lines(column) for column in columns([piece for piece in sheet.pieces if id(piece) not in apart])]

    def _write_running(self, found: Iterable[Line]) -> None:
        for line in found:
            with self.builder.block("paragraph"), self.builder.region(RegionKind.RUNNING):
                self._write_text(line.text)

    def _write_column(self, column: Sequence[Line], *, foot: float) -> None:
        for paragraph in paragraphs(lines=column, manner=self._manner, foot=foot):
            self._write_paragraph(paragraph)

    def _write_paragraph(self, paragraph: Paragraph) -> None:
        text = paragraph.text()
        if paragraph.kind == "heading" and UNREADABLE not in text:
            self.builder.heading(level=self._levels.get(round(paragraph.size), 6), title=text)
            return
        with ExitStack() as stack:
            kind = "list_item" if paragraph.kind == "list_item" else "paragraph"
            stack.enter_context(self.builder.block(kind))
            if paragraph.kind in _REGIONS:
                stack.enter_context(self.builder.region(_REGIONS[paragraph.kind]))
            self._write_text(text)

    def _write_text(self, text: str) -> None:
        """Write a text; letters the file does not name stand as U+FFFD, and nothing that holds one can be quoted."""
        known, *rest = text.split(UNREADABLE)
        self.builder.write(known)
        for part in rest:
            with self._unquotable(_UNREADABLE_NOTE):
                self.builder.write(UNREADABLE)
            self.builder.write(part)


def _heading_levels(columns: Iterable[Iterable[Line]], body: float) -> dict[int, int]:
    """Levels by size, the largest first."""
    larger = sorted({round(line.size) for column in columns for line in column if line.size > body}, reverse=True)
    return {size: level for level, size in enumerate(larger, start=1)}
