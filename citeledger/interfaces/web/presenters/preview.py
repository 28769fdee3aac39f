"""What was read from a file, as people look at it before it is published: every character, and marks on some.

The parts of all blocks, joined, are the text of the piece.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from citeledger.documents.readings import ReadCell
from citeledger.documents.uploads import PieceView
from citeledger.extraction import Block, Cell, Page, Region, RegionKind
from citeledger.interfaces.names import shown_text
from citeledger.interfaces.readings import cell_line, confidence_said
from citeledger.interfaces.web.presenters.frame import counted
from citeledger.interfaces.web.presenters.tables import LaidTable, laid_table

_NAMES: Final = {
    RegionKind.OCR: "Read by OCR",
    RegionKind.UNQUOTABLE: "Cannot be cited",
    RegionKind.RUNNING: "Header or footer",
    RegionKind.CAPTION: "Caption of a figure",
    RegionKind.ALT_TEXT: "Words for a picture",
    RegionKind.FOOTNOTE: "Footnote",
    RegionKind.TEXT_BOX: "Text box",
}
# Which of several overlapping marks is drawn: what cannot be cited first.
_DRAWN: Final = (RegionKind.UNQUOTABLE, RegionKind.CAPTION, RegionKind.ALT_TEXT, RegionKind.FOOTNOTE,
                 RegionKind.TEXT_BOX, RegionKind.RUNNING, RegionKind.OCR)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewPart:
    """Characters marked alike: `mark` is the kind drawn, `said` what it means, `page` what page begins here."""

    text: str
    mark: str = ""
    said: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewBlock:
    """`level` is 0 for anything but a heading; `confidence` the least of the words in it that OCR read.

    Its characters are in `table` if it has one, else in `parts`; `page` is what page begins with its table.
    """

    kind: str
    level: int
    parts: tuple[PreviewPart, ...]
    confidence: str = ""
    table: LaidTable[PreviewPart] | None = None
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Something to look at before publishing. `mark` is the kind of stretch it explains, empty for a warning."""

    text: str
    mark: str = ""


def preview_blocks(*, piece: PieceView) -> tuple[PreviewBlock, ...]:
    """The piece in its blocks, cut at its own edges."""
    return tuple(_block(piece, block) for block in piece.blocks)


def _block(piece: PieceView, block: Block) -> PreviewBlock:
    start, end = max(block.start, piece.start), min(block.end, piece.end)
    regions = [region for region in piece.regions if region.start < end and region.end > start]
    cells = [cell for cell in piece.cells if cell.start < end and cell.end > start]
    pages = {page.start: page for page in piece.pages if start <= page.start < end}
    sure = [region.confidence for region in regions if region.kind is RegionKind.OCR and region.confidence is not None]
    table = _table(piece, start, end, cells, regions) if block.kind == "table" else None
    return PreviewBlock(
        kind=block.kind,
        level=0,
        parts=() if table else tuple(_parts(piece, start, end, [*regions, *cells], pages)),
        confidence=confidence_said(confidence=min(sure)) if sure else "",
        table=table,
        page=", ".join(map(_page, pages.values())) if table else "",
    )


def _table(
    piece: PieceView, start: int, end: int, cells: list[Cell], regions: list[Region]
) -> LaidTable[PreviewPart] | None:
    def fill(first: int, last: int, _cell: Cell | None) -> tuple[PreviewPart, ...]:
        here = [region for region in regions if region.start < last and region.end > first]
        return tuple(_parts(piece, first, last, here, {}))

    return laid_table(words=piece.text[start - piece.start : end - piece.start], start=start, cells=cells, fill=fill)


def _parts(
    piece: PieceView, start: int, end: int, ranged: Sequence[Region | Cell], pages: Mapping[int, Page]
) -> Iterator[PreviewPart]:
    edges = {start, end, *pages, *(edge for part in ranged for edge in (part.start, part.end) if start < edge < end)}
    for first, last in pairwise(sorted(edges)):
        here = [part for part in ranged if part.start <= first and part.end >= last]
        yield _part(piece.text[first - piece.start : last - piece.start], here, pages.get(first))


def _part(text: str, here: Sequence[Region | Cell], page: Page | None) -> PreviewPart:
    kinds = {part.kind for part in here if isinstance(part, Region)}
    drawn = next((kind for kind in _DRAWN if kind in kinds), None)
    return PreviewPart(
        text=text,
        mark=drawn.value if drawn else "",
        said=". ".join(map(_meaning, here)),
        page=_page(page) if page is not None else "",
    )


def _page(page: Page) -> str:
    return f"Page {shown_text(text=page.label)}"


def _meaning(part: Region | Cell) -> str:
    if isinstance(part, Cell):
        return cell_line(cell=ReadCell(part.address, part.headers, part.keys))
    return _region_meaning(part)


def _region_meaning(region: Region) -> str:
    name = _NAMES[region.kind]
    if region.kind is RegionKind.OCR and region.confidence is not None:
        return f"{name}, confidence {confidence_said(confidence=region.confidence)}"
    return f"{name}: {shown_text(text=region.note)}" if region.note else name


def remarks(*, piece: PieceView) -> tuple[Remark, ...]:
    """The warnings about the whole file, then what the marks in this piece mean and how many there are."""
    warnings = (Remark(text=shown_text(text=warning)) for warning in piece.warnings)
    counts = Counter((region.kind, region.note) for region in piece.regions)
    marks = (
        Remark(text=_explained(kind, note, count), mark=kind.value)
        for kind in _DRAWN
        for (found, note), count in counts.items()
        if found is kind
    )
    return (*warnings, *marks)


def _explained(kind: RegionKind, note: str, count: int) -> str:
    places = counted(count=count, one="place", many="places")
    why = f" {_as_sentence(shown_text(text=note))}" if note else ""
    return f"{_NAMES[kind]} ({places}).{why}"


def _as_sentence(note: str) -> str:
    """A reason as a sentence of its own: some are said in half a one."""
    return f"{note[:1].upper()}{note[1:]}" if note.endswith(".") else f"{note[:1].upper()}{note[1:]}."
