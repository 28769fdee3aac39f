"""Canonical text in blocks that carry offsets, verbatim: the parts of all blocks, joined, are the text again."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.reading.tokens import Run
from citeledger.extraction import Cell, Region, RegionKind
from citeledger.interfaces.web.presenters.tables import LaidTable, laid_table

_OPENING_LENGTH = 60
_AS_WRITTEN = frozenset({"text/markdown", "text/x-rst"})
"""Media types whose text is source that readers usually see drawn."""
DRAWN: Final = re.compile(r"[ \t>]*(?:\||\+(?:[-=+:| ]{2,}))")
"""How a line begins that is a row of a table in source, or a rule between two."""
LONGEST_READ: Final = 200_000
"""Code points of a source in which markup is told from words; none of a longer one is faint."""


@dataclass(frozen=True, slots=True)
class Part:
    """Characters that are shown alike. A marked part with an anchor is where links to the passage lead.

    `faint` ones are markup, or hidden: no reader of the drawn document sees them. Nothing can rest on `barred` ones.
    """

    text: str
    marked: bool = False
    anchor: str = ""
    faint: bool = False
    barred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block as laid out: offsets in code points of the canonical text, end exclusive; level 0 if no heading.

    Its characters are in `table` if it has one, else in `parts`. `citable`: a statement can rest on the whole of it.
    """

    anchor: str
    kind: str
    level: int
    start: int
    end: int
    parts: tuple[Part, ...]
    opening: str
    citable: bool
    table: LaidTable[Part] | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A range of the text to mark, in code points, end exclusive, and the element id its beginning gets."""

    start: int
    end: int
    anchor: str


@dataclass(frozen=True, slots=True)
class SourceBlock:
    """A block as stored: its kind, its range, and a heading's level (0 for anything else)."""

    kind: str
    start: int
    end: int
    level: int = 0


def is_drawn(*, text: str) -> bool:
    """Whether every line is one of a table in source, or of one that is drawn with signs."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1 and all(map(DRAWN.match, lines))


def is_as_written(*, media_type: str) -> bool:
    """Whether the text is source code of a kind that is shown as written, markup and all."""
    return media_type in _AS_WRITTEN


def laid_out(
    *,
    text: str,
    blocks: Iterable[SourceBlock],
    passages: Sequence[Passage] = (),
    prefix: str = "",
    cells: Sequence[Cell] = (),
    regions: Sequence[Region] = (),
    media_type: str = "text/plain",
) -> tuple[Block, ...]:
    """The text in its blocks, with the passages marked. `prefix` keeps element ids apart where a page shows two.

    Tables with known cells are laid out as such; what `media_type` has as markup is faint, unquotable regions barred.
    """
    layout = _Layout(text, passages, cells, regions, media_type)
    return tuple(layout.block(block, prefix) for block in blocks)


class _Layout:
    """One text with all that is drawn on it."""

    def __init__(
        self,
        text: str,
        passages: Sequence[Passage],
        cells: Sequence[Cell],
        regions: Sequence[Region],
        media_type: str,
    ) -> None:
        self._text = text
        self._passages = sorted(passages, key=lambda passage: passage.start)
        self._cells = sorted(cells, key=lambda cell: cell.start)
        self._firsts = [cell.start for cell in self._cells]
        is_read = is_as_written(media_type=media_type) and len(text) <= LONGEST_READ
        self._seen = _visible_edges(text, media_type) if is_read else [0, len(text)]
        self._barred = _barred_edges(regions)

    def block(self, block: SourceBlock, prefix: str) -> Block:
        words = self._text[block.start : block.end]
        table = self._table(block, words) if block.kind == "table" else None
        return Block(
            anchor=f"{prefix}at-{block.start}",
            kind="table" if is_drawn(text=words) else block.kind,
            level=block.level,
            start=block.start,
            end=block.end,
            parts=() if table else tuple(self._parts(block.start, block.end)),
            opening=_opening(words=words),
            citable=self._is_shown(block) and not self._has_barred(block),
            table=table,
        )

    def _is_shown(self, block: SourceBlock) -> bool:
        seen = (self._text[at:stop] for at, stop, is_seen in _stretches(block.start, block.end, self._seen) if is_seen)
        return any(map(str.strip, seen))

    def _has_barred(self, block: SourceBlock) -> bool:
        return any(is_barred for _, _, is_barred in _stretches(block.start, block.end, self._barred))

    def _table(self, block: SourceBlock, words: str) -> LaidTable[Part] | None:
        cells = self._cells[bisect_left(self._firsts, block.start) : bisect_left(self._firsts, block.end)]
        return laid_table(
            words=words, start=block.start, cells=cells, fill=lambda start, end, _: tuple(self._parts(start, end))
        )

    def _parts(self, first: int, last: int) -> Iterator[Part]:
        at = first
        for passage in self._passages:
            start, end = max(passage.start, at), min(passage.end, last)
            if start < end:
                yield from self._plain(at, start)
                yield Part(self._text[start:end], marked=True, anchor=passage.anchor if start == passage.start else "")
                at = end
        yield from self._plain(at, last)

    def _plain(self, start: int, end: int) -> Iterator[Part]:
        for first, last, is_seen in _stretches(start, end, self._seen):
            for at, stop, is_barred in _stretches(first, last, self._barred):
                text = self._text[at:stop]
                yield Part(text, faint=not is_seen and not text.isspace(), barred=is_barred)


def _stretches(start: int, end: int, edges: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """A range cut at rising edges, at which something begins and ends in turn: start, end, and whether it is within."""
    at = bisect_right(edges, start)
    while start < end:
        stop = min(end, edges[at]) if at < len(edges) else end
        yield start, stop, at % 2 == 1
        start, at = stop, at + 1


def _barred_edges(regions: Iterable[Region]) -> list[int]:
    """Where what cannot be cited begins and ends, in turn, rising."""
    edges: list[int] = []
    for region in sorted(regions, key=lambda region: region.start):
        if region.kind is not RegionKind.UNQUOTABLE:
            continue
        if edges and region.start <= edges[-1]:
            edges[-1] = max(edges[-1], region.end)
        else:
            edges += [region.start, region.end]
    return edges


def _is_drawn_as_space(run: Run, text: str) -> bool:
    """Whether it is markup that a reader sees as a gap: what strikes the next words through, a tag."""
    return bool(run.shown and run.shown.isspace() and text[run.start : run.end].strip())


def _visible_edges(text: str, media_type: str) -> list[int]:
    """Where what readers see begins and ends, in turn, rising. Space between two of them parts nothing."""
    edges: list[int] = []
    for run in normalizer_for(media_type).read(text):
        if not run.visible or run.start == run.end or _is_drawn_as_space(run, text):
            continue
        if edges and not text[edges[-1] : run.start].strip():
            edges[-1] = run.end
        else:
            edges += [run.start, run.end]
    return edges


def _opening(*, words: str) -> str:
    """The first words of a block, for the label of its control."""
    opening = " ".join(words[: _OPENING_LENGTH * 2].split())
    return opening if len(opening) <= _OPENING_LENGTH else f"{opening[:_OPENING_LENGTH].rstrip()}…"
