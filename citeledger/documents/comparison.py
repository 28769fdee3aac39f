"""What changed between two versions: line by line first, then word by word inside the lines that differ.

Word by word alone, two small edits far apart in a long document would be one comparison too large to make.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rapidfuzz.distance import Indel

from citeledger.core.changes import Op, Piece, word_difference

LINES_COMPARED = 5_000
"""On each side, after what both begin and end with. Beyond, the stretch between is shown as replaced: bounded cost."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Lines both sides share, or what stands on either side between two such stretches."""

    old: str
    new: str
    is_shared: bool


def text_difference(*, old: str, new: str) -> tuple[Piece, ...]:
    """The pieces that turn `old` into `new`: equal and removed ones spell `old`, equal and added ones `new`."""
    pieces = (piece for stretch in _stretches(old.splitlines(True), new.splitlines(True)) for piece in _words(stretch))
    return tuple(_joined(pieces))


def _words(stretch: _Stretch) -> tuple[Piece, ...]:
    if stretch.is_shared:
        return (Piece(Op.EQUAL, stretch.old),)
    return word_difference(old=stretch.old, new=stretch.new)


def _stretches(old: list[str], new: list[str]) -> Iterator[_Stretch]:
    head = _common_start(old, new)
    tail = _common_start(old[head:][::-1], new[head:][::-1])
    yield _shared(old[:head])
    yield from _between(old[head : len(old) - tail], new[head : len(new) - tail])
    yield _shared(old[len(old) - tail :])


def _between(old: list[str], new: list[str]) -> Iterator[_Stretch]:
    if max(len(old), len(new)) > LINES_COMPARED:
        yield _Stretch("".join(old), "".join(new), is_shared=False)
        return
    for is_shared, codes in groupby(Indel.opcodes(old, new), key=lambda code: code.tag == "equal"):
        run = list(codes)
        yield _Stretch(
            "".join("".join(old[code.src_start : code.src_end]) for code in run),
            "".join("".join(new[code.dest_start : code.dest_end]) for code in run),
            is_shared,
        )


def _shared(lines: list[str]) -> _Stretch:
    text = "".join(lines)
    return _Stretch(text, text, is_shared=True)


def _common_start(old: Sequence[str], new: Sequence[str]) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((number for number, (before, after) in pairs if before != after), min(len(old), len(new)))


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Neighbours as one piece; within a change first what went, then what came."""
    for _, run in groupby(pieces, key=lambda piece: piece.op is Op.EQUAL):
        texts = dict.fromkeys(Op, "")
        for piece in run:
            texts[piece.op] += piece.text
        yield from (Piece(op, text) for op, text in texts.items() if text)
