"""Creating and changing documents on the web: on what is current, with what was typed never lost."""

from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from acl.rights import Right
from citeledger.core.refusals import NotFound
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents import queries
from citeledger.documents.services import reading
from citeledger.emission.services import record_answer
from citeledger.extraction import html
from citeledger.ledger.services import erase_answer
from tests.functional.web.conftest import AT, POLICY, SignIn, Story, grant, principal, publish
from tests.rig.news import news

DETAILS = {"title": "Repairs", "language": "en", "status": "draft"}


def _text_of(document: UUID) -> str:
    found = queries.document(viewer=principal("legal"), uid=document)
    assert found.version is not None
    return queries.version(viewer=principal("legal"), uid=found.version).text


def _send_text(client: Client, story: Story, text: str, expected: UUID | str) -> object:
    data = {"text": text, "media_type": "text/markdown", "expected": str(expected)}
    return client.post(f"/documents/{story.document}/text", data)


def test_a_new_document_leads_on_to_its_text(sign_in: SignIn) -> None:
    response = sign_in("legal").post("/documents/new", DETAILS)
    assert response.status_code == 302
    assert response["Location"].endswith("/text")
    assert news(response) == ("created", response["Location"])


def test_a_new_document_is_seen_by_nobody_else(sign_in: SignIn) -> None:
    sign_in("legal").post("/documents/new", DETAILS)
    assert b"Repairs" in sign_in("legal").get("/documents").content
    assert b"Repairs" not in sign_in("ada").get("/documents").content


@pytest.mark.parametrize(
    ("field", "value"), [("title", ""), ("title", "x" * 301), ("language", "english!"), ("title", "\u202eevil")]
)
def test_bad_details_come_back_with_a_reason_beside_the_field(sign_in: SignIn, field: str, value: str) -> None:
    response = sign_in("legal").post("/documents/new", DETAILS | {field: value})
    assert response.status_code == 422
    assert response.context["form"].errors.keys() == {field}
    assert b'aria-invalid="true"' in response.content


def test_the_first_text_is_published(sign_in: SignIn, policy: UUID) -> None:
    data = {"text": POLICY, "media_type": "text/markdown", "expected": ""}
    assert sign_in("legal").post(f"/documents/{policy}/text", data).status_code == 302
    assert _text_of(policy) == POLICY


def test_the_form_holds_the_current_text_to_the_character(sign_in: SignIn, story: Story) -> None:
    response = sign_in("legal").get(f"/documents/{story.document}/text")
    assert response.context["form"].initial["text"] == POLICY
    assert response.context["form"].initial["expected"] == story.version


@pytest.mark.parametrize(
    "text", ["\n\n  leading and trailing \n\n", "tab\there\n", "👩‍⚖️ é é\n", "</textarea><b>x</b>\n"]
)
def test_text_is_kept_as_typed(sign_in: SignIn, story: Story, text: str) -> None:
    _send_text(sign_in("legal"), story, text.replace("\n", "\r\n"), story.version)
    assert _text_of(story.document) == text


def test_whoever_comes_second_gets_a_conflict_and_keeps_the_typed_text(sign_in: SignIn, story: Story) -> None:
    newer = publish(document=story.document, text="theirs\n", expected=story.version)
    response = _send_text(sign_in("legal"), story, "mine, typed for an hour\n", story.version)
    html = response.content.decode()  # type: ignore[attr-defined]
    assert response.status_code == 409  # type: ignore[attr-defined]
    assert "mine, typed for an hour" in html
    assert f"/changes/{story.version}/{newer}" in html
    assert f'name="expected" value="{newer}"' in html
    assert _text_of(story.document) == "theirs\n"


def test_after_a_conflict_the_same_form_publishes_on_top(sign_in: SignIn, story: Story) -> None:
    newer = publish(document=story.document, text="theirs\n", expected=story.version)
    _send_text(sign_in("legal"), story, "both\n", newer)
    assert _text_of(story.document) == "both\n"


@pytest.mark.parametrize("text", ["", "a\0b"])
def test_text_that_cannot_be_kept_is_refused_and_changes_nothing(sign_in: SignIn, story: Story, text: str) -> None:
    response = _send_text(sign_in("legal"), story, text, story.version)
    assert response.status_code == 422  # type: ignore[attr-defined]
    assert _text_of(story.document) == POLICY


def test_a_reader_cannot_edit(sign_in: SignIn, story: Story) -> None:
    assert sign_in("support").get(f"/documents/{story.document}/text").status_code == 403
    assert _send_text(sign_in("support"), story, "x\n", story.version).status_code == 403  # type: ignore[attr-defined]


def test_details_are_changed_on_the_revision_they_were_read_at(sign_in: SignIn, story: Story) -> None:
    client, address = sign_in("legal"), f"/documents/{story.document}/details"
    assert client.post(address, DETAILS | {"title": "First", "expected": "1"}).status_code == 302
    late = client.post(address, DETAILS | {"title": "Typed late", "expected": "1"})
    assert late.status_code == 409
    assert "Typed late" in late.content.decode()
    assert client.post(address, DETAILS | {"title": "Typed late", "expected": "2"}).status_code == 302


