"""Pages about documents: list, text, versions, differences, editing, and what becomes of a document."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.urls import reverse

from acl.rights import Right
from citeledger.core.outcomes import Locator
from citeledger.documents.metadata import UNDETERMINED, Status
from citeledger.documents.views import DocumentSummary, DocumentView, VersionView
from citeledger.extraction import RegionKind
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.readings import published
from citeledger.interfaces.web.presenters.filtering import WHOLE, ListFilter
from citeledger.interfaces.web.presenters.frame import Fact, day, facts
from citeledger.interfaces.web.presenters.text import Block, Passage, SourceBlock, is_as_written, laid_out

_PASSAGE: Final = "passage"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """`published_by` says so where a program published the current version, and no person adopted it."""

    uid: UUID
    title: Name
    owner: Name
    classification: str
    version: str
    marks: tuple[str, ...]
    published_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentList:
    rows: tuple[DocumentRow, ...]
    narrowed: ListFilter = WHOLE
    more: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Successor:
    uid: UUID
    title: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentHeading:
    """The document as its own pages name it. `standing` is a sentence when it is retired, superseded or a draft."""

    uid: UUID
    title: Name
    facts: tuple[Fact, ...] = ()
    standing: str = ""
    successor: Successor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """`previous_uid` is the version before it that can still be compared; `says_again` the one it reverts to.

    `published_by` says so where that was a program, and no person adopted it.
    """

    uid: UUID
    label: str
    dated_at: datetime
    recorded_at: datetime
    marks: tuple[str, ...] = ()
    readable: bool = True
    is_newest: bool = False
    previous_uid: UUID | None = None
    says_again: str = ""
    published_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPage:
    """`flows` says that line ends within paragraphs mean nothing (Markdown), so a screen may let them go.

    `as_written`: the text is source that readers usually see drawn; `has_barred`: some of it cannot be cited.
    """

    document: DocumentHeading
    version: VersionRow
    newest_uid: UUID
    blocks: tuple[Block, ...]
    flows: bool
    as_written: bool
    may_cite: bool
    may_edit: bool
    may_manage: bool
    may_unretire: bool = False
    has_barred: bool = False
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyDocumentPage:
    """A document whose text was never published, or whose current version was withdrawn."""

    document: DocumentHeading
    may_edit: bool
    may_manage: bool
    may_unretire: bool = False
    notice: str = ""


def document_list(
    *, rows: Iterable[DocumentSummary], programs: Mapping[UUID, str], narrowed: ListFilter, more: str, notice: str
) -> DocumentList:
    """The list of documents. `programs`: by version, the program that published it where nobody adopted that."""
    shown = tuple(_row(document=row, programs=programs) for row in rows)
    return DocumentList(rows=shown, narrowed=narrowed, more=more, notice=notice)


def _row(*, document: DocumentSummary, programs: Mapping[UUID, str]) -> DocumentRow:
    return DocumentRow(
        uid=document.uid,
        title=shown_name(text=document.title),
        owner=shown_name(text=document.owner or "no owner named"),
        classification=shown_name(text=document.classification or "not classified").text,
        version=f"Version {document.version_number}" if document.version_number else "no text",
        marks=_marks(document=document),
        published_by=published_by(program=programs.get(document.version) if document.version else None),
    )


def marks_of(*, holds: Mapping[str, bool]) -> tuple[str, ...]:
    """Of what may be said of a document in a word, what holds, in order."""
    return tuple(mark for mark, does in holds.items() if does)


def _marks(*, document: DocumentSummary) -> tuple[str, ...]:
    holds = {
        "draft": document.status is Status.DRAFT,
        "superseded": document.superseded_by is not None,
        "retired": document.retired_at is not None,
    }
    return marks_of(holds=holds)


def document_heading(*, document: DocumentView) -> DocumentHeading:
    """The document's name, facts and standing."""
    successor = document.superseded_by
    return DocumentHeading(
        uid=document.uid,
        title=shown_name(text=document.title),
        facts=_facts(document=document),
        standing=_standing(document=document),
        successor=Successor(uid=successor.uid, title=shown_name(text=successor.title)) if successor else None,
    )


