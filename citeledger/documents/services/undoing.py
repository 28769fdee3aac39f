"""What can be undone: an edit, by saying again what an older version said; a retirement, by ending it.

Nothing goes back in time: both are new facts, and the history keeps what they undo.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.documents import facts
from citeledger.documents.access import required
from citeledger.documents.gate import Manuscript
from citeledger.documents.models import Document, Reversion, Version
from citeledger.documents.queries import DamagedVersion
from citeledger.documents.services.heads import locked_head
from citeledger.documents.services.publication import publish_manuscript
from citeledger.documents.standing import text_stands
from citeledger.extraction import BrokenStructure, Extraction, Structure
from citeledger.log.services import append


def revert(*, actor: Principal, document: UUID, to: UUID, expected: UUID | None, at: datetime) -> UUID:
    """Publish what version `to` says as the next version if the current one still is `expected` (None: there is none).

    Bytes, canonical text and structure are the stored ones: nothing is read again, so every passage cited in `to`
    stands where it stood. If the current version has the same bytes, nothing is written and its uid is returned.
    Needs `edit`. Raises NotFound (also for a version that is withdrawn or another document's), Forbidden, Conflict
    (`current` is the current uid, empty for none), Refused (`document_retired`) and DamagedVersion.
    """
    return ready_to_revert(actor=actor, document=document, to=to, expected=expected, at=at)()


def ready_to_revert(
    *, actor: Principal, document: UUID, to: UUID, expected: UUID | None, at: datetime
) -> Callable[[], UUID]:
    """`revert` in two steps: proving megabytes takes a while, so only the call returned needs a transaction.

    Both raise what `revert` raises.
    """
    target = required(actor=actor, right=Right.EDIT, document=document)
    origin = _standing(document=target, uid=to)
    return partial(_publish_again, actor=actor, origin=origin, manuscript=_manuscript(origin), expected=expected, at=at)


def manuscript_of(*, actor: Principal, document: UUID, to: UUID) -> Manuscript:
    """What reverting to this version would store. Raises what `revert` raises of document and version."""
    return _manuscript(_standing(document=required(actor=actor, right=Right.EDIT, document=document), uid=to))


@transaction.atomic
def _publish_again(
    *, actor: Principal, origin: Version, manuscript: Manuscript, expected: UUID | None, at: datetime
) -> UUID:
    published = publish_manuscript(
        actor=actor,
        document=origin.document.uid,
        manuscript=manuscript,
        expected=expected,
        at=at,
        effective_at=at,
    )
    # Asked again, under the lock of the head: it may have been withdrawn meanwhile.
    if not _stands(document=origin.document, uid=origin.uid).exists():
        raise NotFound
    if published != expected:
        _link(actor=actor, published=published, origin=origin, at=at)
    return published


def _standing(*, document: Document, uid: UUID) -> Version:
    found = _stands(document=document, uid=uid).select_related("document", "content", "source").first()
    if found is None:
        raise NotFound
    return found


def _stands(*, document: Document, uid: UUID) -> QuerySet[Version]:
    return Version.objects.filter(text_stands(""), document=document, uid=uid)


def _manuscript(origin: Version) -> Manuscript:
    """What was stored, as it passed the gate then. Raises DamagedVersion for what is not what was stored."""
    if facts.damaged_digests(content=origin.content, source=origin.source):
        raise DamagedVersion(origin.uid)
    return Manuscript(
        data=facts.source_bytes(origin.source),
        sha256=origin.source.sha256,
        media_type=origin.media_type,
        extraction=Extraction(text=origin.content.text, structure=_structure(origin), extractor=origin.extractor),
        normalizer=origin.normalizer,
    )


def _structure(origin: Version) -> Structure:
    try:
        return Structure.from_json(origin.content.structure)
    except BrokenStructure:
        raise DamagedVersion(origin.uid) from None


def _link(*, actor: Principal, published: UUID, origin: Version, at: datetime) -> None:
    version = Version.objects.select_related("document").get(uid=published)
    fact = facts.describe_reversion(Reversion.objects.create(version=version, origin=origin, at=at))
    append(kind=facts.VERSION_REVERTED, actor=actor, subject=published, body=fact, at=at)


@transaction.atomic
def unretire(*, actor: Principal, document: UUID, at: datetime) -> None:
    """The retired document is seen by its readers again, as it was: rights, versions and supersession stand.

    Needs `manage`. Raises NotFound, Forbidden, Refused (`document_not_retired`).
    """
    head = locked_head(required(actor=actor, right=Right.MANAGE, document=document))
    if head.retired_at is None:
        raise Refused("document_not_retired", "The document is not retired.", "document")
    head.retired_at = None
    head.save(update_fields=["retired_at"])
    fact = facts.describe_retirement(head)
    append(kind=facts.DOCUMENT_UNRETIRED, actor=actor, subject=document, body=fact, at=at)
