"""The life page: drawn for who may read the document, with a table that says the same."""

from tests.functional.web.conftest import PASSAGE, POLICY, SignIn, Story, publish

EDITED = POLICY.replace("30 days", "14 days")


def test_it_is_drawn_and_told(sign_in: SignIn, story: Story) -> None:
    edited = publish(document=story.document, text=EDITED, expected=story.version)
    html = sign_in("support").get(f"/documents/{story.document}/life").content.decode()
    assert "1 cited passage through 2 versions; 1 differs now." in html
    assert 'data-kind="changed"' in html.split("life-lanes", 1)[1]
    assert f'href="/c/{story.citation}"' in html
    assert f"/documents/{story.document}/changes/{story.version}/{edited}" in html
    table = html.split("<table>", 1)[1]
    assert PASSAGE in table
    assert "Changed in version 2" in table
    assert "Source changed" in table


def test_it_is_linked_from_the_document_and_its_versions(sign_in: SignIn, story: Story) -> None:
    for page in ("", "/versions"):
        html = sign_in("support").get(f"/documents/{story.document}{page}").content.decode()
        assert f"/documents/{story.document}/life" in html


def test_what_others_said_is_not_in_it(sign_in: SignIn, story: Story) -> None:
    """Legal reads the policy; the answer is support's and was not shared."""
    html = sign_in("legal").get(f"/documents/{story.document}/life").content.decode()
    assert "Nothing you may read cites a passage of this document yet." in html
    assert "0 cited passages" not in html
    assert PASSAGE not in html


def test_for_whoever_may_not_read_there_is_nothing(sign_in: SignIn, story: Story) -> None:
    assert sign_in("contractor").get(f"/documents/{story.document}/life").status_code == 404


def test_a_place_that_is_none_is_refused(sign_in: SignIn, story: Story) -> None:
    client = sign_in("support")
    assert client.get(f"/documents/{story.document}/life?after={story.document}").status_code == 400
    assert client.get(f"/documents/{story.document}/life?after=x").status_code == 404
