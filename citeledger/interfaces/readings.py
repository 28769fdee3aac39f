"""What is said beside a passage about how it was read: the same words on pages, in the API and on paper.

`notes` are fixed sentences with at most a number in them, so that they fit beside any quotation; what comes from the
document itself (labels of pages, addresses and headers of cells) is in `beside` only.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from citeledger.documents.readings import ReadCell, Reading
from citeledger.extraction import RegionKind
from citeledger.interfaces.names import shown_text
from citeledger.interfaces.wording import program_notice
from revalidation.passages import Passage

_SENTENCES: Final[Mapping[RegionKind, str]] = {
    RegionKind.CAPTION: "Caption of a figure, not the figure.",
    RegionKind.ALT_TEXT: "Words that stand for a picture, not the picture.",
    RegionKind.FOOTNOTE: "From a footnote.",
    RegionKind.TEXT_BOX: "From a text box, outside the flow of the text.",
    RegionKind.RUNNING: "From a header or footer that pages repeat.",
}
_CELLS_NAMED: Final = 3


def notes(*, reading: Reading) -> tuple[str, ...]:
    """What a reader of the passage must know, in order; empty for text that is its own source."""
    kinds = (_SENTENCES[kind] for kind in RegionKind if kind in reading.kinds and kind in _SENTENCES)
    return (*_recognised(reading), *kinds)


def notes_of_all(*, passages: Iterable[Passage]) -> tuple[str, ...]:
    """The notes of several passages, each sentence once, and which programs published them."""
    found = ((*published(program=each.program), *notes(reading=each.reading)) for each in passages)
    return tuple(dict.fromkeys(note for each in found for note in each))


def published(*, program: str | None) -> tuple[str, ...]:
    """Who published a text where it was no person; nothing where it was one."""
    return (program_notice(name=shown_text(text=program)),) if program else ()


def said_beside(*, passage: Passage) -> tuple[str, ...]:
    """All that stands under a passage: who published it, where that was no person, and how it was read."""
    return (*published(program=passage.program), *beside(reading=passage.reading))


def _recognised(reading: Reading) -> tuple[str, ...]:
    if RegionKind.OCR not in reading.kinds:
        return ()
    sure = "" if reading.confidence is None else f", confidence {confidence_said(confidence=reading.confidence)}"
    return (f"As read by OCR{sure}, not compared with the paper.",)


def confidence_said(*, confidence: int) -> str:
    """``0.93`` of 930 thousandths. Rounded down: never surer than it was."""
    return f"{confidence // 10 / 100:.2f}"


def _pages(labels: tuple[str, ...]) -> tuple[str, ...]:
    shown = [shown_text(text=label) for label in labels]
    if not shown:
        return ()
    return (f"Page {shown[0]}." if len(shown) == 1 else f"Pages {shown[0]} to {shown[-1]}.",)


def beside(*, reading: Reading) -> tuple[str, ...]:
    """All that stands under a passage where there is room: the notes, its pages, and the cells it lies in."""
    return (*notes(reading=reading), *_pages(reading.pages), *_cells(reading))


def _cells(reading: Reading) -> tuple[str, ...]:
    """``Cell Q1!B2: Sales › 2026; row North``, for the first few cells, and how many more there are."""
    named = tuple(cell_line(cell=cell) for cell in reading.cells[:_CELLS_NAMED])
    more = reading.cell_count - len(named)
    return (*named, f"and {more} more cell{'s' if more > 1 else ''}") if more > 0 else named


def cell_line(*, cell: ReadCell) -> str:
    """``Cell Q1!B2: Sales › 2026; row North``."""
    where = f"Cell {shown_text(text=cell.address)}"
    headers, keys = (" › ".join(shown_text(text=part) for part in parts) for parts in (cell.headers, cell.keys))
    said = "; ".join(part for part in (headers, f"row {keys}" if keys else "") if part)
    return f"{where}: {said}" if said else where
