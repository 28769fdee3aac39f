"""Structure of reStructuredText source: which lines are headings, items, literal blocks; only located, never rendered.

The decoded source is the canonical text. Markup is told from text by lines alone, as the specification does it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final

from citeledger.extraction import encodings, text
from citeledger.extraction.extracted import Extraction, Options
from citeledger.extraction.rst_drawn import Line
from citeledger.extraction.rst_tables import cells
from citeledger.extraction.structure import Block, Heading, Structure

EXTRACTOR: Final = f"{text.EXTRACTOR}+rst/3"
_ADORNMENT: Final = re.compile(r"([!-/:-@\[-`{-~])\1*[ \t]*\Z")
_SHORTEST: Final = 4  # characters of an adornment that is shorter than its title, or stands alone
_MARKS: Final = re.compile(r"[*`|\\]+")
_KINDS: Final = (
    (re.compile(r"\.\.[ \t]+(?:code|code-block|sourcecode|math|parsed-literal)[ \t]?::", re.IGNORECASE), "code"),
    (re.compile(r"\.\.[ \t]+(?:\|[^|]+\|[ \t]+)?[A-Za-z][\w.+:-]*[ \t]?::(?:[ \t]|\Z)"), "directive"),
    (re.compile(r"\.\.[ \t]+\[[^\]]+\][ \t]"), "paragraph"),
    (re.compile(r"\.\.(?:[ \t]|\Z)"), "comment"),
    (re.compile(r"\+[-=+]{2,}\+[ \t]*\Z|(?:={2,}|-{2,})(?:[ \t]+(?:={2,}|-{2,}))+[ \t]*\Z"), "table"),
    (re.compile(r"(?:[-*+•‣⁃]|\(?(?:\d{1,9}|#|[A-Za-z]|[ivxlcdmIVXLCDM]+)[.)])(?:[ \t]|\Z)"), "list_item"),
    (re.compile(r">>>[ \t]"), "code"),
)
_AS_IT_STANDS: Final = frozenset(("code", "comment"))
_WITH_BODY: Final = frozenset(("code", "directive", "comment"))


_NOTHING: Final = Line(0, 0, "")


def extract(data: bytes, options: Options) -> Extraction:
    """The source is the canonical text; markup is located, never rendered. Raises Unreadable."""
    del options  # nothing of it matters to text
    read = encodings.decoded(data)
    return encodings.extraction(read, structure=structure(read.text), extractor=EXTRACTOR)


def structure(source: str) -> Structure:
    """Headings, blocks and cells of a reStructuredText canonical text; ranges index `source` itself."""
    lines = _lines(source)
    scan = _Scan(lines)
    starts = list(scan.openings()) or [(0, "paragraph")]
    edges = [0, *(start for start, _ in starts[1:]), len(source)]
    blocks = tuple(Block(kind, *edge) for (_, kind), edge in zip(starts, pairwise(edges), strict=True))
    code = [block.kind in _AS_IT_STANDS for block in blocks]
    return Structure(
        headings=tuple(scan.headings),
        blocks=blocks,
        cells=tuple(cells(source, lines, [code[bisect_right(edges, line.start, 0, len(code)) - 1] for line in lines])),
    )


def _lines(source: str) -> list[Line]:
    lines = source.split("\n")
    starts = accumulate((len(line) + 1 for line in lines), initial=0)
    return [
        Line(start, len(line) - len(line.lstrip()), line.strip()) for start, line in zip(starts, lines, strict=False)
    ]


class _Scan:
    """One walk over the lines: where blocks begin, what they are, and the headings found on the way."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self.headings: list[Heading] = []
        self._styles: list[tuple[str, bool]] = []  # adornments as they are met: their order is the order of levels

    def openings(self) -> Iterator[tuple[int, str]]:
        """Start and kind of every block."""
        place = 0
        while place < len(self._lines):
            line, height = self._lines[place], self._heading_height(place)
            if height:
                self._add_heading(place, height)
                yield line.start, "heading"
                place += height
            elif line.words:
                kind = self._kind(place)
                yield line.start, kind
                place = self._after(place, kind)
            else:
                place += 1

    def _heading_height(self, place: int) -> int:
        """How many lines the heading at `place` takes, 0 where there is none."""
        first, second, third = (*self._lines[place : place + 3], *[_NOTHING] * 3)[:3]
        if first.indent == 0 and first.words and _ADORNMENT.match(first.words):
            return 3 if second.words and third.words == first.words and third.indent == 0 else 0
        is_under = first.words and second.indent == 0 and _ADORNMENT.match(second.words)
        return 2 if first.indent == 0 and is_under and len(second.words) >= min(len(first.words), _SHORTEST) else 0

    def _add_heading(self, place: int, height: int) -> None:
        first, last = self._lines[place], self._lines[place + height - 1]
        style = last.words[0], height == 3
        if style not in self._styles:
            self._styles.append(style)
        title = " ".join(_MARKS.sub("", self._lines[place + height - 2].words).split())
        end = last.start + len(last.words)
        self.headings.append(Heading(min(self._styles.index(style) + 1, 6), first.start, end, title))

    def _kind(self, place: int) -> str:
        line = self._lines[place]
        if self._is_literal(place):
            return "code"
        if _ADORNMENT.match(line.words) and len(line.words) >= _SHORTEST:
            return "rule"
        kind = next((kind for pattern, kind in _KINDS if pattern.match(line.words)), None)
        return kind or ("quote" if line.indent else "paragraph")

    def _is_literal(self, place: int) -> bool:
        """Whether an indented block follows a paragraph that announces it by two colons at its end."""
        above = (self._lines[each] for each in range(place - 1, -1, -1))
        before = next((line for line in above if line.words), _NOTHING)
        return before.words.endswith("::") and before.indent < self._lines[place].indent

    def _after(self, place: int, kind: str) -> int:
        """The first line after the block that begins at `place`: a body goes on as far as it is indented."""
        indent, following = self._lines[place].indent, place + 1
        least = indent if self._is_literal(place) else indent + 1
        while following < len(self._lines):
            line = self._lines[following]
            ends = line.indent < least if kind in _WITH_BODY else kind == "list_item" and line.indent <= indent
            if (line.words and ends) or (not line.words and kind not in _WITH_BODY):
                break
            following += 1
        return following
