"""Footnotes and endnotes while a text is written: where each is named, and where it says what it says."""

from collections.abc import Iterator
from enum import StrEnum

from citeledger.extraction.structure import Note


class NotePart(StrEnum):
    """What a stretch is of a note."""

    MARK = "mark"  # where the text names it
    TEXT = "text"


class Notes:
    """Marks and texts, by the names of their notes. A name without both is none."""

    def __init__(self) -> None:
        self._marks: list[tuple[int, int, str]] = []
        self._texts: dict[str, tuple[int, int]] = {}

    def take(self, part: NotePart, name: str, start: int, end: int) -> None:
        """Note a stretch. A text of several stretches is all from the first to the last."""
        if part is NotePart.MARK:
            self._marks.append((start, end, name))
        elif end > start:
            first, last = self._texts.get(name, (start, end))
            self._texts[name] = min(first, start), max(last, end)

    def paired(self) -> Iterator[Note]:
        """The notes in the order of their marks."""
        for start, end, name in sorted(self._marks):
            if name in self._texts:
                yield Note(start, end, *self._texts[name])
