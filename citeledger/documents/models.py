"""Documents, their metadata, their versions, and what becomes of them."""

import uuid

from django.conf import settings
from django.db import models

from citeledger.documents.search import models as _passages  # noqa: F401  # Django finds an app's models here
from citeledger.tables.classes import content, control, derived, record

SNAPSHOT_SUBJECT = "(SELECT uid FROM documents_snapshot WHERE id = OLD.snapshot_id)"
VERSION_SUBJECT = "(SELECT uid FROM documents_version WHERE id = OLD.version_id)"
DOCUMENT_SUBJECT = "(SELECT uid FROM documents_document WHERE id = OLD.document_id)"


@record
class Document(models.Model):
    """The identity of a thing people edit. Everything that changes about it lives in its head and its metadata."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        permissions = [
            ("read", "Read"),
            ("cite", "Cite"),
            ("attest", "Attest"),
            ("edit", "Edit"),
            ("manage", "Manage"),
        ]

    def __str__(self) -> str:
        return str(self.uid)


@content(subject_uid=DOCUMENT_SUBJECT)
class DocumentMetadata(models.Model):
    """One frozen state of a document's metadata. As protected as the text (DESIGN section 2)."""

    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="metadata")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=300)
    owner = models.CharField(max_length=200, blank=True)
    originator = models.CharField(max_length=200, blank=True)
    classification = models.CharField(max_length=100, blank=True)
    source_quality = models.CharField(max_length=500, blank=True)
    language = models.CharField(max_length=35, default="en")
    status = models.CharField(max_length=10, choices=[("draft", "draft"), ("published", "published")])
    effective_from = models.DateField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="documents_metadata_number")]

    def __str__(self) -> str:
        return f"metadata {self.number} of {self.document_id}"


@record
class Version(models.Model):
    """One frozen state of a document: (document, number, rendition)."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    rendition = models.PositiveIntegerField(default=1)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    media_type = models.CharField(max_length=100)
    extractor = models.CharField(max_length=200)
    normalizer = models.CharField(max_length=60)
    at = models.DateTimeField()
    # When the outside world had this version: an imported history keeps its dates, an edit has its own.
    effective_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["document", "number", "rendition"], name="documents_version_number")
        ]

    def __str__(self) -> str:
        return f"version {self.number}.{self.rendition} of {self.document_id}"


@content(subject_uid=VERSION_SUBJECT)
class VersionText(models.Model):
    """The canonical text (code points), its SHA-256 in hex over UTF-8, and its structure as canonical JSON."""

    version = models.OneToOneField(Version, on_delete=models.PROTECT, primary_key=True, related_name="content")
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    structure = models.TextField()

    def __str__(self) -> str:
        return f"text of {self.version_id}"


@derived
class VersionLetters(models.Model):
    """What tells a copy of a text that is only set otherwise (ADR 17): `hashing.letters_sha256_hex`."""

    text = models.OneToOneField(VersionText, on_delete=models.CASCADE, primary_key=True, related_name="letters")
    sha256 = models.CharField(max_length=64)

    class Meta:
        indexes = [models.Index(fields=["sha256"], name="documents_letters_sha256")]

    def __str__(self) -> str:
        return f"letters of {self.text_id}"


@content(subject_uid=VERSION_SUBJECT)
class VersionSource(models.Model):
    """The bytes the text was extracted from, and their SHA-256 in hex."""

    version = models.OneToOneField(Version, on_delete=models.PROTECT, primary_key=True, related_name="source")
    data = models.BinaryField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        indexes = [models.Index(fields=["sha256"], name="documents_source_sha256")]

    def __str__(self) -> str:
        return f"source of {self.version_id}"


@record
class Withdrawal(models.Model):
    """A version that is never shown, quoted or compared again."""

    version = models.OneToOneField(Version, on_delete=models.PROTECT, related_name="withdrawal")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"withdrawal of {self.version_id}"


@record
class Reversion(models.Model):
    """A version that says again what an older one of the same document said."""

    version = models.OneToOneField(Version, on_delete=models.PROTECT, related_name="reversion")
    origin = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.version_id} says again what {self.origin_id} said"


@record
class Adoption(models.Model):
    """A person stands by what a program published: this version's number, in whichever rendition."""

    version = models.OneToOneField(Version, on_delete=models.PROTECT, related_name="adoption")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"adoption of {self.version_id}"


