"""Accounts the command line needs: who acts when nobody is named, and accounts that must be there.

Whoever runs commands here holds the database anyway. What is made is logged, without an actor; what was there is not.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from acl.models import User
from acl.queries import Holder, principal_named
from acl.rights import InstallationRight
from acl.services.installation import ensure_installation_right
from acl.services.people import ensure_group, ensure_member, insert_user
from citeledger.core.principals import Kind, Principal

IMPORTER = "importer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An account as it must be. Without a password nobody signs in with it; `label` is its first name.

    A password given here is not held to the rules for passwords: it is the command line's to choose.
    """

    username: str
    label: str = ""
    password: str | None = None
    kind: Kind = Kind.PERSON
    is_superuser: bool = False
    groups: tuple[str, ...] = ()
    rights: tuple[InstallationRight, ...] = ()


def oldest_superuser() -> Principal | None:
    """The first administrator who is still active, or None."""
    name = User.objects.filter(is_superuser=True, is_active=True).order_by("id").values_list("username", flat=True)
    first = name.first()
    return principal_named(username=first) if first else None


@transaction.atomic
def ensure_account(*, account: Account, at: datetime) -> Principal | None:
    """The account, made if there is none, with its groups and installation rights; repeatable.

    An account that is there keeps its password, label and kind; what it is missing of groups and rights is added.
    None when it was shut out. Groups that do not exist are made.
    """
    user = User.objects.filter(username=account.username).first() or _born(account, at)
    for name in account.groups:
        ensure_member(group=ensure_group(name=name, at=at), user=user, at=at)
    for right in account.rights:
        ensure_installation_right(right=right, holder=Holder("user", user.username), at=at)
    return principal_named(username=user.username)


def _born(account: Account, at: datetime) -> User:
    user = User(
        username=account.username,
        first_name=account.label,
        kind=account.kind.value,
        is_superuser=account.is_superuser,
    )
    user.set_password(account.password)
    insert_user(actor=None, user=user, at=at)
    return user


def importer(*, at: datetime) -> Principal | None:
    """The service account `importer`, made if there is none; it cannot sign in. None when it was shut out."""
    return ensure_account(account=Account(username=IMPORTER, kind=Kind.SERVICE), at=at)
