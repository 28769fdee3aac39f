"""How Markdown source reads, line by line: prefixes, fences and rules are looked through, passages are read inline.

A reading, not a rendering: where dialects differ, the side is taken on which a change is noticed. Linear in the text.
"""

import re
from collections.abc import Generator, Iterator

from citeledger.core.reading.footnotes import markdown_sources
from citeledger.core.reading.item_numbers import lone_numbers
from citeledger.core.reading.markdown_inline import InlineReader
from citeledger.core.reading.markdown_unseen import SHOWN_BY_SOME, Closings
from citeledger.core.reading.pictures import described
from citeledger.core.reading.tokens import Run

_INDENT = re.compile(r"[ \t]*")
_QUOTE = re.compile(r"[ \t]*>[ \t]?")
_BULLET = re.compile(r"[ \t]*[-*+](?=[ \t\n]|\Z)")
_NUMBER = re.compile(r"[ \t]*(\d{1,9})[.)](?=[ \t\n]|\Z)")
_HEADING = re.compile(r"[ \t]*#{1,6}(?=[ \t\n]|\Z)")
_CLOSING_HASHES = re.compile(r"[ \t]+#+\s*\Z")
_RULE = re.compile(r"[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}\n?\Z")
_UNDERLINE = re.compile(r"[ \t]*(?:-+|=+)[ \t]*\n?\Z")
_FENCE = re.compile(r"[ \t]*(`{3,}(?=[^`\n]*\n?\Z)|~{3,})")
_TABLE_RULE = re.compile(r"(?=[^\n]*\|)(?=[^\n]*-)[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*(?:[ \t]*:?-+:?)?[ \t]*\n?\Z")
# Of a link: "[mit]: LICENSE.txt", or with the address alone, and maybe a title, on the next line.
_DEFINITION = re.compile(
    r"[ ]{0,3}\[(?!\^)([^\[\]\n]+)\]:"
    r"(?:[ \t]*\S|[ \t]*\r?\n[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)"
    r"(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*(?:\r?\n|\Z))"
)
_DEFINITIONS = re.compile(rf"^[ \t>]*{_DEFINITION.pattern}", re.MULTILINE)
_FOOTNOTE = re.compile(r"[ ]{0,3}\[\^([^\[\]\s]{1,99})\]:(?=[ \t\n]|\Z)")
_FOOTNOTES = re.compile(rf"^[ \t>]*{_FOOTNOTE.pattern}", re.MULTILINE)
_COMMENT = re.compile(r"[ \t]*(<!--|\{#(?=\s)|\{/\*|\{::comment\}|%%)")


def runs(text: str) -> Iterator[Run]:
    """Runs of Markdown source, in text order. Front matter and table cells read as text."""
    return _Reader(text, reads_comments=True).runs()


