"""May this principal do this, and to which things. Live, every time (DESIGN rule 7)."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.apps import apps
from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from acl import sql
from acl.models import InstallationGrant, User
from acl.rights import InstallationRight, Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound

if TYPE_CHECKING:
    from citeledger.documents.models import Document
    from citeledger.ledger.models import Answer


def can(*, principal: Principal, right: Right, document: UUID) -> bool:
    """Whether the principal holds the right on the document, now. False for unknown documents. One statement."""
    return _can(thing=sql.DOCUMENT, table="documents_document", principal=principal, right=right, uid=document)


def can_read_answer(*, principal: Principal, answer: UUID) -> bool:
    """Whether the principal may read the answer or derived text as such, now (its sources are another question)."""
    return can_on_answer(principal=principal, right=Right.READ, answer=answer)


def can_on_answer(*, principal: Principal, right: Right, answer: UUID) -> bool:
    """Whether the principal holds the right (`read` or `manage`) on the answer, now. Nobody manages anonymously."""
    if right is not Right.READ and principal.id is None:
        return False
    return _can(thing=sql.ANSWER, table="ledger_answer", principal=principal, right=right, uid=answer)


def _can(*, thing: sql.Grantable, table: str, principal: Principal, right: Right, uid: UUID) -> bool:
    held = sql.granted(
        thing,
        permission=sql.permission_id(thing, right),
        object_id="o.id",
        viewer_id=sql.active_viewer("%(viewer)s"),
        groups=sql.viewer_groups("%(viewer)s"),
    )
    statement = f"SELECT {held} FROM {table} o WHERE o.uid = %(uid)s"
    with connection.cursor() as cursor:
        cursor.execute(statement, {"viewer": principal.id, "uid": uid if _is_postgresql() else uid.hex})
        row = cursor.fetchone()
    return bool(row and row[0])


def readable(*, principal: Principal, right: Right = Right.READ) -> "QuerySet[Document]":
    """All documents on which the principal holds the right. Filter by it before any count, rank or limit (T41)."""
    return _granted(apps.get_model("documents", "Document"), sql.DOCUMENT, principal, right)


def readable_answers(*, principal: Principal) -> "QuerySet[Answer]":
    """All answers and derived texts the principal may read as such."""
    return _granted(apps.get_model("ledger", "Answer"), sql.ANSWER, principal, Right.READ)


def managed_answers(*, principal: Principal) -> "QuerySet[Answer]":
    """All answers and derived texts the principal manages. Nobody manages anonymously."""
    managed = _granted(apps.get_model("ledger", "Answer"), sql.ANSWER, principal, Right.MANAGE)
    return managed if principal.id is not None else managed.none()


def _granted(model: type, thing: sql.Grantable, principal: Principal, right: Right) -> QuerySet:  # type: ignore[type-arg]  # the caller's annotation names the model
    ids = RawSQL(  # noqa: S611  # text from our own enums; the viewer's id travels as a parameter
        sql.granted_ids(thing, right=right, viewer="%s"), [principal.id] * sql.GRANTED_IDS_PLACEHOLDERS
    )
    return model.objects.filter(pk__in=ids)  # type: ignore[attr-defined,no-any-return]  # as above


def _is_postgresql() -> bool:
    return connection.vendor == "postgresql"


def holds(*, principal: Principal, right: InstallationRight) -> bool:
    """Whether an active principal holds an installation right; superusers operate without a grant, and no more."""
    return right in installation_rights(principal=principal)


def installation_rights(*, principal: Principal) -> frozenset[InstallationRight]:
    """The installation rights an active principal holds, now. Two statements; none for the anonymous."""
    if principal.id is None:
        return frozenset()
    is_superuser = User.objects.filter(pk=principal.id, is_active=True).values_list("is_superuser", flat=True).first()
    if is_superuser is None:
        return frozenset()
    groups = User.groups.through.objects.filter(user_id=principal.id).values("group_id")
    grants = InstallationGrant.objects.filter(Q(user_id=principal.id) | Q(group_id__in=groups))
    held = {InstallationRight(right) for right in grants.values_list("right", flat=True)}
    return frozenset(held | {InstallationRight.OPERATE} if is_superuser else held)


def require_operate(*, principal: Principal) -> None:
    if not holds(principal=principal, right=InstallationRight.OPERATE):
        raise NotFound


def may_grant(*, principal: Principal, document: UUID) -> bool:
    """Holders of `manage`, and operators: they administer without reading (DESIGN section 4, Rights).

    Never the anonymous: a change of rights names who made it.
    """
    if principal.id is None:
        return False
    return can(principal=principal, right=Right.MANAGE, document=document) or holds(
        principal=principal, right=InstallationRight.OPERATE
    )