def test_retiring_asks_first_and_hides_the_document(sign_in: SignIn, story: Story) -> None:
    client, address = sign_in("legal"), f"/documents/{story.document}/retire"
    assert b"end the retirement" in client.get(address).content
    assert client.post(address).status_code == 302
    assert sign_in("support").get(f"/documents/{story.document}").status_code == 404
    assert b"Retired on" in client.get(f"/documents/{story.document}").content


@pytest.mark.parametrize(
    ("path", "what"), [("retire", "this document"), ("versions/{version}/withdraw", "this version")]
)
def test_what_makes_statements_unavailable_says_of_how_many_before(
    sign_in: SignIn, story: Story, path: str, what: str
) -> None:
    client, address = sign_in("legal"), f"/documents/{story.document}/{path.format(version=story.version)}"

    def asked() -> tuple[str, int]:
        with CaptureQueriesContext(connection) as queries:
            return client.get(address).content.decode(), len(queries)

    client.get(address)
    one, before = asked()
    assert f"1 statement rests on {what}." in one
    note = Statement(text="See there.", basis=Basis.PARAPHRASED, derived_from=(story.answer,))
    for _ in range(2):
        kind, context = AnswerKind.MEMORY_NOTE, Context()
        record_answer(
            writer=principal("support"), kind=kind, segments=[note], context=context, on_behalf_of=None, at=AT
        )
    more, after = asked()
    assert f"3 statements rest on {what}." in more
    assert after == before
    erase_answer(actor=principal("support"), answer=story.answer, at=AT)
    assert f"No statement rests on {what}." in asked()[0]
    assert sign_in("support").get(address).status_code == 403


def test_a_retired_document_cannot_be_retired_again(sign_in: SignIn, story: Story) -> None:
    client, address = sign_in("legal"), f"/documents/{story.document}/retire"
    client.post(address)
    assert client.post(address).status_code == 422


def test_superseding_names_the_new_document_to_those_who_may_read_it(sign_in: SignIn, story: Story) -> None:
    client = sign_in("legal")
    client.post("/documents/new", DETAILS)
    newer = queries.documents(viewer=principal("legal"), after=None, limit=1)[0].uid
    data = {"by": str(newer), "effective_from": "2026-01-01"}
    assert client.post(f"/documents/{story.document}/supersede", data).status_code == 302
    assert b"Repairs" in client.get(f"/documents/{story.document}").content
    assert b"Repairs" not in sign_in("support").get(f"/documents/{story.document}").content
    grant(document=newer, right=Right.READ, name="support")
    assert b"Repairs" in sign_in("support").get(f"/documents/{story.document}").content


def test_superseding_offers_no_document_one_cannot_read(sign_in: SignIn, story: Story) -> None:
    sign_in("support").post("/documents/new", DETAILS | {"title": "Private to support"})
    html = sign_in("legal").get(f"/documents/{story.document}/supersede").content
    assert b"Private to support" not in html


def test_a_withdrawn_version_is_never_shown_again(sign_in: SignIn, story: Story) -> None:
    publish(document=story.document, text="newer\n", expected=story.version)
    address = f"/documents/{story.document}/versions/{story.version}"
    assert sign_in("legal").post(f"{address}/withdraw").status_code == 302
    assert sign_in("legal").get(address).status_code == 404
    with pytest.raises(NotFound):
        queries.version(viewer=principal("legal"), uid=story.version)


def test_a_document_without_a_standing_version_says_so(sign_in: SignIn, story: Story) -> None:
    sign_in("legal").post(f"/documents/{story.document}/versions/{story.version}/withdraw")
    assert b"no current version" in sign_in("legal").get(f"/documents/{story.document}").content


def test_publishing_what_is_there_already_says_so(sign_in: SignIn, story: Story) -> None:
    response = _send_text(sign_in("legal"), story, POLICY.replace("\n", "\r\n"), story.version)
    assert news(response)[0] == "unchanged"
    assert queries.document(viewer=principal("legal"), uid=story.document).version == story.version


class TestTextReadFromAFile:
    """Typed over, it would lose its cells, pages and doubts: the file is changed instead."""

    @pytest.fixture
    def page(self, cast: None, monkeypatch: pytest.MonkeyPatch, sign_in: SignIn) -> UUID:
        monkeypatch.setattr(reading, "read_apart", lambda *, data, options, **_: html.extract(data, options))
        client = sign_in("legal")
        file = SimpleUploadedFile("fees.html", b"<h1>Fees</h1><table><tr><td>Express<td>12</table>", "text/html")
        upload = UUID(client.post("/uploads", {"file": file})["Location"].rpartition("/")[2])
        reading.read(upload=upload, at=AT)
        client.post(f"/uploads/{upload}/publish", DETAILS | {"as": "new"})
        return queries.documents(viewer=principal("legal"), after=None, limit=1)[0].uid

    def test_has_no_form(self, sign_in: SignIn, page: UUID) -> None:
        response = sign_in("legal").get(f"/documents/{page}/text")
        assert response.status_code == 200
        assert b"<textarea" not in response.content
        assert f"/uploads?document={page}" in response.content.decode()

    def test_takes_no_text(self, sign_in: SignIn, page: UUID) -> None:
        before = _text_of(page)
        data = {"text": "typed over", "media_type": "text/markdown", "expected": ""}
        assert sign_in("legal").post(f"/documents/{page}/text", data).status_code == 409
        assert _text_of(page) == before
