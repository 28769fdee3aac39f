"""What was read from a file, as people look at it before it is published: every character, and marks on some.

The parts of all blocks, joined, are the text of the piece.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from citeledger.documents.readings import ReadCell
from citeledger.documents.uploads import PieceView
from citeledger.extraction import Block, Cell, Page, Region, RegionKind
from citeledger.interfaces.names import shown_text
from citeledger.interfaces.readings import cell_line, confidence_said
from citeledger.interfaces.web.presenters.frame import counted

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
    cell: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewBlock:
    """`level` is 0 for anything but a heading; `confidence` the least of the words in it that OCR read."""

    kind: str
    level: int
    parts: tuple[PreviewPart, ...]
    confidence: str = ""


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
    sure = [region.confidence for region in regions if region.kind is RegionKind.OCR and region.confidence is not None]
    return PreviewBlock(
        kind=block.kind,
        level=0,
        parts=tuple(_parts(piece, start, end, regions)),
        confidence=confidence_said(confidence=min(sure)) if sure else "",
    )


def _parts(piece: PieceView, start: int, end: int, regions: list[Region]) -> Iterator[PreviewPart]:
    cells = [cell for cell in piece.cells if cell.start < end and cell.end > start]
    pages = {page.start: page for page in piece.pages if start <= page.start < end}
    ranged: list[Region | Cell] = [*regions, *cells]
    edges = {start, end, *pages, *(edge for part in ranged for edge in (part.start, part.end) if start < edge < end)}
    for first, last in pairwise(sorted(edges)):
        here = [region for region in regions if region.start <= first and region.end >= last]
        cell = next((cell for cell in cells if cell.start <= first and cell.end >= last), None)
        yield _part(piece.text[first - piece.start : last - piece.start], here, cell, first, pages.get(first))


def _part(text: str, regions: list[Region], cell: Cell | None, at: int, page: Page | None) -> PreviewPart:
    kinds = {region.kind: region for region in regions}
    drawn = next((kind for kind in _DRAWN if kind in kinds), None)
    meanings = [_meaning(region) for region in regions]
    if cell is not None:
        meanings.append(cell_line(cell=ReadCell(cell.address, cell.headers, cell.keys)))
    return PreviewPart(
        text=text,
        mark=drawn.value if drawn else "",
        said=". ".join(meanings),
        cell=shown_text(text=cell.address) if cell is not None and cell.start == at else "",
        page=f"Page {shown_text(text=page.label)}" if page is not None else "",
    )


def _meaning(region: Region) -> str:
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
    why = f" {shown_text(text=note)}" if note else ""
    return f"{_NAMES[kind]} ({places}).{why}"
