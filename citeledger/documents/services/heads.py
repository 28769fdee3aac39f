"""The one row per document that may change. Whoever changes it holds its lock; the hot path reads it live."""

from datetime import datetime
from uuid import UUID

from citeledger.core.refusals import Conflict, Refused
from citeledger.documents.models import Document, DocumentHead, Version
from citeledger.documents.services.outbox import owe


def locked_head(document: Document) -> DocumentHead:
    """The head, locked until the transaction ends: by row on PostgreSQL; SQLite's writers already take turns.

    Nothing is joined to it: after waiting for the lock PostgreSQL reads this row anew, but not the rows beside it.
    """
    return DocumentHead.objects.select_for_update().get(document=document)


def refuse_if_retired(head: DocumentHead) -> None:
    if head.retired_at is not None:
        raise Refused("document_retired", "A retired document takes no changes.", "document")


def refuse_unless_current(*, current: str, expected: str) -> None:
    """Compare-and-set: raises Conflict, with what is current, for whoever worked on something older."""
    if current != expected:
        raise Conflict(current)


def spelled(uid: UUID | None) -> str:
    """A uid as a conflict names it; the empty text where there is no version."""
    return str(uid) if uid else ""


def point_at(*, head: DocumentHead, version: Version | None, at: datetime) -> None:
    """Move the head, and owe the background a sweep of the spans against where it now points."""
    head.version = version
    head.save(update_fields=["version"])
    if version is not None:
        owe(version=version, at=at)
