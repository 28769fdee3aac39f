"""What the queries give away: frozen values of primitives. Times are aware UTC, offsets code points, end exclusive."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from acl.rights import Right
from citeledger.core.anchoring.changes import Piece
from citeledger.documents.metadata import Status
from citeledger.extraction import Cell, Page, Region


@dataclass(frozen=True, slots=True, kw_only=True)
class SuccessorView:
    """The document that supersedes another, from a time that may lie ahead. Only for viewers who see it too."""

    uid: UUID
    title: str
    effective_from: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentSummary:
    """A row of the list. `version` and `version_number` are None where no version stands."""

    uid: UUID
    title: str
    owner: str
    classification: str
    language: str
    status: Status
    created_at: datetime
    version: UUID | None
    version_number: int | None
    retired_at: datetime | None
    superseded_by: SuccessorView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentView:
    """A document as it stands: its metadata, its current version, and what the viewer may do with it.

    `program` names the program that published the current version, where no person adopted it (ADR 17).
    """

    uid: UUID
    title: str
    owner: str
    originator: str
    classification: str
    source_quality: str
    language: str
    status: Status
    effective_from: date | None
    metadata_number: int
    created_at: datetime
    changed_at: datetime
    version: UUID | None
    version_number: int | None
    version_at: datetime | None
    version_effective_at: datetime | None
    rights: frozenset[Right]
    retired_at: datetime | None
    superseded_by: SuccessorView | None
    program: str | None = None


@dataclass(frozen=True, slots=True)
class BlockView:
    """A stretch of the text to lay out as one, with its characters sliced from the stored text just now."""

    kind: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class HeadingView:
    level: int
    start: int
    end: int
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionView:
    """One version with its text. `blocks` cover `text` without gap or overlap; all ranges index it.

    `program` names the program that published it, where no person adopted it.
    """

    uid: UUID
    document: UUID
    number: int
    rendition: int
    media_type: str
    at: datetime
    effective_at: datetime
    is_current: bool
    text: str
    blocks: tuple[BlockView, ...]
    headings: tuple[HeadingView, ...]
    pages: tuple[Page, ...] = ()
    cells: tuple[Cell, ...] = ()
    regions: tuple[Region, ...] = ()
    program: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionSummary:
    """A row of a document's history. Withdrawn versions appear to holders of `manage` only, to be told apart.

    `reverts_to` is the version whose text this one says again, if it does and the viewer is shown that version.
    """

    uid: UUID
    number: int
    rendition: int
    media_type: str
    at: datetime
    effective_at: datetime
    is_current: bool
    is_withdrawn: bool
    reverts_to: UUID | None = None
    program: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceView:
    """Word by word from the old version to the new one; the pieces of each side join to its whole text."""

    document: UUID
    old_number: int
    new_number: int
    old_at: datetime
    new_at: datetime
    old_effective_at: datetime
    new_effective_at: datetime
    new_media_type: str
    pieces: tuple[Piece, ...]
