"""Reading documents, for one viewer, now. Filtered before any order, limit or count; never a total (T40, T41).

Unknown, hidden, retired and withdrawn raise NotFound alike, after the same number of statements (DESIGN rule 6).
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from acl.expressions import Granted
from acl.queries import readable
from acl.rights import Right
from citeledger.core.hashing import sha256_hex
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.documents.access import only_visible, usable, visible_documents
from citeledger.documents.comparison import text_difference
from citeledger.documents.metadata import Status
from citeledger.documents.models import Document, Version, Withdrawal
from citeledger.documents.programs import program_of
from citeledger.documents.search.titles import has_words
from citeledger.documents.standing import text_stands
from citeledger.documents.views import (
    BlockView,
    DifferenceView,
    DocumentSummary,
    DocumentView,
    HeadingView,
    SuccessorView,
    VersionSummary,
    VersionView,
)
from citeledger.extraction import BrokenStructure, Structure
from citeledger.tables.expressions import Ids

_NEWEST_FIRST: Final = ("-created_at", "-id")


class DamagedVersion(Exception):
    """The stored text is not the text that was stored. Show nothing of it; run `verify_ledger`."""

    def __init__(self, version: UUID) -> None:
        super().__init__(version)
        self.version = version


def documents(*, viewer: Principal, after: UUID | None, limit: int) -> tuple[DocumentSummary, ...]:
    """At most `limit` documents the viewer sees, newest first, from just behind the document `after`.

    Raises Refused (`stale_cursor`) when the viewer does not see `after`, or no longer. One statement; two with `after`.
    """
    return _summaries(_listed(viewer, after), viewer=viewer, limit=limit)


def documents_titled(
    *, viewer: Principal, terms: Collection[str], after: UUID | None, limit: int
) -> tuple[DocumentSummary, ...]:
    """Like `documents`, those whose title has each of the terms of a query, or a word that begins with it.

    What the viewer sees is asked first, then the words are compared. Two statements; three with `after`.
    """
    seen = _listed(viewer, after).values_list("pk", "head__metadata__title").order_by(*_NEWEST_FIRST)
    titled = islice((pk for pk, title in seen if has_words(title=title, terms=terms)), limit)
    return _summaries(_listed(viewer, None).filter(pk__in=Ids(titled)), viewer=viewer, limit=limit)


def editable_documents(*, viewer: Principal, limit: int) -> tuple[DocumentSummary, ...]:
    """At most `limit` documents the viewer may edit, newest first; without retired ones. One statement."""
    mine = readable(principal=viewer, right=Right.EDIT).values("pk")
    rows = visible_documents(viewer=viewer).filter(pk__in=mine, head__retired_at=None)
    return _summaries(rows, viewer=viewer, limit=limit)


def document(*, viewer: Principal, uid: UUID) -> DocumentView:
    """The document as it stands, with the rights the viewer can use on it. Raises NotFound. One statement."""
    rows = only_visible(Document.objects.filter(uid=uid), viewer=viewer, path="")
    rights = {f"may_{right.value}_it": Granted("pk", right=right, principal=viewer) for right in Right}
    row = (
        _with_successor(rows, viewer=viewer)
        .annotate(program=program_of("head__version__"), **rights)
        .select_related("head__metadata", "head__version")
        .first()
    )
    if row is None:
        raise NotFound
    held = (right for right in Right if getattr(row, f"may_{right.value}_it"))
    return _view(row, rights=frozenset(right for right in held if usable(actor=viewer, right=right)))


def successors(*, viewer: Principal, documents: Collection[UUID]) -> dict[UUID, SuccessorView]:
    """What took the place of each of these documents, where the viewer sees both. One statement, however many."""
    rows = only_visible(Document.objects.filter(uid__in=documents), viewer=viewer, path="")
    named = {row.uid: _successor(row) for row in _with_successor(rows, viewer=viewer).select_related("head")}
    return {uid: successor for uid, successor in named.items() if successor}


def version(*, viewer: Principal, uid: UUID) -> VersionView:
    """One version with its text, sliced into its blocks just now.

    Raises NotFound; DamagedVersion when the stored record is not what was stored.
    One statement.
    """
    # Typed Any: with the program's name, which no type of ours has.
    rows: QuerySet[Any] = _readable_versions(viewer=viewer).annotate(program=program_of(""))
    row = rows.filter(uid=uid).first()
    if row is None:
        raise NotFound
    text = intact_text(row)
    structure = intact_structure(row)
    return VersionView(
        uid=row.uid,
        document=row.document.uid,
        number=row.number,
        rendition=row.rendition,
        media_type=row.media_type,
        at=row.at,
        effective_at=row.effective_at,
        is_current=row.document.head.version_id == row.pk,
        text=text,
        blocks=tuple(BlockView(b.kind, b.start, b.end, text[b.start : b.end]) for b in structure.blocks),
        headings=tuple(HeadingView(h.level, h.start, h.end, h.title) for h in structure.headings),
        pages=structure.pages,
        cells=structure.cells,
        regions=structure.regions,
        program=row.program,
    )


def versions(*, viewer: Principal, document: UUID) -> tuple[VersionSummary, ...]:
    """All versions of the document, newest first; withdrawn ones for holders of `manage`. Two statements.

    Raises NotFound. A document without versions has an empty history.
    """
    found = (
        only_visible(Document.objects.filter(uid=document), viewer=viewer, path="")
        .annotate(manages=Granted("pk", right=Right.MANAGE, principal=viewer))
        .values_list("pk", "head__version_id", "manages")
        .first()
    )
    if found is None:
        raise NotFound
    pk, current, manages = found
    rows = Version.objects.filter(document_id=pk).annotate(
        is_withdrawn=Exists(Withdrawal.objects.filter(version=OuterRef("pk"))),
        origin_uid=F("reversion__origin__uid"),
        program=program_of(""),
    )
    shown = list((rows if manages else rows.filter(is_withdrawn=False)).order_by("-number", "-rendition"))
    uids = {row.uid for row in shown}
    return tuple(
        VersionSummary(
            uid=row.uid,
            number=row.number,
            rendition=row.rendition,
            media_type=row.media_type,
            at=row.at,
            effective_at=row.effective_at,
            is_current=row.pk == current,
            is_withdrawn=row.is_withdrawn,
            reverts_to=row.origin_uid if row.origin_uid in uids else None,
            program=row.program,
        )
        for row in shown
    )


def difference(*, viewer: Principal, old: UUID, new: UUID) -> DifferenceView:
    """What changed from version `old` to version `new` of one document, word by word. One statement.

    Raises NotFound if the viewer cannot have either; Refused (`different_documents`); DamagedVersion.
    """
    rows = {row.uid: row for row in _readable_versions(viewer=viewer).filter(uid__in={old, new})}
    if not {old, new} <= rows.keys():
        raise NotFound
    before, after = rows[old], rows[new]
    if before.document_id != after.document_id:
        raise Refused("different_documents", "Compare two versions of the same document.", "new")
    return DifferenceView(
        document=before.document.uid,
        old_number=before.number,
        new_number=after.number,
        old_at=before.at,
        new_at=after.at,
        old_effective_at=before.effective_at,
        new_effective_at=after.effective_at,
        new_media_type=after.media_type,
        pieces=text_difference(old=intact_text(before), new=intact_text(after)),
    )


def _listed(viewer: Principal, after: UUID | None) -> QuerySet[Document]:
    rows = visible_documents(viewer=viewer)
    return rows if after is None else rows.filter(_behind(_place(viewer=viewer, document=after)))


def _place(*, viewer: Principal, document: UUID) -> tuple[datetime, int]:
    place = (
        only_visible(Document.objects.filter(uid=document), viewer=viewer, path="")
        .values_list("created_at", "id")
        .first()
    )
    if place is None:
        raise Refused("stale_cursor", "Start again from the first page.", "after")
    return place


def _behind(place: tuple[datetime, int]) -> Q:
    created_at, pk = place
    return Q(created_at__lt=created_at) | Q(created_at=created_at, id__lt=pk)


def _with_successor(rows: QuerySet[Document], *, viewer: Principal) -> QuerySet[Document]:
    """The successor and whether the viewer sees it, in the same statement whether there is one or not."""
    successor = "head__superseded_by"
    return rows.annotate(
        successor_uid=F(f"{successor}__uid"),
        successor_title=F(f"{successor}__head__metadata__title"),
        successor_retired_at=F(f"{successor}__head__retired_at"),
        may_read_successor=Granted(f"{successor}__pk", right=Right.READ, principal=viewer),
        may_manage_successor=Granted(f"{successor}__pk", right=Right.MANAGE, principal=viewer),
    )


# Rows below are typed Any: they are documents with the annotations made above, which no type of ours names.


def _successor(row: Any) -> SuccessorView | None:
    seen = row.may_read_successor and (row.successor_retired_at is None or row.may_manage_successor)
    if not seen:
        return None
    return SuccessorView(uid=row.successor_uid, title=row.successor_title, effective_from=row.head.superseded_from)


def _standing(row: Any) -> Mapping[str, Any]:
    """What the list and the document's own view have in common."""
    said, current = row.head.metadata, row.head.version
    return {
        "uid": row.uid,
        "title": said.title,
        "owner": said.owner,
        "classification": said.classification,
        "language": said.language,
        "status": Status(said.status),
        "created_at": row.created_at,
        "version": current and current.uid,
        "version_number": current and current.number,
        "retired_at": row.head.retired_at,
        "superseded_by": _successor(row),
    }


