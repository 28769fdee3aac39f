"""How reStructuredText reads, line by line: what is drawn or hidden is looked through, passages are read inline.

A reading, not a rendering: where it is unsure, the side is taken on which a change is noticed. Linear in the text.
"""

import re
from collections.abc import Iterator

from citeledger.core.reading import rst_inline
from citeledger.core.reading.footnotes import rst_sources
from citeledger.core.reading.item_numbers import lone_numbers
from citeledger.core.reading.markdown_tags import OpenTags
from citeledger.core.reading.rst_inline import Names, Substitutions, folded
from citeledger.core.reading.tokens import Run

_DRAWN = re.compile(
    r"[ \t]*(?:([!-/:-@\[-`{-~])\1{3,}"  # under or over a title, or between paragraphs
    r"|(?:={2,}|-{2,})(?:[ \t]+(?:={2,}|-{2,}))+"  # rules of a simple table
    r"|\+(?=[-=])[-=+]*\+)[ \t]*\n?\Z"  # rules of a grid table
)
_SHORT = re.compile(r"([!-/:-@\[-`{-~])\1+[ \t]*\n?\Z")
_EXPLICIT = re.compile(r"[ \t]*\.\.(?=[ \t\n]|\Z)[ \t]*")
_NOTE = re.compile(r"\[[^\]\n]+\][ \t]+")
_DIRECTIVE = re.compile(r"(?:\|[^|\n]+\|[ \t]+)?([A-Za-z][\w.+-]*(?::[\w.+-]+)*)[ \t]?::(?=[ \t\n]|\Z)[ \t]*")
_OPTION = re.compile(r"[ \t]+:[\w-][^:\n]*:(?=[ \t\n]|\Z)")
_ITEM = re.compile(r"[ \t]*(?:[-*+•‣⁃]|\(?(?:(\d{1,9})|#)[.)])(?=[ \t\n]|\Z)[ \t]*")
_BAR = re.compile(r"[ \t]*\|(?=[ \t\n]|\Z)[ \t]?")
_FOLLOWING = re.compile(r"(?:[ \t]*(?::[\w-]+:[^\n]*)?\n)*([ \t]*)\S")
_ANONYMOUS = re.compile(r"[ \t]*__[ \t]+\S")
_TARGETS = re.compile(r"^[ \t]*\.\.[ \t]+_(`[^`\n]+`|(?:[^:\n\\]|\\.)+):", re.MULTILINE)
_SUBSTITUTIONS = re.compile(
    r"^([ \t]*)\.\.[ \t]+\|([^|\n]+)\|[ \t]+replace::[ \t]*(.*(?:\n\1[ \t]+\S.*)*)", re.MULTILINE
)
_FEW = 1_000  # characters that substitutions may show in a short text, too
_CHARACTERS = re.compile(
    r"^[ \t]*\.\.[ \t]+\|([^|\n]+)\|[ \t]+unicode::[ \t]*(.*?)(?:[ \t]\.\.[ \t].*)?$", re.MULTILINE
)
_CODE = re.compile(r"(?:0x|x|\\x|U\+|u|\\u|&\#x)([0-9a-fA-F]{1,8});?\Z")
_ROLES = re.compile(r"^([ \t]*)\.\.[ \t]+role::[ \t]*([\w.+-]+)(.*(?:\n\1[ \t]+\S.*)*)", re.MULTILINE)
# Directives whose argument is a path, a language, a class: nothing a reader sees.
_SILENT = frozenset((
    "class", "codeauthor", "container", "cssclass", "currentmodule", "figure", "highlight", "image", "include",
    "literalinclude", "module", "moduleauthor", "py:currentmodule", "py:module", "rst-class", "sectionauthor",
    "tabularcolumns",
))  # fmt: skip
_CLASSES = frozenset(("class", "container", "cssclass", "rst-class"))
_CLASS_OPTION = re.compile(r"(?:[ \t]+:[\w-]+:[^\n]*\n)*?[ \t]+:class:([^\n]*)")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_VERBATIM = frozenset(("code", "code-block", "math", "productionlist", "sourcecode"))
# Seen in some output or never: what is put there supports nothing.
_CONDITIONAL = frozenset(("comment", "ifconfig", "only", "todo", "todolist"))
_HIDING = re.compile(
    r"(?<![\w-])(?:hidden|d-none|invisible|is-hidden|strike|strikethrough|line-through|struck)(?![\w-])"
)
_UNSEEN = frozenset(("date", "default-role", "index", "meta", "raw", "replace", "role", "toctree", "unicode"))


def runs(text: str) -> Iterator[Run]:
    """Runs of reStructuredText source, in text order."""
    return _Reader(text).runs()


def _names(text: str) -> Names:
    targets = frozenset(folded(name.strip("`").replace("\\", "")) for name in _TARGETS.findall(text))
    words = {folded(name): _plain(words) for _, name, words in _SUBSTITUTIONS.findall(text)}
    words |= {folded(name): _characters(codes) for name, codes in _CHARACTERS.findall(text)}
    struck = frozenset(f":{name}:" for _, name, said in _ROLES.findall(text) if _HIDING.search(said))
    return Names(targets, Substitutions(words, most=2 * len(text) + _FEW), struck, rst_sources(text))


def _characters(codes: str) -> str:
    """What the codes of a `unicode` directive show: characters by number, other words as they stand."""
    return "".join(_CODE.sub(lambda found: chr(int(found[1], 16) % 0x110000), code) for code in codes.split())