def _facts(*, document: DocumentView) -> tuple[Fact, ...]:
    said = {
        "Status": document.status.value,
        "Owner": document.owner,
        "Originator": document.originator,
        "Classification": document.classification,
        "Source quality": document.source_quality,
        "Language": document.language if document.language != UNDETERMINED else "not named",
        "In force from": day(at=document.effective_from) if document.effective_from else "",
    }
    return facts(pairs={label: shown_name(text=value).text for label, value in said.items()})


def _standing(*, document: DocumentView) -> str:
    if document.retired_at:
        return f"Retired on {day(at=document.retired_at)}. Only people who manage it still see it."
    if document.superseded_by:
        return f"Superseded from {day(at=document.superseded_by.effective_from)} on, by:"
    return ""


def passage_address(*, document: UUID, version: UUID, place: Locator) -> str:
    """Where a version is read with a passage of it marked and in view."""
    address = reverse("web:version", kwargs={"document": document, "version": version})
    return f"{address}?passage={place.start}-{place.end}#{_PASSAGE}"


def document_page(
    *, document: DocumentView, version: VersionView, passage: Locator | None = None, notice: str = ""
) -> DocumentPage:
    """The text of one version, with what the viewer may do; `passage` is marked in it."""
    return DocumentPage(
        document=document_heading(document=document),
        version=_version_row(version=version, marks=("current",) if version.is_current else ()),
        newest_uid=document.version or version.uid,
        blocks=blocks_of(version=version, passages=(Passage(*passage, _PASSAGE),) if passage else ()),
        flows=flows(version=version),
        as_written=is_as_written(media_type=version.media_type),
        may_cite=Right.CITE in document.rights and not document.retired_at,
        may_edit=_may_change(document=document, right=Right.EDIT),
        may_manage=_may_change(document=document, right=Right.MANAGE),
        may_unretire=Right.MANAGE in document.rights and document.retired_at is not None,
        has_barred=any(region.kind is RegionKind.UNQUOTABLE for region in version.regions),
        notice=notice,
    )


def _may_change(*, document: DocumentView, right: Right) -> bool:
    """A retired document takes no changes, so none are offered."""
    return right in document.rights and not document.retired_at


def source_blocks(*, version: VersionView) -> tuple[SourceBlock, ...]:
    """The blocks of a version with the levels of its headings."""
    levels = {heading.start: heading.level for heading in version.headings}
    return tuple(SourceBlock(b.kind, b.start, b.end, levels.get(b.start, 0)) for b in version.blocks)


def blocks_of(*, version: VersionView, passages: Sequence[Passage] = ()) -> tuple[Block, ...]:
    """The whole text of a version, laid out."""
    return laid_out(
        text=version.text,
        blocks=source_blocks(version=version),
        passages=passages,
        cells=version.cells,
        regions=version.regions,
        media_type=version.media_type,
    )


def flows(*, version: VersionView) -> bool:
    """Whether single line ends mean nothing in this format."""
    return version.media_type == "text/markdown"


def _version_row(*, version: VersionView, marks: tuple[str, ...]) -> VersionRow:
    return VersionRow(
        uid=version.uid,
        label=version_label(number=version.number, rendition=version.rendition),
        dated_at=version.effective_at,
        recorded_at=version.at,
        marks=marks,
        is_newest=version.is_current,
        published_by=published_by(program=version.program),
    )


def published_by(*, program: str | None) -> str:
    """The sentence, empty where a person stands by the text."""
    return " ".join(published(program=program))


def version_label(*, number: int, rendition: int = 1) -> str:
    """``Version 43``, with the rendition where it is not the first."""
    return f"Version {number}" + (f", rendition {rendition}" if rendition > 1 else "")


def empty_page(*, document: DocumentView, notice: str) -> EmptyDocumentPage:
    """A document without a text to show."""
    return EmptyDocumentPage(
        document=document_heading(document=document),
        may_edit=_may_change(document=document, right=Right.EDIT),
        may_manage=_may_change(document=document, right=Right.MANAGE),
        may_unretire=Right.MANAGE in document.rights and document.retired_at is not None,
        notice=notice,
    )
