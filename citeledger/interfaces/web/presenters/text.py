"""Canonical text in blocks that carry offsets, verbatim: the parts of all blocks, joined, are the text again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_OPENING_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Part:
    """Characters that are shown alike. A marked part with an anchor is where links to the passage lead."""

    text: str
    marked: bool = False
    anchor: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block as laid out: offsets in code points of the canonical text, end exclusive; level 0 if no heading."""

    anchor: str
    kind: str
    level: int
    start: int
    end: int
    parts: tuple[Part, ...]
    opening: str
    citable: bool


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


def laid_out(
    *, text: str, blocks: Iterable[SourceBlock], passages: Sequence[Passage] = (), prefix: str = ""
) -> tuple[Block, ...]:
    """The text in its blocks, with the passages marked. `prefix` keeps element ids apart where a page shows two."""
    return tuple(_laid_out(text=text, block=block, passages=passages, prefix=prefix) for block in blocks)


def _laid_out(*, text: str, block: SourceBlock, passages: Sequence[Passage], prefix: str) -> Block:
    words = text[block.start : block.end]
    return Block(
        anchor=f"{prefix}at-{block.start}",
        kind=block.kind,
        level=block.level,
        start=block.start,
        end=block.end,
        parts=tuple(_parts(text=text, block=block, passages=passages)),
        opening=_opening(words=words),
        citable=bool(words.strip()),
    )


def _parts(*, text: str, block: SourceBlock, passages: Sequence[Passage]) -> Iterable[Part]:
    at = block.start
    for passage in sorted(passages, key=lambda passage: passage.start):
        start, end = max(passage.start, at), min(passage.end, block.end)
        if start < end:
            yield from _plain(text=text[at:start])
            yield Part(text=text[start:end], marked=True, anchor=passage.anchor if start == passage.start else "")
            at = end
    yield from _plain(text=text[at : block.end])


def _plain(*, text: str) -> Iterable[Part]:
    if text:
        yield Part(text=text)


def _opening(*, words: str) -> str:
    """The first words of a block, for the label of its control."""
    opening = " ".join(words[: _OPENING_LENGTH * 2].split())
    return opening if len(opening) <= _OPENING_LENGTH else f"{opening[:_OPENING_LENGTH].rstrip()}…"
