"""The versions of a document, one below the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from uuid import UUID

from acl.rights import Right
from citeledger.documents.views import DocumentView, VersionSummary
from citeledger.interfaces.web.presenters.documents import (
    DocumentHeading,
    VersionRow,
    document_heading,
    published_by,
    version_label,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionList:
    document: DocumentHeading
    versions: tuple[VersionRow, ...]
    may_edit: bool
    may_manage: bool
    notice: str = ""


def version_list(*, document: DocumentView, rows: Sequence[VersionSummary], notice: str) -> VersionList:
    """The history, newest first as given; each standing version knows the standing one before it."""
    standing = [row.uid for row in rows if not row.is_withdrawn]
    before = dict(pairwise(standing))
    labels = {row.uid: version_label(number=row.number, rendition=row.rendition).lower() for row in rows}
    return VersionList(
        document=document_heading(document=document),
        versions=tuple(_history_row(row=row, previous=before.get(row.uid), labels=labels) for row in rows),
        may_edit=Right.EDIT in document.rights and not document.retired_at,
        may_manage=Right.MANAGE in document.rights,
        notice=notice,
    )


def _history_row(*, row: VersionSummary, previous: UUID | None, labels: Mapping[UUID, str]) -> VersionRow:
    marks = {"current": row.is_current, "withdrawn": row.is_withdrawn}
    return VersionRow(
        uid=row.uid,
        label=version_label(number=row.number, rendition=row.rendition),
        dated_at=row.effective_at,
        recorded_at=row.at,
        marks=tuple(mark for mark, does in marks.items() if does),
        readable=not row.is_withdrawn,
        is_newest=row.is_current,
        previous_uid=previous,
        says_again=labels[row.reverts_to] if row.reverts_to else "",
        published_by=published_by(program=row.program),
    )
