"""New versions. Version, text, source, head, outbox row and log entry commit together (threats T95, T98, T99)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.documents import facts
from citeledger.documents.access import account_of, required
from citeledger.documents.gate import Manuscript, read_manuscript
from citeledger.documents.models import Document, Version, VersionLetters, VersionSource, VersionText
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
    return ready_to_publish(
        actor=actor,
        document=document,
        data=data,
        media_type=media_type,
        expected=expected,
        at=at,
        effective_at=effective_at,
    )()


def ready_to_publish(
    *,
    actor: Principal,
    document: UUID,
    data: bytes,
    media_type: str,
    expected: UUID | None,
    at: datetime,
    effective_at: datetime | None = None,
) -> Callable[[], UUID]:
    """`publish_version` in two steps: reading megabytes takes a while, so only the call returned needs a transaction.

    Both raise what `publish_version` raises.
    """
    required(actor=actor, right=Right.EDIT, document=document)
    return partial(
        publish_manuscript,
        actor=actor,
        document=document,
        manuscript=read_manuscript(data=data, media_type=media_type),
        expected=expected,
        at=at,
        effective_at=effective_at or at,
    )


@transaction.atomic
def import_manuscript(
    *,
    actor: Principal,
    document: UUID,
    manuscript: Manuscript,
    expected: UUID | None,
    origin: Origin,
    at: datetime,
    effective_at: datetime,
) -> UUID:
    """`publish_manuscript` for one version of an imported history; its origin is logged as a fact of its own."""
    uid = publish_manuscript(
        actor=actor,
        document=document,
        manuscript=manuscript,
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
    _store(version=version, manuscript=manuscript)
    digests = facts.Digests(
        source=manuscript.sha256, text=manuscript.text_sha256, structure=manuscript.structure_sha256
    )
    fact = facts.describe_version(version=version, digests=digests)
    append(kind=facts.VERSION_PUBLISHED, actor=actor, subject=version.uid, body=fact, at=version.at)
    return version


def _store(*, version: Version, manuscript: Manuscript) -> None:
    VersionText.objects.create(
        version=version,
        text=manuscript.extraction.text,
        sha256=manuscript.text_sha256,
        structure=manuscript.structure,
    )
    VersionLetters.objects.create(text_id=version.pk, sha256=manuscript.letters_sha256)
    VersionSource.objects.create(version=version, data=manuscript.data, sha256=manuscript.sha256)


def _next_number(document: Document) -> int:
    """Counts withdrawn versions too, so that no number is ever given twice. Safe under the head's lock."""
    highest: int | None = Version.objects.filter(document=document).aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1
