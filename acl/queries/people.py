"""Accounts and groups, for operators."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import Group

from acl.models import User
from acl.queries.rights import require_operate
from acl.rights import RESERVED_GROUPS
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound


@dataclass(frozen=True, slots=True)
class Person:
    uid: UUID
    username: str
    kind: str
    is_active: bool
    groups: tuple[str, ...]
    is_superuser: bool


@dataclass(frozen=True, slots=True)
class GroupRow:
    name: str
    reserved: bool
    members: tuple[str, ...]


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
    return Person(user.uid, user.username, user.kind, user.is_active, groups, user.is_superuser)


def groups(*, viewer: Principal) -> tuple[GroupRow, ...]:
    """All groups with their members' usernames, for operators; others get `NotFound`."""
    require_operate(principal=viewer)
    rows = Group.objects.prefetch_related("user_set").order_by("name")
    return tuple(
        GroupRow(group.name, group.name in RESERVED_GROUPS, tuple(sorted(u.username for u in group.user_set.all())))
        for group in rows
    )
