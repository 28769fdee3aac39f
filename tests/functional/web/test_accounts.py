"""Sessions, tokens and passwords of accounts; documents that lose whoever manages them."""

import re
from uuid import UUID

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.db import connection
from django.test import Client
from django.utils.module_loading import import_string

from acl import services
from acl.managers import unmanaged
from acl.models import ApiToken, User
from acl.queries import Holder, can, principal_of_token
from acl.rights import Right
from acl.services import people
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.log.models import LogEntry
from tests.functional.web.conftest import AT, PASSWORD, SignIn, Story, principal

NEW = "another horse, another battery"
BACKENDS = ["db", "cache", "cached_db", "file", "signed_cookies"]


def _uid(name: str) -> UUID:
    return User.objects.get(username=name).uid


def _set_active(client: Client, name: str, active: str) -> None:
    assert client.post(f"/people/{_uid(name)}/activity", {"active": active, "sure": "yes"}).status_code == 302


def _signed_in(client: Client) -> bool:
    return client.get("/documents").status_code == 200


def _logged(kind: str) -> list[tuple[UUID | None, UUID]]:
    return list(LogEntry.objects.filter(kind=kind).order_by("pk").values_list("actor_uid", "subject_uid"))


class TestShuttingOut:
    def test_is_asked_once_more_before(self, sign_in: SignIn) -> None:
        client, browser = sign_in("ada"), sign_in("support")
        asked = client.post(f"/people/{_uid('support')}/activity", {"active": "no"})
        assert "<h1>Deactivate <bdi>support</bdi></h1>" in asked.content.decode()
        assert _signed_in(browser)

    @pytest.mark.parametrize("backend", BACKENDS)
    def test_ends_every_session_for_good(self, cast: None, sign_in: SignIn, backend: str, settings, tmp_path) -> None:
        settings.SESSION_ENGINE = f"django.contrib.sessions.backends.{backend}"
        settings.SESSION_FILE_PATH = str(tmp_path)
        assert issubclass(import_string(f"{settings.SESSION_ENGINE}.SessionStore"), SessionBase)
        browsers = [sign_in("support"), sign_in("support")]
        assert all(_signed_in(browser) for browser in browsers)
        services.set_active(actor=principal("ada"), user=_uid("support"), active=False, at=AT)
        services.set_active(actor=principal("ada"), user=_uid("support"), active=True, at=AT)
        assert not any(_signed_in(browser) for browser in browsers)
        assert _signed_in(sign_in("support"))

    def test_leaves_the_sessions_of_others_alone(self, sign_in: SignIn) -> None:
        legal = sign_in("legal")
        _set_active(sign_in("ada"), "support", "no")
        assert _signed_in(legal)

    def test_revokes_every_token_and_logs_each(self, sign_in: SignIn) -> None:
        support = principal("support")
        tokens = [services.issue_token(actor=support, name=name, at=AT) for name in ("one", "two", "three")]
        rows = list(ApiToken.objects.order_by("pk"))
        services.revoke_token(actor=support, token=rows[0].uid, at=AT)
        others = services.issue_token(actor=principal("legal"), name="theirs", at=AT)
        client = sign_in("ada")
        _set_active(client, "support", "no")
        _set_active(client, "support", "yes")
        assert [principal_of_token(token=token) for token in tokens] == [None] * 3
        assert principal_of_token(token=others) == principal("legal")
        ada = principal("ada").uid
        assert _logged("token_revoked") == [(support.uid, rows[0].uid), (ada, rows[1].uid), (ada, rows[2].uid)]

    def test_whoever_was_shut_out_meanwhile_makes_no_token(self, cast: None) -> None:
        support = principal("support")
        services.set_active(actor=principal("ada"), user=_uid("support"), active=False, at=AT)
        with pytest.raises(NotFound):
            services.issue_token(actor=support, name="late", at=AT)
        assert not ApiToken.objects.exists()


def _change(client: Client, **said: str) -> int:
    form = {"current": PASSWORD, "password": NEW, "again": NEW} | said
    return client.post("/password", form).status_code


def _guess(name: str, password: str) -> int:
    return Client().post("/sign-in", {"username": name, "password": password}).status_code


