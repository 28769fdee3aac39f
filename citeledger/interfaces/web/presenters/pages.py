"""Pages of hosts as the ledger knows them: runbooks, tickets, threads."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger.interfaces.names import Name
from citeledger.interfaces.web.presenters.frame import Fact
from citeledger.interfaces.web.presenters.ledger import StatementItem


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRow:
    uid: UUID
    title: Name
    kind: str
    size: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageList:
    rows: tuple[PageRow, ...]
    more: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostPage:
    title: Name
    kind: str
    statements: tuple[StatementItem, ...]
    computed_at: datetime
    facts: tuple[Fact, ...]
    export_address: str = ""
    notice: str = ""
