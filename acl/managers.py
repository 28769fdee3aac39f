"""Whether anybody manages a document, and which documents nobody manages any more.

A grant of `manage` counts where somebody can use it: an active account, a group with an active member, or one of the
two reserved groups, which every account belongs to.
"""

from typing import TYPE_CHECKING
from uuid import UUID

from django.apps import apps
from django.db.models import Exists, OuterRef, Q, QuerySet

from acl.models import DocumentGroupGrant, DocumentUserGrant
from acl.queries import require_operate
from acl.rights import RESERVED_GROUPS, Right
from citeledger.core.principals import Principal

if TYPE_CHECKING:
    from citeledger.documents.models import Document

MOST_SHOWN = 100
"""How many documents without a manager are named at once, the oldest first; the rest come up as these are settled."""


def is_managed(*, document_id: int) -> bool:
    """Whether somebody can manage the document, now."""
    return not _unmanaged().filter(pk=document_id).exists()


def unmanaged(*, viewer: Principal) -> tuple[UUID, ...]:
    """The documents nobody manages, by uid alone, for operators; others get `NotFound`."""
    require_operate(principal=viewer)
    return tuple(_unmanaged().order_by("pk").values_list("uid", flat=True)[:MOST_SHOWN])


def _unmanaged() -> "QuerySet[Document]":
    manage = Q(content_object=OuterRef("pk"), permission__codename=Right.MANAGE.value)
    users = DocumentUserGrant.objects.filter(manage, user__is_active=True)
    groups = DocumentGroupGrant.objects.filter(
        manage, Q(group__user__is_active=True) | Q(group__name__in=RESERVED_GROUPS)
    )
    documents: QuerySet[Document] = apps.get_model("documents", "Document").objects.all()
    return documents.filter(~Exists(users), ~Exists(groups))
