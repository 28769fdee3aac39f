"""Where a Markdown source holds plain prose that an edit can be planted in: sentences, clauses and values."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?:.*\n)*?---[ \t]*\n")
_BLOCK = re.compile(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
# Lines that start like this are not prose, or would be read differently after an edit beside them.
_NOT_PROSE = re.compile(r"^(?:\s|[#|>+*:=!<{\[-]|\d+[.)])", re.MULTILINE)
_ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)]) (?=\S)")
_MARKUP = re.compile(r"[<>\[\]`*_~\\&{}|#$^=@]|://")
_SENTENCE = re.compile(r"[^\s.!?।。؟！？](?:[^.!?।。؟！？]|[.!?](?=\w))*[.!?।。؟！？]+")
_CLAUSE = re.compile(r"[^,;:()\s][^,;:()]{20,}[^,;:()\s]")
_VALUE = re.compile(r"(?<![\d.,])\d+(?:[.,]\d+)*(?:%| [^\W\d]{3,}| ?[^\W\d\u0000-\u024f])")
_WIDE = re.compile(r"[\u2e80-\U0003ffff]")  # each says as much as two letters
_HIDES = re.compile(r"<(?:del|s|strike|script|style|pre)\b|hidden|display")


@dataclass(frozen=True, slots=True)
class Passage:
    """A cited range of a text and the paragraph it stands in, which may be a list item's; offsets in code points."""

    text: str
    start: int
    end: int
    paragraph_start: int
    paragraph_end: int
    is_item: bool = False

    @property
    def cited(self) -> str:
        return self.text[self.start : self.end]

    @property
    def paragraph(self) -> str:
        return self.text[self.paragraph_start : self.paragraph_end]

    def with_cited(self, replacement: str) -> str:
        """The text with other words where the cited ones stand."""
        return self.text[: self.start] + replacement + self.text[self.end :]

    def with_paragraph(self, replacement: str) -> str:
        """The text with another paragraph where the passage's stands."""
        return self.text[: self.paragraph_start] + replacement + self.text[self.paragraph_end :]


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of prose paragraphs without their last line end: no front matter, code, lists, quotes, tables, HTML."""
    return ((start, end) for start, end, is_item in _blocks(text) if not is_item)


@lru_cache(maxsize=64)
def _blocks(text: str) -> tuple[tuple[int, int, bool], ...]:
    return tuple(_located(text))


def _located(text: str) -> Iterator[tuple[int, int, bool]]:
    """Prose paragraphs and lists of one-line items, item by item (without its mark), and whether it is an item."""
    front_matter = _FRONT_MATTER.match(text)
    fences = 0
    for block in _BLOCK.finditer(text, front_matter.end() if front_matter else 0):
        fences += len(_FENCE.findall(block.group()))
        if fences % 2 or _FENCE.search(block.group()) or not _is_closed(text, block.end()):
            continue
        lines = block.group().rstrip("\n").split("\n")
        if not _NOT_PROSE.search(block.group()):
            yield block.start(), block.start() + len(block.group().rstrip("\n")), False
        elif all(_ITEM.match(line) for line in lines):
            yield from _items(lines, block.start())


def _items(lines: list[str], start: int) -> Iterator[tuple[int, int, bool]]:
    for line in lines:
        mark = _ITEM.match(line)
        yield start + (mark.end() if mark else 0), start + len(line.rstrip()), True
        start += len(line) + 1


def _is_closed(text: str, end: int) -> bool:
    """Whether no comment or hiding tag may be open here: real texts hold all sorts of things."""
    before = text[:end].lower()
    return before.count("<!--") == before.count("-->") and not _HIDES.search(before)


def has_markup(text: str) -> bool:
    """Whether a piece of text holds characters that may be more than they seem."""
    return _MARKUP.search(text) is not None


def passages(text: str) -> Iterator[Passage]:
    """Sentences, clauses and values of prose without any markup; sentences and clauses occur once in the text."""
    for first, last, is_item in _blocks(text):
        if has_markup(text[first:last]):
            continue
        for sentence in _SENTENCE.finditer(text, first, last):
            for start, end in _cited(text, *sentence.span()):
                yield Passage(text, start, end, first, last, is_item)


def _cited(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    if (
        last - first + len(_WIDE.findall(text, first, last)) >= 25
        and last - first <= 300
        and text.count(text[first:last]) == 1
    ):
        yield first, last
        clause = next(_CLAUSE.finditer(text, first, last - 1), None)
        if clause and text.count(clause.group()) == 1:
            yield clause.span()
        value = next(_VALUE.finditer(text, first, last - 1), None)
        if value and not _splits_a_letter(text, value.end()):
            yield value.span()


def _splits_a_letter(text: str, offset: int) -> bool:
    """Whether a mark of the letter before `offset` would be cut off."""
    return unicodedata.category(text[offset]).startswith("M") or text[offset] in "\u200c\u200d"
