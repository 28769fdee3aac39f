"""Writes a canonical text piece by piece and notes where each piece came to stand.

Formats that are not text themselves (HTML, DOCX, XLSX, mail, PDF) are read through one of these, so that offsets,
blocks, cells and regions always index the very string that is stored.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from citeledger.extraction.notes import NotePart, Notes
from citeledger.extraction.order import reordered
from citeledger.extraction.structure import Block, Cell, Heading, Page, Region, RegionKind, Structure


class TextBuilder:
    """A text under construction. Blocks follow one another; a block that got no text leaves no trace."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._headings: list[Heading] = []
        self._blocks: list[Block] = []
        self._pages: list[Page] = []
        self._cells: list[Cell] = []
        self._regions: list[Region] = []
        self._notes = Notes()
        self.details: dict[str, str] = {}
        self.warnings: list[str] = []

    @property
    def position(self) -> int:
        """Code points written so far: where the next character will stand."""
        return self._length

    def write(self, text: str) -> tuple[int, int]:
        """Append characters; returns their range."""
        start = self._length
        self._pieces.append(text)
        self._length += len(text)
        return start, self._length

    @contextmanager
    def block(self, kind: str, *, ending: str = "\n\n") -> Iterator[None]:
        """Everything written inside is one block, closed by `ending`, unless it stayed empty. Blocks do not nest."""
        start = self._length
        yield
        if self._length > start:
            self.write(ending)
            self._blocks.append(Block(kind, start, self._length))

    def heading(self, *, level: int, title: str) -> None:
        """A heading on lines of its own; its title is its text with whitespace collapsed."""
        with self.titled(level):
            self.write(title)

    @contextmanager
    def titled(self, level: int, *, number: str = "") -> Iterator[None]:
        """Everything written inside is a heading, with a `number` before it that is no part of its title."""
        with self.block("heading"):
            start, _ = self.write(number)
            first = len(self._pieces)
            yield
            if title := " ".join("".join(self._pieces[first:]).split()):
                self._headings.append(Heading(min(max(level, 1), 6), start, self._length, title))

    @contextmanager
    def page(self, label: str) -> Iterator[None]:
        start = self._length
        yield
        self._pages.append(Page(label, start, self._length))

    @contextmanager
    def region(self, kind: RegionKind, *, confidence: int | None = None, note: str = "") -> Iterator[None]:
        """Everything written inside has this property. Regions may nest and overlap."""
        start = self._length
        yield
        self.mark(kind, start, self._length, confidence=confidence, note=note)

    def mark(
        self, kind: RegionKind | NotePart, start: int, end: int, *, confidence: int | None = None, note: str = ""
    ) -> None:
        """What was written from `start` to `end` has this property. Stretches without text are left out.

        A part of a note is kept under the note's name; its mark may be no text.
        """
        if isinstance(kind, NotePart):
            self._notes.take(kind, note, start, end)
        elif end > start:
            self._regions.append(Region(kind, start, end, confidence, note))

    def cell(self, cell: Cell) -> None:
        """Note a cell whose text was written before (its range says where). Cells without text are left out."""
        if cell.end > cell.start:
            self._cells.append(cell)

    def text(self) -> str:
        return "".join(self._pieces)

    def since(self, start: int) -> str:
        """What was written from a place on. Costs what it gives."""
        pieces, edge = [], self._length
        for piece in reversed(self._pieces):
            if edge <= start:
                break
            pieces.append(piece)
            edge -= len(piece)
        return "".join(reversed(pieces))[max(0, start - edge) :]

    def structure(self) -> Structure:
        """The structure of everything written. Text outside blocks would leave gaps, so it becomes a paragraph."""
        return Structure(
            headings=tuple(self._headings),
            blocks=tuple(self._tiled()),
            pages=tuple(self._pages),
            cells=tuple(self._cells),
            regions=tuple(
                sorted(
                    [*self._regions, *reordered(self.text())],
                    key=lambda region: (region.start, region.end, region.kind),
                )
            ),
            notes=tuple(self._notes.paired()),
            details=dict(self.details),
            warnings=tuple(self.warnings),
        )

    def _tiled(self) -> Iterator[Block]:
        edge = 0
        for block in sorted(self._blocks, key=lambda block: block.start):
            if block.start > edge:
                yield Block("paragraph", edge, block.start)
            yield block
            edge = block.end
        if edge < self._length:
            yield Block("paragraph", edge, self._length)
