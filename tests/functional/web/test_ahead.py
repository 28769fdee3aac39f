"""Wherever people publish they see before what it turns: of what they may read, and with what they typed kept."""

import re
from uuid import UUID

import pytest
from django.http import HttpResponse
from django.test import Client

from acl import services as rights
from acl.queries import Holder
from acl.rights import Right
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents import services
from citeledger.documents.models import Version
from citeledger.emission.services import record_answer
from revalidation import previews, wiring
from tests.functional.web.conftest import AT, PASSAGE, POLICY, SignIn, Story, principal, publish
from tests.functional.web.test_uploads import ready
from tests.rig.caches import MemoryCache

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


def test_what_turns_by_way_of_another_text_is_told_as_that(sign_in: SignIn, shared: Story) -> None:
    statement = Statement("About a month.", Basis.PARAPHRASED, derived_from=(shared.answer,))
    how = {"context": Context(), "on_behalf_of": None, "at": AT}
    record_answer(writer=principal("legal"), kind=AnswerKind.MEMORY_NOTE, segments=[statement], **how)
    page = asked(sign_in("legal"), shared, EDITED)
    change = "A number in the cited words was changed."
    assert (page.count(change), page.count(f"By way of another text: {change}")) == (2, 1)


def test_what_stays_is_a_number(sign_in: SignIn, shared: Story) -> None:
    page = asked(sign_in("legal"), shared, f"{POLICY}\nMore.\n")
    assert "Publishing this turns no citation in answers you may read." in page
    assert "1 stays current." in page


def test_what_the_editor_may_not_read_is_not_counted(sign_in: SignIn, story: Story) -> None:
    page = asked(sign_in("legal"), story, EDITED)
    assert TURNS not in page
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
    assert "1 differs now and becomes current again." in page


