"""The page of one citation: what was said, the passage as cited, and where it is now."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from citeledger.core.states import State
from citeledger.documents.views import SuccessorView, VersionView
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.badges import Badge, Sign, badge, basis_sign
from citeledger.interfaces.web.presenters.documents import (
    flows,
    source_blocks,
    version_label,
)
from citeledger.interfaces.web.presenters.frame import counted
from citeledger.interfaces.web.presenters.passages import PassageReading, passage_reading, place_address
from citeledger.interfaces.web.presenters.said import SaidPart, said_parts
from citeledger.interfaces.web.presenters.statements import citation_address, search_words
from citeledger.interfaces.web.presenters.text import Block, Passage, laid_out
from citeledger.interfaces.wording import CHANGED_BY_WAY, below_notice, verdict_in_words
from revalidation.absences import SearchedFor
from revalidation.attestations import Attested
from revalidation.computations import Computed, ComputedFrom
from revalidation.panels import Panel, SourcePanel
from revalidation.reading import WrittenIn
from revalidation.roots import Roots


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """`below`: what weaker it rests on by way of other texts."""

    parts: tuple[SaidPart, ...]
    basis: Sign
    below: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttestationNote:
    """Who said that it still holds, when and why; and what has become of that."""

    by: Name
    at: datetime
    note: tuple[SaidPart, ...]
    still_applies: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReading:
    """A passage with the current text around it. `other_anchors` lead to further places with the cited words."""

    passage: PassageReading
    passage_anchor: str
    reading: str
    current_address: str
    blocks: tuple[Block, ...]
    flows: bool
    other_anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedding:
    """What to write on a page to show a citation (docs/embed.md). `is_newer`: its newest re-binding, not itself."""

    uid: UUID
    is_newer: bool
    badge: str
    frame: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedOut:
    """A computation: what was computed with, and what it gives. `now` is empty where nobody can tell."""

    operation: str
    summary: str
    parameters: tuple[str, ...]
    inputs: tuple[tuple[str, str], ...]
    value: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A search that found nothing, in words; `present`: the documents in which it finds something now, and what.

    `now` says what the same search finds in their current texts.
    """

    words: str
    terms: tuple[str, ...]
    at: datetime
    now: str
    present: tuple[tuple[UUID, Name, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationPage:
    """Bare, badge alone, whenever the state is unavailable or unverified: the same bytes whatever the cause.

    `verdict` says what the state means for a statement on this basis, and what to do.
    `made_from` and `made_into` are addresses of citations that bind the same words to other places.
    """

    badge: Badge
    verdict: str = ""
    said: Said | None = None
    roots: str = ""
    computed: WorkedOut | None = None
    searches: tuple[Search, ...] = ()
    attestation: AttestationNote | None = None
    answer_address: str = ""
    written_at: datetime | None = None
    attest_address: str = ""
    rebind_address: str = ""
    made_from: str = ""
    made_into: tuple[str, ...] = ()
    sources: tuple[SourceReading, ...] = ()
    embedding: Embedding | None = None
    notice: str = ""


def citation_page(
    *,
    panel: Panel,
    texts: Mapping[UUID, VersionView],
    successors: Mapping[UUID, SuccessorView],
    written: WrittenIn | None = None,
    may_attest: bool = False,
    may_rebind: bool = False,
    notice: str = "",
) -> CitationPage:
    """One citation for one viewer. `texts` holds the current versions by uid; empty where only the badge is known.

    `successors` holds what took the place of a superseded document, by that document, where the viewer may read it;
    `written` says in which answer, and when, likewise.
    """
    address = citation_address(citation=panel.citation)
    return CitationPage(
        badge=badge(state=panel.state, anchor="badge-1", address=address),
        verdict=_verdict(panel=panel),
        said=said(panel=panel),
        roots=roots_line(roots=panel.roots),
        computed=worked_out(computed=panel.computed) if panel.computed else None,
        searches=tuple(_search(search=search) for search in panel.searches),
        attestation=attestation_note(attested=panel.attestation),
        answer_address=reverse("web:answer", kwargs={"answer": written.answer}) if written else "",
        written_at=written.at if written else None,
        attest_address=f"{address}/attest" if may_attest else "",
        rebind_address=f"{address}/rebind" if may_rebind else "",
        made_from=citation_address(citation=panel.rebound.origin) if panel.rebound.origin else "",
        made_into=tuple(citation_address(citation=uid) for uid in panel.rebound.successors),
        sources=tuple(
            _reading(
                place=place,
                source=source,
                version=texts[source.current_version],
                successor=successors.get(source.document),
            )
            for place, source in enumerate(panel.sources, start=1)
        ),
        embedding=_embedding(panel=panel) if panel.statement else None,
        notice=notice if panel.statement else "",
    )


def _verdict(*, panel: Panel) -> str:
    if panel.changed_by_way:
        return CHANGED_BY_WAY
    return verdict_in_words(state=panel.state.value, basis=panel.basis)


def roots_line(*, roots: Roots | None) -> str:
    """Said where less stands behind a statement than it seems: "3 citations, 1 root"; else nothing."""
    if roots is None or not 0 < roots.independent < roots.cited:
        return ""
    counted = f"{roots.cited} citations, {roots.independent} root{'' if roots.independent == 1 else 's'}"
    if roots.documents == 1:
        return f"{counted}: all of them come down to one document."
    copies = ", of which some say the same from beginning to end" if roots.independent < roots.documents else ""
    return f"{counted}: they come down to {roots.documents} documents{copies}."


def _embedding(*, panel: Panel) -> Embedding:
    """Of the newest it was re-bound to, unless it is current itself: then nothing need be shown in its place."""
    successors = () if panel.state is State.CURRENT else panel.rebound.successors
    uid = next(iter(successors), panel.citation)
    return Embedding(
        uid=uid,
        is_newer=uid != panel.citation,
        badge=_element(name="citeledger-badge", uid=uid),
        frame=_element(name="citeledger-frame", uid=uid),
    )


def _element(*, name: str, uid: UUID) -> str:
    link = f'<a href="{settings.PUBLIC_URL}{citation_address(citation=uid)}">Source</a>'
    return f'<{name} citation="{uid}">\n  {link}\n</{name}>'


def said(*, panel: Panel) -> Said | None:
    """The statement and its basis, where they may be known."""
    basis = basis_sign(basis=panel.basis)
    if not (panel.statement and basis):
        return None
    return Said(parts=said_parts(text=panel.statement), basis=basis, below=below_notice(bases=panel.below))


def worked_out(*, computed: Computed) -> WorkedOut:
    """How a computed statement came by its value: the places cited, then the same places now."""
    return WorkedOut(
        operation=computed.operation,
        summary=computed.summary,
        parameters=tuple(f"{name}: {choice}" for name, choice in sorted(computed.parameters.items())),
        inputs=tuple((each.then, _now(each)) for each in computed.inputs),
        value=computed.value,
        now=computed.value_now or "",
    )


def _search(*, search: SearchedFor) -> Search:
    scope = counted(count=search.documents, one="document", many="documents")
    return Search(
        words=f"Looked through {scope} for {search_words(kind=search.kind)}",
        terms=search.terms,
        at=search.at,
        now=_found_now(search=search),
        present=tuple(
            (found.document, shown_name(text=found.title), tuple(passage.text for passage in found.passages))
            for found in search.present
        ),
    )


def _found_now(*, search: SearchedFor) -> str:
    """For who may read all of the scope; nobody else sees a search."""
    if search.present:
        places = counted(count=len(search.present), one="document holds", many="documents hold")
        return f"Absent then, present now: the current text of {places} it."
    if search.documents == 1:
        return "The current text of the document does not hold it either."
    return f"None of the current texts of the {search.documents} documents holds it either."


def _now(each: ComputedFrom) -> str:
    if each.as_of:
        return "bound to its version"
    return each.now or "its place now is not confirmed"


def attestation_note(*, attested: Attested | None) -> AttestationNote | None:
    """An attestation as people read it."""
    if attested is None:
        return None
    return AttestationNote(
        by=shown_name(text=attested.by),
        at=attested.at,
        note=said_parts(text=attested.note),
        still_applies=attested.still_applies,
    )


def _reading(
    *, place: int, source: SourcePanel, version: VersionView, successor: SuccessorView | None
) -> SourceReading:
    anchor = f"passage-{place}"
    others = tuple(
        Passage(candidate.start, candidate.end, f"{anchor}-{number}")
        for number, candidate in enumerate(source.candidates, start=2)
    )
    passages = (*((Passage(source.now.start, source.now.end, anchor),) if source.now else ()), *others)
    blocks = laid_out(
        text=version.text,
        blocks=source_blocks(version=version),
        passages=passages,
        prefix=f"s{place}-",
        cells=version.cells,
        regions=version.regions,
        media_type=version.media_type,
    )
    return SourceReading(
        passage=passage_reading(source=source, successor=successor),
        passage_anchor=anchor,
        other_anchors=tuple(passage.anchor for passage in others),
        reading=f"The current text, {version_label(number=version.number).lower()}:",
        current_address=_current_address(source=source),
        blocks=blocks,
        flows=flows(version=version),
    )


def _current_address(*, source: SourcePanel) -> str:
    if source.now is None:
        return reverse("web:document", kwargs={"document": source.document})
    return place_address(document=source.document, passage=source.now)
