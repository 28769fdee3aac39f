"""What is a principal's own: its tokens, and the surfaces it may put pages on."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from acl.models import ApiToken, Surface, User
from acl.queries.principals import principal_of
from acl.queries.rights import holds
from acl.rights import InstallationRight
from citeledger.core.principals import Principal


@dataclass(frozen=True, slots=True)
class SurfaceName:
    uid: UUID
    name: str


@dataclass(frozen=True, slots=True)
class TokenRow:
    uid: UUID
    name: str
    created_at: str
    revoked: bool


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
