"""Reading documents on the web: by grants, verbatim, and alike for hidden and unknown."""

import re
from html.parser import HTMLParser
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection
from django.test import Client

from acl.rights import Right
from citeledger.core.spans import code_points_from_utf16
from citeledger.documents.metadata import Metadata
from citeledger.documents.services import create_document
from citeledger.interfaces.web import pagination
from citeledger.interfaces.web.views import documents as views
from tests.functional.web.conftest import AT, POLICY, SignIn, Story, grant, principal, publish, revoke


class _BlockTexts(HTMLParser):
    """The text of each block as a browser reads it, with its offsets."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.blocks: list[tuple[int, int, str]] = []
        self._depth = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if "data-start" in said:
            self._depth = 1
            self.blocks.append((int(said["data-start"] or 0), int(said["data-end"] or 0), ""))
        elif self._depth:
            self._depth += 1

    def handle_endtag(self, tag: str) -> None:
        self._depth = max(0, self._depth - 1)

    def handle_data(self, data: str) -> None:
        if self._depth:
            start, end, text = self.blocks[-1]
            self.blocks[-1] = (start, end, text + data)


def _address(story: Story) -> str:
    return f"/documents/{story.document}"


def test_the_list_shows_what_the_viewer_may_read_and_nothing_else(sign_in: SignIn, story: Story) -> None:
    assert b"Returns policy" in sign_in("support").get("/documents").content
    assert b"Returns policy" not in sign_in("contractor").get("/documents").content


def test_the_text_is_shown_verbatim_in_blocks_with_code_point_offsets(sign_in: SignIn, story: Story) -> None:
    html = sign_in("support").get(_address(story)).content.decode()
    blocks = _BlockTexts(html).blocks
    assert "".join(text for _, _, text in blocks) == POLICY
    assert all(POLICY[start:end] == text for start, end, text in blocks)


def test_offsets_of_a_browser_lead_to_the_same_characters(sign_in: SignIn, story: Story) -> None:
    utf16 = len("# Returns\n\nWe take back what we sold 👩‍⚖️".encode("utf-16-le")) // 2
    assert POLICY[code_points_from_utf16(text=POLICY, utf16_offset=utf16)] == "."


@pytest.mark.parametrize("path", ["", "/versions", "/rights", "/text", "/details", "/retire", "/supersede"])
def test_hidden_and_unknown_documents_get_the_same_answer(sign_in: SignIn, story: Story, path: str) -> None:
    client = sign_in("contractor")
    hidden = client.get(f"/documents/{story.document}{path}")
    unknown = client.get(f"/documents/{uuid4()}{path}")
    assert hidden.status_code == unknown.status_code == 404
    assert hidden.content == unknown.content
    assert dict(hidden.headers) == dict(unknown.headers)


def test_an_address_that_does_not_exist_is_answered_like_a_hidden_document(sign_in: SignIn, story: Story) -> None:
    client = sign_in("contractor")
    assert client.get("/no-such-page").content == client.get(_address(story)).content


HIDDEN_AND_UNKNOWN = ("/documents/{document}", "/answers/{answer}", "/documents/{unknown}", "/nowhere/{unknown}")


@pytest.mark.parametrize("who", ["contractor", "ada"])
def test_what_is_not_there_stands_in_the_frame_of_its_viewer(sign_in: SignIn, story: Story, who: str) -> None:
    client = sign_in(who)
    names = {"document": story.document, "answer": story.answer, "unknown": uuid4()}
    answers = [client.get(address.format(**names)) for address in HIDDEN_AND_UNKNOWN]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert len({tuple(sorted(answer.items())) for answer in answers}) == 1
    html = answers[0].content.decode()
    assert who in html
    assert 'href="/documents"' in html
    assert ('href="/people"' in html) is (who == "ada")


def test_a_visitor_who_is_lost_may_sign_in_and_come_back(db: None) -> None:
    html = Client().get("/nowhere").content.decode()
    assert "There is nothing here for you" in html
    assert 'href="/sign-in?next=/nowhere"' in html


def test_an_address_nobody_has_is_503_where_nobody_can_ask_who_looks(sign_in: SignIn) -> None:
    client = sign_in("support")

    def refuse(*_: object) -> None:
        raise OperationalError("the server closed the connection")

    with connection.execute_wrapper(refuse):
        assert client.get("/nowhere").status_code == 503


@pytest.mark.parametrize("suffix", ["/", "/x.css", ".css"])
def test_an_unknown_suffix_is_not_found(sign_in: SignIn, story: Story, suffix: str) -> None:
    assert sign_in("support").get(f"{_address(story)}{suffix}").status_code == 404


@pytest.mark.parametrize("path", ["/rights", "/retire", "/supersede"])
def test_a_reader_who_does_not_manage_is_told_that_it_is_not_allowed(sign_in: SignIn, story: Story, path: str) -> None:
    assert sign_in("support").get(f"{_address(story)}{path}").status_code == 403


def test_a_right_taken_away_hides_the_document_from_the_next_request_on(sign_in: SignIn, story: Story) -> None:
    client = sign_in("support")
    assert client.get(_address(story)).status_code == 200
    revoke(document=story.document, right=Right.READ, name="support")
    assert client.get(_address(story)).status_code == 404


def test_only_holders_of_cite_are_offered_to_cite(sign_in: SignIn, story: Story) -> None:
    grant(document=story.document, right=Right.READ, name="contractor")
    assert b'name="block"' in sign_in("support").get(_address(story)).content
    assert b'name="block"' not in sign_in("contractor").get(_address(story)).content


def test_an_earlier_version_says_so_and_links_to_the_difference(sign_in: SignIn, story: Story) -> None:
    newer = publish(document=story.document, text=POLICY.replace("30", "14"), expected=story.version)
    html = sign_in("support").get(f"{_address(story)}/versions/{story.version}").content.decode()
    assert "earlier version" in html
    assert f"/changes/{story.version}/{newer}" in html


def test_the_difference_shows_the_words_that_changed(sign_in: SignIn, story: Story) -> None:
    newer = publish(document=story.document, text=POLICY.replace("30", "14"), expected=story.version)
    html = sign_in("support").get(f"{_address(story)}/changes/{story.version}/{newer}").content.decode()
    assert "<del>30</del><ins>14</ins> days" in html
    assert "1 word was taken out, 1 was put in." in html


def test_versions_of_another_document_are_not_found_under_this_one(sign_in: SignIn, story: Story, policy: UUID) -> None:
    assert sign_in("support").get(f"/documents/{uuid4()}/versions/{story.version}").status_code == 404


def test_the_history_lists_all_versions(sign_in: SignIn, story: Story) -> None:
    publish(document=story.document, text=POLICY.replace("30", "14"), expected=story.version)
    html = sign_in("support").get(f"{_address(story)}/versions").content.decode()
    assert "Version 2" in html
    assert "Version 1" in html


@pytest.mark.parametrize("query", ["?_connector=OR", "?order_by=head__metadata__title", "?title=x&viewer=1"])
def test_the_address_filters_nothing_it_was_not_built_for(sign_in: SignIn, story: Story, query: str) -> None:
    client = sign_in("contractor")
    assert client.get(f"/documents{query}").content == client.get("/documents").content


def test_a_made_up_place_in_a_list_is_not_found(sign_in: SignIn, story: Story) -> None:
    assert sign_in("support").get("/documents?after=x").status_code == 404


def test_a_place_that_left_the_list_is_a_bad_request(sign_in: SignIn, story: Story) -> None:
    assert sign_in("support").get(f"/documents?after={uuid4()}").status_code == 400


def test_versions_of_two_documents_are_not_compared(sign_in: SignIn, story: Story) -> None:
    other = create_document(actor=principal("legal"), metadata=Metadata(title="Other"), at=AT)
    theirs = publish(document=other, text="other\n", expected=None)
    assert sign_in("legal").get(f"{_address(story)}/changes/{story.version}/{theirs}").status_code == 400


def test_a_list_goes_on_behind_its_last_row(sign_in: SignIn, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pagination, "PAGE_SIZE", 1)
    monkeypatch.setattr(views, "PAGE_SIZE", 1)
    create_document(actor=principal("legal"), metadata=Metadata(title="Newer"), at=AT)
    first = sign_in("legal").get("/documents").content.decode()
    assert "Newer" in first
    assert "Returns policy" not in first
    more = re.search(r'href="(\?after=[^"]+)"', first)
    assert more is not None
    assert "Returns policy" in sign_in("legal").get(f"/documents{more[1]}").content.decode()