def _plain(words: str) -> str:
    """What a substitution shows: its words, read without further substitutions."""
    read = rst_inline.runs(text=words, start=0, end=len(words), names=Names())
    return "".join(words[run.start : run.end] if run.shown is None else run.shown for run in read if run.visible)


class _Reader:
    """One walk over the lines: the passage being collected, and the indented body that is open."""

    def __init__(self, text: str) -> None:
        self._text, self._names = text, _names(text)
        self._lone_numbers = lone_numbers(text)
        self._passage: tuple[int, int] | None = None
        self._column = 0  # where the passage's text starts in its first line
        self._item: int | None = None  # where its item's mark starts, if it is an item
        self._body: tuple[int, bool] | None = None  # lines indented more than this belong to it; are they seen
        self._is_hidden = False  # whether a class hides the next passage
        self._tags = OpenTags(text)  # those of raw HTML
        self._is_raw = False  # whether the open body is such
        self._options = False  # whether options of a directive may follow

    def runs(self) -> Iterator[Run]:
        start = 0
        while start < len(self._text):
            end = self._text.find("\n", start) + 1 or len(self._text)
            yield from self._line(start, end)
            start = end
        yield from self._flush()

    def _line(self, start: int, end: int) -> Iterator[Run]:
        line = self._text[start:end]
        indent = len(line) - len(line.lstrip())
        if self._body and (indent > self._body[0] or not line.strip()):
            yield Run(start, end, visible=self._body[1] and not self._tags.hide)
            for tag in _TAG.finditer(self._text, start, end) if self._is_raw else ():
                self._tags.take(tag=tag.group(), position=tag.start())
            return
        self._body, self._is_raw = None, False
        options, self._options = self._options, False
        if options and _OPTION.match(line):
            self._options = True
            yield Run(start, end, visible=False)
        elif not line.strip():
            yield from self._flush()
        elif self._is_drawn(line):
            yield from self._flush()
            yield Run(end, end, " ")
        elif explicit := _EXPLICIT.match(line):
            yield from self._flush()
            yield from self._explicit(start, start + explicit.end(), end, indent)
        elif _ANONYMOUS.match(line):
            yield from self._flush()
            yield Run(start, end, visible=False)
        else:
            yield from self._text_line(start, end, indent)

    def _hide(self, end: int, indent: int) -> None:
        """Hide the body of the directive that ends here, or if it has none, the paragraph behind it."""
        following = _FOLLOWING.match(self._text, end)
        if following and len(following.group(1)) > indent:
            self._body = (indent, False)
        else:
            self._is_hidden = True

    def _text_line(self, line: int, end: int, indent: int) -> Iterator[Run]:
        """A line of a passage; marks of items and of lines kept apart are looked through and begin one."""
        start = line
        if bar := _BAR.match(self._text, start, end):
            yield from self._flush()
            start = bar.end()
        elif self._passage is None or self._item == indent:
            while (item := _ITEM.match(self._text, start, end)) and item.start(1) not in self._lone_numbers:
                yield from self._flush()
                start = item.end()
        if self._passage is None:
            self._passage, self._item = (start, end), indent if start > line else None
            self._column = start - line if start > line else indent
        else:
            self._passage = (self._passage[0], end)

    def _flush(self) -> Iterator[Run]:
        """Read the passage. Two colons at its end open a body that stands as it is."""
        if self._passage is None:
            return
        (start, end), self._passage, self._item = self._passage, None, None
        if self._is_hidden or self._tags.hide:
            self._is_hidden = False
            yield Run(start, end, visible=False)
            return
        words = self._text[start:end].rstrip()
        cut = start + len(words)
        if words.endswith("::"):
            self._body = (self._column, True)
            cut -= 2 if len(words) == 2 or words[-3].isspace() else 1
        yield from rst_inline.runs(text=self._text, start=start, end=cut, names=self._names)
        yield Run(end, end, " ")

    def _is_drawn(self, line: str) -> bool:
        if _DRAWN.match(line):
            return True
        above = self._text[slice(*self._passage)].strip() if self._passage else ""
        return bool(above and "\n" not in above and _SHORT.match(line) and len(above) <= len(line.strip()))

    def _explicit(self, line: int, start: int, end: int, indent: int) -> Iterator[Run]:
        """What follows two dots: a target, a note, a directive, or a comment."""
        if note := _NOTE.match(self._text, start, end):
            self._passage, self._column = (start, end), note.end() - line
        elif directive := _DIRECTIVE.match(self._text, start, end):
            yield from self._directive(directive, line, end, indent)
        else:
            yield Run(line, end, visible=False)
            following = self._text[end : self._text.find("\n", end) + 1 or len(self._text)]
            if (start < end and self._text[start:end].strip()) or following.strip():
                self._body = (indent, False)

    def _directive(self, found: re.Match[str], line: int, end: int, indent: int) -> Iterator[Run]:
        name = found.group(1).lower()
        classes = _CLASS_OPTION.match(self._text, end)
        is_hidden = classes is not None and _HIDING.search(classes.group(1)) is not None
        if found.group().startswith("|") or name in _UNSEEN or name in _CONDITIONAL or is_hidden:
            yield Run(line, end, visible=False)
            self._body, self._is_raw = (indent, False), name == "raw"
        elif name in _VERBATIM:
            yield Run(line, end, visible=name == "math")
            self._body = (indent, True)
        elif name in _SILENT:
            yield Run(line, end, visible=False)
            self._options = True
            if name in _CLASSES and _HIDING.search(self._text, found.end(), end):
                self._hide(end, indent)
        else:
            yield Run(*found.span(1))
            yield Run(end, end, " ")
            self._passage, self._column, self._options = (found.end(), end), indent, True
