"""The markers of one block of prose, and what looks like one and is left alone.

Code spans, links and tags are found as CommonMark has them; maths as pandoc does: no space inside the dollars of
$x$, no digit behind them, so that "$5 or $6" is money.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from enum import StrEnum
from typing import NamedTuple

from .blocks import Block
from .notations import Notation

_SPECIAL = re.compile(
    r"(?P<code>`+)"
    r"|(?P<maths>\$\$|\\[(\[])"
    r"|(?P<dollar>\$(?=[^\s$]))"
    r"|(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<comment><!--)"
    r"|(?P<link></?[A-Za-z][^<>]{0,2000}>"
    r"|(?<![\w+.-])(?:[A-Za-z][A-Za-z0-9+.-]{1,31}://|www\.|mailto:)[^\s<>]+)"
    r"|(?P<opening>[\[［【〔])"
    r"|(?P<closing>\])"
)
_TARGET = re.compile(r"\((?:<[^<>\n]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)")
_LABEL = re.compile(r"\[[^\[\]]{0,999}\]")
_BACKTICKS = re.compile("`+")
_DOLLAR = re.compile(r"(?<!\\)\$|\n")
_CLOSING_DOLLAR = re.compile(r"(?<=\S)\$(?![\d$])")
_MATHS_ENDS = {"$$": "$$", "\\(": "\\)", "\\[": "\\]"}


class Reason(StrEnum):
    """Why something that looks like a marker is none."""

    MALFORMED = "malformed"
    IN_CODE = "in_code"
    IN_LINK = "in_link"
    IN_MATHS = "in_maths"
    IN_COMMENT = "in_comment"
    CLOSES_NOTHING = "closes_nothing"


class LeftAlone(NamedTuple):
    """Text that looks like a marker and stays text. `position`: code points from the beginning of the stream."""

    position: int
    reason: Reason


class Marker(NamedTuple):
    """A marker and what it names. `start` and `end` are code points of its block, end exclusive."""

    start: int
    end: int
    names: tuple[str, ...]


class Reading(NamedTuple):
    """What was found in a block, each in the order of the text."""

    markers: list[Marker]
    left: list[LeftAlone]


def read(block: Block, notation: Notation) -> Reading:
    """Find the markers of a block. Linear in its length."""
    return _Reader(block, notation).read()


class _Reader:
    def __init__(self, block: Block, notation: Notation) -> None:
        self._text, self._start, self._notation = block.text, block.start, notation
        self._markers: list[Marker] = []
        self._left: list[LeftAlone] = []
        self._brackets: list[int] = []
        self._endless: set[str] = set()  # ends that stand nowhere in the rest
        self._runs: defaultdict[int, list[int]] | None = None

    def read(self) -> Reading:
        position = 0
        while found := _SPECIAL.search(self._text, position):
            position = self._take(found)
        return Reading(self._markers, sorted(self._left))

    def _take(self, found: re.Match[str]) -> int:
        """Handle what begins here; returns where reading goes on."""
        match found.lastgroup:
            case "code":
                return self._passed(found, self._code_end(found), Reason.IN_CODE)
            case "maths":
                end = self._end(_MATHS_ENDS[found.group()], found.end())
                return self._passed(found, end, Reason.IN_MATHS)
            case "dollar":
                return self._passed(found, self._dollar_end(found.end()), Reason.IN_MATHS)
            case "comment":
                return self._passed(found, self._end("-->", found.end()), Reason.IN_COMMENT)
            case "link":
                return self._passed(found, found.end(), Reason.IN_LINK)
            case "opening":
                return self._opened(found)
            case "closing":
                return self._closed(found)
        return found.end()

    def _passed(self, found: re.Match[str], end: int, reason: Reason) -> int:
        """Pass over a stretch that is not prose, telling what looks like a marker in it. -1: it has no end."""
        if end < 0:
            return found.end()
        self._tell(found.start(), end, reason)
        return end

    def _tell(self, start: int, end: int, reason: Reason) -> None:
        found = self._notation.like.finditer(self._text, start, end)
        self._left += (LeftAlone(self._start + like.start(), reason) for like in found)

    def _code_end(self, found: re.Match[str]) -> int:
        if self._runs is None:
            self._runs = defaultdict(list)
            for run in _BACKTICKS.finditer(self._text):
                self._runs[len(run.group())].append(run.start())
        length = len(found.group())
        places = self._runs[length]
        after = bisect_left(places, found.end())
        return places[after] + length if after < len(places) else -1

    def _end(self, mark: str, start: int) -> int:
        at = -1 if mark in self._endless else self._text.find(mark, start)
        if at < 0:
            self._endless.add(mark)
            return -1
        return at + len(mark)

    def _dollar_end(self, start: int) -> int:
        following = _DOLLAR.search(self._text, start)
        closes = following is not None and _CLOSING_DOLLAR.match(self._text, following.start())
        return following.end() if following and closes else -1

    def _opened(self, found: re.Match[str]) -> int:
        marker = self._notation.marker.match(self._text, found.start())
        if marker is None:
            if self._notation.like.match(self._text, found.start()):
                self._left.append(LeftAlone(self._start + found.start(), Reason.MALFORMED))
            if found.group() == "[":
                self._brackets.append(found.start())
            return found.end()
        if target := _TARGET.match(self._text, marker.end()):
            return self._passed(found, target.end(), Reason.IN_LINK)
        self._markers.append(Marker(*marker.span(), self._notation.names(marker)))
        return marker.end()

    def _closed(self, found: re.Match[str]) -> int:
        if not self._brackets:
            return found.end()
        opening, end = self._brackets.pop(), self._link_end(found.end())
        if end < 0:
            return found.end()
        while self._markers and self._markers[-1].start > opening:
            self._left.append(LeftAlone(self._start + self._markers.pop().start, Reason.IN_LINK))
        self._tell(found.end(), end, Reason.IN_LINK)
        return end

    def _link_end(self, start: int) -> int:
        """Where the target behind a label ends; -1 if there is none and the label is just text in brackets."""
        found = _TARGET.match(self._text, start)
        if found is None and not self._notation.marker.match(self._text, start):
            found = _LABEL.match(self._text, start)
        return found.end() if found else -1
