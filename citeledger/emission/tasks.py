"""Celery entry points: translate, one call."""

from datetime import timedelta
from typing import Any

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from citeledger.emission import unanswered


@shared_task(name="emission.erase_unanswered")
def erase_unanswered(**_: Any) -> None:
    """Erase sessions that came to nothing, some at a time. Runs every few minutes; see the settings."""
    kept = timedelta(seconds=settings.UNANSWERED_SESSIONS_KEPT_SECONDS)
    unanswered.erase_unanswered(kept=kept, now=timezone.now())
