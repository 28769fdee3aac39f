"""Signing in and out, and what visitors get."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from acl.models import User
from citeledger.interfaces.web.notices import NEWS_COOKIE, NOTICES
from citeledger.interfaces.web.urls import urlpatterns
from tests.functional.web.conftest import PASSWORD, SignIn, Story
from tests.rig.news import news

CONSOLE = [
    "/documents",
    "/documents/new",
    "/ledger",
    "/pages",
    "/pages/new",
    "/people",
    "/tokens",
    "/password",
    "/cite",
    "/sign-out",
]
POSTED = ["choose-passage", "grant", "revoke", "drop-passage", "set-active", "join-group", "leave-group", "new-group"]
POSTED += ["unshare", "grant-installation", "revoke-installation", "find-rights"]


def test_a_visitor_sees_what_badges_mean_and_where_to_sign_in(db: None) -> None:
    html = Client().get("/").content.decode()
    assert "What a badge tells you" in html
    assert 'href="/sign-in"' in html
    assert 'href="/people"' not in html


@pytest.mark.parametrize("address", CONSOLE)
def test_a_visitor_is_sent_to_sign_in_and_back(db: None, address: str) -> None:
    response = Client().get(address)
    assert response.status_code == 302
    assert response["Location"] == f"/sign-in?next={address}"


def test_a_visitor_cannot_tell_documents_that_exist(story: Story) -> None:
    known = Client().get(f"/documents/{story.document}")
    unknown = Client().get(f"/documents/{uuid4()}")
    assert known.status_code == unknown.status_code == 302
    assert known.content == unknown.content


def test_signing_in_leads_back(cast: None) -> None:
    response = Client().post("/sign-in", {"username": "support", "password": PASSWORD, "next": "/documents"})
    assert response["Location"] == "/documents"


@pytest.mark.parametrize(
    "elsewhere",
    ["//evil.example", "https://evil.example/", r"\\evil.example", "javascript:alert(1)", "/\t/evil.example"],
)
def test_signing_in_never_leads_elsewhere(cast: None, elsewhere: str) -> None:
    response = Client().post("/sign-in", {"username": "support", "password": PASSWORD, "next": elsewhere})
    assert response["Location"] == "/"


def test_a_wrong_password_says_so_and_keeps_the_door_shut(cast: None) -> None:
    client = Client()
    response = client.post("/sign-in", {"username": "support", "password": "wrong"})
    assert b"correct username and password" in response.content
    assert client.get("/documents").status_code == 302


def test_a_deactivated_account_is_a_visitor_from_the_next_request_on(sign_in: SignIn) -> None:
    client = sign_in("support")
    sign_in("ada").post(f"/people/{_uid('support')}/activity", {"active": "no", "sure": "yes"})
    assert client.get("/documents").status_code == 302


def _uid(name: str) -> str:
    return str(User.objects.get(username=name).uid)


def test_signing_out_asks_first_and_ends_the_session(sign_in: SignIn) -> None:
    client = sign_in("support")
    assert b"Stay" in client.get("/sign-out").content
    client.post("/sign-out")
    assert client.get("/documents").status_code == 302


@pytest.mark.parametrize("name", POSTED)
def test_what_changes_something_answers_to_post_only_and_wants_its_token(sign_in: SignIn, name: str) -> None:
    (pattern,) = [p for p in urlpatterns if p.name == name]
    address = "/" + str(pattern.pattern)
    for kind in ("document", "version", "person", "answer"):
        address = address.replace(f"<uuid:{kind}>", str(uuid4()))
    client = Client(enforce_csrf_checks=True)
    client.cookies = sign_in("ada").cookies
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 403


@pytest.mark.parametrize(
    "address", ["/documents/new", "/pages/new", "/people/new", "/tokens", "/password", "/cite", "/sign-in"]
)
def test_forms_without_their_token_change_nothing(sign_in: SignIn, address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = sign_in("ada").cookies
    response = client.post(address, {"name": "x"})
    assert response.status_code == 403
    assert b"too old" in response.content


@pytest.mark.parametrize("address", ["/", "/documents", "/ledger", "/tokens", "/no-such-page"])
def test_pages_are_for_this_viewer_alone_and_in_no_frame(sign_in: SignIn, address: str) -> None:
    response = sign_in("ada").get(address)
    assert response["Cache-Control"] == "private, no-store"
    assert response["X-Frame-Options"] == "DENY"
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_the_way_to_administer_is_shown_to_operators_only(sign_in: SignIn) -> None:
    assert b'href="/people"' in sign_in("ada").get("/").content
    assert b'href="/people"' not in sign_in("support").get("/").content


def test_a_made_up_notice_is_not_shown(sign_in: SignIn) -> None:
    client = sign_in("support")
    client.cookies["citeledger-done"] = "made up@/documents"
    assert b"made up" not in client.get("/documents").content


def test_guessing_passwords_is_slowed_down(cast: None, settings: Any) -> None:
    client = Client()
    for _ in range(settings.AXES_FAILURE_LIMIT):
        response = client.post("/sign-in", {"username": "support", "password": "wrong"})
    assert response.status_code == 429
    assert b"Too many tries" in response.content
    assert client.post("/sign-in", {"username": "support", "password": PASSWORD}).status_code == 429


class TestWhatWasDoneIsToldOnce:
    def test_not_again_when_the_page_is_reloaded_or_kept(self, sign_in: SignIn) -> None:
        client = sign_in("ada")
        response = client.post("/groups/new", {"name": "night shift"})
        assert news(response) == ("group-created", "/people")
        assert response["Location"] == "/people"
        kept = response.cookies[NEWS_COOKIE]
        assert (kept["path"], kept["max-age"], kept["httponly"], kept["samesite"]) == ("/people", 60, True, "Lax")
        told = NOTICES["group-created"]
        first, again = client.get("/people"), client.get("/people")
        assert told in first.content.decode()
        assert (first.cookies[NEWS_COOKIE]["path"], first.cookies[NEWS_COOKIE]["max-age"]) == ("/people", 0)
        assert told not in again.content.decode()
        assert NEWS_COOKIE not in again.cookies

    def test_and_on_no_other_page_below_it(self, sign_in: SignIn) -> None:
        client = sign_in("ada")
        client.post("/groups/new", {"name": "night shift"})
        other = client.get("/people/new")
        assert NOTICES["group-created"] not in other.content.decode()
        assert NEWS_COOKIE not in other.cookies

    def test_a_page_that_is_not_there_has_nothing_to_tell(self, sign_in: SignIn) -> None:
        assert NEWS_COOKIE not in sign_in("ada").get("/people").cookies

    def test_it_is_told_also_where_its_form_was_sent_twice_to_the_page_itself(
        self, sign_in: SignIn, story: Story
    ) -> None:
        client, address = sign_in("support"), f"/answers/{story.answer}/share"
        for _ in range(2):
            client.post(address, {"kind": "user", "name": "contractor", "right": "read"})
        assert NOTICES["granted"] in client.get(address).content.decode()