class TestSomebodyPublishedMeanwhile:
    """A preview is against the version that is current now, and so is what its page publishes; its reader is told."""

    SAID = "Somebody published meanwhile"

    def expected(self, page: str, name: str = "expected") -> str:
        (value,) = re.findall(rf'<input type="hidden" name="{name}" value="([^"]*)"', page)
        return value

    def test_between_writing_and_looking(self, sign_in: SignIn, shared: Story) -> None:
        client = sign_in("legal")
        assert self.SAID not in asked(client, shared, EDITED)
        newest = publish(document=shared.document, text=f"{POLICY}\nTheirs.\n", expected=shared.version)
        page = asked(client, shared, EDITED)
        assert self.SAID in page
        assert f"/documents/{shared.document}/changes/{shared.version}/{newest}" in page
        assert (self.expected(page), EDITED.splitlines()[-1] in page) == (str(newest), True)

    def test_between_looking_and_publishing(self, sign_in: SignIn, shared: Story) -> None:
        client = sign_in("legal")
        seen = self.expected(asked(client, shared, EDITED))
        newest = publish(document=shared.document, text=f"{POLICY}\nTheirs.\n", expected=shared.version)
        sent = {"text": EDITED, "media_type": "text/markdown", "expected": seen}
        response = client.post(f"/documents/{shared.document}/text", sent)
        page = response.content.decode()
        assert (response.status_code, self.SAID in page, self.expected(page)) == (409, True, str(newest))
        assert "look again at what it turns" in page
        assert Version.objects.count() == 2

    def test_since_a_file_was_sent(self, sign_in: SignIn, shared: Story) -> None:
        client = sign_in("legal")
        aimed = ready(client, EDITED.encode(), document=str(shared.document))
        page = client.get(f"/uploads/{aimed}").content.decode()
        assert (self.SAID in page, self.expected(page)) == (False, str(shared.version))
        newest = publish(document=shared.document, text=f"{POLICY}\nTheirs.\n", expected=shared.version)
        late = client.post(f"/uploads/{aimed}/publish", {"expected": str(shared.version)})
        looked = client.get(f"/uploads/{aimed}")
        assert (late.status_code, looked.status_code) == (409, 200)
        for page in (late.content.decode(), looked.content.decode()):
            assert self.SAID in page
            assert TURNS in page
            assert self.expected(page) == str(newest)
        assert client.post(f"/uploads/{aimed}/publish", {"expected": str(newest)}).status_code == 302

    @pytest.mark.parametrize("by", ["list", "uid"])
    def test_since_a_file_was_looked_at_for_a_document(self, sign_in: SignIn, shared: Story, by: str) -> None:
        client = sign_in("legal")
        free = ready(client, EDITED.encode())
        named = {"list": {"document": f"{shared.document} {shared.version}"}, "uid": {"document_uid": shared.document}}
        first = self.post(client, free, named[by] | {"preview": "1"})
        assert (first.status_code, self.SAID in first.content.decode()) == (200, False)
        newest = publish(document=shared.document, text=f"{POLICY}\nTheirs.\n", expected=shared.version)
        seen = named[by] | {"looked_at": self.expected(first.content.decode(), "looked_at") if by == "uid" else ""}
        for more, status in (({"preview": "1"}, 200), ({}, 409)):
            page = self.post(client, free, seen | more)
            said = page.content.decode()
            assert (page.status_code, self.SAID in said, TURNS in said) == (status, True, True)
        assert Version.objects.count() == 2
        again = named[by] | {"looked_at": f"{shared.document} {newest}"}
        again |= {"document": f"{shared.document} {newest}"} if by == "list" else {}
        assert self.post(client, free, again).status_code == 302

    def post(self, client: Client, upload: UUID, data: dict[str, object]) -> HttpResponse:
        return client.post(f"/uploads/{upload}/publish", {"as": "next"} | data)

    @pytest.mark.parametrize("door", ["aimed", "list", "text", "revert"])
    def test_though_they_asked_too_often(
        self, sign_in: SignIn, shared: Story, monkeypatch: pytest.MonkeyPatch, door: str
    ) -> None:
        """Nothing is compared, yet what they publish next goes on top of the version they are told of."""
        client, document = sign_in("legal"), shared.document
        upload = ready(client, EDITED.encode(), document=str(document) if door == "aimed" else "")
        newest = publish(document=document, text=f"{POLICY}\nTheirs.\n", expected=shared.version)
        kept = MemoryCache()
        monkeypatch.setattr(previews, "PREVIEWS_A_MINUTE", 1)
        monkeypatch.setattr(wiring, "cache", lambda: kept)
        asked(client, shared, EDITED)
        text = {"text": EDITED, "media_type": "text/markdown"}
        at, sent = {
            "aimed": (f"/uploads/{upload}/publish", {"expected": shared.version}),
            "list": (f"/uploads/{upload}/publish", {"as": "next", "document": f"{document} {shared.version}"}),
            "text": (f"/documents/{document}/text", text | {"expected": shared.version}),
            "revert": (f"/documents/{document}/versions/{shared.version}/revert", {"expected": shared.version}),
        }[door]
        late = client.post(at, sent)
        page = late.content.decode()
        assert (late.status_code, self.SAID in page, "compared with that version" in page) == (409, True, False)
        assert str(newest) in page
        again = sent | ({"document": f"{document} {newest}"} if door == "list" else {"expected": newest})
        assert f'value="{again.get("document", newest)}"' in page
        assert client.post(at, again).status_code == 302

    def test_before_a_reversion(self, sign_in: SignIn, shared: Story) -> None:
        client = sign_in("legal")
        second = publish(document=shared.document, text=EDITED, expected=shared.version)
        address = f"/documents/{shared.document}/versions/{shared.version}/revert"
        assert self.expected(client.get(address).content.decode()) == str(second)
        third = publish(document=shared.document, text=f"{EDITED}\nTheirs.\n", expected=second)
        response = client.post(address, {"expected": str(second)})
        page = response.content.decode()
        assert (response.status_code, self.SAID in page, self.expected(page)) == (409, True, str(third))
        assert "1 differs now and becomes current again." in page


def test_what_awaits_review_is_counted_as_the_review_page_does(sign_in: SignIn, story: Story) -> None:
    """The answer is support's alone; legal may attest what rests on its document, and is told a number and no word."""
    client = sign_in("legal")
    page = asked(client, story, EDITED)
    assert "Publishing this turns 1 citation in answers not shared with you." in page
    assert "1 citation awaits you on the page Review" in page
    assert SAID not in page
    publish(document=story.document, text=EDITED, expected=story.version)
    review = client.get("/review").content.decode()
    assert (SAID in review, review.count('<li class="split" id="statement-')) == (True, 1)
    assert "not shared with you" in review


def test_too_many_are_told_to_wait(sign_in: SignIn, shared: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = MemoryCache()
    monkeypatch.setattr(wiring, "cache", lambda: kept)
    monkeypatch.setattr(previews, "PREVIEWS_A_MINUTE", 1)
    client = sign_in("legal")
    asked(client, shared, EDITED)
    data = {"text": EDITED, "media_type": "text/markdown", "expected": str(shared.version), "preview": "1"}
    response = client.post(f"/documents/{shared.document}/text", data)
    page = response.content.decode()
    assert (response.status_code, "was not worked out" in page, TURNS in page) == (429, True, False)
    assert EDITED.splitlines()[-1] in page
    aimed = ready(client, EDITED.encode(), document=str(shared.document))
    response = client.get(f"/uploads/{aimed}")
    assert (response.status_code, "was not worked out" in response.content.decode()) == (200, True)
