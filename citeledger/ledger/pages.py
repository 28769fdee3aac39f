"""A page as its owner put it."""

from dataclasses import dataclass
from uuid import UUID

from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.ledger.models import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage:
    """Where the page stands and what it shows; `citations` in order, whatever they lead to."""

    surface: UUID
    host_reference: str
    kind: str
    title: str
    citations: tuple[UUID, ...]


def own_page(*, owner: Principal, uid: UUID) -> OwnPage:
    """For its owner. `NotFound` for everybody else: what others may not change is not told from what never was."""
    row = Page.objects.select_related("surface").filter(uid=uid, owner_id=owner.id).first()
    if row is None:
        raise NotFound
    return OwnPage(
        surface=row.surface.uid,
        host_reference=row.host_reference,
        kind=row.kind,
        title=row.title,
        citations=tuple(row.citations.order_by("position").values_list("citation_uid", flat=True)),
    )
