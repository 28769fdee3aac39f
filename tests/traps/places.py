"""Where in a text another edit can be planted that the passage's answer depends on: sections, other paragraphs."""

import re
from dataclasses import dataclass

from tests.traps.sources import Passage, paragraphs

_HEADING = re.compile(r"^(#{1,6}) +(\S.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the text: its heading's range and where its body ends."""

    start: int
    title_end: int
    end: int
    level: int


def sections(text: str) -> list[Section]:
    """Sections by ATX headings; none where a text may hold headings this cannot see."""
    if "```" in text or "~~~" in text or text.startswith("---"):
        return []
    found = list(_HEADING.finditer(text))
    edges = [*(match.start() for match in found[1:]), len(text)][: len(found)]
    return [Section(m.start(), m.end(), edge, len(m[1])) for m, edge in zip(found, edges, strict=True)]


def section_of(passage: Passage) -> tuple[list[Section], int] | None:
    """All sections and the index of the passage's, if at least three paragraphs of prose stand somewhere else."""
    found = sections(passage.text)
    own = next((i for i, s in enumerate(found) if s.start <= passage.start < s.end), None)
    return None if own is None or len(found) < 3 else (found, own)


def replacing(*changes: tuple[int, int, str], text: str) -> str:
    """The text with ranges replaced; ranges must not overlap."""
    for start, end, replacement in sorted(changes, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def other_paragraph(passage: Passage, *, same_section: bool) -> tuple[int, int] | None:
    located = None if passage.is_item else section_of(passage)
    if located is None:
        return None
    found, own = located
    inside = range(found[own].start, found[own].end)
    others = [
        (start, end)
        for start, end in paragraphs(passage.text)
        if (start in inside) is same_section and start != passage.paragraph_start and end - start > 40
    ]
    return others[0] if others else None


def edited_sentence(sentence: str) -> str | None:
    """The sentence with one number or word changed: the smallest edits are the hardest to see."""
    if re.search(r"\d", sentence):
        return re.sub(r"\d+", lambda m: str(int(m.group()) + 1), sentence, count=1)
    words = sentence.split(" ")
    if len(words) < 5:
        return None
    words[len(words) // 2] = "otherwise"
    return " ".join(words)
