"""What happened: one unsequenced entry per fact, its salted details, erasures, and replies kept for idempotency."""

import uuid

from django.db import models

from citeledger.tables.classes import content, control, record


@record
class LogEntry(models.Model):
    """A fact. Holds no name and no text: `commitment` is HMAC-SHA256(salt, canonical record) in hex.

    `leaf` is the SHA-256 (hex) of the entry itself as canonical JSON; it stands when the salt is erased.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    format = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=40)
    at = models.DateTimeField()
    actor_uid = models.UUIDField(null=True)
    subject_uid = models.UUIDField(db_index=True)
    outcome = models.CharField(max_length=20, default="done")
    commitment = models.CharField(max_length=64)
    leaf = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"


@content(subject_uid="(SELECT subject_uid FROM log_logentry WHERE id = OLD.entry_id)")
class LogDetail(models.Model):
    """What opens the commitment: the salt (hex, 32 bytes) and the record as canonical JSON (RFC 8785)."""

    entry = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="detail")
    salt = models.CharField(max_length=64)
    body = models.TextField()

    def __str__(self) -> str:
        return f"detail of {self.entry_id}"


@record
class Erasure(models.Model):
    """Names a subject whose content may be deleted: the one key to the one door."""

    subject_uid = models.UUIDField(unique=True)
    at = models.DateTimeField()
    actor_uid = models.UUIDField(null=True)

    def __str__(self) -> str:
        return f"erasure of {self.subject_uid}"


@control
class IdempotentReply(models.Model):
    """The reply given to a POST, kept to be given again; written in the transaction of the fact it reports."""

    principal_uid = models.UUIDField()
    key = models.CharField(max_length=200)
    request_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["principal_uid", "key"], name="log_reply_once")]

    def __str__(self) -> str:
        return f"reply {self.status} to {self.key}"