@record
class Snapshot(models.Model):
    """A set of documents pinned as they were: `root` (hex) commits to all members, see `documents.snapshots`."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    maker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    root = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.root


@content(subject_uid=SNAPSHOT_SUBJECT)
class SnapshotText(models.Model):
    """What the maker calls it, and the salt (hex, 32 bytes) without which its leaves cannot be guessed."""

    snapshot = models.OneToOneField(Snapshot, on_delete=models.PROTECT, primary_key=True, related_name="content")
    name = models.CharField(max_length=200)
    salt = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"name of {self.snapshot_id}"


@record
class SnapshotMember(models.Model):
    """One pinned document, in the version that was current. Ids alone: the text's digest is the text's own."""

    snapshot = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="members")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["snapshot", "document"], name="documents_snapshot_member")]

    def __str__(self) -> str:
        return f"{self.version_id} in {self.snapshot_id}"


@control
class DocumentHead(models.Model):
    """What is true of the document now. The hot path reads this row live."""

    document = models.OneToOneField(Document, on_delete=models.PROTECT, primary_key=True, related_name="head")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, null=True, related_name="+")
    metadata = models.ForeignKey(DocumentMetadata, on_delete=models.PROTECT, null=True, related_name="+")
    retired_at = models.DateTimeField(null=True)
    superseded_by = models.ForeignKey(Document, on_delete=models.PROTECT, null=True, related_name="+")
    superseded_from = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"head of {self.document_id}"


@control
class OutboxEntry(models.Model):
    """Work that an edit owes the background, committed with the edit itself (threats T95, T98).

    `turn` counts how often it was owed, so that whoever does the work can tell that it was owed again meanwhile.
    """

    kind = models.CharField(max_length=30)
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    turn = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "version"], name="documents_outbox_once")]
        indexes = [models.Index(fields=["at"], name="documents_outbox_owed", condition=models.Q(done_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.kind} for {self.version_id}"


@control
class Upload(models.Model):
    """Bytes on their way to becoming a version: received, read in the background, looked at, published or dropped.

    A job, seen by nobody but the uploader. Its bytes and what was read from them are rows of their own, gone once it is
    published; the row itself lives a day.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, null=True, related_name="+")
    # The version that was current when the bytes came: what publishing them would replace.
    expected = models.ForeignKey(Version, on_delete=models.PROTECT, null=True, related_name="+")
    file_name = models.CharField(max_length=200, blank=True)
    media_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    language = models.CharField(max_length=35)
    least_confidence = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10)
    refusal = models.CharField(max_length=30, blank=True)
    published = models.ForeignKey(Version, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(db_index=True)
    sent_at = models.DateTimeField(null=True)
    begun_at = models.DateTimeField(null=True)

    class Meta:
        # Which state follows which: `documents.invariants`.
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=("waiting", "reading", "ready"), published=None, refusal="")
                | models.Q(state="refused", published=None) & ~models.Q(refusal="")
                | models.Q(state="published", published__isnull=False, refusal=""),
                name="documents_upload_state",
            )
        ]

    def __str__(self) -> str:
        return f"upload {self.uid}"


@control
class UploadSource(models.Model):
    """The bytes of an upload, until it is published or dropped."""

    upload = models.OneToOneField(Upload, on_delete=models.CASCADE, primary_key=True, related_name="source")
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"bytes of {self.upload_id}"


@control
class UploadReading(models.Model):
    """What was read from an upload's bytes, in the columns a version stores it in."""

    upload = models.OneToOneField(Upload, on_delete=models.CASCADE, primary_key=True, related_name="reading")
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    structure = models.TextField()
    extractor = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"reading of {self.upload_id}"
