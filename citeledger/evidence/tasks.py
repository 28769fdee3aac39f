"""Celery entry point of the background proof (DESIGN rule 3: everything at least daily)."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from citeledger.evidence.verification import remember, verify


@shared_task(name="evidence.prove", time_limit=6 * 3600, soft_time_limit=6 * 3600 - 60)
def prove(**_: Any) -> None:
    """Walk everything and remember what is damaged."""
    remember(problems=list(verify(progress=lambda _step: None)), at=timezone.now())
