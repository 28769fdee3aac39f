"""The index of passages: which terms stand in which passage of which text. Of numbers and words, no sentence.

Every row hangs on the text itself: no text can go and leave its words here.
"""

from django.db import models

from citeledger.tables.classes import derived


@derived
class IndexedText(models.Model):
    """How far a text is indexed, by which rule: `passages` are done, holding `length` terms, all once `is_complete`."""

    text = models.OneToOneField(
        "documents.VersionText", on_delete=models.CASCADE, primary_key=True, related_name="indexed"
    )
    rule = models.CharField(max_length=60)
    passages = models.PositiveIntegerField(default=0)
    length = models.PositiveBigIntegerField(default=0)
    is_complete = models.BooleanField(default=False)

    class Meta:
        app_label = "documents"

    def __str__(self) -> str:
        return f"index of {self.text_id}"


@derived
class IndexedPassage(models.Model):
    """Where a passage stands: start and end in code points of the canonical text, end exclusive."""

    text = models.ForeignKey("documents.VersionText", on_delete=models.CASCADE, related_name="+", db_index=False)
    ordinal = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    class Meta:
        app_label = "documents"
        constraints = [models.UniqueConstraint(fields=["text", "ordinal"], name="documents_passage_ordinal")]

    def __str__(self) -> str:
        return f"passage {self.ordinal} of {self.text_id}"


@derived
class Posting(models.Model):
    """That a term stands in a passage `count` times; `length` is how many terms the passage holds."""

    text = models.ForeignKey("documents.VersionText", on_delete=models.CASCADE, related_name="+")
    ordinal = models.PositiveIntegerField()
    term = models.CharField(max_length=64)
    count = models.PositiveSmallIntegerField()
    length = models.PositiveIntegerField()

    class Meta:
        app_label = "documents"
        # Everything the ranking reads, so that it reads nothing else.
        indexes = [models.Index(fields=["term", "text", "ordinal", "count", "length"], name="documents_posting_term")]

    def __str__(self) -> str:
        return f"{self.count} of a term in passage {self.ordinal} of {self.text_id}"
