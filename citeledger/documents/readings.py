"""How a passage was read: off a picture, out of table cells, beside a figure. Pure; worked out, never stored.

The one place that says so, from the structure stored with a version; the words for it are in `interfaces.wording`.
"""

from dataclasses import dataclass
from functools import cached_property

from citeledger.extraction import Block, Cell, Page, Region, RegionKind, Structure

MOST_CELLS = 100
"""Cells named of one passage; `Reading.cell_count` counts them all."""
_TOLD = ('"cells":', '"pages":', '"regions":')
_UNQUOTABLE = f'"{RegionKind.UNQUOTABLE.value}"'


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A table cell a passage touches: its address, the headers above it, and the cells that name its row."""

    address: str
    headers: tuple[str, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a passage is besides its characters. `confidence` is in thousandths, of the least sure word read by OCR.

    `kinds` are those of the regions it touches. `pages` names the printed pages it stands on: the label, and beside one
    that is not the page's number the sheet, counted from 1.
    """

    confidence: int | None = None
    kinds: tuple[RegionKind, ...] = ()
    cells: tuple[ReadCell, ...] = ()
    cell_count: int = 0
    pages: tuple[str, ...] = ()


PLAIN = Reading()
"""Of text that is its own source: there is nothing to say."""


class Readings:
    """The readings of one version's passages, from its structure as stored; it is parsed only where it has any to tell.

    Every method raises BrokenStructure for a damaged one.
    """

    def __init__(self, stored: str) -> None:
        self._stored = stored

    @cached_property
    def _structure(self) -> Structure:
        return Structure.from_json(self._stored)

    def of(self, start: int, end: int) -> Reading:
        """The reading of the passage from `start` to `end` (code points, end exclusive)."""
        # Inside a string these would have their quotes escaped.
        return reading_of(self._structure, start, end) if any(part in self._stored for part in _TOLD) else PLAIN

    def unquotable(self, start: int, end: int) -> str | None:
        """Why nothing can rest on this passage, None where something can."""
        if _UNQUOTABLE not in self._stored:
            return None
        touched = (region for region in self._structure.regions if _touches(region, start, end))
        return next((region.note for region in touched if region.kind is RegionKind.UNQUOTABLE), None)


def reading_of(structure: Structure, start: int, end: int) -> Reading:
    """The reading of the passage from `start` to `end` (code points, end exclusive)."""
    regions = [region for region in structure.regions if _touches(region, start, end)]
    cells = [cell for cell in structure.cells if _touches(cell, start, end)]
    sure = [region.confidence for region in regions if region.kind is RegionKind.OCR and region.confidence is not None]
    return Reading(
        confidence=min(sure, default=None),
        kinds=tuple(dict.fromkeys(region.kind for region in regions)),
        cells=tuple(ReadCell(cell.address, cell.headers, cell.keys) for cell in cells[:MOST_CELLS]),
        cell_count=len(cells),
        pages=tuple(
            _named(page, sheet=number)
            for number, page in enumerate(structure.pages, start=1)
            if _touches(page, start, end)
        ),
    )


def _named(page: Page, *, sheet: int) -> str:
    return page.label if page.label == str(sheet) else f"{page.label} (sheet {sheet})"


def _touches(part: Block | Page | Cell | Region, start: int, end: int) -> bool:
    return part.start < end and part.end > start
