"""The table of rights on a document."""

from dataclasses import dataclass

from citeledger.interfaces.names import Name
from citeledger.interfaces.web.presenters.documents import DocumentHeading


@dataclass(frozen=True, slots=True)
class RightColumn:
    value: str
    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Cell:
    right: str
    held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderRow:
    """`kind` and `value` are what forms send back; `name` is what people may see."""

    kind: str
    value: str
    name: Name
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderTable:
    anchor: str
    heading: str
    nobody: str
    rows: tuple[HolderRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RightsPage:
    document: DocumentHeading
    rights: tuple[RightColumn, ...]
    tables: tuple[HolderTable, ...]
    notice: str = ""


RIGHTS = (
    RightColumn("read", "Read", "See the text and the details, and what cites it."),
    RightColumn("cite", "Cite", "Rest statements on its passages."),
    RightColumn("attest", "Attest", "Say, dated and by name, that something still holds."),
    RightColumn("edit", "Edit", "Publish versions and change details. Granting it grants Read as well."),
    RightColumn("manage", "Manage", "Grant, revoke, retire, supersede, withdraw. Granting it grants Read as well."),
)
