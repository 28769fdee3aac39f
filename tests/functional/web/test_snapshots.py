"""Snapshots on the web: pinned from a list or by uid, shown, compared."""

from datetime import datetime, timedelta
from uuid import UUID

from acl.rights import Right
from citeledger.documents import pinned, services
from citeledger.documents.metadata import Metadata, Status
from tests.functional.web.conftest import AT, POLICY, SignIn, Story, principal, publish, revoke

EDITED = POLICY.replace("30 days", "14 days")


def _pin(story: Story, name: str, at: datetime = AT) -> UUID:
    return services.pin(actor=principal("support"), name=name, documents=[story.document], at=at).uid


def test_a_new_one_is_chosen_from_the_newest_documents(sign_in: SignIn, story: Story) -> None:
    client = sign_in("support")
    assert f'value="{story.document}"' in client.get("/snapshots/new").content.decode()
    response = client.post("/snapshots/new", {"name": "Before", "chosen": [str(story.document)]})
    page = client.get(response["Location"]).content.decode()
    assert "The documents are pinned as they are." in page
    assert "Returns policy" in page
    assert "Version 1" in page
    (found,) = pinned.snapshots(viewer=principal("support"), after=None, limit=5)
    assert found.root in page
    assert "Before" in client.get("/snapshots").content.decode()


def test_or_named_by_uid(sign_in: SignIn, story: Story) -> None:
    response = sign_in("support").post("/snapshots/new", {"name": "Before", "uids": f" {story.document} \n"})
    assert response.status_code == 302


def test_what_is_not_there_comes_back_with_a_reason(sign_in: SignIn, story: Story) -> None:
    client = sign_in("contractor")
    response = client.post("/snapshots/new", {"name": "Before", "uids": str(story.document)})
    assert response.status_code == 422
    assert b"No such document with a text that you can read." in response.content
    assert client.post("/snapshots/new", {"name": "Before", "uids": "x"}).status_code == 422
    assert client.post("/snapshots/new", {"name": "Before"}).status_code == 422
    assert client.post("/snapshots/new", {"name": "", "uids": str(story.document)}).status_code == 422


def test_two_are_compared(sign_in: SignIn, story: Story) -> None:
    old = _pin(story, "Before")
    edited = publish(document=story.document, text=EDITED, expected=story.version)
    new = _pin(story, "After", AT + timedelta(days=1))
    client = sign_in("support")
    for one in (old, new):
        assert f"/snapshots/{old}/changes/{new}" in client.get(f"/snapshots/{one}").content.decode()
    page = client.get(f"/snapshots/{old}/changes/{new}").content.decode()
    assert "1 changed, 0 added, 0 removed, 0 the same in both." in page
    assert f"/documents/{story.document}/changes/{story.version}/{edited}" in page


def test_a_draft_is_marked_as_in_the_list_of_documents(sign_in: SignIn, story: Story) -> None:
    made, client = _pin(story, "Before"), sign_in("support")
    marks = [client.get(f"/snapshots/{made}").context["page"].documents[0].marks]
    draft = Metadata(title="Returns policy", status=Status.DRAFT)
    services.update_metadata(actor=principal("legal"), document=story.document, metadata=draft, expected=1, at=AT)
    page = client.get(f"/snapshots/{made}")
    assert [*marks, page.context["page"].documents[0].marks] == [("current",), ("draft", "current")]
    assert '<span class="tag">draft</span>' in page.content.decode()
    publish(document=story.document, text=EDITED, expected=story.version)
    changed = client.get(f"/snapshots/{made}/changes/{_pin(story, 'After', AT + timedelta(days=1))}")
    assert '<span class="tag">draft</span>' in changed.content.decode()


def test_what_may_not_be_read_any_more_is_a_number(sign_in: SignIn, story: Story) -> None:
    made = _pin(story, "Before")
    revoke(document=story.document, right=Right.READ, name="support")
    page = sign_in("support").get(f"/snapshots/{made}").content.decode()
    assert "1 more document is not available to you now." in page
    assert "Returns policy" not in page


def test_nobody_else_sees_it(sign_in: SignIn, story: Story) -> None:
    made = _pin(story, "Before")
    for name in ("legal", "ada", "contractor"):
        client = sign_in(name)
        assert client.get(f"/snapshots/{made}").status_code == 404
        assert client.get(f"/snapshots/{made}/changes/{made}").status_code == 404
        assert "Before" not in client.get("/snapshots").content.decode()


def test_documents_without_a_text_are_not_offered(sign_in: SignIn, story: Story) -> None:
    empty = services.create_document(actor=principal("support"), metadata=Metadata(title="Empty"), at=AT)
    assert str(empty) not in sign_in("support").get("/snapshots/new").content.decode()
