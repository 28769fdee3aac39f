"""What is said about a document, checked and spelled one way before it is stored."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from citeledger.core.names import BadName, checked_name
from citeledger.core.refusals import Refused
from citeledger.documents.models import DocumentMetadata

UNDETERMINED = "und"
"""BCP 47 for a language that nobody named. Its numbers are read only as every language reads them."""


class Status(StrEnum):
    DRAFT = "draft"
    PUBLISHED = "published"


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """One state of a document's metadata; as protected as its text. Only the title is needed."""

    title: str
    owner: str = ""
    originator: str = ""
    classification: str = ""
    source_quality: str = ""
    language: str = UNDETERMINED
    status: Status = Status.PUBLISHED
    effective_from: date | None = None


FIELDS = tuple(field.name for field in fields(Metadata))
LONGEST: Mapping[str, int] = MappingProxyType(
    {"title": 300, "owner": 200, "originator": 200, "classification": 100, "source_quality": 500}
)
"""Code points of each name."""
LONGEST_LANGUAGE_TAG = 35
"""Characters: the longest that RFC 5646, section 4.4, asks anyone to hold."""
# The shape of RFC 5646, section 2.1: a language, then subtags.
_LANGUAGE_TAG = re.compile(rf"(?=.{{2,{LONGEST_LANGUAGE_TAG}}}\Z)[A-Za-z]{{2,8}}(-[A-Za-z0-9]{{1,8}})*")


def checked(metadata: Metadata) -> Metadata:
    """The metadata as it will be stored: names in NFC without surrounding space.

    Raises Refused (`invalid_metadata`, `at` names the field) for an empty or overlong name, control or direction
    characters, a language tag of the wrong shape or an unknown status. Lengths are in code points.
    """
    names = {name: _name(name, getattr(metadata, name)) for name in LONGEST}
    if not names["title"]:
        raise _invalid("title", "A document needs a title.")
    checked_language(metadata.language)
    if metadata.status not in set(Status):
        raise _invalid("status", "The status is draft or published.")
    return replace(metadata, status=Status(metadata.status), **names)  # type: ignore[arg-type]  # only names of texts


def checked_language(tag: str) -> str:
    """The tag, if it has the shape of one. Raises Refused (`invalid_metadata`)."""
    if not _LANGUAGE_TAG.fullmatch(tag):
        raise _invalid("language", "Give a language tag such as en or pt-BR.")
    return tag


def stored(row: DocumentMetadata) -> Metadata:
    """The stored state as a value."""
    return Metadata(**{name: getattr(row, name) for name in FIELDS} | {"status": Status(row.status)})


def is_draft(row: DocumentMetadata | None) -> bool:
    """Whether this metadata says that its document is a draft; none says nothing."""
    return row is not None and row.status == Status.DRAFT


def _name(field: str, value: str) -> str:
    if not value.strip():
        return ""
    try:
        return checked_name(text=value, longest=LONGEST[field])
    except BadName as bad:
        raise _invalid(field, str(bad)) from bad


def _invalid(field: str, detail: str) -> Refused:
    return Refused("invalid_metadata", detail, field)
