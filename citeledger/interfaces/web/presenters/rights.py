"""The table of rights on a document."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from acl.queries import Grant, Holder
from acl.rights import ANYONE, SIGNED_IN
from citeledger.documents.views import DocumentView
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.documents import DocumentHeading, document_heading


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

_RESERVED_WORDS = {
    ANYONE: "anyone, visitors included",
    SIGNED_IN: "whoever signed in",
}


def rights_page(*, document: DocumentView, grants: Iterable[Grant], notice: str = "") -> RightsPage:
    """Who holds what on the document, groups first."""
    held: dict[Holder, set[str]] = {}
    for grant in grants:
        held.setdefault(grant.holder, set()).add(grant.right.value)
    return RightsPage(
        document=document_heading(document=document),
        rights=RIGHTS,
        tables=(
            _table(kind="group", heading="Groups", nobody="No group holds a right.", held=held),
            _table(kind="user", heading="People and services", nobody="Nobody holds a right by name.", held=held),
        ),
        notice=notice,
    )


def _table(*, kind: str, heading: str, nobody: str, held: Mapping[Holder, set[str]]) -> HolderTable:
    rows = tuple(_row(holder=holder, rights=rights) for holder, rights in held.items() if holder.kind == kind)
    return HolderTable(anchor=f"holders-{kind}", heading=heading, nobody=nobody, rows=rows)


def _row(*, holder: Holder, rights: set[str]) -> HolderRow:
    return HolderRow(
        kind=holder.kind,
        value=holder.name,
        name=holder_name(kind=holder.kind, name=holder.name),
        cells=tuple(Cell(right=right.value, held=right.value in rights) for right in RIGHTS),
    )


def holder_name(*, kind: str, name: str) -> Name:
    """A holder as people may see it; the two reserved groups in words."""
    return shown_name(text=_RESERVED_WORDS.get(name, name) if kind == "group" else name)
