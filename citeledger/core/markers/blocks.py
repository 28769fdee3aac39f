"""The stream cut into blocks: paragraphs, headings and items as prose; lines of code and maths one by one.

Inside fences (``` and ~~~, $$ or \\[ alone on a line), which run to the end of the text if nothing closes them, and in
lines indented like code nothing is prose (CommonMark 4.4, 4.5). An item's own indent does not count.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

LONGEST_LINE = 8192  # code points; a longer line is cut, at white space where there is any
LONGEST_BLOCK = 2 * LONGEST_LINE

_PREFIX = re.compile(r"(?: {0,3}> ?)*")
_INDENT = re.compile(r"[ \t]*")
_ITEM = re.compile(r"([-*+•]|[0-9]{1,9}[.)])([ \t]+|$)")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_FENCE = re.compile(r"(`{3,})[^`\n]*$|(~{3,})|(\$\$|\\\[)\s*$")
_LAST_WORD = re.compile(r".*\s(?=[^\s\[])", re.DOTALL)
_CODE_INDENT = 4


class Setting(Enum):
    """What a block is read as."""

    PROSE = 1
    CODE = 2
    MATHS = 3


class Block(NamedTuple):
    """A stretch of the stream; `start` counts code points from its beginning."""

    text: str
    start: int
    setting: Setting


class _Shape(NamedTuple):
    """A line: how deep it is quoted, how far indented, and the rest without line end."""

    quotes: int
    indent: int
    rest: str

    @classmethod
    def of(cls, line: str) -> "_Shape":
        prefix = _PREFIX.match(line)
        indent = _INDENT.match(line, prefix.end() if prefix else 0)
        at = indent.end() if indent else 0
        width = len(indent.group().expandtabs(_CODE_INDENT)) if indent else 0
        return cls(prefix.group().count(">") if prefix else 0, width, line[at:].rstrip())


class _Fence(NamedTuple):
    """An open fence: what closes it, and the quote and the item that it stands in and ends with."""

    mark: str
    quotes: int
    indent: int

    @property
    def setting(self) -> Setting:
        return Setting.CODE if self.mark[0] in "`~" else Setting.MATHS

    def holds(self, shape: _Shape) -> bool:
        return shape.quotes >= self.quotes and (not shape.rest or shape.indent >= self.indent)

    def is_closed_by(self, shape: _Shape) -> bool:
        if self.setting is Setting.MATHS:
            return shape.rest.endswith("$$" if self.mark == "$$" else "\\]")
        return shape.quotes == self.quotes and len(shape.rest) >= len(self.mark) and set(shape.rest) == {self.mark[0]}


class _Lines:
    """The stream in lines, each with its line end, and whether it begins one."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length, self._begins = 0, True

    def feed(self, piece: str) -> Iterator[tuple[str, bool]]:
        position = 0
        while position < len(piece):
            room = position + LONGEST_LINE - self._length
            stop = piece.find("\n", position, room) + 1
            self._hold(piece[position : stop or room])
            if stop:
                yield self._taken(self._length, begins_next=True)
            elif self._length == LONGEST_LINE:
                yield self._taken(_cut("".join(self._parts)), begins_next=False)
            position = stop or room

    def close(self) -> Iterator[tuple[str, bool]]:
        if self._length:
            yield self._taken(self._length, begins_next=True)
        self._begins = True

    def _hold(self, part: str) -> None:
        self._parts.append(part)
        self._length += len(part)

    def _taken(self, length: int, *, begins_next: bool) -> tuple[str, bool]:
        whole, begins = "".join(self._parts), self._begins
        self._parts, self._length, self._begins = [], 0, begins_next
        self._hold(whole[length:])
        return whole[:length], begins


def _cut(line: str) -> int:
    """Where to cut a line that is too long: in front of a word, so that a marker behind it still closes something."""
    word = _LAST_WORD.match(line)
    at = word.end() if word else line.rfind("[")
    return at if at > LONGEST_LINE // 2 else LONGEST_LINE


def _content_indent(item: re.Match[str]) -> int:
    """How far the text of an item is indented from its mark (CommonMark 5.2: five spaces are one and code)."""
    spaces = len(item[2].expandtabs(_CODE_INDENT))
    return len(item[1]) + (spaces if 1 <= spaces <= _CODE_INDENT else 1)


class Blocks:
    """One stream being cut."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._lines, self._open = _Lines(), list[str]()
        self._position, self._length, self._item = 0, 0, 0
        self._fence: _Fence | None = None
        self._blank, self._setting = True, Setting.PROSE  # the line before was blank; how the present line is read

    def feed(self, piece: str) -> Iterator[Block]:
        """The blocks that are complete with this piece."""
        for line, begins in self._lines.feed(piece):
            yield from self._take(line, begins)

    def close(self) -> Iterator[Block]:
        """What is left, and a new beginning."""
        for line, begins in self._lines.close():
            yield from self._take(line, begins)
        yield from self._flush()
        self._begin()

    def _take(self, line: str, begins: bool) -> Iterator[Block]:
        if begins:
            yield from self._start(_Shape.of(line))
        if self._setting is not Setting.PROSE:
            yield self._block(line, self._setting)
            return
        if self._length + len(line) > LONGEST_BLOCK:
            yield from self._flush()
        self._open.append(line)
        self._length += len(line)
        if begins and self._ends_block(_Shape.of(line)):
            yield from self._flush()

    def _start(self, shape: _Shape) -> Iterator[Block]:
        """Settle how a line is read, and end the paragraph before it where it begins something else."""
        self._setting = self._settled(shape)
        is_item = self._setting is Setting.PROSE and _ITEM.match(shape.rest)
        if self._setting is not Setting.PROSE or is_item or _HEADING.match(shape.rest):
            yield from self._flush()
        if is_item:
            self._item = shape.indent + _content_indent(is_item)
        elif self._blank and shape.rest and shape.indent < self._item and self._fence is None:
            self._item = 0
        self._blank = not shape.rest

    def _settled(self, shape: _Shape) -> Setting:
        if self._fence is not None and self._fence.holds(shape):
            setting = self._fence.setting
            self._fence = None if self._fence.is_closed_by(shape) else self._fence
            return setting
        self._fence = None
        is_code_line = self._blank or self._setting is Setting.CODE
        if is_code_line and shape.rest and shape.indent >= self._item + _CODE_INDENT:
            return Setting.CODE
        if opened := _FENCE.match(shape.rest):
            mark = next(filter(None, opened.groups()))
            self._fence = _Fence(mark, shape.quotes, min(shape.indent, self._item))
            return self._fence.setting
        return Setting.PROSE

    def _ends_block(self, shape: _Shape) -> bool:
        return not shape.rest or _HEADING.match(shape.rest) is not None

    def _flush(self) -> Iterator[Block]:
        if self._open:
            text, self._open, self._length = "".join(self._open), [], 0
            yield self._block(text, Setting.PROSE)

    def _block(self, text: str, setting: Setting) -> Block:
        self._position += len(text)
        return Block(text, self._position - len(text), setting)
