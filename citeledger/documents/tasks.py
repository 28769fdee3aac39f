"""Celery entry points: translate, one call. Ids only, unknown keywords tolerated (a rolling deploy may send more)."""

from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from citeledger.documents.services import reading


@shared_task(name="documents.read_upload")
def read_upload(*, upload: str, **_: Any) -> None:
    """Read an upload's bytes, apart from everything else."""
    reading.read(upload=UUID(upload), at=timezone.now())
