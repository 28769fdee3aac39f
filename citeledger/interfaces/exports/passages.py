"""Passages: user text made ready for the page, as lists of runs the template sets one after the other.

Only copies are worked on (DESIGN rule 14). The template receives strings as data and never as source, so `#read(...)`
in a statement stays text. A word wider than `WIDEST_WORD` is cut into short runs between which a line may end: nothing
runs off the paper, and no character is added that a copy from the PDF would carry along.
"""

import itertools
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from citeledger.interfaces.exports.glyphs import printed, width

WIDEST_WORD = 14.0  # em; at the title's size still well inside the column
RUN_OF_A_CUT_WORD = 3.0  # em
TAB = " " * 4

Direction = Literal["ltr", "rtl"]
Run = str | tuple[str, ...]  # a tuple: the runs of one cut word


@dataclass(frozen=True, slots=True)
class Passage:
    """`lines` of runs, together `ems` wide.

    `direction`: of the first letter that has one, as browsers do for `dir=auto` (UAX 9, P2).
    """

    lines: tuple[tuple[Run, ...], ...]
    direction: Direction
    ems: float

    @property
    def data(self) -> dict[str, object]:
        return {"lines": self.lines, "direction": self.direction}


def passage(*, text: str, widest_word: float = WIDEST_WORD) -> Passage:
    """A text of any length with its line ends kept. `widest_word` (em): wider words may be cut at a line's end."""
    lines = [printed(text=line.replace("\t", TAB)) for line in _line_ends(text=text).split("\n")]
    return Passage(
        lines=tuple(tuple(_runs(pieces=pieces, widest_word=widest_word)) for pieces in lines),
        direction=_direction(pieces=itertools.chain.from_iterable(lines)),
        ems=sum(width(pieces=pieces) for pieces in lines),
    )


def line(*, text: str, widest_word: float = WIDEST_WORD) -> Passage:
    """A text on one line: names and titles, in which a line end means no more than a space."""
    return passage(text=_line_ends(text=text).replace("\n", " "), widest_word=widest_word)


def shortened(*, text: str, ems: float) -> str:
    """The printed start of a text, at most so many em wide, with an ellipsis where something was left out."""
    pieces = printed(text=_line_ends(text=text).replace("\n", " ").replace("\t", " "))
    ends = list(itertools.accumulate(width(pieces=(piece,)) for piece in pieces))
    fitting = sum(1 for end in ends if end <= ems)
    return "".join(pieces) if fitting == len(pieces) else "".join(pieces[:fitting]).rstrip() + "…"


def _line_ends(*, text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _runs(*, pieces: Iterable[str], widest_word: float) -> Iterator[Run]:
    """Neighbouring words that fit stay together in one run, so that the font can join and kern their letters."""
    words = (tuple(word) for _, word in itertools.groupby(pieces, key=str.isspace))
    for fits, group in itertools.groupby(words, key=lambda word: width(pieces=word) <= widest_word):
        if fits:
            yield "".join(itertools.chain.from_iterable(group))
        else:
            yield from (tuple(_cut(pieces=word)) for word in group)


def _cut(*, pieces: Iterable[str]) -> Iterator[str]:
    run, used = "", 0.0
    for piece in pieces:
        wide = width(pieces=(piece,))
        if run and used + wide > RUN_OF_A_CUT_WORD:
            yield run
            run, used = "", 0.0
        run, used = run + piece, used + wide
    yield run


def _direction(*, pieces: Iterable[str]) -> Direction:
    for character in itertools.chain.from_iterable(pieces):
        match unicodedata.bidirectional(character):
            case "L":
                return "ltr"
            case "R" | "AL":
                return "rtl"
    return "ltr"
