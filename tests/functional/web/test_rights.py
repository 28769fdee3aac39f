"""The table of rights, people and groups, and tokens on the web."""

import re
from uuid import uuid4

import pytest
from django.http import HttpResponse

from acl import queries
from acl.models import User
from acl.queries import can, principal_of_token
from acl.rights import Right
from citeledger.interfaces.web.presenters.rights import RIGHTS
from tests.functional.web.conftest import PASSWORD, SignIn, Story, principal
from tests.rig.news import news


def _may(name: str, right: Right, story: Story) -> bool:
    return can(principal=principal(name), right=right, document=story.document)


def _answered(asked: HttpResponse) -> dict[str, str]:
    """What the form of the question sends."""
    return dict(re.findall(r'type="hidden" name="(?!csrf)(\w+)" value="([^"]*)"', asked.content.decode()))


def _uid(name: str) -> str:
    return str(User.objects.get(username=name).uid)


def test_the_table_shows_who_holds_what(sign_in: SignIn, story: Story) -> None:
    html = sign_in("legal").get(f"/documents/{story.document}/rights").content.decode()
    assert "Revoke cite from support" in html
    assert "Revoke edit from support" not in html


def test_what_each_right_allows_stands_where_it_is_granted(sign_in: SignIn, story: Story) -> None:
    html = sign_in("legal").get(f"/documents/{story.document}/rights").content.decode()
    form = html[html.index('id="grant"') :]
    for right in RIGHTS:
        assert f'<strong>{right.word}</strong> <span class="small quiet">{right.meaning}</span>' in form


def test_a_right_is_granted_and_revoked(sign_in: SignIn, story: Story) -> None:
    client, address = sign_in("legal"), f"/documents/{story.document}/rights"
    holder = {"kind": "user", "name": "contractor", "right": "read"}
    assert client.post(f"{address}/grant", holder).status_code == 302
    assert _may("contractor", Right.READ, story)
    asked = client.post(f"{address}/revoke", holder)
    assert asked.status_code == 200
    assert "<h1>Revoke Read from <bdi>contractor</bdi></h1>" in asked.content.decode()
    assert _may("contractor", Right.READ, story)
    assert client.post(f"{address}/revoke", _answered(asked)).status_code == 302
    assert not _may("contractor", Right.READ, story)


@pytest.mark.parametrize(("name", "is_told"), [("contractor", True), ("support", False), ("signed_in", True)])
def test_cite_without_read_is_told_as_what_does_nothing_yet(
    sign_in: SignIn, story: Story, name: str, is_told: bool
) -> None:
    client, address = sign_in("legal"), f"/documents/{story.document}/rights"
    client.post(f"{address}/grant", {"kind": "group" if name == "signed_in" else "user", "name": name, "right": "cite"})
    assert ("grant that as well" in client.get(address).content.decode()) is is_told


def test_nor_is_it_where_everybody_may_read(sign_in: SignIn, story: Story) -> None:
    client, address = sign_in("legal"), f"/documents/{story.document}/rights"
    client.post(f"{address}/grant", {"kind": "group", "name": "anyone", "right": "read"})
    response = client.post(f"{address}/grant", {"kind": "user", "name": "contractor", "right": "cite"})
    assert news(response)[0] == "granted"


def test_granting_to_whoever_signed_in_opens_the_document_to_all_accounts(sign_in: SignIn, story: Story) -> None:
    data = {"kind": "group", "name": "signed_in", "right": "read"}
    sign_in("legal").post(f"/documents/{story.document}/rights/grant", data)
    assert sign_in("contractor").get(f"/documents/{story.document}").status_code == 200


@pytest.mark.parametrize(
    "wrong", [{"name": "nobody"}, {"right": "fly"}, {"kind": "dog"}, {"name": ""}, {"right": "operate"}]
)
def test_a_wrong_holder_or_right_changes_nothing_and_says_why(
    sign_in: SignIn, story: Story, wrong: dict[str, str]
) -> None:
    data = {"kind": "user", "name": "contractor", "right": "read"} | wrong
    response = sign_in("legal").post(f"/documents/{story.document}/rights/grant", data)
    assert response.status_code == 422
    assert b"errorlist" in response.content or b'role="alert"' in response.content
    assert not _may("contractor", Right.READ, story)


