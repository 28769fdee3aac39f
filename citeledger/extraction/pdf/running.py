"""What pages repeat: headers, footers, page numbers. Kept, and told apart from the text that flows around them.

A line (or a ruled table: letterheads of forms are) is running when it is among the outermost of its page, in the
margin, and the same line (its digits aside) stands at the same height on other pages: twice for a line of the very same
words or a bare page number, three times where the numbers in it vary ("Chapter 1", "Chapter 2" at the head of two pages
is no header). Twice is enough for several words with a number at their end or beginning that counts the pages.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from citeledger.extraction.pdf.geometry import Box

_MARGIN = 0.15  # of the page's height
_OUTERMOST = 3  # lines from the edge
_HEIGHT = 4.0  # points by which the same line may stand elsewhere
_DIGITS = re.compile(r"\d+")
_COUNTED = re.compile(r"(\d{1,4})\b(.+)|(.*\D)(\d{1,4})")
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST_WORDS = 3  # of a line with a number that counts pages
_PAGE_NUMBER = re.compile(
    r"[-–—\s]*(?:(?:page|seite|p\.|s\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von)\s*\d{1,4})?[-–—\s]*",
    re.IGNORECASE,
)


class Standing(Protocol):
    """A line or a table: its words, and the height it stands at."""

    @property
    def text(self) -> str: ...

    @property
    def baseline(self) -> float: ...


class _Seen(NamedTuple):
    page: int
    text: str
    line: Standing


def running(pages: Sequence[tuple[Box, Sequence[Standing]]]) -> set[int]:
    """The ids of the running lines and tables of all pages; a page is its box and what stands on it."""
    places: dict[tuple[str, int], list[_Seen]] = defaultdict(list)
    for number, (page, lines) in enumerate(pages):
        for line in _outer(page, lines):
            text = line.text
            places[_pattern(text), _height(page, line)].append(_Seen(number, text, line))
    return {id(seen.line) for found in places.values() for seen in _repeated(found)}


def _counts_pages(found: Sequence[_Seen]) -> bool:
    """Whether lines of several words begin or end with a number that grows as pages do, all else in them the same."""
    for first, second in pairwise(sorted(found, key=lambda seen: seen.page)):
        one, other = (_COUNTED.fullmatch(seen.text) for seen in (first, second))
        if not one or not other or one.group(2, 3) != other.group(2, 3):
            return False
        numbers = [int(each[1] or each[4]) for each in (one, other)]
        if numbers[1] - numbers[0] != second.page - first.page or len(_WORD.findall(first.text)) < _FEWEST_WORDS:
            return False
    return len(found) > 1


def _outer(page: Box, standing: Sequence[Standing]) -> Iterator[Standing]:
    lines = sorted(standing, key=lambda line: -line.baseline)
    margin = _MARGIN * (page.top - page.bottom)
    yield from (line for line in lines[:_OUTERMOST] if line.baseline > page.top - margin)
    yield from (line for line in lines[-_OUTERMOST:] if line.baseline < page.bottom + margin)


def _pattern(text: str) -> str:
    return "#" if _PAGE_NUMBER.fullmatch(text) else _DIGITS.sub("#", text)


def _height(page: Box, line: Standing) -> int:
    """How far from the nearer edge: positive from the top, negative from the bottom."""
    down, up = page.top - line.baseline, line.baseline - page.bottom
    return round((down if down < up else -up) / _HEIGHT)


def _repeated(found: Sequence[_Seen]) -> Iterator[_Seen]:
    """Those of the lines with one pattern at one height that other pages repeat."""
    needed = 2 if _PAGE_NUMBER.fullmatch(found[0].text) or _counts_pages(found) else 3
    pages = len({seen.page for seen in found})
    pages_of: dict[str, set[int]] = defaultdict(set)
    for seen in found:
        pages_of[seen.text].add(seen.page)
    yield from (seen for seen in found if pages >= needed or len(pages_of[seen.text]) >= 2)
