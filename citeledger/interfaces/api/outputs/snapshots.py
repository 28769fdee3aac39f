"""Snapshots: what is pinned, what changed, and how to prove it."""

from rest_framework.serializers import BooleanField, CharField, DateTimeField, IntegerField, ListField, UUIDField

from citeledger.interfaces.api.outputs.shape import ProgramField, Shape


class SnapshotPinned(Shape):
    """`merkle_root` commits to everything pinned."""

    uid = UUIDField()
    merkle_root = CharField(source="root")


class SnapshotItem(Shape):
    uid = UUIDField()
    name = CharField()
    merkle_root = CharField(source="root")
    size = IntegerField()
    at = DateTimeField()


class PinnedDocument(Shape):
    """A document in the version pinned; `is_current` says whether that still is the current one.

    `published_by_program` names the program that published it, where no person adopted it.
    """

    document = UUIDField()
    title = CharField()
    version = UUIDField()
    number = IntegerField()
    rendition = IntegerField()
    is_current = BooleanField()
    published_by_program = ProgramField()


class Snapshot(SnapshotItem):
    """`unavailable` counts pinned documents that you may not read now, whatever the cause."""

    documents = PinnedDocument(many=True)
    unavailable = IntegerField()


class ChangedDocument(Shape):
    old = PinnedDocument()
    new = PinnedDocument()


class SnapshotChanges(Shape):
    """From the old snapshot to the new, of what you may read now; `unavailable` counts the rest of both."""

    old = SnapshotItem()
    new = SnapshotItem()
    added = PinnedDocument(many=True)
    removed = PinnedDocument(many=True)
    changed = ChangedDocument(many=True)
    unchanged = IntegerField()
    unavailable = IntegerField()


class InclusionProof(Shape):
    """Proves by RFC 6962 that the text was pinned. The leaf is {document, salt, text_sha256, version} in RFC 8785."""

    document = UUIDField()
    version = UUIDField()
    text_sha256 = CharField()
    salt = CharField()
    index = IntegerField()
    size = IntegerField()
    path = ListField(child=CharField())
    merkle_root = CharField(source="root")