def test_a_reader_can_neither_see_nor_change_rights(sign_in: SignIn, story: Story) -> None:
    client, address = sign_in("support"), f"/documents/{story.document}/rights"
    data = {"kind": "user", "name": "contractor", "right": "read"}
    assert client.get(address).status_code == 403
    assert client.post(f"{address}/grant", data).status_code == 404
    assert not _may("contractor", Right.READ, story)


@pytest.mark.parametrize("address", ["/people", "/people/new", "/people/{uid}"])
def test_administration_does_not_exist_for_others(sign_in: SignIn, address: str) -> None:
    client = sign_in("support")
    response = client.get(address.format(uid=_uid("legal")))
    assert response.status_code == 404
    assert response.content == client.get("/no-such-page").content


def test_an_administrator_reads_no_document_without_a_grant(sign_in: SignIn, story: Story) -> None:
    client = sign_in("ada")
    assert client.get(f"/documents/{story.document}").status_code == 404
    for address in ("/documents", f"/documents/{story.document}/rights"):
        assert b"Returns policy" not in client.get(address).content


def test_a_person_is_created_and_put_into_a_group_and_taken_out(sign_in: SignIn) -> None:
    client = sign_in("ada")
    created = client.post("/people/new", {"username": "mo", "kind": "person", "password": PASSWORD})
    assert created.status_code == 302
    assert client.post("/groups/new", {"name": "agents"}).status_code == 302
    page = f"/people/{_uid('mo')}"
    assert client.post(f"{page}/join", {"group": "agents"}).status_code == 302
    assert b"Remove from agents" in client.get(page).content
    asked = client.post(f"{page}/leave", {"group": "agents"})
    assert "<h1>Remove mo from <bdi>agents</bdi></h1>" in asked.content.decode()
    assert b"Remove from agents" in client.get(page).content
    assert client.post(f"{page}/leave", _answered(asked)).status_code == 302
    assert b"In no group" in client.get(page).content


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"username": "support"}, b"taken"),
        ({"username": "no spaces allowed"}, b"valid username"),
        ({"username": ""}, b"required"),
    ],
)
def test_a_wrong_account_is_refused_with_a_reason(sign_in: SignIn, data: dict[str, str], said: bytes) -> None:
    response = sign_in("ada").post("/people/new", {"kind": "person", "password": PASSWORD} | data)
    assert response.status_code == 422
    assert said in response.content


@pytest.mark.parametrize("group", ["nowhere", "anyone", ""])
def test_nobody_joins_a_group_that_has_no_members(sign_in: SignIn, group: str) -> None:
    response = sign_in("ada").post(f"/people/{_uid('support')}/join", {"group": group})
    assert response.status_code == 422


def test_unknown_people_are_not_found(sign_in: SignIn) -> None:
    assert sign_in("ada").get(f"/people/{uuid4()}").status_code == 404
    assert sign_in("ada").post(f"/people/{uuid4()}/activity", {"active": "no"}).status_code == 404


def test_the_page_of_one_account_reads_that_one(sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "people", lambda **_: pytest.fail("everybody was read"))
    assert b"support" in sign_in("ada").get(f"/people/{_uid('support')}").content


def test_a_token_is_shown_once_and_works_until_it_is_revoked(sign_in: SignIn) -> None:
    client = sign_in("support")
    html = client.post("/tokens", {"name": "export"}).content.decode()
    token = re.search(r'class="secret">([^<]+)<', html)
    assert token is not None
    assert principal_of_token(token=token[1]) == principal("support")
    again = client.get("/tokens").content.decode()
    assert token[1] not in again
    revoke = re.search(r'action="(/tokens/[^"]+/revoke)"', again)
    assert revoke is not None
    assert sign_in("legal").post(revoke[1]).status_code == 404
    asked = client.post(revoke[1])
    assert "<h1>Revoke the token <bdi>export</bdi></h1>" in asked.content.decode()
    assert principal_of_token(token=token[1]) == principal("support")
    assert client.post(revoke[1], _answered(asked)).status_code == 302
    assert client.post(revoke[1]).status_code == 404
    assert principal_of_token(token=token[1]) is None
