"""Text as a browser lays it out: white space collapsed, lines broken where the page breaks them, blocks apart."""

import re
from typing import Final

from citeledger.extraction.passages import Mark, Passage, Piece
from citeledger.extraction.tables import Table

_SPACE: Final = re.compile(r"[ \t\n\r\f]+")  # what HTML collapses; a hard space is a character


class Flow:
    """The passages of a page or of a table cell, and the one being written."""

    def __init__(self) -> None:
        self.items: list[Passage | Table] = []
        self._pieces: list[Piece] = []
        self._kind, self._level = "paragraph", 0
        self._last = "\n"  # the last character written
        self._owes_space = False
        self._sign = ""

    def open(self, kind: str, level: int) -> None:
        """What the passage is, if nothing of it was written yet."""
        if not self._pieces:
            self._kind, self._level = kind, level

    def text(self, text: str, marks: tuple[Mark, ...]) -> None:
        """Append text, white space collapsed."""
        words = _SPACE.sub(" ", text)
        self._owes_space |= words.startswith(" ")
        if body := words.strip(" "):
            if self._owes_space:
                self._pay_space(marks)
            elif self._sign and self._last.isalnum():
                self._append(self._sign, marks)
            self._append(body, marks)
            self._sign, self._owes_space = "", words.endswith(" ")

    def verbatim(self, text: str, marks: tuple[Mark, ...]) -> None:
        """Append text as it stands, after white space that is owed."""
        if text:
            if self._owes_space:
                self._pay_space(marks)
            self._append(text, marks)
            self._owes_space = False

    def space(self) -> None:
        self._owes_space = True

    def sign(self, sign: str) -> None:
        """Part the text that follows from a word right before it: 10² does not read as 102."""
        self._sign = sign

    def line_break(self) -> None:
        self._owes_space = False
        if self._pieces:
            self._append("\n", ())

    def close(self) -> None:
        """End the passage. White space at its end is not seen."""
        while self._pieces:
            text, marks = self._pieces.pop()
            if kept := text.rstrip(" \t\n"):
                self.items.append(Passage(self._kind, (*self._pieces, Piece(kept, marks)), self._level))
                break
        self._pieces, self._last, self._owes_space, self._sign = [], "\n", False, ""

    def _pay_space(self, marks: tuple[Mark, ...]) -> None:
        """A space between two pieces has the marks of both; at the start of a line there is none."""
        if self._pieces and self._last != "\n":
            self._append(" ", tuple(mark for mark in self._pieces[-1].marks if mark in marks))

    def _append(self, text: str, marks: tuple[Mark, ...]) -> None:
        if text:
            self._pieces.append(Piece(text, marks))
            self._last = text[-1]
