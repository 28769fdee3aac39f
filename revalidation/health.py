"""Whether this installation may be believed right now: database, guards, proofs."""

from dataclasses import dataclass

from django.db import Error, connection

from citeledger.tables.install import drift
from revalidation.mismatches import last_met
from revalidation.models import Proof, ProofFailure


@dataclass(frozen=True, slots=True)
class Readiness:
    """`problems` are names from a closed list: database, triggers, proofs, mismatches."""

    problems: tuple[str, ...]

    @property
    def is_ready(self) -> bool:
        return not self.problems


def ready() -> Readiness:
    """Look live. A database that does not answer hides the others."""
    try:
        found = {"triggers": bool(drift(using=connection.alias)), "proofs": ProofFailure.objects.exists()}
        found["mismatches"] = _met_something()
    except Error:  # of the database or of the way to it
        return Readiness(("database",))
    return Readiness(tuple(name for name, bad in found.items() if bad))


def _met_something() -> bool:
    """Whether this process met a mismatch that no proof of everything has come after: broker or not, it is not well."""
    last = last_met()
    return last is not None and not Proof.objects.filter(began_at__gt=last).exists()
