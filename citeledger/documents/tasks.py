"""Celery entry points: translate, one call. Ids only, unknown keywords tolerated (a rolling deploy may send more)."""

from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from citeledger.documents.search import indexing
from citeledger.documents.services import reading


@shared_task(name="documents.read_upload")
def read_upload(*, upload: str, **_: Any) -> None:
    """Read an upload's bytes, apart from everything else."""
    reading.read(upload=UUID(upload), at=timezone.now())


@shared_task(name="documents.index_passages")
def index_passages(**_: Any) -> None:
    """Index what is to be found and is not yet. Runs every few seconds; see the settings."""
    indexing.index_owed()
