"""Text being laid out in passages: white space as a browser shows it or as it stands, lines broken, blocks apart."""

import re
from typing import Final

from citeledger.extraction.passages import Mark, Passage, Piece, small
from citeledger.extraction.tables import Table

_OPENING: Final = frozenset(" \t\n([{")  # what raised or lowered text may stand behind without being told from it
_SPACE: Final = re.compile(r"[ \t\n\r\f]+")  # what HTML collapses; a hard space is a character


class Flow:
    """The passages of a document or of a table cell, and the one being written."""

    def __init__(self) -> None:
        self.items: list[Passage | Table] = []
        self._pieces: list[Piece] = []
        self._kind, self._level, self._number = "paragraph", 0, ""
        self._last = "\n"  # the last character written
        self._owes_space = False
        self._sign, self._is_signed = "", False

    def open(self, kind: str, level: int) -> None:
        """What the passage is, if nothing of it was written yet."""
        if not self._pieces:
            self.become(kind, level)

    def become(self, kind: str, level: int, number: str = "") -> None:
        """What the passage is, whatever was written of it."""
        self._kind, self._level, self._number = kind, level, number

    def text(self, text: str, marks: tuple[Mark, ...]) -> None:
        """Append text, white space collapsed."""
        words = _SPACE.sub(" ", text)
        self._owes_space |= words.startswith(" ")
        if body := words.strip(" "):
            self._put(body, marks)
            self._owes_space = words.endswith(" ")

    def verbatim(self, text: str, marks: tuple[Mark, ...]) -> None:
        """Append text as it stands, after white space that is owed."""
        if text:
            self._owes_space &= not text[0].isspace()
            self._put(text, marks)

    def name(self, mark: Mark) -> None:
        """Something is named here by a mark that is no text of its own."""
        self._pieces.append(Piece("", (mark,)))

    def space(self) -> None:
        self._owes_space = True

    def stand_apart(self) -> None:
        """A space, where a letter or a digit stands right before: 6½ must not read as 61/2."""
        self._owes_space |= self._last.isalnum()

    def sign(self, sign: str) -> None:
        """Text from here on is raised (`^`), lowered (`_`), or neither."""
        if sign != self._sign:
            self._sign, self._is_signed = sign, False

    def line_break(self) -> None:
        self._owes_space = False
        if self._pieces:
            self._append("\n", ())

    def close(self) -> None:
        """End the passage. White space at its end is not seen."""
        named: list[Piece] = []
        while self._pieces:
            text, marks = self._pieces.pop()
            if not text:
                named.append(Piece("", marks))
            elif kept := text.rstrip(" \t\n"):
                pieces = (*self._pieces, Piece(kept, marks), *reversed(named))
                self.items.append(Passage(self._kind, pieces, self._level, self._number))
                break
        self._pieces, self._last, self._owes_space = [], "\n", False

    def _put(self, text: str, marks: tuple[Mark, ...]) -> None:
        """Write text after the space that is owed, with the marks that both sides have; a line starts with none.

        Raised text is written in raised characters, or parted from the word before it by its sign.
        """
        if self._owes_space and self._last != "\n":
            self._append(" ", tuple(mark for mark in self._pieces[-1].marks if mark in marks))
        self._owes_space = False
        written = small(text, self._sign) if self._sign else text
        if written is None:
            self._append("" if self._is_signed or self._last in _OPENING else self._sign, marks)
            self._is_signed = True
        self._append(text if written is None else written, marks)

    def _append(self, text: str, marks: tuple[Mark, ...]) -> None:
        if text:
            self._pieces.append(Piece(text, marks))
            self._last = text[-1]
