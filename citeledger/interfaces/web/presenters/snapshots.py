"""Pages about snapshots: the list, one, and what changed between two."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger.documents.metadata import Status
from citeledger.documents.pinned import ChangedDocument, PinnedDocument, SnapshotChanges, SnapshotSummary, SnapshotView
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.documents import marks_of, published_by, version_label
from citeledger.interfaces.web.presenters.frame import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotRow:
    uid: UUID
    name: Name
    size: str
    pinned_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotList:
    rows: tuple[SnapshotRow, ...]
    more: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedRow:
    """A pinned document in its version; `marks` say that the document is a draft, that the version is current still.

    `published_by` says so where a program published that version, and no person adopted it.
    """

    document_uid: UUID
    version_uid: UUID
    title: Name
    version: str
    marks: tuple[str, ...]
    published_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparable:
    """Another snapshot by its name, and the two of them in the order in which they were pinned."""

    name: Name
    old_uid: UUID
    new_uid: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotPage:
    """`rest` is one sentence about what may not be read now, whatever the cause; empty where there is none."""

    uid: UUID
    name: Name
    root: str
    pinned_at: datetime
    documents: tuple[PinnedRow, ...]
    rest: str
    others: tuple[Comparable, ...]
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedRow:
    old: PinnedRow
    new: PinnedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage:
    old: SnapshotRow
    new: SnapshotRow
    summary: str
    added: tuple[PinnedRow, ...]
    removed: tuple[PinnedRow, ...]
    changed: tuple[ChangedRow, ...]
    rest: str
    notice: str = ""


def snapshot_list(*, rows: Iterable[SnapshotSummary], more: str, notice: str) -> SnapshotList:
    """The list, newest first as given."""
    return SnapshotList(rows=tuple(_row(snapshot=row) for row in rows), more=more, notice=notice)


def _row(*, snapshot: SnapshotSummary) -> SnapshotRow:
    return SnapshotRow(
        uid=snapshot.uid,
        name=shown_name(text=snapshot.name),
        size=counted(count=snapshot.size, one="document", many="documents"),
        pinned_at=snapshot.at,
    )


def snapshot_page(
    *, snapshot: SnapshotView, programs: Mapping[UUID, str], others: Iterable[SnapshotSummary], notice: str
) -> SnapshotPage:
    """One snapshot, and others to compare it with. `programs`: by version, who published it where nobody adopted it."""
    return SnapshotPage(
        uid=snapshot.uid,
        name=shown_name(text=snapshot.name),
        root=snapshot.root,
        pinned_at=snapshot.at,
        documents=tuple(_pinned(one=one, programs=programs) for one in snapshot.documents),
        rest=_rest(count=snapshot.unavailable),
        others=tuple(_comparable(one=snapshot, other=other) for other in others if other.uid != snapshot.uid),
        notice=notice,
    )


def _comparable(*, one: SnapshotView, other: SnapshotSummary) -> Comparable:
    old, new = (other, one) if other.at < one.at else (one, other)
    return Comparable(name=shown_name(text=other.name), old_uid=old.uid, new_uid=new.uid)


def _pinned(*, one: PinnedDocument, programs: Mapping[UUID, str]) -> PinnedRow:
    return PinnedRow(
        document_uid=one.document,
        version_uid=one.version,
        title=shown_name(text=one.title),
        version=version_label(number=one.number, rendition=one.rendition),
        marks=marks_of(holds={Status.DRAFT.value: one.is_draft, "current": one.is_current}),
        published_by=published_by(program=programs.get(one.version)),
    )


def _rest(*, count: int) -> str:
    if not count:
        return ""
    return f"{counted(count=count, one='more document is', many='more documents are')} not available to you now."


def changes_page(*, changes: SnapshotChanges, programs: Mapping[UUID, str]) -> ChangesPage:
    """What changed from one to the other. `programs`: as for one."""
    return ChangesPage(
        old=_row(snapshot=changes.old),
        new=_row(snapshot=changes.new),
        summary=_summary(changes=changes),
        added=tuple(_pinned(one=one, programs=programs) for one in changes.added),
        removed=tuple(_pinned(one=one, programs=programs) for one in changes.removed),
        changed=tuple(_changed(one=one, programs=programs) for one in changes.changed),
        rest=_rest(count=changes.unavailable),
    )


def _changed(*, one: ChangedDocument, programs: Mapping[UUID, str]) -> ChangedRow:
    return ChangedRow(old=_pinned(one=one.old, programs=programs), new=_pinned(one=one.new, programs=programs))


def _summary(*, changes: SnapshotChanges) -> str:
    counts = (len(changes.changed), len(changes.added), len(changes.removed), changes.unchanged)
    words = ("changed", "added", "removed", "the same in both")
    return ", ".join(f"{count} {word}" for count, word in zip(counts, words, strict=True)) + "."
