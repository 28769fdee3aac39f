"""A page as its owner put it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import rfc8785

from citeledger.core.hashing import sha256_hex
from citeledger.core.moments import written
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.ledger.models import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage:
    """Where the page stands and what it shows; `citations` in order, whatever they lead to.

    `at` is when it was put last (aware UTC), `state` a token of that and what it says: another after every change.
    """

    surface: UUID
    host_reference: str
    kind: str
    title: str
    citations: tuple[UUID, ...]
    at: datetime

    @property
    def state(self) -> str:
        return sha256_hex(rfc8785.dumps([written(self.at), self.kind, self.title]))


def own_page(*, owner: Principal, uid: UUID) -> OwnPage:
    """For its owner. `NotFound` for everybody else: what others may not change is not told from what never was."""
    row = Page.objects.select_related("surface").filter(uid=uid, owner_id=owner.id).first()
    if row is None:
        raise NotFound
    return as_put(row)


def as_put(row: Page) -> OwnPage:
    """The page of this row, which comes with its surface. One query."""
    return OwnPage(
        surface=row.surface.uid,
        host_reference=row.host_reference,
        kind=row.kind,
        title=row.title,
        at=row.at,
        citations=tuple(row.citations.order_by("position").values_list("citation_uid", flat=True)),
    )
