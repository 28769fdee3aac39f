"""Reading snapshots: whoever pinned one reads it, and of its documents those they may read now.

The rest is one shape, whatever the cause: a number (DESIGN rule 6). Nothing else about them is looked up.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.documents.access import only_visible
from citeledger.documents.metadata import is_draft
from citeledger.documents.models import Snapshot, SnapshotMember
from citeledger.documents.snapshots import leaf_salt, tree_of
from citeledger.documents.standing import stands


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotSummary:
    uid: UUID
    name: str
    root: str
    size: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedDocument:
    """A pinned document as its reader sees it: its title now, the version pinned, and whether that is current still.

    `is_draft`: the document is one now.
    """

    document: UUID
    title: str
    version: UUID
    number: int
    rendition: int
    is_current: bool
    is_draft: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotView(SnapshotSummary):
    """`unavailable` counts the pinned documents that the viewer may not read now, or not in the version pinned."""

    documents: tuple[PinnedDocument, ...]
    unavailable: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedDocument:
    """A document that two snapshots hold in two versions."""

    old: PinnedDocument
    new: PinnedDocument


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotChanges:
    """From one snapshot to another, of what the viewer may read now; `unavailable` counts the rest of both."""

    old: SnapshotSummary
    new: SnapshotSummary
    added: tuple[PinnedDocument, ...]
    removed: tuple[PinnedDocument, ...]
    changed: tuple[ChangedDocument, ...]
    unchanged: int
    unavailable: int

    def versions(self) -> Iterator[UUID]:
        """All versions that it lists."""
        for one in self.changed:
            yield from (one.old.version, one.new.version)
        yield from (one.version for one in (*self.added, *self.removed))


@dataclass(frozen=True, slots=True, kw_only=True)
class InclusionProof:
    """What proves, without this site, that a text was pinned: hash the leaf, follow the path, compare with the root.

    `salt` is the leaf's, `path` the hashes beside it, nearest first, all in hex (RFC 6962, section 2.1.1).
    """

    document: UUID
    version: UUID
    text_sha256: str
    salt: str
    index: int
    size: int
    path: tuple[str, ...]
    root: str


@dataclass(frozen=True, slots=True)
class Scope:
    """A snapshot as it is searched: how many documents it pins, and the ids of the versions that may be read now."""

    id: int
    size: int
    version_ids: tuple[int, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all of it may be read."""
        return len(self.version_ids) == self.size


def snapshots(*, viewer: Principal, after: UUID | None, limit: int) -> tuple[SnapshotSummary, ...]:
    """The viewer's own snapshots, newest first, from just behind `after`. Raises Refused (`stale_cursor`)."""
    rows = Snapshot.objects.filter(maker=viewer.id, content__isnull=False)
    if after is not None:
        place = rows.filter(uid=after).values_list("pk", flat=True).first()
        if place is None:
            raise Refused("stale_cursor", "Start again from the first page.", "after")
        rows = rows.filter(pk__lt=place)
    return tuple(_summary(row) for row in rows.select_related("content").order_by("-pk")[:limit])


def snapshot(*, viewer: Principal, uid: UUID) -> SnapshotView:
    """One snapshot of the viewer's own. Raises NotFound. Two statements."""
    row = _own(viewer=viewer, uid=uid)
    documents = _readable(viewer=viewer, snapshot=row)
    return SnapshotView(
        uid=row.uid,
        name=row.content.name,
        root=row.root,
        size=row.size,
        at=row.at,
        documents=tuple(documents.values()),
        unavailable=row.size - len(documents),
    )


def changes(*, viewer: Principal, old: UUID, new: UUID) -> SnapshotChanges:
    """What changed from one snapshot of the viewer's own to another. Raises NotFound."""
    before, after = _own(viewer=viewer, uid=old), _own(viewer=viewer, uid=new)
    was, now = (_readable(viewer=viewer, snapshot=row) for row in (before, after))
    # A document whose other version may not be shown is neither added nor removed: it is one of the rest.
    pinned = [set(row.members.values_list("document__uid", flat=True)) for row in (before, after)]
    both = was.keys() & now.keys()
    changed = [uid for uid in was if uid in both and was[uid].version != now[uid].version]
    added = [uid for uid in now if uid not in pinned[0]]
    removed = [uid for uid in was if uid not in pinned[1]]
    return SnapshotChanges(
        old=_summary(before),
        new=_summary(after),
        added=tuple(now[uid] for uid in added),
        removed=tuple(was[uid] for uid in removed),
        changed=tuple(ChangedDocument(old=was[uid], new=now[uid]) for uid in changed),
        unchanged=len(both) - len(changed),
        unavailable=len(pinned[0] | pinned[1]) - len(both) - len(added) - len(removed),
    )


def proof(*, viewer: Principal, snapshot: UUID, document: UUID) -> InclusionProof:
    """The proof for one document of a snapshot of the viewer's own, which they may read now. Raises NotFound."""
    row = _own(viewer=viewer, uid=snapshot)
    if document not in _readable(viewer=viewer, snapshot=row):
        raise NotFound
    tree = tree_of(row)
    index = tree.index(document)
    one = tree.pinned[index]
    return InclusionProof(
        document=one.document,
        version=one.version,
        text_sha256=one.text_sha256,
        salt=leaf_salt(document=one.document, salt=tree.salt),
        index=index,
        size=len(tree.pinned),
        path=tree.path(index),
        root=row.root,
    )


def scope(*, maker: Principal, viewer: Principal, uid: UUID) -> Scope:
    """What of a snapshot that `maker` pinned the viewer may search. Raises NotFound. Two statements."""
    row = _own(viewer=maker, uid=uid)
    return Scope(
        row.pk, row.size, tuple(_readable_members(viewer=viewer, snapshot=row).values_list("version", flat=True))
    )


def _own(*, viewer: Principal, uid: UUID) -> Snapshot:
    rows = Snapshot.objects.filter(uid=uid, maker=viewer.id, content__isnull=False).select_related("content")
    found = rows.first()
    if found is None or viewer.id is None:
        raise NotFound
    return found


def _readable(*, viewer: Principal, snapshot: Snapshot) -> Mapping[UUID, PinnedDocument]:
    """The pinned documents that the viewer may read, by uid, in the order of their titles. One statement."""
    rows = _readable_members(viewer=viewer, snapshot=snapshot).select_related("document__head__metadata", "version")
    found = (_pinned(row) for row in rows)
    return {one.document: one for one in sorted(found, key=lambda one: (one.title, one.document))}


def _readable_members(*, viewer: Principal, snapshot: Snapshot) -> QuerySet[SnapshotMember]:
    members = SnapshotMember.objects.filter(stands("version__"), snapshot=snapshot)
    return only_visible(members, viewer=viewer, path="document__")


def _pinned(row: SnapshotMember) -> PinnedDocument:
    head = row.document.head
    return PinnedDocument(
        document=row.document.uid,
        title=head.metadata.title if head.metadata else "",
        version=row.version.uid,
        number=row.version.number,
        rendition=row.version.rendition,
        is_current=head.version_id == row.version_id,
        is_draft=is_draft(head.metadata),
    )


def _summary(row: Snapshot) -> SnapshotSummary:
    return SnapshotSummary(uid=row.uid, name=row.content.name, root=row.root, size=row.size, at=row.at)
