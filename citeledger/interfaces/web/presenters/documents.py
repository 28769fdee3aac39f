"""Pages about documents: list, text, versions, differences, editing, and what becomes of a document."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger.interfaces.names import Name
from citeledger.interfaces.web.presenters.frame import Fact
from citeledger.interfaces.web.presenters.text import Block


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    uid: UUID
    title: Name
    owner: Name
    classification: str
    version: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentList:
    rows: tuple[DocumentRow, ...]
    more: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Successor:
    uid: UUID
    title: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentHeading:
    """The document as its own pages name it. `standing` is a sentence when it is retired, superseded or a draft."""

    uid: UUID
    title: Name
    facts: tuple[Fact, ...] = ()
    standing: str = ""
    successor: Successor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """`previous_uid` is the version before it that can still be compared, if any."""

    uid: UUID
    label: str
    recorded_at: datetime
    marks: tuple[str, ...] = ()
    readable: bool = True
    is_newest: bool = False
    previous_uid: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPage:
    """`flows` says that line ends within paragraphs mean nothing (Markdown), so a narrow screen may let them go."""

    document: DocumentHeading
    version: VersionRow
    newest_uid: UUID
    blocks: tuple[Block, ...]
    flows: bool
    may_cite: bool
    may_edit: bool
    may_manage: bool
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyDocumentPage:
    """A document whose text was never published, or whose current version was withdrawn."""

    document: DocumentHeading
    may_edit: bool
    may_manage: bool
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionList:
    document: DocumentHeading
    versions: tuple[VersionRow, ...]
    may_manage: bool
    notice: str = ""


@dataclass(frozen=True, slots=True)
class DifferencePart:
    """`kind` is same, removed or added."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunk:
    """A stretch with changes, or an unchanged stretch that is folded away behind its summary."""

    parts: tuple[DifferencePart, ...]
    unchanged: bool = False
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferencePage:
    document: DocumentHeading
    old: str
    new: str
    summary: str
    hunks: tuple[Hunk, ...]
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPage:
    """`base` is the version or revision the writer started from; `newest_uid` differs from it after a conflict."""

    document: DocumentHeading
    base: str
    base_uid: UUID | None
    newest_uid: UUID | None
    conflict: bool = False
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmPage:
    document: DocumentHeading
    heading: str
    consequences: tuple[str, ...]
    button: str
    is_dangerous: bool = True
    notice: str = ""
