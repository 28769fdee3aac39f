"""Memos of a pure function, and what the background proof found broken."""

from django.db import models

from citeledger.documents.models import Version
from citeledger.ledger.models import Citation, Span, StatementGround
from citeledger.tables.classes import control, derived


@derived
class SpanResult(models.Model):
    """What became of a span in a later version: `reanchor(...)` remembered, keyed (span, target version, rule id).

    `start` and `end` (code points of the target, end exclusive) are the place found, or the best place to show.
    """

    span = models.ForeignKey(Span, on_delete=models.CASCADE, related_name="results")
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    rule = models.CharField(max_length=60)
    outcome = models.CharField(max_length=20)
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    candidates = models.TextField(default="[]")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["span", "version", "rule"], name="revalidation_result_once")]

    def __str__(self) -> str:
        return f"{self.outcome} of span {self.span_id} in {self.version_id}"


@derived
class AbsenceResult(models.Model):
    """Whether a search that found nothing finds something in a later version, keyed (search, version, rule).

    `places` are the first few (code points, end exclusive): canonical JSON, empty where it is still absent.
    """

    ground = models.ForeignKey(StatementGround, on_delete=models.CASCADE, related_name="results")
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    rule = models.CharField(max_length=60)
    outcome = models.CharField(max_length=20)
    places = models.TextField(default="[]")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ground", "version", "rule"], name="revalidation_absence_once")]

    def __str__(self) -> str:
        return f"{self.outcome} in {self.version_id}: search {self.ground_id}"


@control
class ProofFailure(models.Model):
    """A record whose proof failed. While `span` is named here, every badge that rests on it is `unverified`.

    While `citation` is named here, its own badge is: what it says, where it stands or what it rests on was changed.
    """

    subject_kind = models.CharField(max_length=30)
    subject_uid = models.UUIDField(null=True)
    span = models.ForeignKey(Span, on_delete=models.CASCADE, null=True, related_name="failures")
    citation = models.ForeignKey(Citation, on_delete=models.CASCADE, null=True, related_name="failures")
    what = models.CharField(max_length=200)
    found_at = models.DateTimeField()  # when the proof that found it began

    def __str__(self) -> str:
        return f"{self.subject_kind} {self.subject_uid}: {self.what}"


@control
class Proof(models.Model):
    """A walk over everything that came to its end. What was met before it began is found by it, or mended."""

    began_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"proof of {self.began_at}"
