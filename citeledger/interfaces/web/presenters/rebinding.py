"""The page on which a statement is bound to another place: every place with the words around it, or why it is none."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from citeledger.core.anchoring.changes import word_difference
from citeledger.core.outcomes import Locator, OutcomeKind
from citeledger.core.refusals import Refused
from citeledger.documents.views import VersionView
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.citation import Said, said
from citeledger.interfaces.web.presenters.documents import version_label
from citeledger.interfaces.web.presenters.passages import words_of
from citeledger.interfaces.web.presenters.statements import citation_address
from citeledger.interfaces.web.presenters.worded import DifferencePart, Stretch, compared_parts, has_rows, stretches
from citeledger.rebinding.services import CitedPlace
from revalidation.panels import Panel, SourcePanel
from revalidation.passages import Passage

_AROUND: Final = 160  # code points shown on either side of a place
_CUT: Final = "…"
_GAP: Final = re.compile(r"\s+")
_REST_OF_ROW: Final = 400  # and at most as many more, where rows are shown as a table

Places = Mapping[CitedPlace, Sequence[Locator]]
"""By the place a citation names itself, the places of the current version that its words may stand at."""
Refusals = Mapping[CitedPlace, Mapping[Locator, Refused]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One place, shown with the text before and after it. `why`: it cannot be bound to, and what to do instead.

    `difference` is empty where the words are the same.
    """

    place: int
    version: UUID
    start: int
    end: int
    exact: str
    shown: tuple[Stretch, ...]
    difference: tuple[Stretch, ...]
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """One source that changed: where it is bound, and where it could be."""

    title: Name
    document_uid: UUID
    cited_label: str
    cited_version: UUID
    cited_start: int
    cited_end: int
    cited: tuple[Stretch, ...]
    change: str
    current_label: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RebindPage:
    address: str
    said: Said | None
    sources: tuple[Bound, ...]
    notice: str = ""


def places(*, panel: Panel, own: Collection[CitedPlace]) -> dict[CitedPlace, tuple[Locator, ...]]:
    """The places to be looked at, of the changed sources that the citation names itself, in text order."""
    changed = [source for source in panel.sources if not OutcomeKind(source.outcome).is_current]
    return {place: _found(source) for source in changed if (place := _cited(source)) in own}


def _cited(source: SourcePanel) -> CitedPlace:
    return CitedPlace(version=source.cited.version, start=source.cited.start, end=source.cited.end)


def _found(source: SourcePanel) -> tuple[Locator, ...]:
    found = [source.now, *source.candidates] if source.now else [*source.candidates]
    return tuple(sorted(_trimmed(passage) for passage in found))


def _trimmed(passage: Passage) -> Locator:
    """Without the spaces at its edges: they are no part of what is cited."""
    start = passage.start + len(passage.text) - len(passage.text.lstrip())
    return Locator(start, start + len(passage.text.strip()))


def rebind_page(
    *, panel: Panel, places: Places, refused: Refusals, texts: Mapping[UUID, VersionView], notice: str = ""
) -> RebindPage:
    """The places, and what the gate says of them. `texts` holds the current versions by uid."""
    return RebindPage(
        address=citation_address(citation=panel.citation),
        said=said(panel=panel),
        sources=tuple(
            _bound(source, places[cited], refused.get(cited, {}), texts[source.current_version])
            for source in panel.sources
            if (cited := _cited(source)) in places
        ),
        notice=notice,
    )


def _bound(
    source: SourcePanel, places: Sequence[Locator], refused: Mapping[Locator, Refused], version: VersionView
) -> Bound:
    return Bound(
        title=shown_name(text=source.title),
        document_uid=source.document,
        cited_label=version_label(number=source.cited.number).lower(),
        cited_version=source.cited.version,
        cited_start=source.cited.start,
        cited_end=source.cited.end,
        cited=words_of(passage=source.cited),
        change=source.change,
        current_label=version_label(number=source.current_number).lower(),
        offers=tuple(_offers(source, places, refused, version)),
    )


def _offers(
    source: SourcePanel, places: Sequence[Locator], refused: Mapping[Locator, Refused], version: VersionView
) -> Iterator[Offer]:
    as_rows = has_rows(media_type=version.media_type)
    for number, place in enumerate(places, start=1):
        exact = version.text[place.start : place.end]
        yield Offer(
            place=number,
            version=version.uid,
            start=place.start,
            end=place.end,
            exact=exact,
            shown=_shown(version.text, place, as_rows=as_rows),
            difference=_difference(source.cited.text, exact, as_rows=as_rows),
            why=refused[place].detail if place in refused else "",
        )


def _shown(text: str, place: Locator, *, as_rows: bool) -> tuple[Stretch, ...]:
    first, last = _row_edges(text, place) if as_rows else _word_edges(text, place)
    parts = (
        DifferencePart("quiet", _CUT if first and not as_rows else ""),
        DifferencePart("quiet", text[first : place.start]),
        DifferencePart("marked", text[place.start : place.end]),
        DifferencePart("quiet", text[place.end : last].rstrip("\n")),
        DifferencePart("quiet", _CUT if last < len(text) and not as_rows else ""),
    )
    return stretches(parts=[part for part in parts if part.text], as_rows=as_rows)


def _row_edges(text: str, place: Locator) -> tuple[int, int]:
    first, last = max(0, place.start - _AROUND), min(len(text), place.end + _AROUND)
    first = text.rfind("\n", max(0, first - _REST_OF_ROW), first) + 1 or first
    return first, stop if (stop := text.find("\n", last, last + _REST_OF_ROW)) >= 0 else last


def _word_edges(text: str, place: Locator) -> tuple[int, int]:
    """Whole words around the place; cut within one only where it is longer than what is shown."""
    first, last = max(0, place.start - _AROUND), min(len(text), place.end + _AROUND)
    if first and not text[first - 1].isspace():
        gaps = _GAP.search(text, first, place.start)
        first = gaps.end() if gaps else first
    if last < len(text) and not text[last].isspace():
        last = max((gap.start() for gap in _GAP.finditer(text, place.end, last)), default=last)
    return first, last


def _difference(old: str, new: str, *, as_rows: bool) -> tuple[Stretch, ...]:
    pieces = word_difference(old=old, new=new)
    parts = compared_parts(pieces=pieces, as_rows=as_rows)
    return stretches(parts=parts, as_rows=as_rows) if any(piece.op != "equal" for piece in pieces) else ()
