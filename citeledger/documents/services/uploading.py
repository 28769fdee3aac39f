"""Uploads: bytes are received at once, read later (see `reading`), and become a version only when told to."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet

from acl.queries import principal_of
from acl.rights import Right
from citeledger.core.hashing import sha256_hex
from citeledger.core.principals import Principal
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.documents.access import account_of, required
from citeledger.documents.file_names import shown_name
from citeledger.documents.gate import Manuscript
from citeledger.documents.metadata import Metadata, checked_language
from citeledger.documents.models import (
    Document,
    DocumentHead,
    DocumentMetadata,
    Upload,
    UploadReading,
    UploadSource,
    Version,
)
from citeledger.documents.services.creation import create_document
from citeledger.documents.services.heads import refuse_if_retired
from citeledger.documents.services.publication import publish_manuscript
from citeledger.documents.uploads import UploadState, intact_structure, own_uploads
from citeledger.extraction import Extraction, Options
from citeledger.extraction.formats import FORMATS, named
from citeledger.extraction.sniffing import NotAsDeclared, UnknownKind, media_type_of

LARGEST_UPLOAD = 25 * 1024 * 1024
"""Bytes. What is larger is refused while it arrives."""
UPLOADS_AT_ONCE = 50
"""Unpublished uploads of one account: their bytes are kept for them (threat T85)."""


@dataclass(frozen=True, slots=True)
class NewDocument:
    """Publish as the first version of a document of this description."""

    metadata: Metadata


@dataclass(frozen=True, slots=True)
class NextVersion:
    """Publish as the next version of the document, if its current one still is `expected` (None: it has none)."""

    document: UUID
    expected: UUID | None


@dataclass(frozen=True, slots=True)
class Published:
    """The version that holds the upload's bytes now. Not `is_new`: the document's current version had them already."""

    document: UUID
    version: UUID
    is_new: bool


def receive(
    *,
    actor: Principal,
    document: UUID | None,
    data: bytes,
    media_type: str | None,
    file_name: str,
    language: str | None,
    at: datetime,
) -> UUID:
    """Take bytes in, to be read in the background; `document` is what they are meant for, None for a new one.

    `media_type` is what the sender says they are; where it says nothing, the name's ending does. `language` is what
    printed characters are read in, by default the document's. Needs `edit` on the document. Raises NotFound, Forbidden,
    and Refused: `source_too_large`, `empty_upload`, `unsupported_media_type`, `not_as_declared`, `invalid_metadata` (a
    language that is none), `too_many_uploads`, `document_retired`.
    """
    return ready_to_receive(
        actor=actor,
        document=document,
        data=data,
        media_type=media_type,
        file_name=file_name,
        language=language,
        at=at,
    )()


def ready_to_receive(
    *,
    actor: Principal,
    document: UUID | None,
    data: bytes,
    media_type: str | None,
    file_name: str,
    language: str | None,
    at: datetime,
) -> Callable[[], UUID]:
    """`receive` in two steps: only the call returned, after all bytes were looked at, needs a transaction.

    Both raise what `receive` raises.
    """
    _target(actor, document)
    _refuse_one_too_many(account_of(actor))
    name = shown_name(file_name)
    upload = Upload(
        actor_id=account_of(actor),
        file_name=name,
        media_type=_media_type(data=data, declared=media_type or named(name)),
        size=len(data),
        sha256=sha256_hex(data),
        language=checked_language(language) if language else "",
        least_confidence=settings.LEAST_CONFIDENCE,
        state=UploadState.WAITING,
        at=at,
    )
    return partial(_receive, actor=actor, document=document, upload=upload, data=data)


@transaction.atomic
def _receive(*, actor: Principal, document: UUID | None, upload: Upload, data: bytes) -> UUID:
    # All asked again: much may have happened while the bytes were looked at.
    target = _target(actor, document)
    _take_turns(account_of(actor))
    _refuse_one_too_many(account_of(actor))
    upload.document, upload.expected = target, _current(target)
    upload.language = upload.language or checked_language(_language(target))
    upload.save(force_insert=True)
    UploadSource.objects.create(upload=upload, data=data)
    return upload.uid


def _target(actor: Principal, document: UUID | None) -> Document | None:
    if principal_of(user_id=account_of(actor)) is None:
        raise Forbidden
    return required(actor=actor, right=Right.EDIT, document=document) if document else None


def _take_turns(account: int) -> None:
    """Uploads of one account are counted one after the other; whatever only points at the account does not wait."""
    get_user_model().objects.select_for_update(no_key=True).only("pk").get(pk=account)


def _refuse_one_too_many(account: int) -> None:
    if Upload.objects.filter(actor_id=account).exclude(state=UploadState.PUBLISHED).count() >= UPLOADS_AT_ONCE:
        raise Refused("too_many_uploads", f"Publish or discard some: at most {UPLOADS_AT_ONCE} can wait.", "")


def _current(document: Document | None) -> Version | None:
    if document is None:
        return None
    head = DocumentHead.objects.select_related("version").get(document=document)
    refuse_if_retired(head)
    return head.version


def _language(document: Document | None) -> str:
    if document is None:
        return Options().language
    return DocumentMetadata.objects.filter(document=document).latest("number").language


def _media_type(*, data: bytes, declared: str | None) -> str:
    if not data:
        raise Refused("empty_upload", "The file is empty.", "data")
    if len(data) > LARGEST_UPLOAD:
        raise Refused("source_too_large", f"A file has at most {LARGEST_UPLOAD} bytes.", "data")
    try:
        return media_type_of(data, declared=declared)
    except UnknownKind as unknown:
        known = ", ".join(each.name for each in FORMATS.values())
        raise Refused("unsupported_media_type", f"{unknown} What can be read: {known}.", "media_type") from unknown
    except NotAsDeclared as other:
        raise Refused("not_as_declared", str(other), "media_type") from other


def publish_upload(
    *, actor: Principal, upload: UUID, target: NewDocument | NextVersion | None, at: datetime
) -> Published:
    """Make the upload a version, from what was read when it was read. None as `target`: where it was meant to go.

    The bytes of the document's current version make no new one. Raises NotFound (also for the document), Forbidden,
    Conflict (`current` is the current version's uid, empty for none), and Refused: `upload_not_ready`, `no_target`,
    `damaged_record`, `document_retired`, `invalid_metadata`.
    """
    return ready_to_publish_upload(actor=actor, upload=upload, target=target, at=at)()


def ready_to_publish_upload(
    *, actor: Principal, upload: UUID, target: NewDocument | NextVersion | None, at: datetime
) -> Callable[[], Published]:
    """`publish_upload` in two steps: what was read does not change any more, so it is proved before the transaction.

    Both raise what `publish_upload` raises.
    """
    own, manuscript = own_uploads(actor=actor).filter(uid=upload), manuscript_of(actor=actor, upload=upload)
    return partial(_publish, own=own, manuscript=manuscript, actor=actor, target=target, at=at)


def manuscript_of(*, actor: Principal, upload: UUID) -> Manuscript:
    """What publishing the upload would store. Raises NotFound, Refused (`upload_not_ready`, `damaged_record`)."""
    return _manuscript(_ready(own_uploads(actor=actor).filter(uid=upload).select_related("reading", "source")))


@transaction.atomic
def _publish(
    *,
    own: QuerySet[Upload],
    manuscript: Manuscript,
    actor: Principal,
    target: NewDocument | NextVersion | None,
    at: datetime,
) -> Published:
    row = _ready(own.select_for_update(of=("self",)))
    place = _place(actor=actor, target=target or _meant(row), at=at)
    version = publish_manuscript(
        actor=actor, document=place.document, manuscript=manuscript, expected=place.expected, at=at, effective_at=at
    )
    Upload.objects.filter(pk=row.pk).update(
        state=UploadState.PUBLISHED, published=Version.objects.only("pk").get(uid=version)
    )
    _drop_texts(row)
    return Published(place.document, version, is_new=version != place.expected)


def _ready(own: QuerySet[Upload]) -> Upload:
    row = _one(own)
    if row.state != UploadState.READY:
        raise Refused("upload_not_ready", "Only an upload that was read can be published, and only once.", "uid")
    return row


def _one(own: QuerySet[Upload]) -> Upload:
    row = own.first()
    if row is None:
        raise NotFound
    return row


def _manuscript(row: Upload) -> Manuscript:
    """What passed the gate when it was read, if it is still that."""
    structure, data = intact_structure(row), bytes(row.source.data)
    if sha256_hex(data) != row.sha256:
        raise Refused("damaged_record", "The bytes of this upload were damaged since. Send them again.", "uid")
    return Manuscript(
        data=data,
        sha256=row.sha256,
        media_type=row.media_type,
        extraction=Extraction(row.reading.text, structure, row.reading.extractor),
        normalizer=normalizer_for(row.media_type).id,
    )


def _meant(row: Upload) -> NextVersion:
    if row.document is None:
        raise Refused("no_target", "Describe the new document, or name the one this is the next version of.", "")
    return NextVersion(row.document.uid, row.expected.uid if row.expected else None)


def _place(*, actor: Principal, target: NewDocument | NextVersion, at: datetime) -> NextVersion:
    if isinstance(target, NextVersion):
        return target
    return NextVersion(create_document(actor=actor, metadata=target.metadata, at=at), None)


def _drop_texts(row: Upload) -> None:
    UploadSource.objects.filter(upload=row).delete()
    UploadReading.objects.filter(upload=row).delete()


@transaction.atomic
def discard(*, actor: Principal, upload: UUID) -> None:
    """Drop the upload with all that was read from it. A published one's version stays. Raises NotFound."""
    _one(own_uploads(actor=actor).filter(uid=upload).select_for_update(of=("self",))).delete()
