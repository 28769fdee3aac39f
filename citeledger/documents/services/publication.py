"""New versions. Version, text, source, head, outbox row and log entry commit together (threats T95, T98, T99)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from acl.rights import Right
from citeledger.core.hashing import sha256_hex
from citeledger.core.principals import Principal
from citeledger.documents import facts
from citeledger.documents.access import account_of, required
from citeledger.documents.gate import Manuscript, read_manuscript
from citeledger.documents.models import Document, Version, VersionSource, VersionText
from citeledger.documents.services.heads import (
    locked_head,
    point_at,
    refuse_if_retired,
    refuse_unless_current,
    spelled,
)
from citeledger.log.services import append


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an imported version came from: the history's name, the commit (hex) and the path in it."""

    history: str
    commit: str
    path: str


def publish_version(
    *,
    actor: Principal,
    document: UUID,
    data: bytes,
    media_type: str,
    expected: UUID | None,
    at: datetime,
    effective_at: datetime | None = None,
) -> UUID:
    """Publish `data` as the next version if the current one still is `expected` (None: there is none yet).

    The same bytes under the same media type as the current version make no new version: nothing is written or
    logged, and the current uid is returned. A stale `expected` conflicts even then. `effective_at` defaults to `at`.
    Needs `edit`. Raises NotFound, Forbidden, Conflict (`current` is the current uid, empty for none) and Refused
    (see `gate.read_manuscript`; `document_retired`).
    """
    # Reading eight megabytes takes a while, so it happens before the transaction, and only for those who may write.
    required(actor=actor, right=Right.EDIT, document=document)
    manuscript = read_manuscript(data=data, media_type=media_type)
    return publish_manuscript(
        actor=actor,
        document=document,
        manuscript=manuscript,
        expected=expected,
        at=at,
        effective_at=effective_at or at,
    )


@transaction.atomic
def import_version(
    *,
    actor: Principal,
    document: UUID,
    data: bytes,
    media_type: str,
    expected: UUID | None,
    origin: Origin,
    at: datetime,
    effective_at: datetime,
) -> UUID:
    """`publish_version` for one version of an imported history; its origin is logged as a fact of its own."""
    uid = publish_version(
        actor=actor,
        document=document,
        data=data,
        media_type=media_type,
        expected=expected,
        at=at,
        effective_at=effective_at,
    )
    fact = facts.describe_origin(version=uid, history=origin.history, commit=origin.commit, path=origin.path)
    append(kind=facts.VERSION_IMPORTED, actor=actor, subject=uid, body=fact, at=at)
    return uid


@transaction.atomic
def publish_manuscript(
    *,
    actor: Principal,
    document: UUID,
    manuscript: Manuscript,
    expected: UUID | None,
    at: datetime,
    effective_at: datetime,
) -> UUID:
    """`publish_version` for what passed the gate: one way into the history for every text. Raises what it raises."""
    # Asked again: the right may have gone while the text was read.
    target = required(actor=actor, right=Right.EDIT, document=document)
    head = locked_head(target)
    refuse_if_retired(head)
    current = head.version
    refuse_unless_current(current=spelled(current.uid if current else None), expected=spelled(expected))
    if current and _is_same(current=current, manuscript=manuscript):
        return current.uid
    version = insert_version(
        version=Version(
            document=target,
            number=_next_number(target),
            author_id=account_of(actor),
            at=at,
            effective_at=effective_at,
        ),
        manuscript=manuscript,
        actor=actor,
    )
    point_at(head=head, version=version, at=at)
    return version.uid


def _is_same(*, current: Version, manuscript: Manuscript) -> bool:
    same_bytes = VersionSource.objects.filter(version=current, sha256=manuscript.sha256)
    return current.media_type == manuscript.media_type and same_bytes.exists()


def insert_version(*, version: Version, manuscript: Manuscript, actor: Principal | None) -> Version:
    """Store and log the version, new and not saved yet, with all that was read. Inside a transaction."""
    version.media_type = manuscript.media_type
    version.extractor = manuscript.extraction.extractor
    version.normalizer = manuscript.normalizer
    version.save(force_insert=True)
    content, source = _store(version=version, manuscript=manuscript)
    fact = facts.describe_version(version=version, content=content, source=source)
    append(kind=facts.VERSION_PUBLISHED, actor=actor, subject=version.uid, body=fact, at=version.at)
    return version


def _store(*, version: Version, manuscript: Manuscript) -> tuple[VersionText, VersionSource]:
    text = manuscript.extraction.text
    content = VersionText.objects.create(
        version=version, text=text, sha256=sha256_hex(text), structure=manuscript.extraction.structure.to_json()
    )
    source = VersionSource.objects.create(version=version, data=manuscript.data, sha256=manuscript.sha256)
    return content, source


def _next_number(document: Document) -> int:
    """Counts withdrawn versions too, so that no number is ever given twice. Safe under the head's lock."""
    highest: int | None = Version.objects.filter(document=document).aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1
