"""What the gate keeps beside the ledger: sessions in which was written, and which text was handed to whom."""

import uuid

from django.conf import settings
from django.db import models

from citeledger.emission.kinds import StepKind
from citeledger.ledger.models import Answer
from citeledger.tables.classes import content, record

SESSION_SUBJECT = "(SELECT uid FROM emission_emissionsession WHERE id = OLD.session_id)"


@record
class EmissionSession(models.Model):
    """One piece of work of one writer, for somebody or for itself. What it asked and did are its steps."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    on_behalf_of = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return str(self.uid)


@content(subject_uid=SESSION_SUBJECT)
class SessionStep(models.Model):
    """What was done and allowed. `subject` is the version read, the span minted or the answer emitted.

    `detail` is canonical JSON; `digest` commits to the step and to all before it (see `emission.steps`).
    """

    session = models.ForeignKey(EmissionSession, on_delete=models.PROTECT, related_name="steps")
    ordinal = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in StepKind])
    at = models.DateTimeField()
    subject = models.UUIDField(null=True)
    detail = models.TextField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "ordinal"], name="emission_step_ordinal"),
            models.CheckConstraint(
                condition=models.Q(kind__in=(StepKind.OPENED.value, StepKind.SEARCHED.value), subject=None)
                | models.Q(
                    kind__in=(StepKind.READ.value, StepKind.MINTED.value, StepKind.EMITTED.value),
                    subject__isnull=False,
                ),
                name="emission_step_subject",
            ),
        ]
        indexes = [models.Index(fields=["session", "kind", "subject"], name="emission_step_named")]

    def __str__(self) -> str:
        return f"step {self.ordinal} of {self.session_id}"


@record
class SessionAnswer(models.Model):
    """An answer that was emitted from a session, by its writer and for whom it is (see `emission.invariants`)."""

    answer = models.OneToOneField(Answer, on_delete=models.PROTECT, related_name="emission")
    session = models.ForeignKey(EmissionSession, on_delete=models.PROTECT, related_name="answers")

    def __str__(self) -> str:
        return f"{self.answer_id} from {self.session_id}"


@record
class HandOff(models.Model):
    """An answer handed from one principal to another, to be taken over once before `expires_at`."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="+")
    sender = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    receiver = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(at__lt=models.F("expires_at")), name="emission_hand_off_ends")
        ]

    def __str__(self) -> str:
        return str(self.uid)


@record
class HandOffReceipt(models.Model):
    """That a hand-off was taken over: once, whoever asks at the same moment.

    It does not say which text was made of it: that is lineage, and dies with that text.
    """

    hand_off = models.OneToOneField(HandOff, on_delete=models.PROTECT, primary_key=True, related_name="receipt")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"receipt of {self.hand_off_id}"
