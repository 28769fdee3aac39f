"""People, services and groups, changed by operators: everyone else gets `NotFound`. Each change is logged with it."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction

from acl.models import User
from acl.queries import require_operate
from acl.rights import RESERVED_GROUPS
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.log.services import append


@transaction.atomic
def create_user(*, actor: Principal, username: str, password: str | None, kind: Kind, at: datetime) -> UUID:
    """A new person or service; without a password only tokens sign in. The actor operates, else `NotFound`."""
    require_operate(principal=actor)
    if User.objects.filter(username=username).exists():
        raise Refused("username_taken", "Choose another username; this one is taken.", "username")
    user = User(username=username, kind=kind.value)
    user.set_password(password) if password else user.set_unusable_password()
    user.full_clean(exclude=["password"])
    user.save(force_insert=True)
    append(kind="user_created", actor=actor, subject=user.uid, body={"username": username, "kind": kind.value}, at=at)
    return user.uid


@transaction.atomic
def set_active(*, actor: Principal, user: UUID, active: bool, at: datetime) -> None:
    """Let a user in or shut them out, at once, everywhere."""
    require_operate(principal=actor)
    if not User.objects.filter(uid=user).update(is_active=active):
        raise NotFound
    append(kind="user_activity_set", actor=actor, subject=user, body={"active": active}, at=at)


@transaction.atomic
def create_group(*, actor: Principal, name: str, at: datetime) -> None:
    """A new group without members."""
    require_operate(principal=actor)
    try:
        with transaction.atomic():
            Group.objects.create(name=name)
    except IntegrityError as taken:
        raise Refused("group_name_taken", "Choose another name; this group exists.", "name") from taken
    append(kind="group_created", actor=actor, subject=_uid(actor), body={"group": name}, at=at)


@transaction.atomic
def add_member(*, actor: Principal, group: str, user: UUID, at: datetime) -> None:
    """Put a user into a group."""
    _member(actor=actor, group=group, user=user).groups.add(_group(group))
    append(kind="member_added", actor=actor, subject=user, body={"group": group}, at=at)


@transaction.atomic
def remove_member(*, actor: Principal, group: str, user: UUID, at: datetime) -> None:
    """Take a user out of a group."""
    _member(actor=actor, group=group, user=user).groups.remove(_group(group))
    append(kind="member_removed", actor=actor, subject=user, body={"group": group}, at=at)


def _member(*, actor: Principal, group: str, user: UUID) -> User:
    require_operate(principal=actor)
    if group in RESERVED_GROUPS:
        raise Refused("reserved_group", "anyone and signed_in have no members; grant to them instead.", "group")
    found = User.objects.filter(uid=user).first()
    if found is None:
        raise NotFound
    return found


def _group(name: str) -> Group:
    found = Group.objects.filter(name=name).first()
    if found is None:
        raise NotFound
    return found


def _uid(actor: Principal) -> UUID:
    if actor.uid is None:
        raise NotFound
    return actor.uid
