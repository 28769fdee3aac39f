"""The citing page: chosen passages and the statement that will rest on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from citeledger.core.refusals import Refused
from citeledger.core.spans import SpanError, cut
from citeledger.documents.readings import Reading, reading_of
from citeledger.documents.views import DocumentView, VersionView
from citeledger.extraction import Cell, Structure
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.readings import beside, published
from citeledger.interfaces.web.presenters.documents import version_label
from citeledger.interfaces.web.presenters.frame import counted
from citeledger.interfaces.web.presenters.tables import LaidTable, laid_table
from citeledger.interfaces.web.presenters.text import Part
from citeledger.interfaces.web.tray import Chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenPassage:
    """`place` counts from 1. When the passage is not available any more, everything else is empty.

    `table` lays out the text where it is several cells of one table.
    """

    place: int
    available: bool
    text: str = ""
    table: LaidTable[Part] | None = None
    title: Name | None = None
    version: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A document to take a further passage from."""

    uid: UUID
    title: Name


_NOT_WHAT_STANDS_THERE: Final = "What arrived is not what stands there. Load the document again, and select anew."
_SAID: Final = {
    "not_contiguous_source": "A quotation repeats the passage word for word, from its first word to its last. Copy it "
    "as it stands above, choose a shorter passage, or choose “Paraphrased” if these are your own words.",
    "unseen_text": "Readers of the document do not see these words: in its source they are struck through, commented "
    "out or hidden. Select words that it shows.",
    "span_too_long": "That is too much for one passage. Select less.",
    **dict.fromkeys(("exact_mismatch", "offset_out_of_range", "offset_inside_character"), _NOT_WHAT_STANDS_THERE),
}
_SEVERAL: Final = "A quotation rests on one passage. Remove the others, or choose “Paraphrased”."
_UNQUOTABLE: Final = (
    "Nothing can rest on some of these words: those that are hatched in the text. Select others, or ask the owner of "
    "the document for a better copy of the file."
)


def in_words(*, refused: Refused, passages: int = 1) -> Refused:
    """The refusal as whoever cites reads it, with what they can do; `passages` are those chosen."""
    if refused.code == "span_unquotable":
        why = refused.detail.partition(". ")[2]
        return Refused(refused.code, f"{_UNQUOTABLE} Why: {why}" if why else _UNQUOTABLE, refused.at)
    if refused.code == "not_contiguous_source":
        return Refused(refused.code, _SAID[refused.code] if passages == 1 else _SEVERAL, "statement")
    return Refused(refused.code, _SAID.get(refused.code, refused.detail), refused.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitingPage:
    passages: tuple[ChosenPassage, ...]
    places: tuple[Place, ...]
    heading: str
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A chosen passage with the document and version it comes from, as the viewer may read them now; None if not."""

    passage: Chosen
    document: DocumentView | None
    version: VersionView | None


def citing_page(*, sources: Sequence[Source], notice: str) -> CitingPage:
    """Each passage cut anew from the text as it is stored (DESIGN rule 3)."""
    titles = {source.document.uid: source.document.title for source in sources if source.document}
    return CitingPage(
        passages=tuple(_passage(place=place, source=source) for place, source in enumerate(sources, start=1)),
        places=tuple(Place(uid=uid, title=shown_name(text=title)) for uid, title in titles.items()),
        heading=f"{counted(count=len(sources), one='passage', many='passages')} chosen" if sources else "Passages",
        notice=notice,
    )


def _passage(*, place: int, source: Source) -> ChosenPassage:
    if source.document is None or source.version is None:
        return ChosenPassage(place=place, available=False)
    try:
        text = cut(text=source.version.text, start=source.passage.start, end=source.passage.end)
    except SpanError:
        return ChosenPassage(place=place, available=False)
    return ChosenPassage(
        place=place,
        available=True,
        text=text,
        table=_table(source.version, source.passage, text),
        title=shown_name(text=source.document.title),
        version=version_label(number=source.version.number, rendition=source.version.rendition).lower(),
        notes=(
            *published(program=source.version.program),
            *beside(reading=_reading(source.version, source.passage)),
        ),
    )


def _table(version: VersionView, passage: Chosen, text: str) -> LaidTable[Part] | None:
    start, end = passage.start, passage.end
    within = any(block.kind == "table" and block.start <= start and end <= block.end for block in version.blocks)
    cells = [cell for cell in version.cells if within and cell.start < end and cell.end > start]
    if len(cells) < 2:
        return None

    def fill(first: int, last: int, _cell: Cell | None) -> tuple[Part, ...]:
        return (Part(text[first - start : last - start]),) if first < last else ()

    return laid_table(words=text, start=start, cells=cells, fill=fill)


def _reading(version: VersionView, passage: Chosen) -> Reading:
    structure = Structure((), (), pages=version.pages, cells=version.cells, regions=version.regions)
    return reading_of(structure, passage.start, passage.end)
