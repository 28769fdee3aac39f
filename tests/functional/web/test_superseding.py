"""Naming the document that takes over: one of the newest, or any one may read by its uid."""

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from acl.rights import Right
from citeledger.documents import queries, services
from citeledger.documents.metadata import Metadata
from citeledger.documents.queries import successors
from citeledger.interfaces.web.views.lifecycle import _CANDIDATES
from tests.functional.web.conftest import AT, SignIn, Story, grant, principal, publish


def _create(title: str, name: str = "legal") -> UUID:
    return services.create_document(actor=principal(name), metadata=Metadata(title=title), at=AT)


def _successor(story: Story) -> UUID | None:
    found = queries.document(viewer=principal("legal"), uid=story.document).superseded_by
    return found.uid if found else None


def _send(client: Client, story: Story, **data: object) -> object:
    return client.post(f"/documents/{story.document}/supersede", {"effective_from": "2026-01-01"} | data)


def test_the_newest_are_offered_by_name_and_older_ones_go_by_their_uid(sign_in: SignIn, story: Story) -> None:
    old = _create("Oldest of all")
    for number in range(_CANDIDATES):
        _create(f"Newer {number}")
    client = sign_in("legal")
    html = client.get(f"/documents/{story.document}/supersede").content.decode()
    assert html.count("<option") == _CANDIDATES + 1
    assert "Oldest of all" not in html
    assert _send(client, story, by_uid=old).status_code == 302
    assert _successor(story) == old


def test_names_in_the_list_show_what_nobody_can_see(sign_in: SignIn, story: Story) -> None:
    _create("Ret\u200burns")
    html = sign_in("legal").get(f"/documents/{story.document}/supersede").content.decode()
    assert "Ret⟨U+200B⟩urns" in html


@pytest.mark.parametrize("data", [{}, {"by": "{other}", "by_uid": "{other}"}, {"by_uid": "x"}], ids=str)
def test_exactly_one_document_is_named(sign_in: SignIn, story: Story, data: dict[str, str]) -> None:
    other = _create("Other")
    said = {name: value.format(other=other) for name, value in data.items()}
    assert _send(sign_in("legal"), story, **said).status_code == 422
    assert _successor(story) is None


def test_a_hidden_document_and_one_that_never_was_get_the_same_answer(sign_in: SignIn, story: Story) -> None:
    hidden, unknown, client = _create("Private to support", "support"), uuid4(), sign_in("legal")
    answers = [_send(client, story, by_uid=uid) for uid in (hidden, unknown)]
    said = [
        answer.content.decode().replace(str(uid), "") for answer, uid in zip(answers, (hidden, unknown), strict=True)
    ]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert "no document with this uid" in said[0]
    assert _without_token(said[0]) == _without_token(said[1])
    assert _successor(story) is None


def _without_token(html: str) -> str:
    head, _, rest = html.partition('name="csrfmiddlewaretoken" value="')
    return head + rest.partition('"')[2]


class TestTheCitationPage:
    """A reader of a superseded document is led to its successor, if they may read that one."""

    @pytest.fixture
    def successor(self, story: Story, sign_in: SignIn) -> UUID:
        other = _create("Returns, second edition")
        publish(document=other, text="Fourteen days.", expected=None)
        assert _send(sign_in("legal"), story, by_uid=other).status_code == 302
        return other

    def _page(self, sign_in: SignIn, story: Story, name: str = "support") -> str:
        html: str = sign_in(name).get(f"/c/{story.citation}").content.decode()
        assert 'data-state="source_changed"' in html
        return html

    def test_leads_on_for_whoever_may_read_both(self, sign_in: SignIn, story: Story, successor: UUID) -> None:
        grant(document=successor, right=Right.READ, name="support")
        html = self._page(sign_in, story)
        assert f'href="/documents/{successor}"' in html
        assert "Returns, second edition" in html

    def test_asks_once_for_the_successors_of_all_sources(self, sign_in: SignIn, story: Story, successor: UUID) -> None:
        second = _create("Shipping")
        publish(document=second, text="Shipping is free.", expected=None)
        sign_in("legal").post(f"/documents/{second}/supersede", {"effective_from": "2026-01-01", "by_uid": successor})
        legal = principal("legal")
        with CaptureQueriesContext(connection) as asked:
            found = successors(viewer=legal, documents=[story.document, second])
        assert {one.uid for one in found.values()} == {successor}
        assert found.keys() == {story.document, second}
        assert len(asked) == 1

    def test_names_nothing_one_may_not_read(self, sign_in: SignIn, story: Story, successor: UUID) -> None:
        html = self._page(sign_in, story)
        assert "Another document has taken over" in html
        assert str(successor) not in html
        assert "second edition" not in html

    def test_names_nothing_that_has_not_taken_over_yet(self, sign_in: SignIn, story: Story) -> None:
        other = _create("Returns, of the future")
        grant(document=other, right=Right.READ, name="support")
        sign_in("legal").post(
            f"/documents/{story.document}/supersede", {"effective_from": "2999-01-01", "by_uid": other}
        )
        html = sign_in("support").get(f"/c/{story.citation}").content.decode()
        assert 'data-state="current"' in html
        assert str(other) not in html
