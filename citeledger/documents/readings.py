"""How a passage was read: off a picture, out of table cells, beside a figure. Pure; worked out, never stored.

The one place that says so, from the structure stored with a version; the words for it are in `interfaces.wording`.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from citeledger.core.anchoring.touching import Touching
from citeledger.documents.search.passages import Outline
from citeledger.extraction import Page, RegionKind, Structure

MOST_CELLS = 100
"""Cells named of one passage; `Reading.cell_count` counts them all."""
_LETTERS = re.compile(r"[^\W\d_]+")
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

    @cached_property
    def _outline(self) -> Outline:
        return Outline(self._structure.headings)

    @cached_property
    def _parts(self) -> "_Parts":
        return _Parts(self._structure)

    def of(self, start: int, end: int) -> Reading:
        """The reading of the passage from `start` to `end` (code points, end exclusive)."""
        # Inside a string these would have their quotes escaped.
        return self._parts.reading(start, end) if any(part in self._stored for part in _TOLD) else PLAIN

    def heading_over(self, place: int) -> str:
        """The words of the innermost heading whose section a place stands in; its number makes it no other one."""
        over = self._outline.above(place)[-1:]
        return " ".join(_LETTERS.findall(over[0].title.casefold())) if over else ""

    def unquotable(self, start: int, end: int) -> str | None:
        """Why nothing can rest on this passage, None where something can."""
        if _UNQUOTABLE not in self._stored:
            return None
        touched = self._parts.regions.touched(start, end)
        return next((region.note for _, region in touched if region.kind is RegionKind.UNQUOTABLE), None)


def reading_of(structure: Structure, start: int, end: int) -> Reading:
    """The reading of the passage from `start` to `end` (code points, end exclusive)."""
    return _Parts(structure).reading(start, end)


class _Parts:
    """The regions, cells and pages of one structure, to be asked for many passages."""

    def __init__(self, structure: Structure) -> None:
        self.regions = Touching(structure.regions)
        self._cells, self._pages = Touching(structure.cells), Touching(structure.pages)

    def reading(self, start: int, end: int) -> Reading:
        regions = [region for _, region in self.regions.touched(start, end)]
        cells = [cell for _, cell in self._cells.touched(start, end)]
        sure = [each.confidence for each in regions if each.kind is RegionKind.OCR and each.confidence is not None]
        return Reading(
            confidence=min(sure, default=None),
            kinds=tuple(dict.fromkeys(region.kind for region in regions)),
            cells=tuple(ReadCell(cell.address, cell.headers, cell.keys) for cell in cells[:MOST_CELLS]),
            cell_count=len(cells),
            pages=tuple(_named(page, sheet=at + 1) for at, page in self._pages.touched(start, end)),
        )


def _named(page: Page, *, sheet: int) -> str:
    return page.label if page.label == str(sheet) else f"{page.label} (sheet {sheet})"
