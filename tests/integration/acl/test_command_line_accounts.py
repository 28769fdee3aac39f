"""Accounts that commands need are made once, and what was made is in the log like everything else."""

import json
from uuid import UUID

import pytest

from acl.accounts import Account, ensure_account, importer
from acl.models import User
from acl.queries import groups, holds, people, principal_named
from acl.rights import InstallationRight
from citeledger.core.principals import Kind
from citeledger.log.models import LogEntry
from tests.cast import AT

pytestmark = pytest.mark.django_db
OPERATOR = Account(
    username="operator",
    label="Operator",
    password="refund-window",
    is_superuser=True,
    groups=("northstar",),
    rights=(InstallationRight.AUDIT,),
)


def facts() -> list[tuple[str, dict[str, str], UUID | None]]:
    entries = LogEntry.objects.order_by("pk").select_related("detail")
    return [(entry.kind, json.loads(entry.detail.body), entry.actor_uid) for entry in entries]


def test_an_account_comes_with_its_groups_and_rights_and_each_is_a_fact_of_nobody() -> None:
    made = ensure_account(account=OPERATOR, at=AT)
    assert made is not None
    assert holds(principal=made, right=InstallationRight.AUDIT)
    assert [row.members for row in groups(viewer=made) if row.name == "northstar"] == [("operator",)]
    assert facts() == [
        ("user_created", {"username": "operator", "kind": "person"}, None),
        ("group_created", {"group": "northstar"}, None),
        ("member_added", {"group": "northstar"}, None),
        ("installation_right_granted", {"right": "audit", "holder_kind": "user", "holder": "operator"}, None),
    ]


def test_what_is_there_already_is_no_fact() -> None:
    ensure_account(account=OPERATOR, at=AT)
    before = facts()
    ensure_account(account=OPERATOR, at=AT)
    assert facts() == before


def test_an_account_that_is_there_keeps_its_password_and_gains_what_it_lacks() -> None:
    ensure_account(account=Account(username="operator", password="their own words"), at=AT)
    ensure_account(account=OPERATOR, at=AT)
    user = User.objects.get(username="operator")
    assert user.check_password("their own words")
    assert not user.is_superuser
    assert user.groups.filter(name="northstar").exists()


def test_whoever_was_shut_out_stays_out() -> None:
    ensure_account(account=OPERATOR, at=AT)
    User.objects.update(is_active=False)
    assert ensure_account(account=OPERATOR, at=AT) is None


def test_the_importer_is_a_service_that_nobody_signs_in_with() -> None:
    found = importer(at=AT)
    assert found is not None
    assert found == importer(at=AT) == principal_named(username="importer")
    assert found.kind is Kind.SERVICE
    assert not User.objects.get(username="importer").has_usable_password()
    assert [kind for kind, *_ in facts()] == ["user_created"]


def test_operators_see_them_like_everybody() -> None:
    operator = ensure_account(account=OPERATOR, at=AT)
    assert operator is not None
    assert [person.username for person in people(viewer=operator)] == ["operator"]
