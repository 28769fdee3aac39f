"""Two versions side by side, word by word; long unchanged stretches are folded away."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from citeledger.documents.comparison import sentences
from citeledger.documents.views import DifferenceView, DocumentView
from citeledger.interfaces.web.presenters.documents import DocumentHeading, document_heading, version_label
from citeledger.interfaces.web.presenters.frame import counted
from citeledger.interfaces.web.presenters.worded import (
    DifferencePart,
    Stretch,
    compared_parts,
    has_rows,
    stretches,
)

_CONTEXT_LINES: Final = 2
_FOLDED_FROM_LINES: Final = 8
_LEAST_MOVED: Final = 3  # words of a sentence that is looked for in another place
_MOVES: Final = {"removed": "left", "added": "arrived"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunk:
    """A stretch with changes, or an unchanged stretch that is folded away behind its summary."""

    stretches: tuple[Stretch, ...]
    unchanged: bool = False
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferencePage:
    document: DocumentHeading
    old: str
    new: str
    summary: str
    hunks: tuple[Hunk, ...]
    has_moves: bool = False
    notice: str = ""


def difference_page(*, document: DocumentView, compared: DifferenceView) -> DifferencePage:
    """What was taken out and what was put in from the old version to the new one."""
    as_rows = has_rows(media_type=compared.new_media_type)
    parts = moved_apart(compared_parts(pieces=compared.pieces, as_rows=as_rows))
    return DifferencePage(
        document=document_heading(document=document),
        old=version_label(number=compared.old_number),
        new=version_label(number=compared.new_number),
        summary=_summary(parts=parts),
        hunks=tuple(_hunks(parts=parts, as_rows=as_rows)),
        has_moves=any(part.kind == "arrived" for part in parts),
    )


def moved_apart(parts: Sequence[DifferencePart]) -> tuple[DifferencePart, ...]:
    """The parts, with sentences (or lines) that were taken out here and put in there as such."""
    moved = {kind: {_words(each) for part in parts if part.kind == kind for each in _units(part)} for kind in _MOVES}
    both = {words for words in moved["removed"] & moved["added"] if words.count(" ") + 1 >= _LEAST_MOVED}
    return tuple(_each_moved(parts, both)) if both else tuple(parts)


def _each_moved(parts: Sequence[DifferencePart], moved: set[str]) -> Iterator[DifferencePart]:
    for part in parts:
        if part.kind not in _MOVES:
            yield part
            continue
        runs = groupby(_units(part), key=lambda unit: _words(unit) in moved)
        yield from (DifferencePart(_MOVES[part.kind] if goes else part.kind, "".join(run)) for goes, run in runs)


def _units(part: DifferencePart) -> list[str]:
    return [each for line in part.text.splitlines(keepends=True) for each in sentences(line)]


def _words(text: str) -> str:
    return " ".join(text.split())


def _summary(*, parts: Iterable[DifferencePart]) -> str:
    words = {"removed": 0, "added": 0, "arrived": 0}
    for part in parts:
        if part.kind in words:
            words[part.kind] += len(part.text.split())
    moved = counted(count=words["arrived"], one="word stands", many="words stand")
    out = counted(count=words["removed"], one="word was taken out", many="words were taken out")
    said = f"{out}, {counted(count=words['added'], one='was', many='were')} put in."
    return f"{said} {moved} in another place." if words["arrived"] else said


def _hunks(*, parts: tuple[DifferencePart, ...], as_rows: bool) -> Iterator[Hunk]:
    gathered: list[DifferencePart] = []
    for at, part in enumerate(parts):
        lines = part.text.splitlines(keepends=True)
        if part.kind != "equal" or len(lines) < _FOLDED_FROM_LINES:
            gathered.append(part)
            continue
        before = _CONTEXT_LINES if at > 0 else 0
        after = _CONTEXT_LINES if at < len(parts) - 1 else 0
        yield from _shown([*gathered, _same(lines[:before])], as_rows=as_rows)
        yield _folded(lines[before : len(lines) - after], as_rows=as_rows)
        gathered = [_same(lines[len(lines) - after :])]
    yield from _shown(gathered, as_rows=as_rows)


def _same(lines: list[str]) -> DifferencePart:
    return DifferencePart(kind="equal", text="".join(lines))


def _shown(parts: list[DifferencePart], *, as_rows: bool) -> Iterator[Hunk]:
    parts = [part for part in parts if part.text]
    if parts:
        yield Hunk(stretches=stretches(parts=parts, as_rows=as_rows))


def _folded(lines: list[str], *, as_rows: bool) -> Hunk:
    summary = counted(count=len(lines), one="unchanged line", many="unchanged lines")
    return Hunk(stretches=stretches(parts=[_same(lines)], as_rows=as_rows), unchanged=True, summary=summary)
