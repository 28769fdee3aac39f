"""Text in ruled tables: which pieces stand in which cell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from citeledger.extraction.pdf.geometry import Box
from citeledger.extraction.pdf.glyphs import Glyph
from citeledger.extraction.pdf.grids import Extent, Grid
from citeledger.extraction.pdf.lines import Line, Piece, lines

_WORD_GAP = 0.15  # of the font size: letters nearer than that are one word
_OVERHANG = 3.0  # points that text may reach out of its cell


@dataclass(frozen=True, slots=True)
class Ruled:
    """A table: the box around it, and the lines of each cell that has text."""

    box: Box
    cells: tuple[tuple[Extent, tuple[Line, ...]], ...]

    @property
    def baseline(self) -> float:
        """Where it stands among lines: its middle."""
        return (self.box.bottom + self.box.top) / 2

    @property
    def text(self) -> str:
        """Its words, to compare it with tables of other pages."""
        return " ".join(line.text for _, cell in self.cells for line in cell)


class Places:
    """Tells in which cell of which grid something stands."""

    def __init__(self, found: Sequence[Grid], glyphs: Sequence[Glyph]) -> None:
        self._grids = [grid for grid in found if not _is_crossed(grid, glyphs)]

    def of(self, glyph: Glyph) -> Extent | None:
        """The cell a glyph stands in; pieces end where it changes."""
        return next((cell for grid in self._grids if (cell := _cell_of(glyph, grid)) is not None), None)

    def split(self, pieces: Sequence[Piece]) -> tuple[list[Ruled], list[Piece]]:
        """The tables with their text, and the pieces that stand outside. What is no clear table stays with those."""
        tables, rest = [], list(pieces)
        for grid in self._grids:
            inside = [piece for piece in rest if grid.box.holds(*_middle(piece))]
            table = _table(grid, inside)
            if table is not None:
                tables.append(table)
                held = set(map(id, inside))
                rest = [piece for piece in rest if id(piece) not in held]
        return tables, rest


def _cell_of(glyph: Glyph, grid: Grid) -> Extent | None:
    return grid.cell_at((glyph.left + glyph.right) / 2, glyph.baseline + 0.3 * glyph.size)


def _is_crossed(grid: Grid, glyphs: Sequence[Glyph]) -> bool:
    """Whether a word runs across a rule: then text and rules have nothing to do with each other."""
    return any(
        _cell_of(last, grid) is not _cell_of(glyph, grid)
        for last, glyph in pairwise(glyphs)
        if not glyph.is_apart and " " not in (last.text, glyph.text) and _is_next(last, glyph)
    )


def _is_next(last: Glyph, glyph: Glyph) -> bool:
    return last.baseline == glyph.baseline and abs(glyph.left - last.right) < _WORD_GAP * glyph.size


def _middle(piece: Piece) -> tuple[float, float]:
    return (piece.left + piece.right) / 2, (piece.bottom + piece.top) / 2


def _table(grid: Grid, inside: Sequence[Piece]) -> Ruled | None:
    by_cell: dict[Extent, list[Piece]] = {}
    for piece in inside:
        cell = grid.cell_at(*_middle(piece))
        if cell is None or piece.left < cell.box.left - _OVERHANG or piece.right > cell.box.right + _OVERHANG:
            return None
        by_cell.setdefault(cell, []).append(piece)
    if len({cell.row for cell in by_cell}) < 2 or len({cell.column for cell in by_cell}) < 2:
        return None
    return Ruled(grid.box, tuple(_filled(by_cell)))


def _filled(by_cell: dict[Extent, list[Piece]]) -> Iterator[tuple[Extent, tuple[Line, ...]]]:
    for cell in sorted(by_cell, key=lambda cell: (cell.row, cell.column)):
        yield cell, tuple(lines(by_cell[cell]))
