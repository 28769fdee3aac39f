"""From a citation to the one that was made of its words at another place: written by the gate, never updated."""

from datetime import datetime
from uuid import UUID

from citeledger.core.moments import written
from citeledger.core.principals import Principal
from citeledger.ledger.models import Citation, Rebinding
from citeledger.log.services import Json, append

CITATION_REBOUND = "citation_rebound"


def insert_rebinding(*, citation: UUID, origin_id: int, writer: Principal, at: datetime) -> None:
    """Link a citation that was just born to the one it was made from. Part of its birth, inside its transaction."""
    row = Rebinding.objects.create(citation=Citation.objects.get(uid=citation), origin_id=origin_id, at=at)
    append(kind=CITATION_REBOUND, actor=writer, subject=citation, body=describe_rebinding(row), at=at)


def describe_rebinding(row: Rebinding) -> dict[str, Json]:
    """The body of `citation_rebound`. Costs queries unless both citations are loaded."""
    return {"at": written(row.at), "citation": str(row.citation.uid), "rebound_from": str(row.origin.uid)}
