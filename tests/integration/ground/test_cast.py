"""The cast is written in a few statements: it is what the services would have made, and its log is theirs."""

import pytest
from django.db import transaction

from acl.models import InstallationGrant, User
from acl.queries import Holder, principal_named
from acl.rights import InstallationRight
from acl.services.installation import ensure_installation_right
from acl.services.people import ensure_group, ensure_member
from citeledger.log.models import LogDetail, LogEntry
from tests import cast
from tests.cast import AT, Cast

pytestmark = pytest.mark.django_db


def by_the_services(people: Cast) -> None:
    """What `make_cast` says of rights, said once more in a world without any."""
    users = [User.objects.get(uid=who.uid) for who in (people.support, people.manager, people.former)]
    staff = ensure_group(name="staff", at=AT)
    for user in users:
        ensure_member(group=staff, user=user, at=AT)
    ensure_installation_right(right=InstallationRight.AUDIT, holder=Holder("user", "auditor"), at=AT)


def held() -> list[object]:
    return [
        sorted(User.groups.through.objects.values_list("user__username", "group__name")),
        sorted(InstallationGrant.objects.values_list("right", "user__username", "group__name")),
    ]


def logged() -> list[object]:
    bodies = dict(LogDetail.objects.values_list("entry_id", "body"))
    entries = LogEntry.objects.order_by("pk").values_list("pk", "kind", "subject_uid", "actor_uid", "at")
    return [(*entry, bodies[number]) for number, *entry in entries]


def test_it_is_what_the_services_make() -> None:
    with transaction.atomic():
        people = cast.make_cast()
        made = held(), logged()
        transaction.set_rollback(True)
    User.objects.bulk_create(User(uid=who.uid, username=who.name) for who in vars(people).values() if who.uid)
    by_the_services(people)
    assert made == (held(), logged())


def test_each_principal_is_who_it_says() -> None:
    people = cast.make_cast()
    known = [who for who in vars(people).values() if who.uid and who != people.former]
    assert known == [principal_named(username=who.name) for who in known]
    assert principal_named(username="former") is None
