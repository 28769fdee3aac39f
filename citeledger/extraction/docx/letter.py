"""What a walk over a letter carries along: what all its parts share, and the stretch of paragraphs it is in."""

from collections import Counter
from dataclasses import dataclass, field

from lxml import etree

from citeledger.extraction.docx.numbering import Numbering
from citeledger.extraction.docx.styles import Style, Styles
from citeledger.extraction.flow import Flow
from citeledger.extraction.passages import Mark, Passage
from citeledger.extraction.tables import Table
from citeledger.styling.colours import WHITE, Colour


@dataclass(slots=True)
class Letter:
    """What all parts of a document share, and what was counted on the way."""

    styles: Styles
    numbering: Numbering
    notes: dict[tuple[str, str], etree._Element]  # those not placed yet, by kind and id
    page: Colour | None = WHITE  # what is behind its text
    counts: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Frame:
    """A stretch of paragraphs on its own: the part itself, a table cell, a text box."""

    marks: tuple[Mark, ...]
    behind: Colour | None  # None where that is not known
    flow: Flow = field(default_factory=Flow)
    style: Style = field(default_factory=Style)
    boxes: list[Passage | Table] = field(default_factory=list)  # until the paragraph they are tied to ends

    def close_paragraph(self) -> None:
        """End the paragraph that is being written; the boxes tied to it stand behind it."""
        self.flow.close()
        self.flow.items += self.boxes
        self.boxes.clear()
