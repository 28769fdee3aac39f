"""Pages about what was said: the ledger, an answer, one citation."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger.interfaces.names import Name
from citeledger.interfaces.web.presenters.badges import Badge
from citeledger.interfaces.web.presenters.documents import DifferencePart
from citeledger.interfaces.web.presenters.frame import Fact
from citeledger.interfaces.web.presenters.text import Block


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    uid: UUID
    title: Name
    kind: str
    writer: Name
    recorded_at: datetime
    size: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerList:
    rows: tuple[AnswerRow, ...]
    more: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementItem:
    """A statement with its badges. When `withheld`, `text` is the constant notice and there is no basis."""

    anchor: str
    text: str
    withheld: bool
    badges: tuple[Badge, ...]
    basis: str = ""
    basis_meaning: str = ""
    is_statement: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureItem:
    """A heading, list marker or fixed phrase between statements."""

    text: str
    role: str
    is_statement: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPage:
    title: Name
    segments: tuple[StatementItem | StructureItem, ...]
    facts: tuple[Fact, ...]
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    text: str
    basis: str
    basis_meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReading:
    """One source of a citation: the passage as cited, where it is now, and the current text around it."""

    title: Name
    document_uid: UUID
    explanation: str
    changed_at: datetime | None
    cited_version: str
    cited_text: str
    found_heading: str
    found_parts: tuple[DifferencePart, ...]
    passage_anchor: str
    reading: str
    blocks: tuple[Block, ...]
    flows: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationPage:
    """Bare, badge alone, whenever the state is unavailable or unverified: the same bytes whatever the cause."""

    badge: Badge
    said: Said | None = None
    sources: tuple[SourceReading, ...] = ()
    notice: str = ""
