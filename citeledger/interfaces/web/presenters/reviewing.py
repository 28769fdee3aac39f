"""Pages for reviewing: the queue, and one citation to attest."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.citation import (
    AttestationNote,
    Said,
    attestation_note,
    said,
)
from citeledger.interfaces.web.presenters.passages import PassageReading, passage_reading
from citeledger.interfaces.web.presenters.said import SaidPart, said_parts
from citeledger.interfaces.web.presenters.statements import citation_address
from citeledger.interfaces.wording import BY_WAY
from revalidation.panels import Panel
from revalidation.reviews import Review, Reviews, ReviewSource

_OVERTAKEN: Final = (
    "A source was edited while you were reading. Here is what stands there now; read it before you go on."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewChange:
    """What became of one source; `passages`: what is there now where nothing was found.

    `by_way` says that another text cites it.
    """

    uid: UUID
    title: Name
    change: str
    passages: tuple[str, ...] = ()
    by_way: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRow:
    """`attestation` is one that has fallen silent. `rebound_address` leads to a newer citation of the same words."""

    uid: UUID
    anchor: str
    address: str
    parts: tuple[SaidPart, ...]
    differs_since: datetime | None
    changes: tuple[ReviewChange, ...]
    attestation: AttestationNote | None
    is_attestable: bool = True
    rebound_address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewList:
    rows: tuple[ReviewRow, ...]
    more: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttestPage:
    """One citation to attest; `notice` says that somebody edited a source meanwhile, if so."""

    address: str
    said: Said | None
    sources: tuple[PassageReading, ...]
    attestation: AttestationNote | None
    notice: str = ""


def review_list(*, found: Reviews, rebound: Mapping[UUID, UUID], notice: str) -> ReviewList:
    """The queue as given, newest change first. `rebound`: by citation, the newest one of its words at another place."""
    rows = tuple(
        _row(place=place, review=review, rebound=rebound.get(review.uid))
        for place, review in enumerate(found.items, start=1)
    )
    return ReviewList(rows=rows, more=f"?after={found.next}" if found.next else "", notice=notice)


def _row(*, place: int, review: Review, rebound: UUID | None) -> ReviewRow:
    return ReviewRow(
        uid=review.uid,
        anchor=f"statement-{place}",
        address=citation_address(citation=review.uid),
        parts=said_parts(text=review.statement),
        differs_since=review.differs_since,
        changes=tuple(_change(source=source) for source in review.sources),
        attestation=attestation_note(attested=review.attestation),
        is_attestable=review.is_attestable,
        rebound_address=citation_address(citation=rebound) if rebound else "",
    )


def _change(*, source: ReviewSource) -> ReviewChange:
    return ReviewChange(
        uid=source.document,
        title=shown_name(text=source.title),
        change=source.change,
        passages=source.passages,
        by_way=BY_WAY if source.by_way else "",
    )


def current_versions(*, panel: Panel) -> str:
    """What the form sends back: the versions that were looked at."""
    return " ".join(sorted({str(source.current_version) for source in panel.sources}))


def attest_page(*, panel: Panel, overtaken: bool = False) -> AttestPage:
    """What was said and what stands there now."""
    return AttestPage(
        address=citation_address(citation=panel.citation),
        said=said(panel=panel),
        sources=tuple(passage_reading(source=source) for source in panel.sources),
        attestation=attestation_note(attested=panel.attestation),
        notice=_OVERTAKEN if overtaken else "",
    )
