"""Behind the badges on the web: for auditors, logged look by look; for everybody else no such address."""

import json
from uuid import UUID, uuid4

import pytest
from django.test import Client

from acl import services as rights
from acl.queries import Holder
from acl.rights import InstallationRight, Right
from citeledger.core.states import Cause
from citeledger.interfaces.web.presenters.audit import found
from citeledger.ledger.services import erase_answer
from citeledger.log.models import LogEntry
from tests.functional.web.conftest import AT, SignIn, Story, principal, revoke


@pytest.fixture
def auditor(sign_in: SignIn) -> Client:
    """The contractor, who reads nothing of the story."""
    holder = Holder("user", "contractor")
    rights.grant_installation(actor=principal("ada"), right=InstallationRight.AUDIT, holder=holder, at=AT)
    return sign_in("contractor")


def _looks() -> list[tuple[str, UUID | None, UUID, dict[str, str]]]:
    entries = LogEntry.objects.filter(kind__in=["trace_read", "original_read"]).select_related("detail").order_by("pk")
    return [(entry.kind, entry.actor_uid, entry.subject_uid, json.loads(entry.detail.body)) for entry in entries]


def _addresses(story: Story) -> list[tuple[str, str]]:
    return [
        (f"/c/{story.citation}/why", f"/c/{uuid4()}/why"),
        (f"/answers/{story.answer}/original", f"/answers/{uuid4()}/original"),
    ]


class TestWhy:
    def test_opening_the_page_looks_at_nothing(self, auditor: Client, story: Story) -> None:
        html = auditor.get(f"/c/{story.citation}/why?viewer=support").content.decode()
        assert 'value="support"' in html
        assert "data-state" not in html
        assert _looks() == []

    @pytest.mark.parametrize(
        ("viewer", "state", "finding"),
        [
            ("support", "current", "readable, and the passage stands"),
            ("legal", "current", "readable, and the passage stands"),
            ("contractor", "unavailable", "may not be read by this viewer"),
            ("", "unavailable", "may not be read by this viewer"),
        ],
    )
    def test_a_look_says_why_and_is_logged(
        self, auditor: Client, story: Story, viewer: str, state: str, finding: str
    ) -> None:
        html = auditor.post(f"/c/{story.citation}/why", {"viewer": viewer}).content.decode()
        assert f'data-state="{state}"' in html
        assert finding in html
        assert str(story.document) in html
        assert "Returns policy" not in html
        eyes = str(principal(viewer).uid) if viewer else "anonymous"
        assert _looks() == [("trace_read", principal("contractor").uid, story.citation, {"viewer": eyes})]

    def test_a_citation_nobody_knows_has_a_cause_too(self, auditor: Client) -> None:
        assert b"no such citation" in auditor.post(f"/c/{uuid4()}/why", {"viewer": "support"}).content

    def test_an_unknown_viewer_is_said_beside_the_field_and_nothing_is_logged(
        self, auditor: Client, story: Story
    ) -> None:
        response = auditor.post(f"/c/{story.citation}/why", {"viewer": "nobody"})
        assert response.status_code == 422
        assert b"Nobody active has this username." in response.content
        assert _looks() == []


@pytest.mark.parametrize("cause", Cause)
def test_that_a_passage_stands_is_said_only_where_passages_were_compared(cause: Cause) -> None:
    assert ("stands" in found(cause=cause, compared=True)) == (cause is Cause.INTACT)
    assert "stands" not in found(cause=cause, compared=False)


class TestOriginal:
    def test_opening_the_page_looks_at_nothing(self, auditor: Client, story: Story) -> None:
        pages = [auditor.get(f"/answers/{uid}/original") for uid in (story.answer, uuid4())]
        assert [page.status_code for page in pages] == [200, 200]
        assert b"30 days" not in pages[0].content
        assert _looks() == []

    def test_a_look_shows_what_was_said_and_is_logged(self, auditor: Client, story: Story) -> None:
        revoke(document=story.document, right=Right.READ, name="support")
        html = auditor.post(f"/answers/{story.answer}/original").content.decode()
        assert "The window is 30 days." in html
        assert "How long?" in html
        assert _looks() == [("original_read", principal("contractor").uid, story.answer, {})]

    def test_erased_and_unknown_are_not_found(self, auditor: Client, story: Story) -> None:
        erase_answer(actor=principal("support"), answer=story.answer, at=AT)
        erased = auditor.post(f"/answers/{story.answer}/original")
        unknown = auditor.post(f"/answers/{uuid4()}/original")
        assert erased.status_code == unknown.status_code == 404
        assert erased.content == unknown.content
        assert _looks() == []


@pytest.mark.parametrize("who", ["support", "legal", "ada"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_for_everybody_else_there_is_no_such_address(sign_in: SignIn, story: Story, who: str, method: str) -> None:
    client = sign_in(who)
    nowhere = client.get("/no-such-page").content
    for known, unknown in _addresses(story):
        answers = [getattr(client, method)(address, {"viewer": "support"}) for address in (known, unknown)]
        assert [answer.status_code for answer in answers] == [404, 404]
        assert {answer.content for answer in answers} == {nowhere}
    assert _looks() == []


def test_auditors_alone_are_shown_the_way(sign_in: SignIn, auditor: Client, story: Story) -> None:
    assert f"/c/{story.citation}/why" in auditor.get(f"/c/{story.citation}").content.decode()
    support = sign_in("support")
    assert "/why" not in support.get(f"/c/{story.citation}").content.decode()
    assert "/original" not in support.get(f"/answers/{story.answer}").content.decode()