def _summaries(rows: QuerySet[Document], *, viewer: Principal, limit: int) -> tuple[DocumentSummary, ...]:
    rows = _with_successor(rows, viewer=viewer).order_by(*_NEWEST_FIRST)
    return tuple(_summary(row) for row in rows.select_related("head__metadata", "head__version")[:limit])


def _summary(row: Any) -> DocumentSummary:
    return DocumentSummary(**_standing(row))


def _view(row: Any, *, rights: frozenset[Right]) -> DocumentView:
    said, current = row.head.metadata, row.head.version
    return DocumentView(
        **_standing(row),
        originator=said.originator,
        source_quality=said.source_quality,
        effective_from=said.effective_from,
        metadata_number=said.number,
        changed_at=max(said.at, current.at) if current else said.at,
        version_at=current and current.at,
        version_effective_at=current and current.effective_at,
        rights=rights,
        program=row.program,
    )


def _readable_versions(*, viewer: Principal) -> QuerySet[Version]:
    """Versions the viewer may have the text of: neither withdrawn nor erased, in a document the viewer sees."""
    standing = Version.objects.filter(text_stands(""))
    return only_visible(standing, viewer=viewer, path="document__").select_related("document__head", "content")


def intact_text(row: Version) -> str:
    """The stored text of a version loaded with its content. Raises DamagedVersion."""
    if sha256_hex(row.content.text) != row.content.sha256:
        raise DamagedVersion(row.uid)
    return row.content.text


def intact_structure(row: Version) -> Structure:
    """Its structure. Raises DamagedVersion."""
    try:
        structure = Structure.from_json(row.content.structure)
    except BrokenStructure:
        raise DamagedVersion(row.uid) from None
    if not structure.blocks or structure.blocks[-1].end != len(row.content.text):
        raise DamagedVersion(row.uid)
    return structure
