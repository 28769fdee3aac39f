"""Accounts, groups and hosts are made once: by their rules, with a reason when refused, also when two ask at once."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group

from acl import services, surfaces
from acl.models import Surface, SurfaceKey, SurfaceOrigin, User
from acl.queries import principal_named
from acl.surfaces import KeyDraft, SurfaceDraft
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import Refused
from citeledger.log.models import LogEntry
from tests.cast import AT
from tests.ground.databases import CommittedDatabase
from tests.integration.documents.test_races import at_once

GOOD = "correct horse battery staple"


def _refusal(act: Callable[[], object]) -> tuple[str, str]:
    """Code and place of the refusal; nothing may have been logged by it."""
    before = LogEntry.objects.count()
    with pytest.raises(Refused) as refused:
        act()
    assert LogEntry.objects.count() == before
    return refused.value.code, refused.value.at


def _create(actor: Principal, username: str = "mo", password: str | None = GOOD) -> object:
    return services.create_user(actor=actor, username=username, password=password, kind=Kind.PERSON, at=AT)


def an_operator() -> Principal:
    User.objects.create(username="superuser", is_superuser=True)
    found = principal_named(username="superuser")
    assert found is not None
    return found


@pytest.fixture
def operator(db: None) -> Principal:
    return an_operator()


@pytest.mark.parametrize("password", ["password", "short", "refunds-clerk1"])
def test_a_weak_password_is_refused_beside_the_password(operator: Principal, password: str) -> None:
    assert _refusal(lambda: _create(operator, "refunds-clerk", password)) == ("weak_password", "password")
    assert not User.objects.filter(username="refunds-clerk").exists()


@pytest.mark.parametrize("username", ["", "no spaces", "m" * 151, "mo\n", "\u202emo", "mo\x00"])
def test_a_name_outside_the_rules_is_refused_beside_the_name(operator: Principal, username: str) -> None:
    assert _refusal(lambda: _create(operator, username)) == ("invalid_username", "username")


def test_a_name_is_spelled_one_way(operator: Principal) -> None:
    _create(operator, "Jose\u0301")
    assert _refusal(lambda: _create(operator, "Jos\u00e9")) == ("username_taken", "username")


def test_without_a_password_only_tokens_sign_in(operator: Principal) -> None:
    _create(operator, password=None)
    assert not User.objects.get(username="mo").has_usable_password()


@pytest.mark.parametrize("name", ["", " ", "n" * 151, "a\nb", "a\x00", "\u202ea"])
def test_a_group_has_a_name_of_one_line(operator: Principal, name: str) -> None:
    assert _refusal(lambda: services.create_group(actor=operator, name=name, at=AT)) == ("invalid_group_name", "name")


@pytest.mark.parametrize("name", ["", "n" * 101, "a\x00"])
def test_a_token_has_a_name_of_one_line(operator: Principal, name: str) -> None:
    assert _refusal(lambda: services.issue_token(actor=operator, name=name, at=AT)) == ("invalid_token_name", "name")


@pytest.mark.parametrize("name", ["", "n" * 101, "a\x00"])
def test_a_surface_has_a_name_of_one_line(operator: Principal, name: str) -> None:
    draft = SurfaceDraft(name=name, origins=())
    assert _refusal(lambda: surfaces.register_surface(actor=operator, draft=draft, at=AT)) == ("invalid_name", "name")


@pytest.mark.parametrize("kid", ["", "k" * 65, "a\x00"])
def test_a_key_has_a_name_of_one_line(operator: Principal, kid: str) -> None:
    surface = surfaces.register_surface(actor=operator, draft=SurfaceDraft(name="wiki", origins=()), at=AT)
    key = KeyDraft(kid=kid, algorithm="HS256", key="s" * 32, not_before=AT)
    assert _refusal(lambda: surfaces.add_key(actor=operator, surface=surface, draft=key, at=AT)) == (
        "invalid_kid",
        "kid",
    )


class TestAtOnce:
    """Eight ask for the same thing together: one gets it, seven are told, nobody gets an error."""

    def test_an_account(self, committed_db: CommittedDatabase) -> None:
        operator = an_operator()
        assert _told(lambda _: _create(operator)) == ["done", *["username_taken"] * 7]
        assert User.objects.filter(username="mo").count() == 1

    def test_a_group(self, committed_db: CommittedDatabase) -> None:
        operator = an_operator()
        told = _told(lambda _: services.create_group(actor=operator, name="agents", at=AT))
        assert told == ["done", *["group_name_taken"] * 7]
        assert Group.objects.filter(name="agents").count() == 1

    def test_a_surface(self, committed_db: CommittedDatabase) -> None:
        operator = an_operator()
        draft = SurfaceDraft(name="wiki", origins=())
        told = _told(lambda _: surfaces.register_surface(actor=operator, draft=draft, at=AT))
        assert told == ["done", *["name_taken"] * 7]
        assert Surface.objects.count() == 1

    def test_an_origin(self, committed_db: CommittedDatabase) -> None:
        operator, origin = an_operator(), "https://wiki.example"
        hosts = [
            surfaces.register_surface(actor=operator, draft=SurfaceDraft(name=f"wiki {n}", origins=()), at=AT)
            for n in range(8)
        ]
        told = _told(lambda n: surfaces.add_origin(actor=operator, surface=hosts[n], origin=origin, at=AT))
        assert told == ["done", *["origin_taken"] * 7]
        assert SurfaceOrigin.objects.count() == 1

    def test_a_key(self, committed_db: CommittedDatabase) -> None:
        operator = an_operator()
        host = surfaces.register_surface(actor=operator, draft=SurfaceDraft(name="wiki", origins=()), at=AT)
        key = KeyDraft(kid="one", algorithm="HS256", key="s" * 32, not_before=AT + timedelta(days=1))
        told = _told(lambda _: surfaces.add_key(actor=operator, surface=host, draft=key, at=AT))
        assert told == ["done", *["kid_taken"] * 7]
        assert SurfaceKey.objects.count() == 1


def _told(act: Callable[[int], object]) -> list[str]:
    def one(number: int) -> str:
        try:
            act(number)
        except Refused as refused:
            return refused.code
        return "done"

    return sorted(at_once(one, count=8))
