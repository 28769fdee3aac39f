"""Every format that can be read, and the module that reads it: named here, loaded only where bytes are read.

Whoever merely asks what can be read (the web process) loads no parser (threat T76).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from types import MappingProxyType
from typing import Protocol, cast

from citeledger.extraction.extracted import Extraction, Options


class UnsupportedMediaType(ValueError):
    """No extractor reads this media type. The caller converts the file or names one that FORMATS lists."""


class Extractor(Protocol):
    """What a module of this package is, if it reads a format."""

    EXTRACTOR: str

    def extract(self, data: bytes, options: Options) -> Extraction: ...


@dataclass(frozen=True, slots=True)
class Format:
    """A media type, what people call it, the endings file names of it have, and the module that reads it."""

    media_type: str
    name: str
    endings: tuple[str, ...]
    module: str


_OFFICE = "application/vnd.openxmlformats-officedocument."
_ALL = (
    Format("text/plain", "Plain text", (".txt", ".text"), "text"),
    Format("text/markdown", "Markdown", (".md", ".markdown"), "markdown"),
    Format("text/x-rst", "reStructuredText", (".rst", ".rest"), "rst"),
    Format("text/html", "Web page", (".html", ".htm"), "html"),
    Format(f"{_OFFICE}wordprocessingml.document", "Word document", (".docx",), "docx"),
    Format(f"{_OFFICE}spreadsheetml.sheet", "Excel workbook", (".xlsx",), "xlsx"),
    Format("text/csv", "CSV table", (".csv", ".tsv"), "delimited"),
    Format("message/rfc822", "Mail", (".eml",), "mail"),
    Format("application/pdf", "PDF", (".pdf",), "pdf"),
    Format("image/png", "PNG picture", (".png",), "ocr"),
    Format("image/jpeg", "JPEG picture", (".jpg", ".jpeg"), "ocr"),
    Format("image/tiff", "TIFF picture", (".tif", ".tiff"), "ocr"),
)
FORMATS: Mapping[str, Format] = MappingProxyType({each.media_type: each for each in _ALL})


def load(media_type: str) -> Extractor:
    """The module that reads `media_type` (without parameters). Raises UnsupportedMediaType."""
    if media_type not in FORMATS:
        raise UnsupportedMediaType("This media type cannot be read.")
    return cast("Extractor", import_module(f"citeledger.extraction.{FORMATS[media_type].module}"))


def language_of(extractor: str) -> str | None:
    """A tag of the language in which an extractor of this id read print; None where it read none."""
    language: str | None = import_module("citeledger.extraction.recognition").language_of(extractor)
    return language


def named(file_name: str) -> str | None:
    """The media type a file's name claims by its ending, None where it claims none of FORMATS."""
    ending = PurePath(file_name).suffix.lower()
    return next((each.media_type for each in _ALL if ending in each.endings), None)
