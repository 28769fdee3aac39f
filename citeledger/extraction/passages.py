"""What formats with a layout (pages of the web, letters) give: passages of marked pieces, and how they are written."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.notes import NotePart
from citeledger.extraction.structure import ADDED_TO_NOTE, FORM_NOTE, REORDERED_NOTE, STRUCK_NOTE, RegionKind

_INDENT: Final = "  "  # of an item inside another: what that one says holds for it
_DEEPEST: Final = 8
_LINE_END: Final = re.compile(r"\r\n?")


class Mark(NamedTuple):
    """A property of a piece: the region it will stand in, or its part in a note of that name."""

    kind: RegionKind | NotePart
    note: str = ""


RAISED: Final = "^"
LOWERED: Final = "_"
_SMALL: Final = {
    RAISED: str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ"),
    LOWERED: str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"),
}
STRUCK: Final = Mark(RegionKind.UNQUOTABLE, STRUCK_NOTE)
ADDED_TO: Final = Mark(RegionKind.UNQUOTABLE, ADDED_TO_NOTE)
IN_FORM: Final = Mark(RegionKind.UNQUOTABLE, FORM_NOTE)
REORDERED: Final = Mark(RegionKind.UNQUOTABLE, REORDERED_NOTE)


class Piece(NamedTuple):
    """Some text with the same marks throughout."""

    text: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A block: `heading`, `paragraph`, `list_item`, `quote` or `code`.

    `level` is that of a heading, from 1, or says in how many items an item stands. `number` is what stands before it
    as its number, without the space that follows ("4.2", "a)").
    """

    kind: str
    pieces: tuple[Piece, ...]
    level: int = 0
    number: str = ""

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


def small(text: str, sign: str) -> str | None:
    """Raised or lowered text in the characters that look so, None where it has others: 10² must not read as 102."""
    written = text.translate(_SMALL.get(sign, {}))
    return (
        written
        if not any(mark.isalnum() and mark == plain for mark, plain in zip(written, text, strict=True))
        else None
    )


def write(builder: TextBuilder, passage: Passage) -> None:
    """Write a passage as one block. One without visible text is left out."""
    if not passage.text.strip():
        return
    number = f"{passage.number} " if passage.number else ""
    if passage.kind == "heading":
        with builder.titled(passage.level, number=number):
            write_pieces(builder, passage.pieces)
        return
    with builder.block(passage.kind):
        builder.write(_INDENT * min(passage.level, _DEEPEST) if passage.kind == "list_item" else "")
        builder.write(number)
        write_pieces(builder, passage.pieces)


def write_pieces(builder: TextBuilder, pieces: Iterable[Piece]) -> tuple[int, int]:
    """Write pieces one after the other and note their marks, each over as long a stretch as it holds."""
    first = builder.position
    stretches: dict[Mark, tuple[int, int]] = {}
    for piece in pieces:
        start, end = builder.write(_LINE_END.sub("\n", piece.text))
        for mark in dict.fromkeys(piece.marks):
            begun, edge = stretches.get(mark, (start, start))
            if edge != start:
                builder.mark(mark.kind, begun, edge, note=mark.note)
                begun = start
            stretches[mark] = (begun, end)
    for mark, (begun, edge) in stretches.items():
        builder.mark(mark.kind, begun, edge, note=mark.note)
    return first, builder.position
