"""Reviewing on the web: the queue, the passages side by side, and a line that says why the statement still holds."""

from uuid import UUID, uuid4

import pytest
from django.test import Client

from acl.rights import Right
from tests.functional.web.conftest import POLICY, SignIn, Story, grant, publish

EDITED = POLICY.replace("30 days", "14 days")
NOTE = "The statement is about goods bought before June."


@pytest.fixture
def changed(story: Story) -> UUID:
    """Support may attest; the passage was edited."""
    grant(document=story.document, right=Right.ATTEST, name="support")
    return publish(document=story.document, text=EDITED, expected=story.version)


def _address(story: Story) -> str:
    return f"/c/{story.citation}/attest"


def _send(client: Client, story: Story, *versions: UUID, note: str = NOTE) -> object:
    return client.post(_address(story), {"versions": " ".join(map(str, versions)), "note": note})


class TestTheQueue:
    def test_shows_what_awaits_the_viewer(self, sign_in: SignIn, story: Story, changed: UUID) -> None:
        html = sign_in("support").get("/review").content.decode()
        assert "The window is 30 days." in html
        assert _address(story) in html
        assert "A number in the cited words was changed." in html

    def test_is_empty_for_whoever_may_not_attest(self, sign_in: SignIn, story: Story, changed: UUID) -> None:
        grant(document=story.document, right=Right.READ, name="contractor")
        assert "Nothing awaits your review" in sign_in("contractor").get("/review").content.decode()

    def test_is_in_the_navigation(self, sign_in: SignIn, story: Story) -> None:
        assert 'href="/review"' in sign_in("support").get("/documents").content.decode()

    def test_a_place_that_is_none_is_refused(self, sign_in: SignIn, changed: UUID) -> None:
        assert sign_in("support").get(f"/review?after={uuid4()}").status_code == 400
        assert sign_in("support").get("/review?after=x").status_code == 404


class TestAttest:
    def test_it_is_offered_beside_the_state(self, sign_in: SignIn, story: Story, changed: UUID) -> None:
        assert _address(story) in sign_in("support").get(f"/c/{story.citation}").content.decode()

    def test_not_while_nothing_changed(self, sign_in: SignIn, story: Story) -> None:
        grant(document=story.document, right=Right.ATTEST, name="support")
        assert "/attest" not in sign_in("support").get(f"/c/{story.citation}").content.decode()
        assert sign_in("support").get(_address(story))["Location"] == f"/c/{story.citation}"

    def test_the_page_shows_what_was_said_and_what_stands_there_now(
        self, sign_in: SignIn, story: Story, changed: UUID
    ) -> None:
        html = sign_in("support").get(_address(story)).content.decode()
        assert "The window is 30 days." in html
        assert "<del>30</del>" in html
        assert "<ins>14</ins>" in html
        assert f'<a href="/documents/{story.document}/changes/{story.version}/{changed}">version 2</a>' in html
        assert f'name="versions" value="{changed}"' in html

    def test_it_stands_beside_the_state_and_clears_the_queue(
        self, sign_in: SignIn, story: Story, changed: UUID
    ) -> None:
        client = sign_in("support")
        response = _send(client, story, changed)
        assert response["Location"] == f"/c/{story.citation}"  # type: ignore[index]
        buttons = '<a class="button" href="/c/'
        mine = client.get(f"/c/{story.citation}").content.decode()
        assert f'{buttons}{story.citation}/rebind">' in mine
        assert f'{buttons}{story.citation}/attest">' not in mine
        assert f'<a class="small" href="/c/{story.citation}/attest">Attest again</a></p>' in mine
        html = sign_in("legal").get(f"/c/{story.citation}").content.decode()
        assert 'data-state="source_changed"' in html
        assert "<strong>Still holds</strong>" in html
        assert NOTE in html
        assert "Nothing awaits your review" in client.get("/review").content.decode()

    def test_once_the_passage_changes_again_it_says_so_and_awaits_review(
        self, sign_in: SignIn, story: Story, changed: UUID
    ) -> None:
        client = sign_in("support")
        _send(client, story, changed)
        publish(document=story.document, text=POLICY.replace("30 days", "90 days"), expected=changed)
        html = client.get(f"/c/{story.citation}").content.decode()
        assert "A passage changed again since." in html
        assert "Still holds" not in html
        assert "A passage changed again since." in client.get("/review").content.decode()

    def test_whoever_looked_at_something_older_is_shown_the_newest(
        self, sign_in: SignIn, story: Story, changed: UUID
    ) -> None:
        latest = publish(document=story.document, text=POLICY.replace("30 days", "90 days"), expected=changed)
        response = _send(sign_in("support"), story, changed)
        html = response.content.decode()  # type: ignore[attr-defined]
        assert response.status_code == 409  # type: ignore[attr-defined]
        assert f'name="versions" value="{latest}"' in html
        assert "<ins>90</ins>" in html
        assert f'value="{NOTE}"' in html
        assert _send(sign_in("support"), story, latest).status_code == 302  # type: ignore[attr-defined]

    @pytest.mark.parametrize("note", ["", "x" * 501, "\u202eback"])
    def test_a_note_is_needed_on_one_line(self, sign_in: SignIn, story: Story, changed: UUID, note: str) -> None:
        response = _send(sign_in("support"), story, changed, note=note)
        assert response.status_code == 422  # type: ignore[attr-defined]
        assert response.context["form"].errors.keys() == {"note"}  # type: ignore[attr-defined]

    def test_a_form_changed_on_its_way_is_refused(self, sign_in: SignIn, story: Story, changed: UUID) -> None:
        response = sign_in("support").post(_address(story), {"versions": "x", "note": NOTE})
        assert response.status_code == 422

    def test_reading_alone_is_not_enough(self, sign_in: SignIn, story: Story, changed: UUID) -> None:
        grant(document=story.document, right=Right.READ, name="contractor")
        client = sign_in("contractor")
        assert client.get(_address(story)).status_code == 403
        assert _send(client, story, changed).status_code == 403  # type: ignore[attr-defined]
        assert _address(story) not in client.get(f"/c/{story.citation}").content.decode()

    def test_for_whoever_may_not_read_there_is_nothing(self, sign_in: SignIn, story: Story, changed: UUID) -> None:
        before = sign_in("contractor").get(f"/c/{story.citation}").content
        _send(sign_in("support"), story, changed)
        assert sign_in("contractor").get(_address(story)).status_code == 404
        assert sign_in("contractor").get(f"/c/{story.citation}").content == before

    def test_a_visitor_signs_in_first(self, client: Client, story: Story, changed: UUID) -> None:
        assert client.get(_address(story))["Location"].startswith("/sign-in")


def test_what_is_said_after_it_is_never_said_of_what_is_hidden(sign_in: SignIn, story: Story, changed: UUID) -> None:
    plain = sign_in("contractor").get(f"/c/{story.citation}").content
    client = sign_in("contractor")
    client.cookies["citeledger-done"] = f"attested@/c/{story.citation}"
    assert client.get(f"/c/{story.citation}").content == plain
