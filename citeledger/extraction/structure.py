"""Headings and blocks of a canonical text, as code point ranges (end exclusive), and their stored form."""

import json
from dataclasses import dataclass
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
class Structure:
    """Headings in text order, and blocks that cover the text completely, in order, without gap or overlap."""

    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]

    def to_json(self) -> str:
        """The one stored spelling: equal structures give equal strings."""
        rows = {
            "blocks": [[b.kind, b.start, b.end] for b in self.blocks],
            "headings": [[h.level, h.start, h.end, h.title] for h in self.headings],
        }
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    @classmethod
    def from_json(cls, stored: str) -> "Structure":
        """Read what `to_json` wrote. Raises BrokenStructure for anything else, without repeating its content."""
        try:
            structure = cls._from_rows(json.loads(stored))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise BrokenStructure("The stored structure cannot be read.") from None
        _refuse_gaps(structure)
        return structure

    @classmethod
    def _from_rows(cls, rows: dict[str, list[list[Any]]]) -> "Structure":
        return cls(
            headings=tuple(
                Heading(int(lv), int(start), int(end), str(title)) for lv, start, end, title in rows["headings"]
            ),
            blocks=tuple(Block(str(kind), int(start), int(end)) for kind, start, end in rows["blocks"]),
        )


def _refuse_gaps(structure: Structure) -> None:
    edge = 0
    for block in structure.blocks:
        if block.start != edge or block.end <= block.start:
            raise BrokenStructure("The stored blocks do not follow one another.")
        edge = block.end
    if any(not 0 <= heading.start < heading.end <= edge for heading in structure.headings):
        raise BrokenStructure("A stored heading lies outside the blocks.")
