"""A text as it was written: its segments gathered into lines, as headings, list items, quotations and plain text.

Texts with markers say by their breaks where a line ends; what is said in one line stays in one line, each statement
with a badge of its own. An answer without a single break was never laid out: every statement is a line. What a line
held and was withheld leaves no line behind.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from citeledger.core.statements import Role
from citeledger.interfaces.names import shown_text
from revalidation.views import StructureView

T = TypeVar("T")

_BULLETS: Final = frozenset("-*+•–")
_QUOTATION: Final = ">"
_DEEPEST: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Generic[T]):
    """A heading or a fixed phrase (`text`, as it was written), or the statements of one line.

    `level` is the heading's, from 1; `mark` what a list item begins with, `depth` how deep its list lies, from 0.
    """

    text: str = ""
    level: int = 0
    statements: tuple[T, ...] = ()
    mark: str = ""
    depth: int = 0
    is_quoted: bool = False

    @property
    def shown(self) -> str:
        """The text, with what nobody would see in it made visible."""
        return shown_text(text=self.text)


@dataclass(slots=True)
class _Raw(Generic[T]):
    """A line while it is gathered: its indent in characters, its list marks, and what it says."""

    indent: int = 0
    marks: list[str] = field(default_factory=list)
    heading: str = ""
    phrase: str = ""
    statements: list[T] = field(default_factory=list)

    @property
    def says_something(self) -> bool:
        return bool(self.heading or self.phrase or self.statements)


def as_written(*, segments: Sequence[StructureView | T]) -> tuple[Line[T], ...]:
    """The lines that say something, in order."""
    raw = [line for line in _gathered(segments) if line.says_something]
    levels = _ranks(_hashes(line.heading) for line in raw if line.heading)
    depths = _ranks(line.indent for line in raw if _item_mark(line))
    return tuple(_line(line, levels, depths) for line in raw)


def _gathered(segments: Sequence[StructureView | T]) -> Iterator[_Raw[T]]:
    is_laid_out = any(isinstance(each, StructureView) and each.role == Role.BREAK for each in segments)
    line: _Raw[T] = _Raw()
    for each in segments:
        if _begins_anew(each, line, is_laid_out):
            yield line
            line = _Raw()
        _add(each, line)
    yield line


def _begins_anew(each: StructureView | T, line: _Raw[T], is_laid_out: bool) -> bool:
    if not isinstance(each, StructureView):
        return bool(line.heading or line.phrase or (line.statements and not is_laid_out))
    if each.role == Role.BREAK:
        return "\n" in each.text
    return line.says_something


def _add(each: StructureView | T, line: _Raw[T]) -> None:
    if not isinstance(each, StructureView):
        line.statements.append(each)
    elif each.role == Role.HEADING:
        line.heading = each.text
    elif each.role == Role.PHRASE:
        line.phrase = each.text
    elif each.role == Role.LIST_MARKER:
        line.marks.append(each.text.strip())
    elif "\n" not in each.text and not (line.marks or line.says_something):
        line.indent = len(each.text)


def _line(line: _Raw[T], levels: dict[int, int], depths: dict[int, int]) -> Line[T]:
    mark = _item_mark(line)
    return Line(
        text=line.heading.lstrip("#").strip() or line.phrase,
        level=levels[_hashes(line.heading)] + 1 if line.heading else 0,
        statements=tuple(line.statements),
        mark=mark,
        depth=depths[line.indent] if mark else 0,
        is_quoted=_QUOTATION in line.marks,
    )


def _item_mark(line: _Raw[T]) -> str:
    marks = [mark for mark in line.marks if mark != _QUOTATION]
    return ("•" if marks[-1] in _BULLETS else marks[-1]) if marks else ""


def _hashes(heading: str) -> int:
    return len(heading) - len(heading.lstrip("#"))


def _ranks(found: Iterable[int]) -> dict[int, int]:
    """Each by how many smaller ones there are: the layout counts, not how wide somebody indents."""
    return {each: min(rank, _DEEPEST - 1) for rank, each in enumerate(sorted(set(found)))}
