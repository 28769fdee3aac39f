"""Undoing on the web: asked once more before, on what the writer looked at, and only where it is possible."""

from uuid import UUID

import pytest
from django.test import Client

from acl.rights import Right
from citeledger.documents import queries, services
from tests.functional.web.conftest import AT, POLICY, SignIn, Story, grant, principal, publish

EDITED = POLICY.replace("30 days", "14 days")


@pytest.fixture
def newest(story: Story) -> UUID:
    return publish(document=story.document, text=EDITED, expected=story.version)


def _text(story: Story) -> str:
    found = queries.document(viewer=principal("legal"), uid=story.document)
    assert found.version is not None
    return queries.version(viewer=principal("legal"), uid=found.version).text


def _address(story: Story) -> str:
    return f"/documents/{story.document}/versions/{story.version}/revert"


def _send(client: Client, story: Story, expected: UUID) -> object:
    return client.post(_address(story), {"expected": str(expected)})


class TestPublishAgain:
    def test_it_is_offered_beside_older_versions_to_those_who_edit(
        self, sign_in: SignIn, story: Story, newest: UUID
    ) -> None:
        pages = [f"/documents/{story.document}/versions", f"/documents/{story.document}/versions/{story.version}"]
        grant(document=story.document, right=Right.READ, name="ada")
        for page in pages:
            assert _address(story) in sign_in("legal").get(page).content.decode()
            assert _address(story) not in sign_in("support").get(page).content.decode()
        assert f"{newest}/revert" not in sign_in("legal").get(pages[0]).content.decode()

    def test_it_asks_first(self, sign_in: SignIn, story: Story, newest: UUID) -> None:
        page = sign_in("legal").get(_address(story))
        assert "Publish version 1 again" in page.content.decode()
        assert f'name="expected" value="{newest}"' in page.content.decode()
        assert _text(story) == EDITED

    def test_it_publishes_and_the_history_says_so(self, sign_in: SignIn, story: Story, newest: UUID) -> None:
        client = sign_in("legal")
        response = client.post(_address(story), {"expected": str(newest)})
        assert response["Location"] == f"/documents/{story.document}"
        assert _text(story) == POLICY
        assert b"says again what version 1 said" in client.get(f"/documents/{story.document}/versions").content

    def test_whoever_comes_second_is_asked_again_on_what_is_newest(
        self, sign_in: SignIn, story: Story, newest: UUID
    ) -> None:
        latest = publish(document=story.document, text="theirs\n", expected=newest)
        response = _send(sign_in("legal"), story, newest)
        html = response.content.decode()  # type: ignore[attr-defined]
        assert response.status_code == 409  # type: ignore[attr-defined]
        assert f'name="expected" value="{latest}"' in html
        assert "Somebody published meanwhile" in html
        assert _text(story) == "theirs\n"
        assert _send(sign_in("legal"), story, latest).status_code == 302  # type: ignore[attr-defined]
        assert _text(story) == POLICY

    def test_a_reader_cannot(self, sign_in: SignIn, story: Story, newest: UUID) -> None:
        assert sign_in("support").get(_address(story)).status_code == 403
        assert _send(sign_in("support"), story, newest).status_code == 403  # type: ignore[attr-defined]
        assert _text(story) == EDITED

    def test_a_version_of_another_document_is_not_there(self, sign_in: SignIn, story: Story, newest: UUID) -> None:
        client = sign_in("legal")
        client.post("/documents/new", {"title": "Other", "language": "en", "status": "draft"})
        other = queries.documents(viewer=principal("legal"), after=None, limit=1)[0].uid
        assert client.get(f"/documents/{other}/versions/{story.version}/revert").status_code == 404


class TestEndTheRetirement:
    @pytest.fixture
    def address(self, story: Story) -> str:
        services.retire(actor=principal("legal"), document=story.document, at=AT)
        return f"/documents/{story.document}/unretire"

    def test_it_is_offered_to_those_who_manage_it(self, sign_in: SignIn, story: Story, address: str) -> None:
        assert address in sign_in("legal").get(f"/documents/{story.document}").content.decode()

    def test_not_before_it_is_retired(self, sign_in: SignIn, story: Story) -> None:
        assert "/unretire" not in sign_in("legal").get(f"/documents/{story.document}").content.decode()

    def test_it_asks_first_and_then_its_readers_see_it_again(self, sign_in: SignIn, story: Story, address: str) -> None:
        assert b"sees it again" in sign_in("legal").get(address).content
        assert sign_in("support").get(f"/documents/{story.document}").status_code == 404
        assert sign_in("legal").post(address).status_code == 302
        assert sign_in("support").get(f"/documents/{story.document}").status_code == 200

    def test_for_its_readers_there_is_nothing(self, sign_in: SignIn, address: str) -> None:
        assert sign_in("support").get(address).status_code == 404
        assert sign_in("support").post(address).status_code == 404

    def test_once(self, sign_in: SignIn, address: str) -> None:
        sign_in("legal").post(address)
        assert sign_in("legal").post(address).status_code == 422
