"""The installation's rights from the command line: granted, revoked, logged, refused with a reason."""

import io

import pytest
from django.core.management import CommandError, call_command

from acl.queries import holds
from acl.rights import InstallationRight
from citeledger.log.models import LogEntry
from tests import cast

pytestmark = pytest.mark.django_db


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command("grant_right", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("right", InstallationRight)
@pytest.mark.parametrize("holder", [("--user", "manager"), ("--group", "staff")], ids=["user", "group"])
def test_a_right_is_granted_revoked_and_both_are_facts(right: InstallationRight, holder: tuple[str, str]) -> None:
    people = cast.make_cast()
    assert "holds" in told(right.value, *holder)
    assert holds(principal=people.manager, right=right)
    assert "no longer holds" in told(right.value, *holder, "--revoke")
    assert not holds(principal=people.manager, right=right)
    told_by = people.superuser.uid
    entries = LogEntry.objects.filter(kind__startswith="installation_right", actor_uid=told_by).order_by("pk")
    assert [(entry.kind, entry.actor_uid) for entry in entries] == [
        ("installation_right_granted", told_by),
        ("installation_right_revoked", told_by),
    ]


@pytest.mark.parametrize(
    "arguments",
    [("audit",), ("read", "--user", "support"), ("audit", "--user", "support", "--group", "staff")],
    ids=["no holder", "not such a right", "two holders"],
)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...]) -> None:
    cast.make_cast()
    with pytest.raises(CommandError):
        told(*arguments)


def test_an_unknown_holder_is_named_and_without_an_administrator_nothing_goes() -> None:
    with pytest.raises(CommandError, match="createsuperuser"):
        told("audit", "--user", "support")
    cast.make_cast()
    with pytest.raises(CommandError, match="spelling"):
        told("audit", "--group", "nobody")