class TestOnesOwnPassword:
    def test_is_changed_and_only_this_session_goes_on(self, sign_in: SignIn) -> None:
        here, elsewhere = sign_in("support"), sign_in("support")
        assert _change(here) == 302
        assert _signed_in(here)
        assert not _signed_in(elsewhere)
        assert (_guess("support", PASSWORD), _guess("support", NEW)) == (200, 302)
        assert _logged("password_changed") == [(_uid("support"), _uid("support"))]

    def test_leaves_tokens_alone(self, sign_in: SignIn) -> None:
        token = services.issue_token(actor=principal("support"), name="export", at=AT)
        assert _change(sign_in("support")) == 302
        assert principal_of_token(token=token) == principal("support")

    @pytest.mark.parametrize(
        ("said", "field"),
        [
            ({"current": "wrong"}, "current"),
            ({"current": ""}, "current"),
            ({"password": "short", "again": "short"}, "password"),
            ({"password": "support12", "again": "support12"}, "password"),
            ({"again": "something else"}, "again"),
        ],
    )
    def test_a_wrong_form_says_where_and_changes_nothing(
        self, sign_in: SignIn, said: dict[str, str], field: str
    ) -> None:
        client = sign_in("support")
        response = client.post("/password", {"current": PASSWORD, "password": NEW, "again": NEW} | said)
        assert response.status_code == 422
        assert list(response.context["form"].errors) == [field]
        assert NEW not in response.content.decode()
        assert _guess("support", PASSWORD) == 302
        assert _logged("password_changed") == []

    def test_guesses_count_with_those_made_at_the_door(self, sign_in: SignIn, settings) -> None:
        client = sign_in("support")
        for _ in range(settings.AXES_FAILURE_LIMIT - 1):
            assert _change(client, current="wrong") == 422
        assert _change(client, current="wrong") == 429
        assert (_change(client), _guess("support", PASSWORD)) == (429, 429)
        assert _logged("password_changed") == []

    def test_those_made_at_the_door_count_here_and_a_right_one_forgives_none(self, sign_in: SignIn, settings) -> None:
        client = sign_in("support")
        for _ in range(settings.AXES_FAILURE_LIMIT - 1):
            assert _guess("support", "wrong") == 200
        assert _change(client) == 302
        assert _change(client, current="wrong") == 429

    def test_hashing_holds_up_no_writer(self, cast: None, monkeypatch: pytest.MonkeyPatch) -> None:
        """A guess costs half a second: SQLite has one write lock, and whoever waits too long for it is told 503."""
        outside, hashed = len(connection.savepoint_ids), []
        check = people.check_password

        def watched(*given: str) -> bool:
            hashed.append(len(connection.savepoint_ids))
            return check(*given)

        monkeypatch.setattr(people, "check_password", watched)
        services.change_password(actor=principal("support"), current=PASSWORD, new=NEW, at=AT)
        assert hashed == [outside]

    def test_one_that_was_changed_meanwhile_is_not_ones_own(self, cast: None, monkeypatch: pytest.MonkeyPatch) -> None:
        support, check = principal("support"), people.check_password

        def late(*given: str) -> bool:
            monkeypatch.setattr(people, "check_password", check)
            services.change_password(actor=support, current=PASSWORD, new="the other browser was faster", at=AT)
            return check(*given)

        monkeypatch.setattr(people, "check_password", late)
        with pytest.raises(Refused) as refused:
            services.change_password(actor=support, current=PASSWORD, new=NEW, at=AT)
        assert refused.value.code == "wrong_password"
        assert len(_logged("password_changed")) == 1

    def test_the_way_there_is_behind_the_name(self, sign_in: SignIn) -> None:
        assert b'href="/password"' in sign_in("support").get("/tokens").content


MANAGE = Holder("user", "legal")


@pytest.mark.parametrize(("kind", "is_told"), [(Kind.SERVICE, True), (Kind.PERSON, False)])
def test_how_a_service_comes_by_its_token_is_told_on_its_page(sign_in: SignIn, kind: Kind, is_told: bool) -> None:
    client = sign_in("ada")
    uid = User.objects.create(username="sync", kind=kind).uid
    assert ("issue_token sync" in client.get(f"/people/{uid}").content.decode()) == is_told


def _revoke(story: Story, holder: Holder, actor: Principal | None = None) -> None:
    services.revoke(
        actor=actor or principal("legal"), document=story.document, right=Right.MANAGE, holder=holder, at=AT
    )


def _grant(story: Story, holder: Holder) -> None:
    services.grant(actor=principal("legal"), document=story.document, right=Right.MANAGE, holder=holder, at=AT)


