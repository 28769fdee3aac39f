"""People, services and groups, changed by operators: everyone else gets `NotFound`. Each change is logged with it."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F

from acl.models import User
from acl.names import LONGEST_ACCOUNT_NAME, given_once, name_of
from acl.queries import require_operate
from acl.rights import RESERVED_GROUPS
from acl.services.tokens import account, held_account, revoke_tokens_of
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.log.services import Json, append

NOBODY = UUID(int=0)


@transaction.atomic
def create_user(*, actor: Principal, username: str, password: str | None, kind: Kind, at: datetime) -> UUID:
    """A new person or service; without a password only tokens sign in. The actor operates, else `NotFound`.

    Raises Refused: `invalid_username`, `username_taken`, and `weak_password` by the site's rules for passwords.
    """
    require_operate(principal=actor)
    user = User(username=User.normalize_username(username), kind=kind.value)
    _check_username(user)
    if password:
        _check_password(user, password)
    user.set_password(password or None)
    insert_user(actor=actor, user=user, at=at)
    return user.uid


def _check_username(user: User) -> None:
    try:
        user.clean_fields(exclude={field.name for field in User._meta.fields} - {"username"})
    except ValidationError as invalid:
        raise Refused("invalid_username", " ".join(invalid.messages), "username") from invalid


def _wrong_password() -> Refused:
    return Refused("wrong_password", "That is not your password now.", "current")


def _check_password(user: User, password: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as invalid:
        raise Refused("weak_password", " ".join(invalid.messages), "password") from invalid


def insert_user(*, actor: Principal | None, user: User, at: datetime) -> None:
    """Store an account and log its birth; no actor at the command line. Raises Refused (`username_taken`)."""
    taken = Refused("username_taken", "Choose another username; this one is taken.", "username")
    with given_once(refusal=taken):
        user.save(force_insert=True)
    body: dict[str, Json] = {"username": user.username, "kind": user.kind}
    append(kind="user_created", actor=actor, subject=user.uid, body=body, at=at)


@transaction.atomic
def set_active(*, actor: Principal, user: UUID, active: bool, at: datetime) -> None:
    """Let a user in or shut them out, at once, everywhere.

    Shutting out ends every session and revokes every token for good: whoever is let in again signs in anew.
    """
    require_operate(principal=actor)
    ended = 0 if active else 1
    changed = User.objects.filter(uid=user).update(is_active=active, sessions_ended=F("sessions_ended") + ended)
    if not changed:
        raise NotFound
    if not active:
        revoke_tokens_of(actor=actor, user=user, at=at)
    append(kind="user_activity_set", actor=actor, subject=user, body={"active": active}, at=at)


def change_password(*, actor: Principal, current: str, new: str, at: datetime) -> None:
    """Change one's own password; every session ends but one the caller binds anew. Tokens stay: they are not it.

    Raises Refused: `wrong_password` beside `current`, `weak_password` beside `password`; and NotFound for the
    anonymous and whoever was shut out meanwhile.
    """
    # Hashing is slow on purpose, so it happens before the transaction: no guess holds SQLite's one write lock.
    user = account(actor=actor)
    if not check_password(current, user.password):
        raise _wrong_password()
    _check_password(user, new)
    _write_password(actor=actor, checked=user.password, hashed=make_password(new), at=at)


@transaction.atomic
def _write_password(*, actor: Principal, checked: str, hashed: str, at: datetime) -> None:
    """`checked` is the hash the current password was checked against; another one was written meanwhile."""
    user = held_account(actor=actor)
    if user.password != checked:
        raise _wrong_password()
    user.password = hashed
    user.save(update_fields=["password"])
    append(kind="password_changed", actor=actor, subject=user.uid, body={}, at=at)


@transaction.atomic
def create_group(*, actor: Principal, name: str, at: datetime) -> None:
    """A new group without members. Raises Refused (`invalid_group_name`, `group_name_taken`)."""
    require_operate(principal=actor)
    _insert_group(actor=actor, name=name, at=at)


def ensure_group(*, name: str, at: datetime) -> Group:
    """The group of this name, made and logged if there is none; for the command line, inside its transaction."""
    return Group.objects.filter(name=name).first() or _insert_group(actor=None, name=name, at=at)


def _insert_group(*, actor: Principal | None, name: str, at: datetime) -> Group:
    given = name_of(text=name, longest=LONGEST_ACCOUNT_NAME, code="invalid_group_name", at="name")
    with given_once(refusal=Refused("group_name_taken", "Choose another name; this group exists.", "name")):
        group = Group.objects.create(name=given)
    append(kind="group_created", actor=actor, subject=subject_of(actor), body={"group": given}, at=at)
    return group


@transaction.atomic
def add_member(*, actor: Principal, group: str, user: UUID, at: datetime) -> None:
    """Put a user into a group."""
    found = _member(actor=actor, group=group, user=user)
    _add_member(actor=actor, group=_group(group), user=found, at=at)


def ensure_member(*, group: Group, user: User, at: datetime) -> None:
    """Put the user into the group if they are not in it; for the command line, inside its transaction."""
    if not user.groups.filter(pk=group.pk).exists():
        _add_member(actor=None, group=group, user=user, at=at)


def _add_member(*, actor: Principal | None, group: Group, user: User, at: datetime) -> None:
    user.groups.add(group)
    append(kind="member_added", actor=actor, subject=user.uid, body={"group": group.name}, at=at)


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


def subject_of(actor: Principal | None) -> UUID:
    """What a fact about something without a uid, such as a group, is filed under: whoever made it so.

    The command line acts for nobody; what it does is filed under the nil UUID (RFC 9562, section 5.9).
    """
    return actor.uid if actor and actor.uid else NOBODY
