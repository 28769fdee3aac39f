"""Celery entry points: translate, one call. Ids only, unknown keywords tolerated (a rolling deploy may send more)."""

from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from citeledger.documents.services import reading
from citeledger.documents.tasks import read_upload
from revalidation import relaying, sweeping


@shared_task(name="revalidation.sweep")
def sweep(*, version: str, **_: Any) -> None:
    """Remember what became of every span of the document in this version."""
    sweeping.sweep(version=UUID(version), at=timezone.now())


@shared_task(name="revalidation.relay")
def relay(**_: Any) -> None:
    """Send the sweeps that edits owe and the uploads that wait. Runs every few seconds; see the settings."""
    now = timezone.now()
    relaying.relay(send=lambda uid: sweep.delay(version=str(uid)), now=now)
    reading.relay(send=lambda uid: read_upload.delay(upload=str(uid)), now=now)
    reading.expire(now=now)
