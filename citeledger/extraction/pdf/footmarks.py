"""Which raised numbers and signs of a page are the marks of its footnotes: told by the notes at its foot."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from citeledger.extraction.structure import Note

_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LABEL: Final = re.compile(r"([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|[*†‡§]{1,3})(?=\s*\S)|\A(\d{1,3})(?=[.)]?\s)")
_LINE: Final = re.compile(r"^", re.MULTILINE)
# A square metre is no footnote, nor is a power: what stands before a mark is a word or the end of a sentence.
_UNIT: Final = re.compile(r"(?:\A|[^\w])(?:[^\W\d]|[cdkmµn]m|ft|in|yd|mi|sq)\Z")
_BEFORE: Final = 4  # characters that tell a unit


def footmarks(text: str, notes: Sequence[tuple[int, int]]) -> Iterator[Note]:
    """The notes of a page with their marks; `notes` are where paragraphs at its foot stand in its text."""
    for label, start, end in labelled(text, notes):
        mark = next((place for place in _places(text, label) if not any(s <= place < e for s, e in notes)), None)
        if mark is not None:
            yield Note(mark, mark + len(label), start, end)


def labelled(text: str, notes: Sequence[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """Each note by its label, as it is written in the text. A paragraph may hold several, each on lines of its own."""
    for start, end in notes:
        passage = text[start:end]
        found = [(label, line.start()) for line in _LINE.finditer(passage) if (label := _label(passage, line.start()))]
        for (label, first), (_, last) in pairwise([*found, ("", len(passage))]):
            yield label, start + first, start + last


def _label(passage: str, at: int) -> str:
    found = _LABEL.match(passage, at)
    return (found[1] or found[2]).translate(_RAISED) if found else ""


def is_mark(text: str, start: int, end: int) -> bool:
    """Whether raised characters stand right behind a word or sentence, by themselves, and are no power."""
    label, beside = text[start:end], text[start - 1 : start] + text[end : end + 1]
    is_alone = not any(sign in label or sign.isdigit() or sign in "⁻⁺" for sign in beside)
    return start > 0 and is_alone and not text[start - 1].isspace() and not _is_power(text, start)


def _places(text: str, label: str) -> Iterator[int]:
    place = text.find(label)
    while place >= 0:
        if is_mark(text, place, place + len(label)):
            yield place
        place = text.find(label, place + 1)


def _is_power(text: str, place: int) -> bool:
    return _UNIT.search(text[max(0, place - _BEFORE) : place]) is not None
