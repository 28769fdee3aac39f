"""Pages about uploads with everything they can show."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from citeledger.interfaces.names import Name
from citeledger.interfaces.web import forms
from citeledger.interfaces.web.forms.uploads import FileForm, NextVersionForm, OnTopForm
from citeledger.interfaces.web.presenters import uploads
from citeledger.interfaces.web.presenters.documents import DocumentHeading
from citeledger.interfaces.web.presenters.frame import Fact
from citeledger.interfaces.web.presenters.preview import PreviewBlock, PreviewPart, Remark
from citeledger.interfaces.web.presenters.tables import LaidCell, LaidRow, LaidTable

UID, OTHER = UUID(int=11), UUID(int=12)
HEADING = DocumentHeading(uid=OTHER, title=Name("Returns policy"))


def row(state: str = "ready", *, in_progress: bool = False) -> uploads.UploadRow:
    return uploads.UploadRow(
        uid=UID,
        name=Name("Returns policy, signed.pdf"),
        kind="PDF",
        size="1.4 MB",
        state=state,
        word="Read",
        meaning="Look at what was read, then publish it.",
        at=datetime(2026, 6, 12, 9, tzinfo=UTC),
        in_progress=in_progress,
    )


PARTS = (
    PreviewPart(
        text="Opened electronics may be returned within 30 days.", mark="ocr", said="Read by OCR", page="Page iv"
    ),
    PreviewPart(text=" Sh1pp1ng ls frce.", mark="unquotable", said="Cannot be cited: Too faint."),
    PreviewPart(text="12 %", said="Cell table 1!B2: Share"),
    PreviewPart(text="\n"),
)
TABLE = LaidTable(
    "table 1",
    ("A", "B"),
    (
        LaidRow("1", (LaidCell((PreviewPart(text="Goods"),), (PreviewPart(text="\t"),), "col"),)),
        LaidRow("2", (LaidCell(PARTS[1:3], (PreviewPart(text="\n"),), "row", "Cell table 1!A2: Goods"),)),
    ),
)
PREVIEW = uploads.Preview(
    remarks=(
        Remark(text="Two pages hold pictures alone."),
        Remark(text="Cannot be cited (1 place).", mark="unquotable"),
    ),
    details=(Fact("Read by", "pdf/1+pdfium-5.15.0"),),
    blocks=(
        PreviewBlock(kind="paragraph", level=0, parts=PARTS, confidence="0.41"),
        PreviewBlock(kind="table", level=0, parts=(), table=TABLE, page="Page v"),
    ),
    where="Characters 20,001 to 40,000 of 45,000",
    previous="?start=0",
    following="?start=40000",
)


def file_page(**more: Any) -> uploads.UploadPage:
    said = {"upload": row(), "facts": (Fact("Kind", "PDF"),), "document": None, "preview": PREVIEW}
    return uploads.UploadPage(**{**said, "is_identical": False, "may_publish": True} | more)


def files_page(**more: Any) -> uploads.UploadsPage:
    said = {"rows": (row("waiting", in_progress=True), row()), "document": None, "notice": "The file is discarded."}
    about = {"accepted": ".pdf,.txt", "formats": "PDF, Plain text", "largest": 100, "largest_said": "25 MB"}
    return uploads.UploadsPage(**said | about | more)


def pages() -> dict[str, tuple[str, Any, dict[str, Any]]]:
    """By the name of its picture: the template, its page, and its forms."""
    ways = {"details": forms.DetailsForm({"title": ""}), "next": NextVersionForm(candidates=[(str(OTHER), "Returns")])}
    wrong = {"details": forms.DetailsForm(), "next": NextVersionForm({}, candidates=[])}
    on_top = {"on_top": OnTopForm({"expected": str(UID)})}
    nothing = {"preview": None, "may_publish": False}
    published = {"published_document": OTHER, "published_version": UID}
    template = "uploads/file.html"
    return {
        "uploads": ("uploads/files.html", files_page(), {"form": FileForm()}),
        "uploads-none": ("uploads/files.html", files_page(rows=(), document=HEADING), {"form": FileForm({}, {})}),
        "upload": (template, file_page(), ways),
        "upload-wrong": (template, file_page(), wrong),
        "upload-next": (template, file_page(document=HEADING, overtaken=UID, is_identical=True), on_top),
        "upload-waiting": (template, file_page(upload=row("reading", in_progress=True), **nothing), {}),
        "upload-refused": (template, file_page(upload=row("refused"), **nothing), {}),
        "upload-published": (template, file_page(upload=row("published"), **nothing, **published), {}),
    }
