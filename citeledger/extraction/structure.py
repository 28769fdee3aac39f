"""What an extractor located in a canonical text, as code point ranges (end exclusive), and its stored form."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class BrokenStructure(ValueError):
    """A stored structure cannot be read or does not tile its text. The record is damaged: show nothing from it."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A section heading: level 1-6, the range of its source line(s) and its title as a reader sees it."""

    level: int
    start: int
    end: int
    title: str


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text to lay out as one: what it is (`paragraph`, `list_item`, ...) and its range."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page as printed: its label ("iv", "12") and the range of its text."""

    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: a stable `address` ("Q1!B2", "table 2!C4"), the table's name, and where its text stands.

    `row` and `column` count from 1. `headers` is the path of column header texts above it, outermost first; `keys`
    the texts of the cells that name its row. An empty cell has no text and is not listed. `value` is what a format
    shows of a stored number (exact decimal text) or moment (ISO 8601 as far as it is shown); empty where the cell
    holds its text itself, or the format says more than the value.
    """

    address: str
    table: str
    row: int
    column: int
    start: int
    end: int
    headers: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    value: str = ""


class RegionKind(StrEnum):
    """What a stretch of text is, besides its words. The wording of each is the interfaces' business."""

    OCR = "ocr"  # read from a picture; `confidence` says how surely
    UNQUOTABLE = "unquotable"  # kept for reading, cannot be cited; `note` says why
    RUNNING = "running"  # a header or footer that pages repeat: no part of the text that flows around it
    CAPTION = "caption"  # of a figure, not the figure
    ALT_TEXT = "alt_text"  # words that stand for a picture
    FOOTNOTE = "footnote"
    TEXT_BOX = "text_box"


STRUCK_NOTE = "struck through"
ADDED_TO_NOTE = "shown with words of a style rule before or behind it"
REORDERED_NOTE = "its letters are shown in another order"
FORM_NOTE = "what a field of a form holds"
_SUPPORTING_NOTHING = frozenset((STRUCK_NOTE, ADDED_TO_NOTE, REORDERED_NOTE, FORM_NOTE))


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch with a property of its own. `confidence` is in thousandths, of the least sure word."""

    kind: RegionKind
    start: int
    end: int
    confidence: int | None = None
    note: str = ""

    @property
    def is_apart(self) -> bool:
        """Whether the text flows around it: repeated by pages, or not read as it stands and supporting nothing."""
        return self.kind is RegionKind.RUNNING or (
            self.kind is RegionKind.UNQUOTABLE and self.note in _SUPPORTING_NOTHING
        )

    @property
    def is_footnote(self) -> bool:
        """Whether it is a note, which stands at the foot of a page in the middle of what flows on."""
        return self.kind is RegionKind.FOOTNOTE

    @property
    def is_picture(self) -> bool:
        """Whether its words stand for a picture."""
        return self.kind is RegionKind.ALT_TEXT


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote or endnote: where the mark that names it stands (of no length where the mark is no text), and what it
    says.
    """

    mark_start: int
    mark_end: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Structure:
    """Headings in text order, and blocks that cover the text completely, in order, without gap or overlap.

    `details` says how the bytes were read ("encoding": "windows-1252"), `warnings` what a person should look at
    before relying on the text: fixed sentences, nothing of the content.
    """

    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...] = ()
    cells: tuple[Cell, ...] = ()
    regions: tuple[Region, ...] = ()
    notes: tuple[Note, ...] = ()
    details: dict[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def to_json(self) -> str:
        """The one stored spelling: equal structures give equal strings. Parts that are empty are not written."""
        rows = {
            "blocks": [[b.kind, b.start, b.end] for b in self.blocks],
            "headings": [[h.level, h.start, h.end, h.title] for h in self.headings],
        }
        more: dict[str, Any] = {
            "pages": [[p.label, p.start, p.end] for p in self.pages],
            "cells": [_cell_row(cell) for cell in self.cells],
            "regions": [[r.kind.value, r.start, r.end, r.confidence, r.note] for r in self.regions],
            "notes": [[n.mark_start, n.mark_end, n.start, n.end] for n in self.notes],
            "details": self.details,
            "warnings": self.warnings,
        }
        rows |= {name: part for name, part in more.items() if part}
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    @classmethod
    def from_json(cls, stored: str) -> "Structure":
        """Read what `to_json` wrote. Raises BrokenStructure for anything else, without repeating its content."""
        try:
            structure = cls._from_rows(json.loads(stored))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise BrokenStructure("The stored structure cannot be read.") from None
        _refuse_gaps(structure)
        _refuse_strays(structure)
        return structure

    @classmethod
    def _from_rows(cls, rows: dict[str, Any]) -> "Structure":
        return cls(
            headings=tuple(
                Heading(int(lv), int(start), int(end), str(title)) for lv, start, end, title in rows["headings"]
            ),
            blocks=tuple(Block(str(kind), int(start), int(end)) for kind, start, end in rows["blocks"]),
            pages=tuple(Page(str(label), int(start), int(end)) for label, start, end in rows.get("pages", ())),
            cells=tuple(_cell(*row) for row in rows.get("cells", ())),
            regions=tuple(_region(*row) for row in rows.get("regions", ())),
            notes=tuple(Note(*map(int, row)) for row in rows.get("notes", ())),
            details={str(name): str(value) for name, value in rows.get("details", {}).items()},
            warnings=tuple(str(warning) for warning in rows.get("warnings", ())),
        )


def _cell_row(cell: Cell) -> list[Any]:
    row = [cell.address, cell.table, cell.row, cell.column, cell.start, cell.end, cell.headers, cell.keys]
    return [*row, cell.value] if cell.value else row


def _cell(
    address: str,
    table: str,
    row: int,
    column: int,
    start: int,
    end: int,
    headers: list[str],
    keys: list[str],
    value: str = "",
) -> Cell:
    names = tuple(str(header) for header in headers), tuple(str(key) for key in keys)
    return Cell(str(address), str(table), int(row), int(column), int(start), int(end), *names, str(value))


def _region(kind: str, start: int, end: int, confidence: int | None, note: str) -> Region:
    return Region(RegionKind(kind), int(start), int(end), None if confidence is None else int(confidence), str(note))


def _refuse_gaps(structure: Structure) -> None:
    edge = 0
    for block in structure.blocks:
        if block.start != edge or block.end <= block.start:
            raise BrokenStructure("The stored blocks do not follow one another.")
        edge = block.end
    if any(not 0 <= heading.start < heading.end <= edge for heading in structure.headings):
        raise BrokenStructure("A stored heading lies outside the blocks.")


def _refuse_strays(structure: Structure) -> None:
    edge = structure.blocks[-1].end if structure.blocks else 0
    ranged: Iterable[Page | Cell | Region] = (*structure.pages, *structure.cells, *structure.regions)
    marks = [place for note in structure.notes for place in (note.mark_start, note.mark_end, note.start, note.end)]
    if any(not 0 <= place <= edge for place in marks):
        raise BrokenStructure("A stored note lies outside the blocks.")
    # A page may be blank; a cell or a region without text is not listed.
    if any(not 0 <= part.start <= part.end <= edge for part in ranged):
        raise BrokenStructure("A stored page, cell or region lies outside the blocks.")
