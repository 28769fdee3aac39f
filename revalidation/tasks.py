"""Celery entry points: translate, one call. Ids only, unknown keywords tolerated (a rolling deploy may send more)."""

from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from revalidation import relaying, sweeping


@shared_task(name="revalidation.sweep")
def sweep(*, version: str, **_: Any) -> None:
    """Remember what became of every span of the document in this version."""
    sweeping.sweep(version=UUID(version), at=timezone.now())


@shared_task(name="revalidation.relay")
def relay(**_: Any) -> None:
    """Send the sweeps that edits owe. Runs every few seconds; see the schedule in the settings."""
    relaying.relay(send=lambda uid: sweep.delay(version=str(uid)), now=timezone.now())
