"""Celery entry points of the background proof (DESIGN rule 3: everything at least daily, and at once what was met)."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from citeledger.evidence.singles import prove_record
from citeledger.evidence.verification import add, remember, verify
from revalidation.mismatches import Met


@shared_task(name="evidence.prove", time_limit=6 * 3600, soft_time_limit=6 * 3600 - 60)
def prove(**_: Any) -> None:
    """Walk everything and remember what is damaged."""
    began = timezone.now()
    remember(problems=list(verify(progress=lambda _step: None)), at=began)


@shared_task(name="evidence.prove_records")
def prove_records(*, records: list[tuple[str, str]], **_: Any) -> None:
    """Prove records that readers met (kind, uid or row id) and add what is damaged; `/readyz` then fails everywhere."""
    began = timezone.now()
    add(problems=[p for kind, name in records for p in prove_record(record=Met(kind), name=name)], at=began)
