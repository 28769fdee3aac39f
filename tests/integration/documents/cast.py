"""Who acts in the stories about documents, and short words for what they do."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

from acl.models import User
from acl.queries import Holder
from acl.rights import Right
from acl.services import grant
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import Conflict, Forbidden, NotFound, Refused
from citeledger.documents import services
from citeledger.documents.metadata import Metadata
from citeledger.documents.models import (
    DocumentHead,
    DocumentMetadata,
    OutboxEntry,
    Reversion,
    Version,
    VersionText,
    Withdrawal,
)
from citeledger.log.models import LogEntry

AT = datetime(2026, 3, 2, 9, 30, 0, 123456, tzinfo=UTC)
LATER = AT + timedelta(days=90)
POLICY = b"# Refunds\n\nA customer may return goods within 30 days.\n"
EDITED = b"# Refunds\n\nA customer may return goods within 14 days.\n"


def somebody(name: str) -> Principal:
    user = User.objects.create(username=name)
    return Principal(kind=Kind(user.kind), id=user.pk, uid=user.uid, name=name)


def create(creator: Principal, title: str = "Refunds", at: datetime = AT) -> UUID:
    return services.create_document(actor=creator, metadata=Metadata(title=title), at=at)


def publish(actor: Principal, document: UUID, data: bytes = POLICY, *, expected: UUID | None = None) -> UUID:
    return services.publish_version(
        actor=actor, document=document, data=data, media_type="text/markdown", expected=expected, at=AT
    )


def give(giver: Principal, document: UUID, right: Right, holder: Principal) -> None:
    grant(actor=giver, document=document, right=right, holder=Holder("user", holder.name), at=AT)


def head(document: UUID) -> DocumentHead:
    return DocumentHead.objects.select_related("version", "metadata").get(document__uid=document)


def everything() -> tuple[int, ...]:
    """How much there is of everything that a change to documents could leave behind."""
    tables = (DocumentHead, DocumentMetadata, Version, VersionText, Withdrawal, Reversion, OutboxEntry, LogEntry)
    return tuple(table.objects.count() for table in tables)


def refusal(act: Callable[[], object]) -> str:
    """How `act` was refused, in one word, with nothing changed by it."""
    before = everything()
    try:
        act()
    except Refused as refused:
        return _unchanged(before, refused.code)
    except (NotFound, Forbidden, Conflict) as answer:
        return _unchanged(before, type(answer).__name__)
    return "done"


def _unchanged(before: tuple[int, ...], word: str) -> str:
    assert everything() == before, "something was left behind"
    return word
