"""Looking at uploads: each is seen by its uploader alone, and only while they may edit the document it is meant for.

For everybody else, and for an uploader who lost that right, there is no upload (DESIGN rule 6).
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

import structlog
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from acl.expressions import Granted
from acl.rights import Right
from citeledger.core.hashing import sha256_hex
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.documents.access import seen
from citeledger.documents.file_names import visible_line
from citeledger.documents.metadata import LONGEST
from citeledger.documents.models import Upload, UploadReading, VersionSource
from citeledger.extraction import Block, BrokenStructure, Cell, Page, Region, Structure

UNREADABLE = "unreadable"
NO_RECOGNITION = "no_recognition"
"""Why an upload is refused: the file cannot be read, or it is a picture and nothing here reads pictures."""
LONGEST_PIECE = 20_000
"""Code points of an upload's text that are shown at once."""

_log = structlog.get_logger(__name__)


class UploadState(StrEnum):
    """How far an upload is. `refused` and `published` are ends; after a day every upload is gone."""

    WAITING = "waiting"
    READING = "reading"
    READY = "ready"
    REFUSED = "refused"
    PUBLISHED = "published"


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadView:
    """An upload as it stands. `refusal` says why it cannot be read, `version` what it was published as.

    `expected` is the document's version it would replace; `is_identical`: it has the very bytes of the current one.
    """

    uid: UUID
    state: UploadState
    refusal: str
    document: UUID | None
    expected: UUID | None
    file_name: str
    media_type: str
    size: int
    language: str
    at: datetime
    is_identical: bool
    version: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceView:
    """A stretch of what was read: characters `start` to `end` of `length`, and all of the structure that touches it.

    `title` is what the whole calls itself: its first heading of the highest level; empty where it has none.
    Ranges index the whole text (code points, end exclusive). `details` and `warnings` are about the whole reading.
    """

    start: int
    end: int
    length: int
    title: str
    text: str
    extractor: str
    details: dict[str, str]
    warnings: tuple[str, ...]
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    cells: tuple[Cell, ...]
    regions: tuple[Region, ...]


def own_uploads(*, actor: Principal) -> QuerySet[Upload]:
    """The uploads the actor sees: rights are asked of the database in the same statement that finds the row."""
    edit = Granted("document__pk", right=Right.EDIT, principal=actor)
    aimed = Q(edit) & seen(viewer=actor, path="document__")
    return Upload.objects.filter(Q(document=None) | aimed, actor_id=actor.id)


def upload(*, viewer: Principal, uid: UUID) -> UploadView:
    """One upload of the viewer's. Raises NotFound. One statement."""
    row = _described(own_uploads(actor=viewer).filter(uid=uid)).first()
    if row is None:
        raise NotFound
    return _view(row)


def uploads(*, viewer: Principal) -> tuple[UploadView, ...]:
    """All of the viewer's uploads that are neither published nor gone, newest first. One statement; there are few."""
    rows = own_uploads(actor=viewer).exclude(state=UploadState.PUBLISHED)
    return tuple(_view(row) for row in _described(rows).order_by("-at", "-pk"))


def piece(*, viewer: Principal, uid: UUID, start: int, length: int) -> PieceView:
    """At most `length` (up to LONGEST_PIECE) characters of what was read, from `start` on; fewer at the end.

    Raises NotFound, and Refused (`upload_not_ready`). One statement.
    """
    row = own_uploads(actor=viewer).filter(uid=uid).select_related("reading").first()
    if row is None:
        raise NotFound
    if row.state != UploadState.READY:
        raise Refused("upload_not_ready", "There is nothing to show of this upload (any more).", "uid")
    structure = intact_structure(row)
    text = row.reading.text
    first = min(start, len(text))
    last = min(first + min(length, LONGEST_PIECE), len(text))

    def touches(part: Block | Page | Cell | Region) -> bool:
        return part.start < last and part.end > first

    return PieceView(
        start=first,
        end=last,
        length=len(text),
        title=_title(structure),
        text=text[first:last],
        extractor=row.reading.extractor,
        details=structure.details,
        warnings=structure.warnings,
        blocks=tuple(filter(touches, structure.blocks)),
        pages=tuple(filter(touches, structure.pages)),
        cells=tuple(filter(touches, structure.cells)),
        regions=tuple(filter(touches, structure.regions)),
    )


def _title(structure: Structure) -> str:
    highest = min(structure.headings, key=lambda heading: heading.level, default=None)
    return visible_line(highest.title)[: LONGEST["title"]].strip() if highest else ""


def intact_structure(row: Upload) -> Structure:
    """The structure read from the upload, once text and structure proved to be what was stored.

    Raises Refused (`damaged_record`), and says so in the log.
    """
    reading: UploadReading = row.reading
    try:
        structure = Structure.from_json(reading.structure)
    except BrokenStructure:
        structure = None
    if structure is None or sha256_hex(reading.text) != reading.sha256:
        _log.error("upload_damaged", upload=str(row.uid))
        raise Refused("damaged_record", "What was read from this file was damaged since. Send it again.", "uid")
    return structure


def _described(rows: QuerySet[Upload]) -> QuerySet[Upload]:
    same = VersionSource.objects.filter(
        version=OuterRef("document__head__version"),
        sha256=OuterRef("sha256"),
        version__media_type=OuterRef("media_type"),
    )
    return rows.annotate(
        document_uid=F("document__uid"),
        expected_uid=F("expected__uid"),
        version_uid=F("published__uid"),
        is_identical=Exists(same),
    )


def _view(row: Any) -> UploadView:
    # Typed Any: a row with the annotations made above, which no type of ours names.
    return UploadView(
        uid=row.uid,
        state=UploadState(row.state),
        refusal=row.refusal,
        document=row.document_uid,
        expected=row.expected_uid,
        file_name=row.file_name,
        media_type=row.media_type,
        size=row.size,
        language=row.language,
        at=row.at,
        is_identical=row.is_identical,
        version=row.version_uid,
    )
