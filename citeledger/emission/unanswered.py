"""Sessions from which nothing was emitted: what was asked and read in them proves nothing, and has an end."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from citeledger.emission.models import EmissionSession, SessionAnswer
from citeledger.emission.steps import erase_session
from citeledger.log.models import Erasure

SESSIONS_PER_RUN: Final = 200
"""Each goes in a transaction of its own, so that a run holds SQLite's one write lock for one session at a time."""


def erase_unanswered(*, kept: timedelta, now: datetime) -> int:
    """Erase the oldest sessions that were opened before `now - kept` and have no answer; how many they were.

    Those with an answer stay as long as it does (see `steps.erase_with`). That there was a session, by whom and when,
    stays like every record.
    """
    owed = _unanswered().filter(at__lt=now - kept).order_by("at", "pk").values_list("pk", flat=True)
    return sum(_erased(pk, now) for pk in list(owed[:SESSIONS_PER_RUN]))


@transaction.atomic
def _erased(pk: int, now: datetime) -> bool:
    """Asked again behind the lock that every step waits for: an answer, or another run, may have been faster."""
    EmissionSession.objects.select_for_update().get(pk=pk)
    session = _unanswered().filter(pk=pk).first()
    if session is not None:
        erase_session(session=session, actor=None, at=now)
    return session is not None


def _unanswered() -> QuerySet[EmissionSession]:
    erased = Erasure.objects.filter(subject_uid=OuterRef("uid"))
    answered = SessionAnswer.objects.filter(session=OuterRef("pk"))
    return EmissionSession.objects.filter(~Exists(erased), ~Exists(answered))
