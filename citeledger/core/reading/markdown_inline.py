"""How a passage of Markdown reads: emphasis, code, links, tags, entities and escapes are looked through.

What a reader does not see (struck through, commented out, hidden by a tag, a link's target) is kept as hidden runs.
"""

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from citeledger.core.reading import markdown_marks
from citeledger.core.reading.markdown_tags import OpenTags
from citeledger.core.reading.markdown_unseen import SHOWN_BY_SOME, Closings
from citeledger.core.reading.pictures import described
from citeledger.core.reading.tokens import Run

_STARTS = re.compile(
    r"[\\`<{&*_~!\[\]]|%(?=%)"
)  # what anything special begins with; found much faster than the whole of it
_SPECIAL = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~\n])"
    r"|(?P<code>`+)"
    r"|(?P<unseen><!--|\{#(?=\s)|\{/\*|\{--|\{>>|\{::comment\}|%%|<\?|<!\[CDATA\[|<![A-Za-z])"
    r"|(?P<template>\{%-?\s*(?:end)?comment\b[^%{}]*%\})"
    r"|(?P<address><(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>)"
    r"|(?P<tag></?[A-Za-z][\w:-]*(?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)?/?>)"
    r"|(?P<entity>&(?:\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<mark>\*+|_+|~+)"
    r"|(?P<footnote>\[\^[^\[\]\s]{1,99}\])"
    r"|(?P<opening>!?\[)"
    r"|(?P<closing>\])"
)
# "( url)" or "((url))" is a link in one dialect and text in another: there the target counts as text.
_TARGET = re.compile(
    r"\((?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]+\)[^\s()]+)*(?:(?<!\()\([^\s()]+\))?)"
    r"(?:[ \t\n]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t\n]*\)"
)
# `[text](target){.class #name key="value"}`: `wraps` asks whether these hide anything.
_ATTRIBUTES = re.compile(
    r"\{:?[ \t]*(?:(?:[.#][\w-]+|[A-Za-z][\w-]*=(?:\"[^\"{}\n]*\"|'[^'{}\n]*'|[^\s\"'{}]+))(?=[ \t}])[ \t]*)+\}"
)
_REFERENCE = re.compile(r"\[([^\[\]]*)\]")
_BACKTICKS = re.compile(r"`+")
# H~2~O is lowered in one dialect and struck through in another: it counts as seen, and not as H2O.
_LOWERED = re.compile(r"[0-9A-Za-z_]+")
_LONGEST_LABEL = 999  # CommonMark 4.7


class _Cut(NamedTuple):
    """Source left out of the reading: what shows instead, whether it stays as hidden text, how hiding changes after."""

    start: int
    end: int
    shown: str = ""
    kept_hidden: bool = False
    hides: int = 0


class _Bracket(NamedTuple):
    """An opening bracket, and how much had been found when it was met."""

    match: re.Match[str]
    cuts: int
    marks: int


class InlineReader:
    """Reads the passages of one document in order; knows the labels its links use and the hiding tags still open."""

    def __init__(
        self, *, text: str, labels: Iterable[str], footnotes: Iterable[str], sources: frozenset[str] = frozenset()
    ) -> None:
        self.text = text
        self.labels = frozenset(_folded(label) for label in labels)
        self.footnotes = frozenset(footnotes)
        self.sources = sources
        self.tags = OpenTags(text)

    @property
    def hides(self) -> bool:
        """Whether a hiding tag is open where reading stands."""
        return self.tags.hide

    def runs(self, ranges: Sequence[tuple[int, int]]) -> Iterator[Run]:
        """Runs of one passage, given as the source ranges of its lines without their prefixes."""
        return _Passage(self, ranges).runs()


def _digest(source: str) -> str:
    return f" {described(source)} "


def _folded(label: str) -> str:
    return " ".join(label.casefold().split())


