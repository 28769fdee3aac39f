"""The order in which the columns of a page are read, whatever order the file writes them in.

A gutter is an upright strip that stays empty beside several lines with text on both sides. Between two lines that
cross it, what stands left of it is read before what stands right of it (where most is written from right to left:
after it).
Text that merely lines up, such as a table without rules, is no column: its lines are short, and it is read line by
line.
"""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from citeledger.extraction.pdf.directions import reads_right_to_left
from citeledger.extraction.pdf.lines import Piece

_NARROWEST = 0.6  # of the font size: a gutter is at least this wide
_FEWEST_LINES = 3  # in each column
_SHORTEST_LINE = 15  # characters, of the middle line of a column
_LOOK_AHEAD = 4  # pieces in which a gutter has to show
_LONG = 12  # pieces
_MOST_COLUMNS = 8


Sides = tuple[Sequence[Piece], Sequence[Piece]]


class Gutter(NamedTuple):
    """An empty strip between two columns."""

    left: float
    right: float

    @property
    def width(self) -> float:
        return self.right - self.left

    def beside(self, piece: Piece) -> "Gutter":
        """What of it is empty beside the piece; not a strip any more when the piece crosses it."""
        middle = (self.left + self.right) / 2
        if piece.right <= middle:
            return Gutter(max(self.left, piece.right), self.right)
        return Gutter(self.left, min(self.right, piece.left))


def columns(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces grouped by the column they stand in, in reading order. Text across all columns is a group of its own."""
    return [list(group) for group in _ordered(sorted(pieces, key=lambda piece: (-piece.top, piece.left)), 0)]


def _ordered(pieces: Sequence[Piece], depth: int) -> Iterator[Sequence[Piece]]:
    """`pieces` come from the top down."""
    single: list[Piece] = []
    index = 0
    while index < len(pieces):
        stop, sides = _band(pieces, index) if depth < _MOST_COLUMNS else (len(pieces), None)
        if sides is None:
            single.extend(pieces[index:stop])
        else:
            if single:
                yield single
            single = []
            for side in sides:
                yield from _ordered(side, depth + 1)
        index = stop
    if single:
        yield single


def _band(pieces: Sequence[Piece], start: int) -> tuple[int, Sides | None]:
    """Where the columns that begin at a piece end, and the columns; no columns, and the next piece to look at."""
    farthest = start + 1
    found: tuple[int, Sides | None] = farthest, None
    for opening in _openings(pieces[start : start + _LOOK_AHEAD]):
        gutter, stop = _follow(pieces, start, opening)
        farthest = max(farthest, stop)
        sides = _sides(pieces[start:stop], gutter) if stop > found[0] else None
        found = (stop, sides) if sides else found
    if found[1] is None and farthest - start >= _LONG:
        return farthest, None  # a table without rules: the rows below are no columns either
    return found


def _follow(pieces: Sequence[Piece], start: int, gutter: Gutter) -> tuple[Gutter, int]:
    """What remains of a gutter down to the piece that crosses it."""
    stop = start
    while stop < len(pieces):
        narrowed = gutter.beside(pieces[stop])
        if narrowed.width < _NARROWEST * pieces[stop].size:
            break
        gutter, stop = narrowed, stop + 1
    return gutter, stop


def _openings(pieces: Sequence[Piece]) -> Iterator[Gutter]:
    """The strips that are empty between all of these pieces."""
    edge = None
    for piece in sorted(pieces, key=lambda piece: piece.left):
        if edge is not None and piece.left - edge >= _NARROWEST * piece.size:
            yield Gutter(edge, piece.left)
        edge = piece.right if edge is None else max(edge, piece.right)


def _sides(pieces: Sequence[Piece], gutter: Gutter) -> Sides | None:
    """The columns beside a gutter in reading order, or nothing when what stands there are no columns."""
    left = [piece for piece in pieces if piece.right <= gutter.left]
    right = [piece for piece in pieces if piece.right > gutter.left]
    if not (_is_prose(left) and _is_prose(right)):
        return None
    turned = reads_right_to_left([glyph for piece in pieces for glyph in piece.glyphs])
    return (right, left) if turned else (left, right)


def _is_prose(pieces: Sequence[Piece]) -> bool:
    return len(pieces) >= _FEWEST_LINES and median(piece.length for piece in pieces) >= _SHORTEST_LINE
