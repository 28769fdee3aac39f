"""Lines to paragraphs, headings, list items, captions and footnotes: by place, size and first characters alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from citeledger.extraction.pdf.lines import Line, body_size

_LOOSER = 1.3  # times the usual distance of lines: a new paragraph
_APART = 1.1  # times the usual distance: enough before a bold line
_UNFILLED = 3.0  # times the font size
_AIRY = 1.6  # times the font size: a paragraph may end at this distance, if a sentence does
_SENTENCE_ENDS = (".", "!", "?", ":", ";", "。", "！", "？", "؟", "।")
_FARTHEST = 2.5  # times the font size: lines farther apart say nothing about the usual distance
_ENOUGH = 8  # distances in a column that tell its own manner
_OTHER_SIZE = 0.08  # of the font size
_LARGER = 1.12  # times the body's size: a heading
_SMALLER = 0.93  # times the body's size: a footnote
_LONGEST_HEADING = 200  # characters
_INDENT = (0.8, 4.0)  # times the font size: the first line of a paragraph
_FOOT = 0.4  # of the page's height: where footnotes stand
_LIST_ITEM = re.compile(r"(?:[•◦▪‣·●○■□*–-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s+\S")
_LEADERS = re.compile(r"(?:\. ?){4,}\s*[\divxlc]+$")
_CAPTION = re.compile(
    r"(?:Figure|Fig\.|Abbildung|Abb\.|Figura|Figur|Рисунок|Рис\.|الشكل|איור|चित्र|图|圖|図|그림)\s*"
    r"[\dA-Z]+(?:[.\-–]\d+)*\s?[.:：。|—–]"
)
_NOTE = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}\s*[^\W\d]")
_FOOTNOTE = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹*†‡§]+\s*\S|\d{1,3}[.)]?\s+\S")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together, and what they are: paragraph, list_item, heading, caption or footnote."""

    kind: str
    lines: tuple[Line, ...]

    @property
    def size(self) -> float:
        return self.lines[0].size

    def text(self) -> str:
        """As printed, one line under another; a hyphen at a line end stays where it is printed."""
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a document is set: its text size (points), the usual distance of its lines (times their size), its weight."""

    size: float
    spacing: float
    is_bold: bool

    @classmethod
    def of(cls, columns: Sequence[Sequence[Line]]) -> "Manner":
        every = [line for column in columns for line in column]
        spacing = median([distance for column in columns for distance in _distances(column)] or [0.0])
        bold = sum(len(line) for line in every if line.is_bold)
        return cls(body_size(every), spacing, 2 * bold > sum(map(len, every)))


def paragraphs(*, lines: Sequence[Line], manner: Manner, foot: float) -> Iterator[Paragraph]:
    """Group the lines of one column, in the manner of its document; footnotes stand below the height `foot`."""
    held: list[Line] = []
    distances = _distances(lines)
    usual = median(distances) if len(distances) >= _ENOUGH else manner.spacing
    edge, end = min((line.left for line in lines), default=0.0), max((line.right for line in lines), default=0.0)
    for line in lines:
        if held and (_opens(held, line, usual=usual, edge=edge) or _opens_caption(held[-1], line, end)):
            yield _paragraph(held, manner, foot)
            held = []
        held.append(line)
    if held:
        yield _paragraph(held, manner, foot)


def foot_of(bottom: float, top: float) -> float:
    """The height below which a page's footnotes are looked for."""
    return bottom + _FOOT * (top - bottom)


def _distances(lines: Sequence[Line]) -> list[float]:
    """The distances of lines of one size that follow one another, times their size."""
    return [
        (above.baseline - below.baseline) / below.size
        for above, below in pairwise(lines)
        if _alike(above, below) and above.baseline - below.baseline < _FARTHEST * below.size
    ]


def _alike(one: Line, other: Line) -> bool:
    return abs(one.size - other.size) <= _OTHER_SIZE * max(one.size, other.size)


def _opens(held: Sequence[Line], line: Line, *, usual: float, edge: float) -> bool:
    last = held[-1]
    distance = last.baseline - line.baseline
    if not _alike(last, line) or not 0 < distance <= _LOOSER * max(usual, 1.0) * line.size:
        return True
    if distance > _AIRY * line.size and last.text.endswith(_SENTENCE_ENDS):
        return True
    if _ends_heading(last, line) or (line.is_bold and not last.is_bold and distance > _APART * usual * line.size):
        return True
    return bool(_LIST_ITEM.match(line.text) or _NOTE.match(line.text)) or _is_indented(held, line, edge)


def _opens_caption(last: Line, line: Line, end: float) -> bool:
    """Whether a line names a figure under words that the figure holds: a sentence that goes on fills its column."""
    return _CAPTION.match(line.text) is not None and last.right < end - _UNFILLED * line.size


def _ends_heading(last: Line, line: Line) -> bool:
    """Whether a bold line that does not fill its column stands over plain text: a heading of the text's size."""
    return last.is_bold and not line.is_bold and last.right < line.right - _UNFILLED * line.size


def _is_indented(held: Sequence[Line], line: Line, edge: float) -> bool:
    """Whether a line begins further in than those before it and the column. Items of a list hang, that is no sign."""
    if line.is_right_to_left or _LIST_ITEM.match(held[0].text):
        return False
    least, most = (times * line.size for times in _INDENT)
    return least <= line.left - edge <= most and abs(held[-1].left - edge) < least


def _paragraph(lines: Sequence[Line], manner: Manner, foot: float) -> Paragraph:
    return Paragraph(_kind(lines, lines[0].text, manner, foot), tuple(lines))


def _is_heading(lines: Sequence[Line], manner: Manner) -> bool:
    """Short, and larger than the text or bold throughout and no sentence. Entries of tables of contents are none."""
    if sum(len(line.text) for line in lines) > _LONGEST_HEADING or _LEADERS.search(lines[-1].text):
        return False
    size = lines[0].size
    stands_out = size >= manner.size * (1 - _OTHER_SIZE) and all(line.is_bold for line in lines) and not manner.is_bold
    return size >= _LARGER * manner.size or (stands_out and not lines[-1].text.endswith(_SENTENCE_ENDS))


def _kind(lines: Sequence[Line], first: str, manner: Manner, foot: float) -> str:
    size = lines[0].size
    if _CAPTION.match(first):
        return "caption"
    if _is_heading(lines, manner):
        return "heading"
    if size <= _SMALLER * manner.size and lines[0].baseline < foot and _FOOTNOTE.match(first):
        return "footnote"
    return "list_item" if _LIST_ITEM.match(first) else "paragraph"
