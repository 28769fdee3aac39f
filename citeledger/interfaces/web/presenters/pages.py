"""Pages of hosts as the ledger knows them: runbooks, tickets, threads."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.urls import reverse

from acl.queries import SurfaceName
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.frame import Fact, facts
from citeledger.interfaces.web.presenters.report import EXPORTED_KINDS
from citeledger.interfaces.web.presenters.statements import StatementItem, statement_item
from citeledger.ledger.pages import OwnPage
from revalidation.views import PageSummary, PageView, StatementView


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRow:
    uid: UUID
    title: Name
    kind: str
    surface: Name
    reference: Name


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
    edit_address: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedPage:
    """Beside the form: what does not change, and the way back."""

    title: Name
    reference: Name
    address: str
    conflict: bool = False


def page_list(*, rows: Iterable[PageSummary], more: str, notice: str) -> PageList:
    """The list of pages."""
    return PageList(rows=tuple(_row(row=row) for row in rows), more=more, notice=notice)


def _row(*, row: PageSummary) -> PageRow:
    return PageRow(
        uid=row.uid,
        title=shown_name(text=row.title),
        kind=row.kind.capitalize(),
        surface=shown_name(text=row.surface),
        reference=shown_name(text=row.host_reference),
    )


def surface_choices(*, surfaces: Iterable[SurfaceName]) -> list[tuple[str, str]]:
    """The viewer's surfaces as a form offers them: uid and name."""
    return [(str(surface.uid), shown_name(text=surface.name).text) for surface in surfaces]


def host_page(*, found: PageView, computed_at: datetime, notice: str) -> HostPage:
    """A page with its statements as the viewer may read them."""
    said = {"Host reference": found.page.host_reference, "Surface": found.page.surface}
    return HostPage(
        title=shown_name(text=found.page.title),
        kind=found.page.kind.capitalize(),
        statements=tuple(_shown(statement, found.rebound.get(statement.citation)) for statement in found.statements),
        computed_at=computed_at,
        export_address=_export_address(page=found.page),
        edit_address=reverse("web:edit-page", kwargs={"page": found.page.uid}) if found.is_own else "",
        facts=facts(pairs={label: shown_name(text=value).text for label, value in said.items()}),
        notice=notice,
    )


def _shown(statement: StatementView, rebound: UUID | None) -> StatementItem:
    """`rebound`: for the page's owner, what to show in its place."""
    return replace(statement_item(statement=statement, rebound=rebound), rebound_uid=rebound)


def _export_address(*, page: PageSummary) -> str:
    return reverse("web:export", kwargs={"page": page.uid}) if page.kind in EXPORTED_KINDS else ""


def as_typed(*, own: OwnPage) -> dict[str, str]:
    """A page as its owner typed it, and its state then."""
    citations = "\n".join(str(uid) for uid in own.citations)
    return {"title": own.title, "kind": own.kind, "citations": citations, "expected": own.state}


def edit_page(*, page: UUID, own: OwnPage, conflict: bool = False) -> EditedPage:
    """What the form is about; `conflict`: it was put anew while somebody typed."""
    return EditedPage(
        conflict=conflict,
        title=shown_name(text=own.title),
        reference=shown_name(text=own.host_reference),
        address=reverse("web:page", kwargs={"page": page}),
    )
