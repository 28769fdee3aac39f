"""The birth of a document, and what is said about it later."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from acl.queries import principal_of
from acl.rights import Right
from acl.services import grant_all_to_creator
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden
from citeledger.documents import facts
from citeledger.documents.access import account_of, required
from citeledger.documents.metadata import FIELDS, Metadata, checked, stored
from citeledger.documents.models import Document, DocumentHead, DocumentMetadata
from citeledger.documents.services.heads import locked_head, refuse_if_retired, refuse_unless_current
from citeledger.log.services import append


@transaction.atomic
def create_document(*, actor: Principal, metadata: Metadata, at: datetime) -> UUID:
    """A new document without a version, readable by its creator only. Any active signed-in principal may.

    Raises Forbidden for the anonymous and the inactive, Refused (`invalid_metadata`).
    """
    creator = account_of(actor)
    if principal_of(user_id=creator) is None:
        raise Forbidden
    said = checked(metadata)
    document = Document.objects.create(creator_id=creator, created_at=at)
    append(
        kind=facts.DOCUMENT_CREATED,
        actor=actor,
        subject=document.uid,
        body=facts.describe_document(document),
        at=at,
    )
    written = _write(actor=actor, document=document, number=1, metadata=said, at=at)
    DocumentHead.objects.create(document=document, metadata=written)
    grant_all_to_creator(creator=actor, document=document.uid)
    return document.uid


@transaction.atomic
def update_metadata(*, actor: Principal, document: UUID, metadata: Metadata, expected: int, at: datetime) -> int:
    """Replace what is said about the document if its metadata still is number `expected`; returns the new number.

    Saying the same again writes nothing and returns the current number. Needs `edit`. Raises NotFound, Forbidden,
    Conflict (`current` is the current number), Refused (`invalid_metadata`, `document_retired`).
    """
    target = required(actor=actor, right=Right.EDIT, document=document)
    said = checked(metadata)
    head = locked_head(target)
    refuse_if_retired(head)
    now = DocumentMetadata.objects.filter(document=target).latest("number")
    refuse_unless_current(current=str(now.number), expected=str(expected))
    if stored(now) == said:
        return now.number
    head.metadata = _write(actor=actor, document=target, number=now.number + 1, metadata=said, at=at)
    head.save(update_fields=["metadata"])
    return now.number + 1


def _write(*, actor: Principal, document: Document, number: int, metadata: Metadata, at: datetime) -> DocumentMetadata:
    values = {name: getattr(metadata, name) for name in FIELDS}
    written = DocumentMetadata.objects.create(document=document, number=number, at=at, **values)
    append(
        kind=facts.METADATA_WRITTEN,
        actor=actor,
        subject=document.uid,
        body=facts.describe_metadata(written),
        at=at,
    )
    return written
