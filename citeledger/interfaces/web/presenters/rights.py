"""The tables of rights: on a document, on an answer, over the installation."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from uuid import UUID

from django.urls import reverse

from acl.queries import Grant, Holder, InstallationHolding
from acl.rights import ANYONE, SIGNED_IN, InstallationRight, Right
from citeledger.documents.views import DocumentView
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.documents import DocumentHeading, document_heading
from citeledger.interfaces.web.presenters.ledger import answer_title
from revalidation.views import AnswerView


@dataclass(frozen=True, slots=True)
class RightColumn:
    value: str
    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Cell:
    """`held` is by a grant, which can be revoked; `otherwise` says why it is held without one."""

    right: str
    word: str
    held: bool
    otherwise: str = ""


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
class RightsTable:
    """Who holds which of the columns, and where the forms that change it are sent."""

    rights: tuple[RightColumn, ...]
    tables: tuple[HolderTable, ...]
    grant_address: str
    revoke_address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RightsPage:
    """When not `is_readable`, the heading holds constant words and the uid the viewer came with, nothing else."""

    document: DocumentHeading
    table: RightsTable
    is_readable: bool = True
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharingPage:
    """Who may read an answer or derived text, for whoever manages it."""

    uid: UUID
    title: Name
    table: RightsTable
    notice: str = ""


UNREADABLE_TITLE = "A document you may not read"

RIGHTS = (
    RightColumn("read", "Read", "See the text and the details, and what cites it."),
    RightColumn("cite", "Cite", "Rest statements on its passages. It counts only beside Read and does not grant it."),
    RightColumn(
        "attest", "Attest", "Say, dated and by name, that something still holds. It, too, counts only beside Read."
    ),
    RightColumn("edit", "Edit", "Publish versions and change details. Granting it grants Read as well."),
    RightColumn("manage", "Manage", "Grant, revoke, retire, supersede, withdraw. Granting it grants Read as well."),
)
ANSWER_RIGHTS = (
    RightColumn("read", "Read", "See the answer; each statement only where all its sources may be read too."),
    RightColumn("manage", "Manage", "Share and erase it. Granting it grants Read as well."),
)
INSTALLATION_RIGHTS = (
    RightColumn("audit", "Audit", "See why somebody sees a state, and what was said originally. Each look is logged."),
    RightColumn("operate", "Operate", "Administer people, groups and rights. Superusers do so without a grant."),
    RightColumn(
        "act_for",
        "Act for others",
        "For agents: write answers for any person, resting on what that person may read and cite.",
    ),
)

_SUPERUSER = "as superuser"
_RESERVED_WORDS = {
    ANYONE: "anyone, visitors included",
    SIGNED_IN: "whoever signed in",
}


def choices(*, columns: Iterable[RightColumn]) -> list[tuple[str, str]]:
    """The rights as a form offers them."""
    return [(column.value, column.word) for column in columns]


def rights_page(*, uid: UUID, document: DocumentView | None, grants: Iterable[Grant], notice: str = "") -> RightsPage:
    """Who holds what on the document, groups first. `document` is None where the viewer may not read it."""
    heading = document_heading(document=document) if document else _unreadable(uid=uid)
    table = rights_table(
        columns=RIGHTS,
        held=_held(grants=grants),
        grant_address=reverse("web:grant", kwargs={"document": uid}),
        revoke_address=reverse("web:revoke", kwargs={"document": uid}),
    )
    return RightsPage(document=heading, table=table, is_readable=document is not None, notice=notice)


def _unreadable(*, uid: UUID) -> DocumentHeading:
    return DocumentHeading(uid=uid, title=Name(text=UNREADABLE_TITLE))


def lacks_read(*, grants: Iterable[Grant], holder: Holder) -> bool:
    """Whether the holder has no Read by a grant of its own, nor by one to everybody. Groups of a person do not show."""
    everybody = {Holder("group", ANYONE), Holder("group", SIGNED_IN)}
    return not any(grant.right is Right.READ and grant.holder in {holder, *everybody} for grant in grants)


def sharing_page(*, answer: AnswerView, grants: Iterable[Grant], notice: str = "") -> SharingPage:
    """Who holds what on an answer, groups first."""
    table = rights_table(
        columns=ANSWER_RIGHTS,
        held=_held(grants=grants),
        grant_address=reverse("web:share", kwargs={"answer": answer.uid}),
        revoke_address=reverse("web:unshare", kwargs={"answer": answer.uid}),
    )
    return SharingPage(
        uid=answer.uid, title=answer_title(question=answer.question, kind=answer.kind), table=table, notice=notice
    )


def installation_table(*, holdings: Iterable[InstallationHolding], superusers: Iterable[str]) -> RightsTable:
    """Who was granted which right, groups first; and superusers, by their names, who operate without a grant."""
    held: dict[Holder, set[str]] = {}
    for holding in holdings:
        held.setdefault(holding.holder, set()).add(holding.right.value)
    operating = {Holder("user", name): {InstallationRight.OPERATE.value: _SUPERUSER} for name in superusers}
    return rights_table(
        columns=INSTALLATION_RIGHTS,
        held=held | {holder: set() for holder in operating if holder not in held},
        otherwise=operating,
        grant_address=reverse("web:grant-installation"),
        revoke_address=reverse("web:revoke-installation"),
    )


def _held(*, grants: Iterable[Grant]) -> dict[Holder, set[str]]:
    held: dict[Holder, set[str]] = {}
    for grant in grants:
        held.setdefault(grant.holder, set()).add(grant.right.value)
    return held


def rights_table(
    *,
    columns: tuple[RightColumn, ...],
    held: Mapping[Holder, set[str]],
    grant_address: str,
    revoke_address: str,
    otherwise: Mapping[Holder, Mapping[str, str]] = MappingProxyType({}),
) -> RightsTable:
    """Groups first, then people and services, each with a cell for every column.

    `otherwise`: by holder and right, why it is held also without a grant.
    """
    rows = [_row(holder, rights, otherwise.get(holder, {}), columns) for holder, rights in held.items()]
    return RightsTable(
        rights=columns,
        tables=(
            _table("group", "Groups with rights", "No group holds a right.", rows),
            _table("user", "People and services with rights", "Nobody holds a right by name.", rows),
        ),
        grant_address=grant_address,
        revoke_address=revoke_address,
    )


def _table(kind: str, heading: str, nobody: str, rows: Iterable[HolderRow]) -> HolderTable:
    own = tuple(row for row in rows if row.kind == kind)
    return HolderTable(anchor=f"holders-{kind}", heading=heading, nobody=nobody, rows=own)


def _row(holder: Holder, rights: set[str], otherwise: Mapping[str, str], columns: tuple[RightColumn, ...]) -> HolderRow:
    cells = (Cell(one.value, one.word, one.value in rights, otherwise.get(one.value, "")) for one in columns)
    return HolderRow(
        kind=holder.kind,
        value=holder.name,
        name=holder_name(kind=holder.kind, name=holder.name),
        cells=tuple(cells),
    )


def holder_name(*, kind: str, name: str) -> Name:
    """A holder as people may see it; the two reserved groups in words."""
    return shown_name(text=_RESERVED_WORDS.get(name, name) if kind == "group" else name)
