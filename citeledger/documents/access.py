"""Which documents a principal sees, and whether it may do more with one: the two questions every call here asks.

A retired document is seen by holders of `manage` only; for everyone else it is as if it never was (DESIGN rule 6).
"""

from typing import TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from acl.expressions import Granted
from acl.queries import readable
from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound
from citeledger.documents.models import Document

M = TypeVar("M", bound=Model)


def visible_documents(*, viewer: Principal) -> QuerySet[Document]:
    """All documents the viewer sees, for lists: filtered before any order, limit or count (threat T41)."""
    managed = readable(principal=viewer, right=Right.MANAGE).values("pk")
    return readable(principal=viewer).filter(Q(head__retired_at=None) | Q(pk__in=managed))


def only_visible(rows: QuerySet[M], *, viewer: Principal, path: str) -> QuerySet[M]:
    """`rows` whose document the viewer sees, for few rows. `path` leads to the document: "" or "document__".

    Right and row come in one statement, so "unknown", "hidden" and "retired" cost the same.
    """
    return rows.filter(seen(viewer=viewer, path=path))


def seen(*, viewer: Principal, path: str) -> Q:
    """That the viewer sees the document at the end of `path`; false where there is none."""
    read = Granted(f"{path}pk", right=Right.READ, principal=viewer)
    manage = Granted(f"{path}pk", right=Right.MANAGE, principal=viewer)
    return Q(read) & (Q(**{f"{path}head__retired_at": None}) | Q(manage))


def account_of(actor: Principal) -> int:
    """The user a record names as its author. Raises Forbidden: nobody writes anonymously, whatever is granted."""
    if actor.id is None:
        raise Forbidden
    return actor.id


def usable(*, actor: Principal, right: Right) -> bool:
    """Whether the actor could use this right at all: a record names its author, so only reading is anonymous.

    Holds whatever is granted to `anyone`.
    """
    return right is Right.READ or actor.id is not None


def required(*, actor: Principal, right: Right, document: UUID) -> Document:
    """The document, if the actor sees it and holds the right. Raises NotFound or Forbidden. One statement.

    Forbidden also for the anonymous who would do more than read, whatever is granted to `anyone`.
    """
    found = (
        only_visible(Document.objects.filter(uid=document), viewer=actor, path="")
        .annotate(allowed=Granted("pk", right=right, principal=actor))
        .first()
    )
    if found is None:
        raise NotFound
    if not (found.allowed and usable(actor=actor, right=right)):
        raise Forbidden
    return found
