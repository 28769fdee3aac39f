"""Whether this installation may be believed right now: database, guards, proofs."""

from dataclasses import dataclass

from django.db import Error, connection

from citeledger.tables.install import drift
from revalidation.models import ProofFailure


@dataclass(frozen=True, slots=True)
class Readiness:
    """`problems` are names from a closed list: database, triggers, proofs."""

    problems: tuple[str, ...]

    @property
    def is_ready(self) -> bool:
        return not self.problems


def ready() -> Readiness:
    """Look live. A database that does not answer hides the other two."""
    try:
        stands, proved = not drift(using=connection.alias), not ProofFailure.objects.exists()
    except Error:  # of the database or of the way to it
        return Readiness(("database",))
    return Readiness(tuple(name for name, good in (("triggers", stands), ("proofs", proved)) if not good))
