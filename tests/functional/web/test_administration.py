"""Operators grant rights on documents they do not read, and audit and operate over the installation."""

import json
from uuid import UUID, uuid4

import pytest
from django.test import Client

from acl.models import User
from acl.queries import can, holds
from acl.rights import InstallationRight, Right
from citeledger.log.models import LogEntry
from tests.functional.web.conftest import PASSAGE, SignIn, Story, grant, principal

SELF = {"kind": "user", "name": "ada", "right": "read"}


def _rights(document: UUID) -> str:
    return f"/documents/{document}/rights"


def _facts(kind: str) -> list[tuple[UUID | None, UUID, dict[str, object]]]:
    entries = LogEntry.objects.filter(kind=kind).select_related("detail").order_by("pk")
    return [(entry.actor_uid, entry.subject_uid, json.loads(entry.detail.body)) for entry in entries]


class TestSelfGrant:
    def test_the_rights_of_a_document_one_may_not_read_hold_nothing_of_it(self, sign_in: SignIn, story: Story) -> None:
        html = sign_in("ada").get(_rights(story.document)).content.decode()
        assert "A document you may not read" in html
        assert str(story.document) in html
        assert "Revoke cite from support" in html
        for hidden in ("Returns policy", PASSAGE, f'href="/documents/{story.document}"'):
            assert hidden not in html

    def test_the_form_picks_oneself_and_read(self, sign_in: SignIn, story: Story) -> None:
        form = sign_in("ada").get(_rights(story.document)).context["form"]
        assert {name: form[name].value() for name in SELF} == SELF

    def test_from_the_page_of_people_to_reading_and_it_is_a_fact(self, sign_in: SignIn, story: Story) -> None:
        client = sign_in("ada")
        found = client.post("/people/document", {"document": str(story.document)})
        assert found["Location"] == _rights(story.document)
        assert client.get(f"/documents/{story.document}").status_code == 404
        assert client.post(f"{_rights(story.document)}/grant", SELF).status_code == 302
        assert PASSAGE in client.get(f"/documents/{story.document}").content.decode()
        assert "Returns policy" in client.get(_rights(story.document)).content.decode()
        ada, body = principal("ada").uid, {"holder_kind": "user", "holder": "ada", "rights": ["read"]}
        assert _facts("right_granted")[-1] == (ada, story.document, body)

    def test_a_wrong_grant_comes_back_without_the_title_too(self, sign_in: SignIn, story: Story) -> None:
        response = sign_in("ada").post(f"{_rights(story.document)}/grant", SELF | {"name": "nobody"})
        assert response.status_code == 422
        assert b"Returns policy" not in response.content

    def test_a_manager_who_may_no_longer_read_still_manages_and_sees_no_title(
        self, sign_in: SignIn, story: Story
    ) -> None:
        client = sign_in("legal")
        assert (
            client.post(f"{_rights(story.document)}/revoke", SELF | {"name": "legal", "sure": "yes"}).status_code == 302
        )
        html = client.get(_rights(story.document)).content.decode()
        assert "Returns policy" not in html
        assert "A document you may not read" in html

    @pytest.mark.parametrize("who", ["contractor", "ada"])
    def test_a_document_that_never_was_is_not_found(self, sign_in: SignIn, who: str) -> None:
        assert sign_in(who).get(_rights(uuid4())).status_code == 404
        assert sign_in(who).post(f"{_rights(uuid4())}/grant", SELF).status_code == 404

    def test_whoever_does_not_operate_cannot_tell(self, sign_in: SignIn, story: Story) -> None:
        client = sign_in("contractor")
        hidden, unknown = client.get(_rights(story.document)), client.get(_rights(uuid4()))
        assert hidden.status_code == unknown.status_code == 404
        assert hidden.content == unknown.content
        for uid in (story.document, uuid4()):
            found = client.post("/people/document", {"document": str(uid)})
            assert (found.status_code, found.content) == (404, hidden.content)

    def test_what_is_no_uid_is_said_beside_the_field(self, sign_in: SignIn) -> None:
        response = sign_in("ada").post("/people/document", {"document": "the returns policy"})
        assert response.status_code == 422
        assert b"errorlist" in response.content

    def test_operating_by_a_grant_is_enough(self, sign_in: SignIn, story: Story) -> None:
        assert sign_in("contractor").get(_rights(story.document)).status_code == 404
        sign_in("ada").post("/people/rights/grant", {"kind": "user", "name": "contractor", "right": "operate"})
        assert sign_in("contractor").get(_rights(story.document)).status_code == 200
        assert not can(principal=principal("contractor"), right=Right.READ, document=story.document)


