"""What the gate keeps beside the ledger: which text was handed to whom, and that it was taken over."""

import uuid

from django.conf import settings
from django.db import models

from citeledger.ledger.models import Answer
from citeledger.tables.classes import record


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
