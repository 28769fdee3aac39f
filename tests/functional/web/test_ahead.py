"""Wherever people publish they see before what it turns: of what they may read, and with what they typed kept."""

import pytest
from django.test import Client

from acl import services as rights
from acl.queries import Holder
from acl.rights import Right
from citeledger.documents import services
from citeledger.documents.models import Version
from tests.functional.web.conftest import AT, PASSAGE, POLICY, SignIn, Story, principal, publish
from tests.functional.web.test_uploads import ready

EDITED = POLICY.replace("30 days", "14 days")
TURNS = "Publishing this turns 1 citation of 1 answer to “Source changed”."
SAID = "The window is 30 days."


@pytest.fixture
def shared(story: Story) -> Story:
    """Support lets legal read what it said."""
    legal = Holder("user", "legal")
    rights.grant_answer(actor=principal("support"), answer=story.answer, right=Right.READ, holder=legal, at=AT)
    return story


def asked(client: Client, story: Story, text: str) -> str:
    data = {"text": text, "media_type": "text/markdown", "expected": str(story.version), "preview": "1"}
    response = client.post(f"/documents/{story.document}/text", data)
    assert response.status_code == 200
    return response.content.decode()


def test_an_edit_is_foreseen_and_not_published(sign_in: SignIn, shared: Story) -> None:
    page = asked(sign_in("legal"), shared, EDITED)
    for said in (
        TURNS,
        SAID,
        PASSAGE,
        "<del>30</del>",
        "<ins>14</ins>",
        f"/c/{shared.citation}",
        EDITED.splitlines()[-1],
    ):
        assert said in page
    assert Version.objects.count() == 1


def test_what_stays_is_a_number(sign_in: SignIn, shared: Story) -> None:
    page = asked(sign_in("legal"), shared, f"{POLICY}\nMore.\n")
    assert "Publishing this turns no citation." in page
    assert "1 stays current." in page


def test_what_the_editor_may_not_read_is_not_counted(sign_in: SignIn, story: Story) -> None:
    page = asked(sign_in("legal"), story, EDITED)
    assert "Publishing this turns no citation." in page
    assert "stays current" not in page
    assert SAID not in page


def test_an_upload_is_foreseen_for_what_it_is_meant_for_or_may_become(sign_in: SignIn, shared: Story) -> None:
    client = sign_in("legal")
    aimed = ready(client, EDITED.encode(), document=str(shared.document))
    assert TURNS in client.get(f"/uploads/{aimed}").content.decode()
    free = ready(client, EDITED.encode())
    assert "Before you publish" not in client.get(f"/uploads/{free}").content.decode()
    chosen = {"as": "next", "document": f"{shared.document} {shared.version}", "preview": "1"}
    assert TURNS in client.post(f"/uploads/{free}/publish", chosen).content.decode()
    assert Version.objects.count() == 1


def test_who_asks_is_told_why_nothing_can_be_foreseen(sign_in: SignIn, shared: Story) -> None:
    client = sign_in("legal")
    free = ready(client, EDITED.encode())
    services.retire(actor=principal("legal"), document=shared.document, at=AT)
    asked_of = {"as": "next", "document_uid": str(shared.document), "preview": "1"}
    page = client.post(f"/uploads/{free}/publish", asked_of)
    assert "retired" in page.content.decode()


def test_a_reversion_is_foreseen(sign_in: SignIn, shared: Story) -> None:
    publish(document=shared.document, text=EDITED, expected=shared.version)
    page = sign_in("legal").get(f"/documents/{shared.document}/versions/{shared.version}/revert").content.decode()
    assert "1 differs now and is current again." in page