def _send(client: Client, what: str, **changes: str) -> int:
    data = {"kind": "user", "name": "support", "right": "audit"} | changes
    return client.post(f"/people/rights/{what}", data).status_code


class TestInstallationRights:
    @pytest.mark.parametrize("right", InstallationRight)
    def test_one_is_granted_shown_and_revoked_and_both_are_facts(
        self, sign_in: SignIn, right: InstallationRight
    ) -> None:
        client, support = sign_in("ada"), principal("support")
        assert _send(client, "grant", right=right.value) == 302
        assert holds(principal=support, right=right)
        assert f"Revoke {right.value} from support" in client.get("/people").content.decode()
        assert _send(client, "revoke", right=right.value) == 200
        assert holds(principal=support, right=right)
        assert _send(client, "revoke", right=right.value, sure="yes") == 302
        assert not holds(principal=support, right=right)
        body = {"right": right.value, "holder_kind": "user", "holder": "support"}
        for kind in ("installation_right_granted", "installation_right_revoked"):
            assert _facts(kind) == [(principal("ada").uid, support.uid, body)]

    @pytest.mark.parametrize("wrong", [{"name": "nobody"}, {"right": "read"}, {"kind": "dog"}, {"name": ""}])
    def test_a_wrong_one_changes_nothing_and_says_why(self, sign_in: SignIn, wrong: dict[str, str]) -> None:
        assert _send(sign_in("ada"), "grant", **wrong) == 422
        assert _facts("installation_right_granted") == []

    @pytest.mark.parametrize("what", ["grant", "revoke"])
    def test_there_is_no_such_address_for_others(self, sign_in: SignIn, what: str) -> None:
        assert _send(sign_in("legal"), what, name="legal") == 404
        assert not holds(principal=principal("legal"), right=InstallationRight.AUDIT)

    def test_whoever_takes_operate_from_themselves_is_led_home(self, sign_in: SignIn) -> None:
        operate = {"kind": "user", "name": "support", "right": "operate"}
        sign_in("ada").post("/people/rights/grant", operate)
        response = sign_in("support").post("/people/rights/revoke", operate | {"sure": "yes"})
        assert response["Location"].partition("?")[0] == "/"
        assert User.objects.filter(username="support", is_superuser=False).exists()

    def test_a_superuser_operates_without_a_grant_and_the_table_says_so(self, sign_in: SignIn) -> None:
        client = sign_in("ada")
        assert self._held_by_ada(client) == [("audit", False, ""), ("operate", False, AS_SUPERUSER), FOR_NOBODY]
        assert "superuser, active" in client.get("/people").content.decode()
        _send(client, "grant", name="ada")
        assert self._held_by_ada(client) == [("audit", True, ""), ("operate", False, AS_SUPERUSER), FOR_NOBODY]
        _send(client, "grant", name="ada", right="operate")
        assert self._held_by_ada(client)[1] == ("operate", True, AS_SUPERUSER)
        assert "Revoke operate from ada" in client.get("/people").content.decode()

    def test_one_that_is_shut_out_operates_no_more(self, sign_in: SignIn) -> None:
        User.objects.create_superuser("former", is_active=False)
        html = sign_in("ada").get("/people").content.decode()
        assert html.count(AS_SUPERUSER) == 1
        assert "superuser, deactivated" in html

    def _held_by_ada(self, client: Client) -> list[tuple[str, bool, str]]:
        groups, people = client.get("/people").context["page"].table.tables
        assert groups.rows == ()
        (ada,) = people.rows
        return [(cell.right, cell.held, cell.otherwise) for cell in ada.cells]


AS_SUPERUSER, FOR_NOBODY = "as superuser", ("act_for", False, "")


def test_nobody_reads_by_operating(sign_in: SignIn, story: Story) -> None:
    grant(document=story.document, right=Right.READ, name="contractor")
    assert b"Returns policy" not in sign_in("ada").get("/people").content
