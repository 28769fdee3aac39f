"""Reading rights: may this principal do this, to which things, and who holds what. Live, every time (DESIGN rule 7)."""

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from acl import sql
from acl.models import (
    AnswerGroupGrant,
    AnswerUserGrant,
    ApiToken,
    DocumentGroupGrant,
    DocumentUserGrant,
    InstallationGrant,
    Surface,
    User,
)
from acl.rights import RESERVED_GROUPS, InstallationRight, Right
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import NotFound

if TYPE_CHECKING:
    from citeledger.documents.models import Document
    from citeledger.ledger.models import Answer


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a grant: `kind` is `user` (name = username) or `group` (name = group name, also a reserved one)."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Grant:
    right: Right
    holder: Holder


@dataclass(frozen=True, slots=True)
class InstallationHolding:
    """An installation right and who was granted it."""

    right: InstallationRight
    holder: Holder


@dataclass(frozen=True, slots=True)
class SurfaceName:
    uid: UUID
    name: str


@dataclass(frozen=True, slots=True)
class Person:
    uid: UUID
    username: str
    kind: str
    is_active: bool
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupRow:
    name: str
    reserved: bool
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TokenRow:
    uid: UUID
    name: str
    created_at: str
    revoked: bool


def principal_of(*, user_id: int) -> Principal | None:
    """The principal behind a signed-in user, or None when the user is unknown or inactive (threat T13)."""
    return _principal(User.objects.filter(pk=user_id, is_active=True))


def principal_of_token(*, token: str) -> Principal | None:
    """The principal a bearer token stands for, or None when unknown, revoked, or its user inactive."""
    digest = hashlib.sha256(token.encode()).hexdigest()
    return _principal(User.objects.filter(tokens__digest=digest, tokens__revoked_at=None, is_active=True))


def principal_named(*, username: str) -> Principal | None:
    """The principal with this username, or None when unknown or inactive."""
    return _principal(User.objects.filter(username=username, is_active=True))


def principal_with_uid(*, uid: UUID) -> Principal | None:
    """The principal with this uid, or None when unknown or inactive."""
    return _principal(User.objects.filter(uid=uid, is_active=True))


def _principal(users: QuerySet[User]) -> Principal | None:
    row = users.values_list("kind", "id", "uid", "username").first()
    return Principal(kind=Kind(row[0]), id=row[1], uid=row[2], name=row[3]) if row else None


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


def may_grant(*, principal: Principal, document: UUID) -> bool:
    """Holders of `manage`, and operators: they administer without reading (DESIGN section 4, Rights).

    Never the anonymous: a change of rights names who made it.
    """
    if principal.id is None:
        return False
    return can(principal=principal, right=Right.MANAGE, document=document) or holds(
        principal=principal, right=InstallationRight.OPERATE
    )


def grants_on(*, viewer: Principal, document: UUID) -> tuple[Grant, ...]:
    """Who holds what on the document. The viewer needs `manage` on it or the operate right, else `NotFound`.

    Operators need not read it: this says who holds rights on a uid, and nothing else about the document.
    """
    # The right first: asked in this order, hidden and unknown cost the same statements (threat T39).
    known = may_grant(principal=viewer, document=document) and _exists(document)
    if not known:
        raise NotFound
    return _held(
        DocumentUserGrant.objects.filter(content_object__uid=document),
        DocumentGroupGrant.objects.filter(content_object__uid=document),
    )


def _exists(document: UUID) -> bool:
    return apps.get_model("documents", "Document").objects.filter(uid=document).exists()


def grants_on_answer(*, viewer: Principal, answer: UUID) -> tuple[Grant, ...]:
    """Who holds what on the answer or derived text. The viewer needs `manage` on it, else `NotFound`."""
    if not can_on_answer(principal=viewer, right=Right.MANAGE, answer=answer):
        raise NotFound
    return _held(
        AnswerUserGrant.objects.filter(content_object__uid=answer),
        AnswerGroupGrant.objects.filter(content_object__uid=answer),
    )


def _held(users: "QuerySet[Any]", groups: "QuerySet[Any]") -> tuple[Grant, ...]:
    held = [
        Grant(Right(code), Holder("user", name))
        for code, name in users.values_list("permission__codename", "user__username")
    ]
    held += [
        Grant(Right(code), Holder("group", name))
        for code, name in groups.values_list("permission__codename", "group__name")
    ]
    return tuple(sorted(held, key=lambda grant: (grant.holder.kind, grant.holder.name, grant.right)))


def installation_grants(*, viewer: Principal) -> tuple[InstallationHolding, ...]:
    """Who was granted which, for operators; others get `NotFound`. Superusers operate without a grant."""
    require_operate(principal=viewer)
    rows = InstallationGrant.objects.values_list("right", "user__username", "group__name")
    held = (
        InstallationHolding(InstallationRight(right), Holder("user", user) if user else Holder("group", group or ""))
        for right, user, group in rows
    )
    return tuple(sorted(held, key=lambda one: (one.right, one.holder.kind, one.holder.name)))


def people(*, viewer: Principal) -> tuple[Person, ...]:
    """Everybody, for operators; others get `NotFound`."""
    require_operate(principal=viewer)
    return tuple(_person(user) for user in User.objects.prefetch_related("groups").order_by("username"))


def person(*, viewer: Principal, uid: UUID) -> Person:
    """One account, for operators; others get `NotFound`, and so does an unknown uid."""
    require_operate(principal=viewer)
    user = User.objects.filter(uid=uid).first()
    if user is None:
        raise NotFound
    return _person(user)


def _person(user: User) -> Person:
    groups = tuple(sorted(group.name for group in user.groups.all()))
    return Person(user.uid, user.username, user.kind, user.is_active, groups)


def groups(*, viewer: Principal) -> tuple[GroupRow, ...]:
    """All groups with their members' usernames, for operators; others get `NotFound`."""
    require_operate(principal=viewer)
    rows = Group.objects.prefetch_related("user_set").order_by("name")
    return tuple(
        GroupRow(group.name, group.name in RESERVED_GROUPS, tuple(sorted(u.username for u in group.user_set.all())))
        for group in rows
    )


def require_operate(*, principal: Principal) -> None:
    if not holds(principal=principal, right=InstallationRight.OPERATE):
        raise NotFound


def surfaces_of(*, principal: Principal) -> tuple[SurfaceName, ...]:
    """The surfaces the principal may put pages on, by name."""
    rows = surfaces_open_to(principal=principal).order_by("name")
    return tuple(SurfaceName(uid, name) for uid, name in rows.values_list("uid", "name"))


def surfaces_open_to(*, principal: Principal) -> QuerySet[Surface]:
    """The rule behind it: an active principal puts pages on open surfaces and on those of their groups.

    Operators belong to all.
    """
    if principal.id is None or principal_of(user_id=principal.id) is None:
        return Surface.objects.none()
    if holds(principal=principal, right=InstallationRight.OPERATE):
        return Surface.objects.all()
    groups = User.groups.through.objects.filter(user_id=principal.id).values("group_id")
    return Surface.objects.filter(Q(allowed_group=None) | Q(allowed_group__in=groups))


def tokens_of(*, principal: Principal) -> tuple[TokenRow, ...]:
    """The principal's own tokens, newest first; the token itself is never stored."""
    if principal.id is None:
        return ()
    rows = ApiToken.objects.filter(user_id=principal.id).order_by("-created_at", "-id")
    return tuple(TokenRow(t.uid, t.name, t.created_at.isoformat(), t.revoked_at is not None) for t in rows)
