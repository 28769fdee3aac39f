"""The demo accounts. They exist only where the lab does; the password is shown on its page."""

from dataclasses import dataclass
from datetime import datetime

from acl.accounts import Account, ensure_account
from acl.queries import Holder, principal_named
from acl.rights import InstallationRight
from citeledger.core.principals import ANONYMOUS, Principal

PASSWORD = "refund-window"  # noqa: S105  # demo accounts, LAB=1 only
STAFF, EVERYBODY = "northstar-staff", "northstar"
STAFF_HOLDER, EVERYBODY_HOLDER = Holder("group", STAFF), Holder("group", EVERYBODY)


@dataclass(frozen=True, slots=True)
class Role:
    """One part in the story: who it is, in which groups, and what an onlooker should know of them."""

    username: str
    label: str
    groups: tuple[str, ...]
    about: str


ROLES: tuple[Role, ...] = (
    Role("support", "Support agent", (STAFF, EVERYBODY), "answers customers from the runbook"),
    Role("contractor", "Contractor", (EVERYBODY,), "helps out; not in the staff group"),
    Role("manager", "Manager", (STAFF, EVERYBODY), "owns the runbook"),
    Role("legal", "Legal", (EVERYBODY,), "writes the policies, and the draft nobody else may read"),
)
OPERATOR = "operator"
VISITOR = Role("", "Anonymous visitor", (), "not signed in")


def ensure_people(*, now: datetime) -> None:
    """Create the demo accounts, their groups, and an operator who is a superuser with the audit right. Repeatable."""
    for role in ROLES:
        account = Account(username=role.username, label=role.label, password=PASSWORD, groups=role.groups)
        ensure_account(account=account, at=now)
    operator = Account(
        username=OPERATOR,
        label="Operator",
        password=PASSWORD,
        is_superuser=True,
        rights=(InstallationRight.AUDIT,),
    )
    ensure_account(account=operator, at=now)


class MissingPart(LookupError):
    """Somebody of the cast has no account, or was shut out: the story cannot be told without them."""


def principal(username: str) -> Principal:
    """The principal behind a part; the visitor is the anonymous one. Raises `MissingPart`."""
    if username == VISITOR.username:
        return ANONYMOUS
    found = principal_named(username=username)
    if found is None:
        raise MissingPart(username)
    return found
