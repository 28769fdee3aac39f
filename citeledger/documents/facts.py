"""The facts about documents as the log keeps them: the full record, with digests where it holds names or text.

Written once at birth by the services and built again from the tables by whoever verifies: both must give the same
canonical JSON, so nothing here reads the clock, the database's ids or anything that may change later.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger.core.hashing import sha256_hex
from citeledger.core.moments import written
from citeledger.documents.models import (
    Adoption,
    Document,
    DocumentHead,
    DocumentMetadata,
    Reversion,
    Version,
    VersionSource,
    VersionText,
    Withdrawal,
)
from citeledger.log.services import Json

DOCUMENT_CREATED = "document_created"
METADATA_WRITTEN = "metadata_written"
VERSION_PUBLISHED = "version_published"
VERSION_IMPORTED = "version_imported"
VERSION_WITHDRAWN = "version_withdrawn"
VERSION_REVERTED = "version_reverted"
VERSION_ADOPTED = "version_adopted"
DOCUMENT_RETIRED = "document_retired"
DOCUMENT_UNRETIRED = "document_unretired"
DOCUMENT_SUPERSEDED = "document_superseded"

Fact = dict[str, Json]


def describe_document(document: Document) -> Fact:
    """The body of `document_created`. Costs a query unless the creator is loaded."""
    return {
        "created_at": written(document.created_at),
        "creator": str(document.creator.uid),
        "document": str(document.uid),
    }


def describe_metadata(metadata: DocumentMetadata) -> Fact:
    """The body of `metadata_written`. Costs a query unless the document is loaded."""
    return {
        "at": written(metadata.at),
        "classification_sha256": sha256_hex(metadata.classification),
        "document": str(metadata.document.uid),
        "effective_from": metadata.effective_from.isoformat() if metadata.effective_from else None,
        "language_sha256": sha256_hex(metadata.language),
        "number": metadata.number,
        "originator_sha256": sha256_hex(metadata.originator),
        "owner_sha256": sha256_hex(metadata.owner),
        "source_quality_sha256": sha256_hex(metadata.source_quality),
        "status": metadata.status,
        "title_sha256": sha256_hex(metadata.title),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Digests:
    """SHA-256 in hex of a version's bytes, canonical text and structure: computed from these, never from a digest."""

    source: str
    text: str
    structure: str


def digests(*, content: VersionText, source: VersionSource) -> Digests:
    """The digests of what is stored; `damaged_digests` checks the stored digests beside them."""
    return Digests(
        source=sha256_hex(source_bytes(source)),
        text=sha256_hex(content.text),
        structure=sha256_hex(content.structure),
    )


def describe_version(*, version: Version, digests: Digests) -> Fact:
    """The body of `version_published`. Costs queries unless document and author are loaded."""
    return {
        "at": written(version.at),
        "author": str(version.author.uid),
        "document": str(version.document.uid),
        "effective_at": written(version.effective_at),
        "extractor": version.extractor,
        "media_type": version.media_type,
        "normalizer": version.normalizer,
        "number": version.number,
        "rendition": version.rendition,
        "source_sha256": digests.source,
        "structure_sha256": digests.structure,
        "text_sha256": digests.text,
        "version": str(version.uid),
    }


def damaged_digests(*, content: VersionText, source: VersionSource) -> tuple[str, ...]:
    """Names of the stored digests that are not the digest of what they stand beside; empty when all is well."""
    now = {"text": sha256_hex(content.text), "source": sha256_hex(source_bytes(source))}
    then = {"text": content.sha256, "source": source.sha256}
    return tuple(name for name in now if now[name] != then[name])


def source_bytes(source: VersionSource) -> bytes:
    """The bytes as bytes: PostgreSQL's driver hands out a memoryview."""
    return bytes(source.data)


def describe_withdrawal(withdrawal: Withdrawal) -> Fact:
    """The body of `version_withdrawn`. Costs queries unless the version and its document are loaded."""
    return {
        "at": written(withdrawal.at),
        "document": str(withdrawal.version.document.uid),
        "version": str(withdrawal.version.uid),
    }


def describe_reversion(reversion: Reversion) -> Fact:
    """The body of `version_reverted`. Costs queries unless both versions and the document are loaded."""
    return {
        "at": written(reversion.at),
        "document": str(reversion.version.document.uid),
        "reverts_to": str(reversion.origin.uid),
        "version": str(reversion.version.uid),
    }


def describe_adoption(adoption: Adoption) -> Fact:
    """The body of `version_adopted`. Costs queries unless the version, its document and the person are loaded."""
    return {
        "at": written(adoption.at),
        "document": str(adoption.version.document.uid),
        "person": str(adoption.person.uid),
        "version": str(adoption.version.uid),
    }


def describe_retirement(head: DocumentHead) -> Fact:
    """The body of `document_retired` and `document_unretired`: the last one describes the head as it stands."""
    return {"document": str(head.document.uid), "retired_at": _optional_time(head.retired_at)}


def describe_supersession(head: DocumentHead) -> Fact:
    """The body of `document_superseded`; the last one of a document describes its head as it stands."""
    return {
        "by": str(head.superseded_by.uid) if head.superseded_by else None,
        "document": str(head.document.uid),
        "effective_from": _optional_time(head.superseded_from),
    }


def describe_origin(*, version: UUID, history: str, commit: str, path: str) -> Fact:
    """The body of `version_imported`: where an imported version came from. Held by no table, so not rebuildable."""
    return {
        "commit": commit,
        "history_sha256": sha256_hex(history),
        "path_sha256": sha256_hex(path),
        "version": str(version),
    }


def _optional_time(at: datetime | None) -> str | None:
    return written(at) if at else None
