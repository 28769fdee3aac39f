"""Pages about uploads: files on their way, and what was read from one before it is published."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from citeledger.documents.file_names import proposed_title
from citeledger.documents.services.uploading import LARGEST_UPLOAD
from citeledger.documents.uploads import LONGEST_PIECE, NO_RECOGNITION, UNREADABLE, PieceView, UploadState, UploadView
from citeledger.documents.views import DocumentView
from citeledger.extraction.formats import FORMATS
from citeledger.interfaces.names import Name, shown_name, shown_text
from citeledger.interfaces.web.presenters.ahead import Ahead
from citeledger.interfaces.web.presenters.documents import DocumentHeading, document_heading
from citeledger.interfaces.web.presenters.frame import Fact, counted, facts
from citeledger.interfaces.web.presenters.preview import PreviewBlock, Remark, preview_blocks, remarks

_STATES: Final = {
    UploadState.WAITING: ("Waiting", "It is read as soon as a worker is free."),
    UploadState.READING: ("Reading", "It is being read."),
    UploadState.READY: ("Read", "Look at what was read, then publish it."),
    UploadState.PUBLISHED: ("Published", "It is a version now."),
}
_REFUSALS: Final = {
    UNREADABLE: "It cannot be read: it is damaged, protected, too large inside, or not what it claims. Save it anew.",
    NO_RECOGNITION: "It is a picture, and nothing here reads print in its language. Ask the administrator.",
}
_KIB: Final = 1024
_WORKBOOK: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadRow:
    """`in_progress`: something will change by itself."""

    uid: UUID
    name: Name
    kind: str
    size: str
    state: str
    word: str
    meaning: str
    at: datetime
    in_progress: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadsPage:
    """`document` is what the files are meant for, None for new documents."""

    rows: tuple[UploadRow, ...]
    document: DocumentHeading | None
    accepted: str
    formats: str
    largest: int
    largest_said: str
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A piece of what was read. `remarks` are about the whole; addresses are empty at the ends."""

    remarks: tuple[Remark, ...]
    details: tuple[Fact, ...]
    blocks: tuple[PreviewBlock, ...]
    where: str
    previous: str
    following: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadPage:
    """One upload. `document` is what it is meant for; `overtaken`: a document in which somebody published meanwhile.

    `ahead`: what publishing it as a next version would do; None also where that would make no new one.
    """

    upload: UploadRow
    facts: tuple[Fact, ...]
    document: DocumentHeading | None
    preview: Preview | None
    is_identical: bool
    may_publish: bool
    overtaken: UUID | None = None
    published_document: UUID | None = None
    published_version: UUID | None = None
    ahead: Ahead | None = None
    notice: str = ""


def uploads_page(*, uploads: Iterable[UploadView], document: DocumentView | None, notice: str) -> UploadsPage:
    """The files on their way, and the way to send more."""
    return UploadsPage(
        rows=tuple(_row(upload=upload) for upload in uploads),
        document=document_heading(document=document) if document else None,
        accepted=",".join(ending for each in FORMATS.values() for ending in each.endings),
        formats=", ".join(each.name for each in FORMATS.values()),
        largest=LARGEST_UPLOAD,
        largest_said=_size(LARGEST_UPLOAD),
        notice=notice,
    )


def upload_page(
    *,
    upload: UploadView,
    document: DocumentView | None,
    piece: PieceView | None,
    published_document: UUID | None = None,
    overtaken: UUID | None = None,
    ahead: Ahead | None = None,
    notice: str = "",
) -> UploadPage:
    """One upload: how far it is, and what was read."""
    row = _row(upload=upload)
    said = {
        "Kind": row.kind,
        "Size": row.size,
        "Language": upload.language,
        "Characters": str(piece.length if piece else ""),
    }
    return UploadPage(
        upload=row,
        facts=facts(pairs=said),
        document=document_heading(document=document) if document else None,
        preview=_preview(piece=piece) if piece else None,
        is_identical=upload.is_identical,
        may_publish=upload.state is UploadState.READY,
        overtaken=overtaken,
        published_document=published_document,
        published_version=upload.version,
        ahead=None if upload.is_identical else ahead,
        notice=notice,
    )


def title_for(*, upload: UploadView, piece: PieceView | None) -> str:
    """What a document made from it might be called: as it calls itself, else as the file is named.

    The headings of a workbook are the names of its sheets; "Sheet1" is no title.
    """
    own = piece.title if piece and upload.media_type != _WORKBOOK else ""
    return own or proposed_title(upload.file_name)


def _row(*, upload: UploadView) -> UploadRow:
    word, meaning = _STATES.get(upload.state, ("Not readable", _REFUSALS.get(upload.refusal, "")))
    return UploadRow(
        uid=upload.uid,
        name=shown_name(text=upload.file_name or "File without a name"),
        kind=FORMATS[upload.media_type].name if upload.media_type in FORMATS else upload.media_type,
        size=_size(upload.size),
        state=upload.state.value,
        word=word,
        meaning=meaning,
        at=upload.at,
        in_progress=upload.state in {UploadState.WAITING, UploadState.READING},
    )


def _size(count: int) -> str:
    """``1.5 MB`` of bytes, in steps of 1024 as file managers count."""
    if count < _KIB:
        return counted(count=count, one="byte", many="bytes")
    if count < _KIB * _KIB:
        return f"{count / _KIB:.0f} KB"
    return f"{count / _KIB / _KIB:.1f} MB".replace(".0 ", " ")


def _preview(*, piece: PieceView) -> Preview:
    before = max(0, piece.start - LONGEST_PIECE)
    return Preview(
        remarks=remarks(piece=piece),
        details=facts(pairs={shown_text(text=name): shown_text(text=said) for name, said in _details(piece).items()}),
        blocks=preview_blocks(piece=piece),
        where=f"Characters {piece.start + 1:,} to {piece.end:,} of {piece.length:,}" if _is_part(piece) else "",
        previous=f"?start={before}" if piece.start else "",
        following=f"?start={piece.end}" if piece.end < piece.length else "",
    )


def _is_part(piece: PieceView) -> bool:
    return piece.start > 0 or piece.end < piece.length


def _details(piece: PieceView) -> dict[str, str]:
    """How the bytes were read, in the extractor's own words: ``encoding told by``."""
    said = {name.replace("_", " ").capitalize(): value for name, value in piece.details.items()}
    return said | {"Read by": piece.extractor}
