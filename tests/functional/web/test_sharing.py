"""What the manager of an answer does with it on the web: share it, take that back, erase it."""

from contextlib import nullcontext
from unittest.mock import patch
from uuid import uuid4

import pytest

from acl.queries import can_read_answer
from acl.rights import Right
from citeledger.log.models import Erasure, LogEntry
from revalidation import withholding
from tests.functional.web.conftest import SignIn, Story, grant, principal

CONTRACTOR = {"kind": "user", "name": "contractor", "right": "read"}


def _reads(story: Story) -> bool:
    return can_read_answer(principal=principal("contractor"), answer=story.answer)


class TestSharing:
    def test_it_is_shared_shown_and_taken_back(self, sign_in: SignIn, story: Story) -> None:
        client, address = sign_in("support"), f"/answers/{story.answer}/share"
        assert client.post(address, CONTRACTOR).status_code == 302
        assert _reads(story)
        assert b"Revoke read from contractor" in client.get(address).content
        asked = client.post(f"{address}/revoke", CONTRACTOR).content.decode()
        assert f'<a href="{address}">Share</a>' in asked
        assert "<h1>Revoke Read from <bdi>contractor</bdi></h1>" in asked
        assert _reads(story)
        assert client.post(f"{address}/revoke", CONTRACTOR | {"sure": "yes"}).status_code == 302
        assert not _reads(story)
        kinds = list(LogEntry.objects.filter(subject_uid=story.answer).order_by("pk").values_list("kind", flat=True))
        assert kinds == ["answer_recorded", "right_granted", "right_revoked"]

    def test_sharing_the_answer_shares_no_source(self, sign_in: SignIn, story: Story) -> None:
        sign_in("support").post(f"/answers/{story.answer}/share", CONTRACTOR)
        html = sign_in("contractor").get(f"/answers/{story.answer}").content.decode()
        assert 'data-state="unavailable"' in html
        assert "30 days" not in html

    @pytest.mark.parametrize("wrong", [{"name": "nobody"}, {"right": "cite"}, {"kind": "dog"}])
    def test_a_wrong_holder_or_right_changes_nothing(
        self, sign_in: SignIn, story: Story, wrong: dict[str, str]
    ) -> None:
        assert sign_in("support").post(f"/answers/{story.answer}/share", CONTRACTOR | wrong).status_code == 422
        assert not _reads(story)


@pytest.mark.parametrize("asked", ["", "?q=long", "?state=current"])
def test_the_ledger_leaves_at_a_tick_where_it_withholds_and_only_there(
    sign_in: SignIn, story: Story, asked: str
) -> None:
    sign_in("support").post(f"/answers/{story.answer}/share", CONTRACTOR)
    for name, withholds in (("support", False), ("contractor", True), ("legal", False)):
        with withholding.watching() as watch, patch.object(withholding, "watching", lambda: nullcontext(watch)):
            assert sign_in(name).get(f"/ledger{asked}").status_code == 200
        assert watch.withheld is withholds


class TestErasing:
    def test_it_is_asked_once_more_and_then_it_is_gone(self, sign_in: SignIn, story: Story) -> None:
        client, address = sign_in("support"), f"/answers/{story.answer}/erase"
        assert b"There is no way back." in client.get(address).content
        assert client.get(f"/answers/{story.answer}").status_code == 200
        response = client.post(address)
        assert response["Location"] == "/ledger"
        assert b"The text is erased." in client.get(response["Location"]).content
        assert client.get(f"/answers/{story.answer}").status_code == 404
        assert client.post(address).status_code == 404
        assert Erasure.objects.filter(subject_uid=story.answer).count() == 1


@pytest.mark.parametrize("path", ["share", "share/revoke", "erase"])
def test_a_reader_is_told_that_it_is_not_allowed_and_others_nothing(sign_in: SignIn, story: Story, path: str) -> None:
    sign_in("support").post(f"/answers/{story.answer}/share", CONTRACTOR | {"name": "legal"})
    reader, other = sign_in("legal"), sign_in("contractor")
    assert reader.post(f"/answers/{story.answer}/{path}", CONTRACTOR).status_code == 403
    hidden, unknown = (other.post(f"/answers/{uid}/{path}", CONTRACTOR) for uid in (story.answer, uuid4()))
    assert hidden.status_code == unknown.status_code == 404
    assert hidden.content == unknown.content
    assert not _reads(story)
    assert not Erasure.objects.exists()


def test_managers_alone_are_shown_the_way(sign_in: SignIn, story: Story) -> None:
    sign_in("support").post(f"/answers/{story.answer}/share", CONTRACTOR)
    grant(document=story.document, right=Right.READ, name="contractor")
    assert b"/share" in sign_in("support").get(f"/answers/{story.answer}").content
    html = sign_in("contractor").get(f"/answers/{story.answer}").content
    assert b"/share" not in html
    assert b"/erase" not in html