class _Reader:
    """One walk over the lines: the passage being collected, and what is open around it."""

    def __init__(self, text: str, *, reads_comments: bool) -> None:
        self._text, self._reads_comments = text, reads_comments
        labels, footnotes = _DEFINITIONS.findall(text), _FOOTNOTES.findall(text)
        sources = markdown_sources(text)
        self._inline = InlineReader(text=text, labels=labels, footnotes=footnotes, sources=sources)
        self._passage: list[tuple[int, int]] = []
        self._quotes = 0  # depth of the quote the passage stands in
        self._item_column = 0  # where the text of the open numbered item starts in its line; 0 if none is open
        self._item_number = 0
        self._lone_numbers = lone_numbers(text)
        self._fence = ""
        self._closings = Closings(text)

    def runs(self) -> Iterator[Run]:
        position = line_end = 0
        while position < len(self._text):
            if position >= line_end:
                line_end = self._text.find("\n", position) + 1 or len(self._text)
            end = line_end
            at_line_start = position == 0 or self._text[position - 1] == "\n"
            if self._fence:
                yield from self._code_line(position, end)
            else:
                start = (yield from self._prefixes(position, end)) if at_line_start else position
                end = yield from self._content(start, end)
            position = end
        yield from self._flush()

    def _flush(self) -> Iterator[Run]:
        if self._passage:
            yield from self._inline.runs(self._passage)
            self._passage = []

    def _prefixes(self, line: int, end: int) -> Generator[Run, None, int]:
        """Look through quote marks, bullets and item numbers; an item or a deeper quote ends the passage before it."""
        position, quotes = line, 0
        while True:
            if quote := _QUOTE.match(self._text, position, end):
                position, quotes = quote.end(), quotes + 1
            elif footnote := _FOOTNOTE.match(self._text, position, end):
                yield from self._flush()
                yield Run(position, footnote.end(), visible=False)
                position = footnote.end()
            elif item := self._item(line, position, end):
                yield from self._flush()
                position = item
            else:
                break
        if quotes > self._quotes:
            yield from self._flush()
        if not self._passage:
            self._quotes = quotes
        return position

    def _item(self, line: int, position: int, end: int) -> int | None:
        """Where the text of an item starts whose bullet or number stands at `position`; None if none stands there."""
        if bullet := _BULLET.match(self._text, position, end):
            if bullet.end() - 1 - line < self._item_column:
                self._item_column = 0
            return bullet.end()
        number = _NUMBER.match(self._text, position, end)
        if number and number.start(1) in self._lone_numbers:
            return None
        if number and (not self._passage or self._continues_list(number, line)):
            self._item_column, self._item_number = number.end() + 1 - line, int(number.group(1))
            return number.end()
        return None

    def _continues_list(self, number: re.Match[str], line: int) -> bool:
        """Say whether a number in the middle of a passage is the next item's: it follows the open one's, or repeats it.

        Otherwise "30. Then" is the passage's own text, wrapped.
        """
        follows = int(number.group(1)) - self._item_number in (0, 1)
        return follows and number.start(1) - line < self._item_column

    def _content(self, start: int, end: int) -> Generator[Run, None, int]:
        """Read a line from `start` on. Returns where reading goes on: after the line, or after a comment."""
        # Asked first and without copying: a line may hold any number of comments.
        if self._reads_comments and (comment := _COMMENT.match(self._text, start, end)):
            closed = self._comment_end(comment)
            if closed is not None:
                return (yield from self._comment(comment.start(1), closed))
        line = self._text[start:end]
        if not line.strip() or self._is_drawn(line):
            yield from self._flush()
        elif fence := _FENCE.match(line):
            yield from self._flush()
            self._fence = fence.group(1)
            yield Run(start + fence.end(), end, visible=False)
        elif not self._passage and (definition := _DEFINITION.match(self._text, start)):
            end = max(end, definition.end())
            yield Run(start, end, visible=False)
        elif heading := _HEADING.match(line):
            yield from self._heading(start + heading.end(), end)
        else:
            yield from self._text_line(start, end)
        return end

    def _comment_end(self, comment: re.Match[str]) -> int | None:
        """Where a comment that starts a line ends; None if it is none, for want of an end mark."""
        end = self._closings.end(comment.group(1), comment.end())
        return len(self._text) if end is None and comment.group(1) == "<!--" else end

    def _comment(self, start: int, end: int) -> Generator[Run, None, int]:
        """Read a comment that starts a line, across blank lines; returns where it ends.

        Its text is read like any other, and all of it is hidden: whoever cites it is not alarmed by its formatting.
        """
        yield from self._flush()
        for run in _Reader(self._text[start:end], reads_comments=False).runs():
            yield Run(start + run.start, start + run.end, run.shown, visible=False)
        if self._text.startswith(SHOWN_BY_SOME, start):
            yield Run(start, end, f" {described(self._text[start:end])} ")
        return end

    def _is_drawn(self, line: str) -> bool:
        """Say whether a line is only drawn: a rule, the underline of a heading, the rule under a table's head."""
        underlined = bool(self._passage) and _UNDERLINE.match(line)
        return bool(underlined or _RULE.match(line) or _TABLE_RULE.match(line))

    def _heading(self, start: int, end: int) -> Iterator[Run]:
        yield from self._flush()
        closing = _CLOSING_HASHES.search(self._text[start:end])
        self._passage = [(start, start + closing.start() if closing else end)]
        yield from self._flush()
        yield Run(end, end, " ")

    def _text_line(self, start: int, end: int) -> Iterator[Run]:
        is_row = self._text[start:end].lstrip().startswith("|")
        if is_row:
            yield from self._flush()
        if not self._passage and self._column(start) < self._item_column:
            self._item_column = 0
        self._passage.append((start, end))
        if is_row:
            yield from self._flush()

    def _column(self, start: int) -> int:
        """Column of the first character at or after `start` that is not an indent."""
        indent = _INDENT.match(self._text, start)
        return (indent.end() if indent else start) - self._text.rfind("\n", 0, start) - 1

    def _code_line(self, start: int, end: int) -> Iterator[Run]:
        """A line between fences: content as it stands, no mark means anything."""
        for _ in range(self._quotes):
            quote = _QUOTE.match(self._text, start, end)
            start = quote.end() if quote else start
        line = self._text[start:end].strip()
        if len(line) >= len(self._fence) and line == self._fence[0] * len(line):
            self._fence = ""
        else:
            yield Run(start, end, visible=not self._inline.hides)
