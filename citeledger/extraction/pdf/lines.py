"""Glyphs to pieces to lines: what stands on one level, read as one line.

A piece is a stretch of a line that the file writes in one go without a wide gap. Pieces are what columns are made of;
a line is the pieces of one column that share a baseline.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median_high

from citeledger.extraction.pdf.directions import has_right_to_left, in_reading_order, reads_right_to_left
from citeledger.extraction.pdf.geometry import Box
from citeledger.extraction.pdf.glyphs import Glyph

_WIDE = 1.0  # of the font size: a gap this wide may be the space between columns
_STRETCHED = 2.5  # the same after a space: justified lines of narrow columns stretch it
_LEVEL = 0.5  # of the font size: raised and lowered characters stay in their line
_SAME_LINE = 0.4


@dataclass(slots=True)
class Piece:
    """Neighbouring glyphs of one line; never only spaces.

    The glyphs themselves are kept only on pages with letters written from right to left: a book has millions.
    """

    text: str  # as the file writes it
    glyphs: list[Glyph]
    left: float
    right: float
    baseline: float
    size: float
    length: int  # characters but spaces
    is_bold: bool = False  # every one of them
    struck: tuple[bool, ...] = ()  # which characters but spaces are; nothing where none is

    @classmethod
    def of(cls, glyphs: Sequence[Glyph], *, keep: bool) -> "Piece":
        inked = [glyph for glyph in glyphs if glyph.text != " "]
        size = median_high(glyph.size for glyph in inked)
        return cls(
            "".join((" " if glyph.is_apart else "") + glyph.text for glyph in glyphs),
            list(glyphs) if keep else [],
            min(glyph.left for glyph in inked),
            max(glyph.right for glyph in inked),
            median_high(glyph.baseline for glyph in inked if glyph.size == size),
            size,
            len(inked),
            all(glyph.is_bold for glyph in inked),
            tuple(glyph.is_struck for glyph in inked) if any(glyph.is_struck for glyph in inked) else (),
        )

    @classmethod
    def standing_for(cls, box: Box) -> "Piece":
        """A piece without text that keeps the place of something else among the others."""
        return cls("", [], box.left, box.right, (box.bottom + box.top) / 2, 0.0, 0)

    @property
    def top(self) -> float:
        return self.baseline + 0.8 * self.size

    @property
    def bottom(self) -> float:
        return self.baseline - 0.2 * self.size


class Line:
    """The pieces of one column on one baseline, from left to right."""

    def __init__(self, found: Sequence[Piece]) -> None:
        self.pieces = sorted(found, key=lambda piece: piece.left)
        self.left = self.pieces[0].left
        self.right = max(piece.right for piece in self.pieces)
        # The largest piece says how large the line is and where it stands.
        main = max(self.pieces, key=lambda piece: (piece.length, -piece.left))
        self.size, self.baseline = main.size, main.baseline
        self.is_bold = all(piece.is_bold for piece in self.pieces)

    def __len__(self) -> int:
        return sum(piece.length for piece in self.pieces)

    @cached_property
    def glyphs(self) -> list[Glyph]:
        return [glyph for piece in self.pieces for glyph in piece.glyphs]

    @cached_property
    def text(self) -> str:
        """The line as it is read, with single spaces between words."""
        if has_right_to_left(self.glyphs):
            return " ".join(in_reading_order(self.glyphs).split(" ")).strip()
        return " ".join(filter(None, " ".join(piece.text for piece in self.pieces).split(" ")))

    @property
    def has_struck(self) -> bool:
        """Whether anything in it is struck through."""
        return any(piece.struck for piece in self.pieces)

    @property
    def struck(self) -> list[bool]:
        """Which characters of its text but spaces are struck through: all or none where it is read by place."""
        if has_right_to_left(self.glyphs):
            return [self.has_struck] * sum(letter != " " for letter in self.text)
        return [each for piece in self.pieces for each in piece.struck or (False,) * piece.length]

    @cached_property
    def is_right_to_left(self) -> bool:
        return reads_right_to_left(self.glyphs)


def pieces(glyphs: Iterable[Glyph], cell_of: Callable[[Glyph], object] | None = None) -> Iterator[Piece]:
    """Cut what the file writes, in its order, wherever the pen leaves the line, makes a wide jump on it, or enters
    another cell of a table.
    """
    written = list(glyphs)
    keep = has_right_to_left(written)
    held: list[Glyph] = []
    for glyph in written:
        if held and (not _continues(held[-1], glyph) or (cell_of and cell_of(held[-1]) is not cell_of(glyph))):
            yield from _piece(held, keep=keep)
            held = []
        held.append(glyph)
    yield from _piece(held, keep=keep)


def lines(found: Sequence[Piece]) -> list[Line]:
    """Put the pieces of one column together to lines, from the top down."""
    gathered: list[list[Piece]] = []
    for piece in sorted(found, key=lambda piece: (-piece.baseline, piece.left)):
        if gathered and gathered[-1][0].baseline - piece.baseline < _SAME_LINE * max(piece.size, gathered[-1][0].size):
            gathered[-1].append(piece)
        else:
            gathered.append([piece])
    return [Line(line) for line in gathered]


def body_size(found: Iterable[Line]) -> float:
    """The font size most characters have; 0 where there is no text."""
    weights: dict[float, int] = {}
    for line in found:
        size = round(line.size, 1)
        weights[size] = weights.get(size, 0) + len(line)
    return max(weights, key=lambda size: (weights[size], -size), default=0.0)


def _piece(glyphs: Sequence[Glyph], *, keep: bool) -> Iterator[Piece]:
    if any(glyph.text != " " for glyph in glyphs):
        yield Piece.of(glyphs, keep=keep)


def _continues(last: Glyph, glyph: Glyph) -> bool:
    size = max(last.size, glyph.size)
    gap = max(last.left, glyph.left) - min(last.right, glyph.right)
    widest = (_STRETCHED if last.text == " " else _WIDE) * size
    return abs(glyph.baseline - last.baseline) < _LEVEL * size and gap < widest
