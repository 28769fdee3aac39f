"""What the lab remembers: which world is on stage, and what the known mistakes have wrongly kept."""

from django.db import models

from citeledger.tables.classes import control


@control
class Scene(models.Model):
    """One telling of the story. Records are never deleted: starting again makes a new world, and the old one leaves.

    `cast` maps the story's names to uids (text), `flags` says what has been done to the policy's text.
    """

    at = models.DateTimeField()
    cast = models.JSONField(default=dict)
    flags = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"scene {self.pk}"


@control
class KeptVerdict(models.Model):
    """The cache that forgets the epoch: kept by citation, viewer and version alone. Here to be seen failing."""

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE)
    key = models.CharField(max_length=200)
    state = models.CharField(max_length=20)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scene", "key"], name="lab_kept_once")]

    def __str__(self) -> str:
        return self.key
