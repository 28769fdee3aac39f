"""Verification of the whole: everything re-sliced, every hash and result worked out again, the log opened."""

from collections.abc import Callable, Iterator
from datetime import datetime

from django.db import transaction

from citeledger.evidence import facts, lineages, texts
from citeledger.evidence.problems import Problem
from revalidation.models import ProofFailure

STEPS: tuple[tuple[str, Callable[[], Iterator[Problem]]], ...] = (
    ("versions against their hashes", texts.versions),
    ("spans re-sliced", texts.spans),
    ("span results worked out again", texts.results),
    ("lineage walked again", lineages.lineage),
    ("log entries opened", facts.entries),
    ("log details placed", facts.details),
    ("erasures justified", facts.erasures),
    ("records against the log", facts.records),
    ("heads against the facts", facts.heads),
)


def verify(*, progress: Callable[[str], object]) -> Iterator[Problem]:
    """Every problem there is, as it is found; `progress` hears the name of each step as it begins."""
    for name, step in STEPS:
        progress(name)
        yield from step()


@transaction.atomic
def remember(*, problems: list[Problem], at: datetime) -> None:
    """Keep what the last proof found: spans named here show `unverified`, and `/readyz` fails (DESIGN rule 3)."""
    ProofFailure.objects.all().delete()
    ProofFailure.objects.bulk_create(
        ProofFailure(subject_kind=problem.record[:30], span_id=span, what=str(problem)[:200], found_at=at)
        for problem in problems
        for span in problem.spans or (None,)
    )
