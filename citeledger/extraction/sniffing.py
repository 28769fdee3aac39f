"""What bytes may be, by looking at them: what a file says of itself is believed only where this agrees (threat T86).

Binary kinds show themselves by their first bytes, Office files by the types their package lists. Text shows no kind:
it may be any text format whose marks it does not lack.
"""

import re
import struct
import zlib
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from citeledger.extraction.formats import FORMATS

_HEAD: Final = 4096  # bytes that are looked at for marks
_MAGIC: Final = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
)
_OFFICE: Final = "application/vnd.openxmlformats-officedocument."
_MAIN_PARTS: Final = {
    b"wordprocessingml.document.main+xml": f"{_OFFICE}wordprocessingml.document",
    b"spreadsheetml.sheet.main+xml": f"{_OFFICE}spreadsheetml.sheet",
}
_MAIN_PART: Final = re.compile(rb"application/vnd\.openxmlformats-officedocument\.([a-z.]+\.main\+xml)[\"']")
# The container of Office files before 2007, with the names of streams that tell its kinds apart, and what to do.
_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLD_KINDS: Final = (
    ("EncryptedPackage", "This Office file is locked with a password: save it without one and upload that."),
    ("WordDocument", "This is a Word file of the old kind (.doc): save it as .docx and upload that."),
    ("Workbook", "This is an Excel file of the old kind (.xls): save it as .xlsx and upload that."),
    ("PowerPoint Document", "This is a PowerPoint file of the old kind (.ppt): save it as PDF and upload that."),
)
_PACKAGE: Final = b"PK\x03\x04"
_DIRECTORY_END: Final = b"PK\x05\x06"
_DIRECTORY_ENTRY: Final = b"PK\x01\x02"
_MOST_MEMBERS: Final = 20_000  # no Office file comes near
_LARGEST_TYPES: Final = 1024 * 1024  # bytes of [Content_Types].xml that are read

_WIDE_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")  # UTF-16, and UTF-32 in one of its orders
# Text by its letters, but of a language that nothing here reads: shown verbatim it would look like rubbish.
_FOREIGN: Final = re.compile(rb"\{\\rtf|%!PS|<svg\b|<\?xml\b(?![\s\S]{0,2000}<html\b)", re.IGNORECASE)
_PAGE: Final = re.compile(rb"(?:<!--[\s\S]*?-->\s*)*(?:<!doctype\s+html\b|<html\b|<\?xml\b)", re.IGNORECASE)
_TAG: Final = re.compile(rb"</?[a-z][a-z0-9]*[\s/>]", re.IGNORECASE)
_MAIL_HEADER: Final = re.compile(rb"(?:From [^\n]*\n)?[!-9;-~]+:[ \t\r\n]")  # RFC 5322, section 2.2
_ANY_TEXT: Final = frozenset({"text/plain", "text/markdown", "text/x-rst", "text/csv"})


class UnknownKind(ValueError):
    """The bytes are of no kind that can be read here. The owner saves the file as one of FORMATS."""


class NotAsDeclared(ValueError):
    """The bytes are not what was said of them. The sender names the right media type, or none."""


def media_type_of(data: bytes, *, declared: str | None) -> str:
    """The media type to read `data` as: `declared` (None: nothing is) where the bytes agree with it.

    Undeclared text is plain text: read verbatim, nothing of it can be lost. What is broken is of the kind declared, so
    that whoever reads it says that it is broken. Raises UnknownKind, NotAsDeclared.
    """
    found = kinds_of(data)
    guess = {"text/plain"} & found or found
    if not found or (len(guess) > 1 if declared is None else declared not in FORMATS):
        raise UnknownKind(_old_kind(data) or "This is no kind of file that can be read here.")
    if declared is None:
        return min(guess)
    if declared not in found:
        raise NotAsDeclared("The file is not what its media type or its name says.")
    return declared


def _old_kind(data: bytes) -> str:
    """What to do with an Office file of the old kind; empty for anything else."""
    if not data.startswith(_OLD_OFFICE):
        return ""
    return next((said for stream, said in _OLD_KINDS if stream.encode("utf-16-le") in data), "")


def kinds_of(data: bytes) -> frozenset[str]:
    """Every media type of FORMATS that `data` may be: one for binary kinds and web pages, several for text.

    A damaged package may be any kind of Office file.
    """
    return (_binary_kinds(data) if _is_binary(data) else _text_kinds(data[:_HEAD])) & FORMATS.keys()


def _is_binary(data: bytes) -> bool:
    marks = (*(mark for mark, _ in _MAGIC), _PACKAGE, _DIRECTORY_END)
    return data.startswith(marks) or (b"\0" in data and not data.startswith(_WIDE_MARKS))


def _binary_kinds(data: bytes) -> frozenset[str]:
    if data.startswith(_PACKAGE):
        return _office_kinds(data)
    return frozenset(media_type for mark, media_type in _MAGIC if data.startswith(mark))


def _office_kinds(data: bytes) -> frozenset[str]:
    """By the main part the package lists. With macros, or with two main parts, it is none of ours."""
    try:
        parts = set(_MAIN_PART.findall(_content_types(data)))
    except (BadZipFile, zlib.error, EOFError, struct.error):
        return frozenset(_MAIN_PARTS.values())
    return frozenset(_MAIN_PARTS[part] for part in parts if part in _MAIN_PARTS) if len(parts) == 1 else frozenset()


def _content_types(data: bytes) -> bytes:
    """The head of the list of types, empty where there is none to read. Raises what zipfile does for what is cut off
    or spoilt."""
    # Counted before the directory is read, and not believed: an archive may have two end records that disagree.
    if data.count(_DIRECTORY_ENTRY) > _MOST_MEMBERS:
        return b""
    try:
        with ZipFile(BytesIO(data)) as package:
            entry = package.getinfo("[Content_Types].xml")
            if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
                return b""
            return package.open(entry).read(_LARGEST_TYPES)
    # Whatever zipfile raises for what is no package of ours: encrypted members, lying sizes and names.
    except (LookupError, ValueError, RuntimeError, OSError):
        return b""


def _text_kinds(head: bytes) -> frozenset[str]:
    text = head.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"").lstrip(b"\xff\xfe \t\r\n\f")
    if _FOREIGN.match(text):
        return frozenset()
    if _PAGE.match(text):
        return frozenset({"text/html"})
    html = {"text/html"} if _TAG.search(text) else set()
    mail = {"message/rfc822"} if _MAIL_HEADER.match(text) else set()
    return _ANY_TEXT | html | mail