class _Passage:
    """One passage being read: its source as one string, and the cuts found in it."""

    def __init__(self, reader: InlineReader, ranges: Sequence[tuple[int, int]]) -> None:
        self._reader, self._ranges = reader, ranges
        self._source = "".join(reader.text[start:end] for start, end in ranges)
        self._lines = _line_offsets(ranges)
        self._cuts: list[_Cut] = []
        self._marks: list[tuple[int, int]] = []
        self._brackets: list[_Bracket] = []
        self._backticks: dict[int, list[int]] | None = None
        self._closings = Closings(self._source)

    def runs(self) -> Iterator[Run]:
        starts_hidden = self._reader.tags.hide
        takers = {
            "escape": self._take_escape,
            "code": self._take_code,
            "unseen": self._take_unseen,
            "template": self._take_tag,
            "address": self._take_address,
            "tag": self._take_tag,
            "entity": self._take_entity,
            "mark": self._take_mark,
            "footnote": self._take_footnote,
            "opening": self._take_opening,
            "closing": self._take_closing,
        }
        position = 0
        while start := _STARTS.search(self._source, position):
            match = _SPECIAL.match(self._source, start.start())
            position = takers[match.lastgroup or ""](match) if match else start.end()
        for pair in markdown_marks.pairs(passage=self._source, found=self._marks):
            self._cuts += _mark_cuts(pair, self._source)
        return self._read(depth=int(starts_hidden))

    def _read(self, *, depth: int) -> Iterator[Run]:
        position = 0
        for cut in sorted(self._cuts):
            yield from self._between(position, cut.start, visible=depth == 0)
            if cut.kept_hidden:
                yield from self._between(cut.start, cut.end, visible=False)
            if cut.shown:
                start = self._origin(cut.start)
                yield Run(start, start + cut.end - cut.start, cut.shown, depth == 0)
            depth += cut.hides
            position = cut.end
        yield from self._between(position, len(self._source), visible=depth == 0)

    def _between(self, start: int, end: int, *, visible: bool) -> Iterator[Run]:
        """Source from `start` to `end` of the passage as it stands, one run for each line it touches."""
        line = bisect_right(self._lines, start) - 1
        while start < end:
            line_end = self._lines[line + 1] if line + 1 < len(self._lines) else end
            stop = min(end, line_end)
            origin = self._ranges[line][0] + start - self._lines[line]
            yield Run(origin, origin + stop - start, None, visible)
            start, line = stop, line + 1

    def _origin(self, offset: int) -> int:
        line = bisect_right(self._lines, offset) - 1
        return self._ranges[line][0] + offset - self._lines[line]

    def _take_escape(self, match: re.Match[str]) -> int:
        self._cuts.append(_Cut(match.start(), match.start() + 1))
        return match.end()

    def _take_code(self, match: re.Match[str]) -> int:
        width = len(match.group())
        closing = self._closing_backticks(width, match.end())
        if closing is None:
            return match.end()
        first, last = self._source[match.end()], self._source[closing - 1]
        spaced = first in " \n" and last in " \n" and not self._source[match.end() : closing].isspace()
        self._cuts += [_Cut(match.start(), match.end() + spaced), _Cut(closing - spaced, closing + width)]
        return closing + width

    def _closing_backticks(self, width: int, position: int) -> int | None:
        if self._backticks is None:
            self._backticks = {}
            for run in _BACKTICKS.finditer(self._source):
                self._backticks.setdefault(len(run.group()), []).append(run.start())
        starts = self._backticks.get(width, [])
        index = bisect_left(starts, position)
        return starts[index] if index < len(starts) else None

    def _take_unseen(self, match: re.Match[str]) -> int:
        end = self._closings.end(match.group(), match.end())
        if end is None:
            return match.end()
        shown = _digest(self._source[match.start() : end]) if match.group() == SHOWN_BY_SOME else ""
        self._cuts.append(_Cut(match.start(), end, shown, kept_hidden=True))
        return end

    def _take_address(self, match: re.Match[str]) -> int:
        self._cuts += [_Cut(match.start(), match.start() + 1), _Cut(match.end() - 1, match.end())]
        return match.end()

    def _take_tag(self, match: re.Match[str]) -> int:
        hides = self._reader.tags.take(tag=match.group(), position=self._origin(match.start()))
        shown = OpenTags.shown(match.group())
        self._cuts.append(_Cut(match.start(), match.end(), shown, kept_hidden=True, hides=hides))
        return match.end()

    def _take_entity(self, match: re.Match[str]) -> int:
        decoded = html.unescape(match.group())
        if decoded != match.group():
            self._cuts.append(_Cut(match.start(), match.end(), decoded))
        return match.end()

    def _take_mark(self, match: re.Match[str]) -> int:
        self._marks.append(match.span())
        return match.end()

    def _take_footnote(self, match: re.Match[str]) -> int:
        """A reader sees a mark, numbered by its place among the others; its name in the source says nothing.

        Nor does the mark where the note only names a source.
        """
        name = match.group()[2:-1]
        if name in self._reader.footnotes:
            is_source = name in self._reader.sources
            self._cuts.append(_Cut(match.start(), match.end(), "" if is_source else "[^]", kept_hidden=is_source))
        return match.end()

    def _take_opening(self, match: re.Match[str]) -> int:
        self._brackets.append(_Bracket(match, len(self._cuts), len(self._marks)))
        return match.end()

    def _take_closing(self, match: re.Match[str]) -> int:
        if not self._brackets:
            return match.end()
        bracket = self._brackets.pop()
        opening = bracket.match
        end = self._link_end(opening, match)
        if end is None:
            return match.end()
        if attributes := _ATTRIBUTES.match(self._source, end):
            end = attributes.end()
        if opening.group() == "![" and not any(cut.hides for cut in self._cuts[bracket.cuts :]):
            self._take_picture(bracket, match.start(), end)
        else:
            self._cuts += [_Cut(*opening.span()), _Cut(match.start(), end, kept_hidden=True)]
        return end

    def _take_picture(self, bracket: "_Bracket", closing: int, end: int) -> None:
        """The words for a picture are no text: a sign stands for them. What was read of them is dropped."""
        words = self._source[bracket.match.end() : closing]
        del self._cuts[bracket.cuts :], self._marks[bracket.marks :]
        shown = _digest(words) if words.strip() else ""
        self._cuts.append(_Cut(bracket.match.start(), end, shown, kept_hidden=True))

    def _link_end(self, opening: re.Match[str], closing: re.Match[str]) -> int | None:
        """Where the link ends whose text stands between the brackets; None if they are brackets and no more."""
        if target := _TARGET.match(self._source, closing.end()):
            return target.end()
        reference = _REFERENCE.match(self._source, closing.end())
        if reference and self._is_label(reference.start(1), reference.end(1)):
            return reference.end()
        if self._is_label(opening.end(), closing.start()):
            # "[label][]" is the same link as "[label]".
            return reference.end() if reference and not reference.group(1) else closing.end()
        return None

    def _is_label(self, start: int, end: int) -> bool:
        return 0 < end - start <= _LONGEST_LABEL and _folded(self._source[start:end]) in self._reader.labels


def _line_offsets(ranges: Sequence[tuple[int, int]]) -> list[int]:
    offsets, total = [], 0
    for start, end in ranges:
        offsets.append(total)
        total += end - start
    return offsets


def _mark_cuts(pair: markdown_marks.Pair, source: str) -> Iterator[_Cut]:
    """Emphasis disappears from the reading; struck-through text is hidden between its marks, lowered text is marked."""
    shown, hides = "", 0
    if pair.sign == "~":
        is_lowered = pair.width == 1 and _LOWERED.fullmatch(source, pair.opening + 1, pair.closing)
        shown, hides = ("_", 0) if is_lowered else (" ", 1)
    yield _Cut(pair.opening, pair.opening + pair.width, shown, hides=hides)
    yield _Cut(pair.closing, pair.closing + pair.width, shown, hides=-hides)
