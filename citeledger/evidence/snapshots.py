"""Snapshots against what they pin: every root worked out again from the members and their texts."""

from collections.abc import Iterator

from citeledger.core.hashing import sha256_hex
from citeledger.documents.models import Snapshot, SnapshotMember, VersionText
from citeledger.documents.snapshots import tree_of
from citeledger.evidence.problems import NOBODY, Problem
from citeledger.evidence.rows import Walk


def snapshots() -> Iterator[Problem]:
    """No badge rests on a snapshot, so a damaged one takes none with it."""
    rows = Snapshot.objects.select_related("content")
    yield from Walk(rows=rows, record="snapshot", reach=lambda _: NOBODY).problems(_rooted)
    members = SnapshotMember.objects.select_related("snapshot", "version")
    yield from Walk(rows=members, record="snapshot member", reach=lambda _: NOBODY).problems(_placed)


def _rooted(snapshot: Snapshot) -> Iterator[Problem]:
    tree = tree_of(snapshot)
    if len(tree.pinned) != snapshot.size or tree.root != snapshot.root:
        yield Problem("snapshot", str(snapshot.uid), "its root is not what its documents amount to")


def _placed(member: SnapshotMember) -> Iterator[Problem]:
    """The document is the version's, and the digest the root was made from is the text's."""
    content = VersionText.objects.get(version=member.version_id)
    if member.version.document_id != member.document_id or sha256_hex(content.text) != content.sha256:
        yield Problem("snapshot", str(member.snapshot.uid), f"does not hold version {member.version.uid} as it was")
