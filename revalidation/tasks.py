"""Celery entry points: translate, one call. Ids only, unknown keywords tolerated (a rolling deploy may send more)."""

from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from citeledger.documents.services import reading
from citeledger.documents.tasks import read_upload
from revalidation import relaying, renditions, sweeping


@shared_task(name="revalidation.sweep")
def sweep(*, version: str, **_: Any) -> None:
    """Remember what became of every span of the document in this version."""
    sweeping.sweep(version=UUID(version), at=timezone.now())


@shared_task(name="revalidation.reextract")
def reextract(*, version: str, **_: Any) -> None:
    """Read a version's bytes again, apart from everything else."""
    renditions.reextract(version=UUID(version), at=timezone.now())


@shared_task(name="revalidation.relay")
def relay(**_: Any) -> None:
    """Send sweeps and readings that edits owe, and uploads that wait. Runs every few seconds; see the settings."""
    now = timezone.now()
    relaying.relay(send=lambda uid: sweep.delay(version=str(uid)), now=now)
    relaying.relay_reextractions(send=lambda uid: reextract.delay(version=str(uid)), now=now)
    reading.relay(send=lambda uid: read_upload.delay(upload=str(uid)), now=now)
    reading.expire(now=now)