class TestTheLastWhoManages:
    @pytest.mark.parametrize("who", ["legal", "ada"])
    def test_keeps_the_right(self, story: Story, who: str) -> None:
        with pytest.raises(Refused) as refused:
            _revoke(story, MANAGE, principal(who))
        assert (refused.value.code, refused.value.at) == ("last_manager", "holder")
        assert can(principal=principal("legal"), right=Right.MANAGE, document=story.document)
        assert _logged("right_revoked") == []

    def test_is_told_on_the_page_and_over_the_api(self, sign_in: SignIn, story: Story) -> None:
        form = {"kind": "user", "name": "legal", "right": "manage", "sure": "yes"}
        response = sign_in("legal").post(f"/documents/{story.document}/rights/revoke", form)
        assert response.status_code == 422
        assert b"grant manage to somebody else first" in response.content
        token = services.issue_token(actor=principal("legal"), name="program", at=AT)
        told = Client().post(
            f"/api/v1/documents/{story.document}/grants/revoke",
            {"right": "manage", "holder": {"kind": "user", "name": "legal"}},
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )
        assert (told.status_code, told.json()["code"]) == (409, "last_manager")

    @pytest.mark.parametrize("right", [right for right in Right if right is not Right.MANAGE])
    def test_may_lose_every_other_right(self, story: Story, right: Right) -> None:
        services.revoke(actor=principal("legal"), document=story.document, right=right, holder=MANAGE, at=AT)
        assert not can(principal=principal("legal"), right=right, document=story.document)

    @pytest.mark.parametrize("other", [Holder("user", "support"), Holder("group", "signed_in")])
    def test_is_not_the_last_beside_somebody_who_can_use_it(self, story: Story, other: Holder) -> None:
        _grant(story, other)
        _revoke(story, MANAGE)
        assert not unmanaged(viewer=principal("ada"))

    def test_is_the_last_beside_a_group_of_nobody_and_whoever_was_shut_out(self, story: Story) -> None:
        ada = principal("ada")
        services.create_group(actor=ada, name="owners", at=AT)
        services.add_member(actor=ada, group="owners", user=_uid("contractor"), at=AT)
        _grant(story, Holder("group", "owners"))
        _grant(story, Holder("user", "support"))
        for name in ("contractor", "support"):
            services.set_active(actor=ada, user=_uid(name), active=False, at=AT)
        with pytest.raises(Refused):
            _revoke(story, MANAGE)


class TestDocumentsNobodyManages:
    def test_come_up_for_operators_who_grant_anew_without_reading(self, sign_in: SignIn, story: Story) -> None:
        client = sign_in("ada")
        assert b"nobody manages" not in client.get("/people").content
        _set_active(client, "legal", "no")
        html = client.get("/people").content.decode()
        assert f'href="/documents/{story.document}/rights"' in html
        assert "Returns policy" not in html
        manage = {"kind": "user", "name": "support", "right": "manage"}
        assert client.post(f"/documents/{story.document}/rights/grant", manage).status_code == 302
        assert b"nobody manages" not in client.get("/people").content

    def test_the_last_member_who_leaves_the_group_leaves_one(self, story: Story) -> None:
        ada = principal("ada")
        services.create_group(actor=ada, name="owners", at=AT)
        services.add_member(actor=ada, group="owners", user=_uid("support"), at=AT)
        _grant(story, Holder("group", "owners"))
        _revoke(story, MANAGE)
        assert unmanaged(viewer=ada) == ()
        services.remove_member(actor=ada, group="owners", user=_uid("support"), at=AT)
        assert unmanaged(viewer=ada) == (story.document,)

    def test_are_nobody_elses_business(self, story: Story) -> None:
        with pytest.raises(NotFound):
            unmanaged(viewer=principal("legal"))


def test_a_session_of_a_former_key_of_the_site_goes_on(sign_in: SignIn, settings) -> None:
    client = sign_in("support")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the next key, which is long enough to be one"
    assert _signed_in(client)
    settings.SECRET_KEY_FALLBACKS = []
    assert _signed_in(client)


def test_the_forms_of_passwords_hold_no_value(sign_in: SignIn) -> None:
    html = sign_in("support").get("/password").content.decode()
    fields = re.findall(r"<input[^>]*type=\"password\"[^>]*>", html)
    assert len(fields) == 3
    assert not [field for field in fields if "value=" in field]
