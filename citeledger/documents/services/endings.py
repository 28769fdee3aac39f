"""What ends: a document is retired or superseded, a version is withdrawn."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from acl.expressions import Granted
from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.documents import facts
from citeledger.documents.access import only_visible, required, usable
from citeledger.documents.models import Document, DocumentHead, Version, Withdrawal
from citeledger.documents.search.indexing import forget_at_once
from citeledger.documents.services.heads import locked_head, point_at, refuse_if_retired
from citeledger.log.services import append

_SUPERSESSIONS = 7_310_420_001  # any fixed number; names the lock among PostgreSQL's advisory locks


@transaction.atomic
def retire(*, actor: Principal, document: UUID, at: datetime) -> None:
    """From now on only holders of `manage` see the document, and it takes no changes, until `unretire`.

    Needs `manage`. Raises NotFound, Forbidden, Refused (`document_retired`).
    """
    head = locked_head(required(actor=actor, right=Right.MANAGE, document=document))
    refuse_if_retired(head)
    head.retired_at = at
    head.save(update_fields=["retired_at"])
    fact = facts.describe_retirement(head)
    append(kind=facts.DOCUMENT_RETIRED, actor=actor, subject=document, body=fact, at=at)


@transaction.atomic
def supersede(*, actor: Principal, document: UUID, by: UUID, effective_from: datetime, at: datetime) -> None:
    """From `effective_from` (aware UTC, past or future) the document is superseded `by` another. The last word counts.

    Needs `manage` on the old and `read` on the new. Raises NotFound, Forbidden, Refused (`document_retired`,
    `supersession_by_itself`, `supersession_cycle`).
    """
    old = required(actor=actor, right=Right.MANAGE, document=document)
    new = required(actor=actor, right=Right.READ, document=by)
    _take_turns()
    head = locked_head(old)
    refuse_if_retired(head)
    refuse_if_retired(DocumentHead.objects.get(document=new))
    _refuse_circle(old=old, new=new)
    head.superseded_by, head.superseded_from = new, effective_from
    head.save(update_fields=["superseded_by", "superseded_from"])
    fact = facts.describe_supersession(head)
    append(kind=facts.DOCUMENT_SUPERSEDED, actor=actor, subject=document, body=fact, at=at)


def _take_turns() -> None:
    """Supersessions are rare and a circle can close over any number of documents, so one at a time decides."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_SUPERSESSIONS])


def _refuse_circle(*, old: Document, new: Document) -> None:
    if new == old:
        raise Refused("supersession_by_itself", "A document cannot supersede itself.", "by")
    if old.pk in _successors(new):
        raise Refused("supersession_cycle", "That document already leads back to this one.", "by")


def _successors(document: Document) -> Iterator[int]:
    following = document.pk
    while following := DocumentHead.objects.values_list("superseded_by_id", flat=True).get(document_id=following):
        yield following


@transaction.atomic
def withdraw(*, actor: Principal, version: UUID, at: datetime) -> None:
    """The version, in all its renditions, is never shown, quoted or compared again. There is no way back.

    If it was the current one, the head moves to the newest version that is not withdrawn, or to none.
    Needs `manage`, also on a retired document. Raises NotFound (for those without `manage` a withdrawn version is
    unknown), Forbidden, Refused (`version_withdrawn`).
    """
    target = _version_to_withdraw(actor=actor, version=version)
    head = locked_head(target.document)
    if Withdrawal.objects.filter(version=target).exists():
        raise Refused("version_withdrawn", "This version was withdrawn before.", "version")
    renditions = list(Version.objects.filter(document=target.document, number=target.number).order_by("rendition"))
    for rendition in renditions:
        withdrawal = Withdrawal.objects.create(version=rendition, at=at)
        fact = facts.describe_withdrawal(withdrawal)
        append(kind=facts.VERSION_WITHDRAWN, actor=actor, subject=rendition.uid, body=fact, at=at)
    forget_at_once(text_ids=[rendition.pk for rendition in renditions])
    if head.version in renditions:
        point_at(head=head, version=newest_version(target.document), at=at)


def _version_to_withdraw(*, actor: Principal, version: UUID) -> Version:
    rows = Version.objects.filter(uid=version).select_related("document")
    found = (
        only_visible(rows, viewer=actor, path="document__")
        .annotate(
            allowed=Granted("document__pk", right=Right.MANAGE, principal=actor),
            gone=Exists(Withdrawal.objects.filter(version=OuterRef("pk"))),
        )
        .first()
    )
    allowed = found is not None and found.allowed and usable(actor=actor, right=Right.MANAGE)
    if found is None or (found.gone and not allowed):
        raise NotFound
    if not allowed:
        raise Forbidden
    return found


def newest_version(document: Document) -> Version | None:
    """Where a head must point: the newest version that is not withdrawn, by number, then rendition."""
    standing = Version.objects.filter(document=document, withdrawal=None)
    return standing.order_by("-number", "-rendition").first()
