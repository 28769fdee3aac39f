"""The page on which a statement is bound to another place: every place offered with the words around it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from citeledger.core.changes import word_difference
from citeledger.core.outcomes import OutcomeKind
from citeledger.documents.views import VersionView
from citeledger.emission.rebinding import CitedPlace
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.citation import Said, said
from citeledger.interfaces.web.presenters.difference import DifferencePart, parts_of
from citeledger.interfaces.web.presenters.documents import version_label
from citeledger.interfaces.web.presenters.ledger import citation_address
from revalidation.panels import Panel, SourcePanel
from revalidation.passages import Passage

_AROUND: Final = 160  # code points shown on either side of a place


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One place to bind to, with the text before and after it. `difference` is empty where the words are the same."""

    place: int
    version: UUID
    start: int
    end: int
    exact: str
    before: str
    after: str
    difference: tuple[DifferencePart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """One source that changed: where it is bound, and where it could be."""

    title: Name
    document_uid: UUID
    cited_label: str
    cited_version: UUID
    cited_start: int
    cited_end: int
    cited_text: str
    change: str
    current_label: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RebindPage:
    address: str
    said: Said | None
    sources: tuple[Bound, ...]
    notice: str = ""


def rebind_page(
    *, panel: Panel, own: Collection[CitedPlace], texts: Mapping[UUID, VersionView], notice: str = ""
) -> RebindPage:
    """The changed sources the citation names itself. `texts` holds the current versions by uid."""
    changed = [source for source in panel.sources if not OutcomeKind(source.outcome).is_current]
    return RebindPage(
        address=citation_address(citation=panel.citation),
        said=said(panel=panel),
        sources=tuple(
            _bound(source=source, text=texts[source.current_version].text)
            for source in changed
            if _place(passage=source.cited) in own
        ),
        notice=notice,
    )


def _place(*, passage: Passage) -> CitedPlace:
    return CitedPlace(version=passage.version, start=passage.start, end=passage.end)


def _bound(*, source: SourcePanel, text: str) -> Bound:
    return Bound(
        title=shown_name(text=source.title),
        document_uid=source.document,
        cited_label=version_label(number=source.cited.number).lower(),
        cited_version=source.cited.version,
        cited_start=source.cited.start,
        cited_end=source.cited.end,
        cited_text=source.cited.text,
        change=source.change,
        current_label=version_label(number=source.current_number).lower(),
        offers=tuple(_offers(source=source, text=text)),
    )


def _offers(*, source: SourcePanel, text: str) -> Iterator[Offer]:
    places = [source.now, *source.candidates] if source.now else [*source.candidates]
    for number, passage in enumerate(sorted(places, key=lambda passage: passage.start), start=1):
        start, end = _trimmed(passage=passage)
        yield Offer(
            place=number,
            version=passage.version,
            start=start,
            end=end,
            exact=text[start:end],
            before=text[max(0, start - _AROUND) : start],
            after=text[end : end + _AROUND],
            difference=_difference(old=source.cited.text, new=text[start:end]),
        )


def _trimmed(*, passage: Passage) -> tuple[int, int]:
    """Without the spaces at its edges: they are no part of what is cited."""
    start = passage.start + len(passage.text) - len(passage.text.lstrip())
    return start, start + len(passage.text.strip())


def _difference(*, old: str, new: str) -> tuple[DifferencePart, ...]:
    parts = tuple(parts_of(pieces=word_difference(old=old, new=new)))
    return parts if any(part.kind != "equal" for part in parts) else ()
