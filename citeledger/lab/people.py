"""The demo accounts. They exist only where the lab does; the password is shown on its page."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import Group

from acl.models import InstallationGrant, User
from acl.queries import Holder, principal_named
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


def ensure_people() -> None:
    """Create the demo accounts, their groups, and an operator who is a superuser with the audit right. Repeatable."""
    groups = {name: Group.objects.get_or_create(name=name)[0] for name in (STAFF, EVERYBODY)}
    for role in ROLES:
        user = _account(role.username, {"first_name": role.label})
        user.groups.add(*(groups[name] for name in role.groups))
    operator = _account(OPERATOR, {"is_superuser": True})
    InstallationGrant.objects.get_or_create(right="audit", user=operator)


def _account(username: str, extra: Mapping[str, object]) -> User:
    user, made = User.objects.get_or_create(username=username, defaults=dict(extra))
    if made:
        user.set_password(PASSWORD)
        user.save(update_fields=["password"])
    return user


def principal(username: str) -> Principal:
    """The principal behind a part; the visitor is the anonymous one."""
    if username == VISITOR.username:
        return ANONYMOUS
    found = principal_named(username=username)
    if found is None:
        raise LookupError("The demo accounts are missing: run `python manage.py lab_load`.")
    return found
