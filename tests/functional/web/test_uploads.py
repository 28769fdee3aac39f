"""Uploading on the web, without script: send a file, look at what was read, publish or discard it."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from acl.rights import Right
from citeledger.documents import uploads
from citeledger.documents.models import Document, Upload, Version
from citeledger.documents.services import reading
from citeledger.documents.services.uploading import LARGEST_UPLOAD
from citeledger.extraction import Cell, Extraction, Options, RegionKind, Unreadable, markdown
from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.formats import load
from tests.functional.web.conftest import AT, POLICY, SignIn, Story, grant, principal, publish, revoke
from tests.rig.news import news

CUT_OFF = {
    "docx": b"PK\x03\x04" + bytes(60),
    "xlsx": b"PK\x03\x04" + bytes(60),
    "pdf": b"%PDF-1.7",
    "png": b"\x89PNG\r\n\x1a\n" + bytes(20),
    "tiff": b"II*\0" + bytes(20),
}
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
FAINT = "Read from a picture with too little confidence."


@pytest.fixture(autouse=True)
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read in this process: what the sandbox does is told elsewhere."""
    monkeypatch.setattr(reading, "read_apart", lambda *, data, options, **_: markdown.extract(data, options))


def read_by_format(*, data: bytes, media_type: str, options: Options, **_: Any) -> Extraction:
    return load(media_type).extract(data, options)


def send(client: Client, data: bytes = b"# Mine\n\nWords.\n", name: str = "Refund_policy.md", **more: Any) -> Any:
    return client.post("/uploads", {"file": SimpleUploadedFile(name, data), **more})


def sent(client: Client, *args: Any, **more: Any) -> UUID:
    response = send(client, *args, **more)
    assert response.status_code == 302, response.content
    return UUID(response["Location"].rpartition("/")[2])


def ready(client: Client, *args: Any, **more: Any) -> UUID:
    uid = sent(client, *args, **more)
    reading.read(upload=uid, at=AT)
    return uid


def details(**more: str) -> dict[str, str]:
    return {"as": "new", "title": "Refunds", "language": "en", "status": "draft"} | more


class TestSending:
    def test_a_file_is_received_and_its_page_says_how_far_it_is(self, sign_in: SignIn) -> None:
        client = sign_in("legal")
        uid = sent(client)
        page = client.get(f"/uploads/{uid}").content.decode()
        assert "Refund_policy.md" in page
        assert 'data-state="waiting"' in page
        reading.read(upload=uid, at=AT)
        assert 'data-state="ready"' in client.get(f"/uploads/{uid}").content.decode()
        assert f"/uploads/{uid}" in client.get("/uploads").content.decode()

    def test_the_name_tells_the_kind_whatever_the_browser_guessed(self, sign_in: SignIn) -> None:
        file = SimpleUploadedFile("a.md", b"# Words", "application/vnd.ms-excel")
        sign_in("legal").post("/uploads", {"file": file})
        assert Upload.objects.get().media_type == "text/markdown"

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b"", "empty"),
            (b"\x7fELF\0", "What can be read"),
            (b"%PDF-1.7", "not what"),
            (OLD + "WordDocument".encode("utf-16-le"), "save it as .docx and upload that"),
        ],
        ids=["empty", "unknown", "another", "old"],
    )
    def test_what_is_refused_says_why(self, sign_in: SignIn, data: bytes, said: str) -> None:
        response = send(sign_in("legal"), data)
        assert response.status_code == 422
        assert said in response.content.decode()
        assert Upload.objects.count() == 0

    @pytest.mark.parametrize("name", ["policy.docx", "fees.xlsx", "policy.pdf", "scan.png", "scan.tiff"])
    def test_a_file_that_is_cut_off_is_received_and_its_page_says_that_it_cannot_be_read(
        self, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        monkeypatch.setattr(reading, "read_apart", read_by_format)
        client = sign_in("legal")
        uid = ready(client, CUT_OFF[name.rpartition(".")[2]], name)
        page = client.get(f"/uploads/{uid}").content.decode()
        assert 'data-state="refused"' in page
        assert "It cannot be read: it is damaged" in page
        assert '<div class="small refused">It cannot be read: it is damaged' in client.get("/uploads").content.decode()

    def test_no_file_is_asked_for(self, sign_in: SignIn) -> None:
        assert sign_in("legal").post("/uploads", {}).status_code == 422

    def test_a_file_that_is_too_large_is_not_even_read(self, sign_in: SignIn) -> None:
        response = send(sign_in("legal"), b"x" * (LARGEST_UPLOAD + 20_000), "a.txt")
        assert response.status_code == 413
        assert "larger than what can be sent" in response.content.decode()

    def test_a_post_without_our_token_is_refused(self, sign_in: SignIn) -> None:
        client = sign_in("legal")
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = client.cookies
        assert send(strict).status_code == 403
        assert send(strict, b"x" * (LARGEST_UPLOAD + 20_000)).status_code in {403, 413}
        assert Upload.objects.count() == 0

    def test_visitors_sign_in_first(self, cast: None) -> None:
        assert Client().get("/uploads")["Location"].startswith("/sign-in")
        assert send(Client())["Location"].startswith("/sign-in")


class TestForADocument:
    def test_its_editors_send_the_next_version(self, sign_in: SignIn, story: Story) -> None:
        client = sign_in("legal")
        assert "Upload the next version" in client.get(f"/documents/{story.document}").content.decode()
        assert "next version" in client.get(f"/uploads?document={story.document}").content.decode()
        uid = ready(client, document=str(story.document))
        response = client.post(f"/uploads/{uid}/publish", {"expected": str(story.version)})
        assert news(response) == ("published", response["Location"]) == ("published", f"/documents/{story.document}")
        assert Version.objects.filter(document__uid=story.document).count() == 2

    def test_readers_do_not(self, sign_in: SignIn, story: Story) -> None:
        client = sign_in("support")
        assert client.get(f"/uploads?document={story.document}").status_code == 403
        assert send(client, document=str(story.document)).status_code == 403

    @pytest.mark.parametrize("document", ["7", "0b9d3c52-7f1e-4c55-9d3a-6b8f0a6c1e11"])
    def test_nor_for_a_document_that_is_none(self, sign_in: SignIn, document: str) -> None:
        client = sign_in("contractor")
        assert client.get(f"/uploads?document={document}").status_code == 404
        assert send(client, document=document).status_code == 404

    def test_what_was_published_meanwhile_is_told_and_can_be_gone_over(self, sign_in: SignIn, story: Story) -> None:
        client = sign_in("legal")
        uid = ready(client, document=str(story.document))
        assert f'value="{story.version}"' in client.get(f"/uploads/{uid}").content.decode()
        newer = publish(document=story.document, text="Newer.", expected=story.version)
        response = client.post(f"/uploads/{uid}/publish", {"expected": str(story.version)})
        assert response.status_code == 409
        assert "Somebody published meanwhile" in response.content.decode()
        assert f'value="{newer}"' in response.content.decode()
        assert client.post(f"/uploads/{uid}/publish", {"expected": str(newer)}).status_code == 302

    def test_the_same_bytes_are_told_before_and_after(self, sign_in: SignIn, story: Story) -> None:
        client = sign_in("legal")
        uid = ready(client, POLICY.encode(), document=str(story.document))
        assert "the very bytes of the current version" in client.get(f"/uploads/{uid}").content.decode()
        response = client.post(f"/uploads/{uid}/publish", {"expected": str(story.version)})
        assert news(response)[0] == "identical"
        assert Version.objects.filter(document__uid=story.document).count() == 1

    def test_who_may_not_edit_it_any_more_sees_nothing_of_the_file(self, sign_in: SignIn, story: Story) -> None:
        grant(document=story.document, right=Right.EDIT, name="support")
        client = sign_in("support")
        uid = ready(client, document=str(story.document))
        revoke(document=story.document, right=Right.EDIT, name="support")
        assert client.get(f"/uploads/{uid}").status_code == 404
        assert str(uid) not in client.get("/uploads").content.decode()


class TestPublishing:
    @pytest.mark.parametrize(
        ("name", "data", "title"),
        [
            ("scan_0815.md", b"Intro.\n\n## Scope\n\n# Returns  *policy*\n\n# Annex\n", "Returns policy"),
            ("Refund_policy.md", b"No heading here.\n", "Refund policy"),
            ("Fees.csv", b"Item,Fee\nA,1\n", "Fees"),
        ],
        ids=["heading", "name", "table"],
    )
    def test_its_title_is_proposed_from_what_it_calls_itself(
        self, sign_in: SignIn, name: str, data: bytes, title: str
    ) -> None:
        client = sign_in("legal")
        page = client.get(f"/uploads/{ready(client, data, name)}").content.decode()
        assert f'name="title" value="{title}"' in page

    @pytest.mark.parametrize(
        ("status", "button", "told"),
        [
            ("draft", "Save as draft", "Saved as a draft. Only you can read it"),
            ("published", "Publish", "Published. Only you can read it"),
        ],
    )
    def test_as_a_new_document(self, sign_in: SignIn, status: str, button: str, told: str) -> None:
        client = sign_in("legal")
        uid = ready(client)
        assert f'name="status" value="{status}">{button}</button>' in client.get(f"/uploads/{uid}").content.decode()
        response = client.post(f"/uploads/{uid}/publish", details(status=status))
        document = Document.objects.get(head__metadata__title="Refunds")
        assert document.head.metadata.status == status
        assert response["Location"] == f"/documents/{document.uid}"
        assert told in client.get(response["Location"]).content.decode()
        page = client.get(f"/uploads/{uid}").content.decode()
        assert f"/documents/{document.uid}/versions/{document.head.version.uid}" in page

    def test_details_that_cannot_stand_come_back(self, sign_in: SignIn) -> None:
        client, before = sign_in("legal"), Document.objects.count()
        uid = ready(client)
        for given, said in (({"title": ""}, "This field is required"), ({"language": "?"}, "Give a language tag")):
            response = client.post(f"/uploads/{uid}/publish", details(**given))
            assert response.status_code == 422
            assert said in response.content.decode()
        assert Document.objects.count() == before

    def test_as_the_next_version_of_a_document_that_may_be_edited(self, sign_in: SignIn, story: Story) -> None:
        client = sign_in("legal")
        uid = ready(client)
        choice = f"{story.document} {story.version}"
        assert f'value="{choice}"' in client.get(f"/uploads/{uid}").content.decode()
        response = client.post(f"/uploads/{uid}/publish", {"as": "next", "document": choice})
        assert news(response) == ("published", response["Location"]) == ("published", f"/documents/{story.document}")

    def test_or_of_one_named_by_its_uid(self, sign_in: SignIn, story: Story) -> None:
        client = sign_in("legal")
        uid = ready(client)
        response = client.post(f"/uploads/{uid}/publish", {"as": "next", "document_uid": str(story.document)})
        assert news(response) == ("published", response["Location"]) == ("published", f"/documents/{story.document}")

    @pytest.mark.parametrize("given", [{}, {"document": "x"}, {"document_uid": "x"}])
    def test_not_of_none(self, sign_in: SignIn, given: dict[str, str]) -> None:
        client = sign_in("legal")
        uid = ready(client)
        assert client.post(f"/uploads/{uid}/publish", {"as": "next", **given}).status_code == 422

    def test_nor_of_one_that_may_only_be_read_or_not_at_all(self, sign_in: SignIn, story: Story) -> None:
        client = sign_in("support")
        uid = ready(client)
        assert str(story.document) not in client.get(f"/uploads/{uid}").content.decode()
        to = {"as": "next", "document_uid": str(story.document)}
        assert client.post(f"/uploads/{uid}/publish", to).status_code == 403
        other = sign_in("contractor")
        uid = ready(other)
        assert other.post(f"/uploads/{uid}/publish", to).status_code == 404

    def test_before_it_is_read_nothing_is_published(self, sign_in: SignIn) -> None:
        client, before = sign_in("legal"), Document.objects.count()
        uid = sent(client)
        assert client.post(f"/uploads/{uid}/publish", details()).status_code == 422
        assert Document.objects.count() == before

    def test_what_is_discarded_is_gone(self, sign_in: SignIn) -> None:
        client = sign_in("legal")
        uid = ready(client)
        assert client.post(f"/uploads/{uid}/discard")["Location"] == "/uploads"
        assert client.get(f"/uploads/{uid}").status_code == 404


def scan(*_: Any, **__: Any) -> Extraction:
    builder = TextBuilder()
    with builder.page("iv"), builder.block("paragraph"):
        with builder.region(RegionKind.OCR, confidence=930):
            builder.write("Returns within 30 days.")
        with builder.region(RegionKind.OCR, confidence=410), builder.region(RegionKind.UNQUOTABLE, note=FAINT):
            builder.write(" Sh1pp1ng <b>frce</b>.")
    with builder.page("v"), builder.block("table"):
        start, end = builder.write("12 %")
        builder.cell(Cell("table 1!B2", "table 1", 2, 2, start, end, ("Share",), ("Shoes",)))
    builder.warnings.append("Two pages hold pictures alone.")
    builder.details["encoding"] = "windows-1252"
    return Extraction(builder.text(), builder.structure(), "test/1")


class TestPreview:
    def test_shows_every_mark_and_what_it_means(self, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reading, "read_apart", scan)
        client = sign_in("legal")
        page = client.get(f"/uploads/{ready(client)}").content.decode()
        for said in (
            "Two pages hold pictures alone.",
            "windows-1252",
            "test/1",
            "Page iv",
            "Page v",
            "table 1!B2",
            "Cell table 1!B2: Share; row Shoes",
            f"Cannot be cited (1 place). {FAINT}",
            'data-mark="unquotable"',
            "Sh1pp1ng &lt;b&gt;frce&lt;/b&gt;",
            "0.41",
            "confidence 0.93",
        ):
            assert said in page, said

    def test_long_texts_come_in_pieces(self, sign_in: SignIn) -> None:
        client = sign_in("legal")
        uid = ready(client, b"word " * 9_000)
        first = client.get(f"/uploads/{uid}").content.decode()
        assert "Characters 1 to 20,000 of 45,000" in first
        assert 'href="?start=20000"' in first
        last = client.get(f"/uploads/{uid}?start=40000").content.decode()
        assert "Characters 40,001 to 45,000 of 45,000" in last
        assert 'href="?start=20000"' in last
        for start in ("x", "-1", "9" * 30, "²"):
            assert client.get(f"/uploads/{uid}?start={start}").status_code == 200

    def test_a_file_that_cannot_be_read_says_so(self, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*, data: bytes, options: Options, **_: Any) -> Extraction:
            raise Unreadable

        monkeypatch.setattr(reading, "read_apart", broken)
        client = sign_in("legal")
        page = client.get(f"/uploads/{ready(client)}").content.decode()
        assert "It cannot be read" in page
        assert "Discard this file" in page
        assert "Publish" not in page


@pytest.mark.parametrize("address", ["", "/publish", "/discard"])
def test_nobody_else_learns_that_a_file_exists(sign_in: SignIn, address: str) -> None:
    uid = ready(sign_in("legal"))
    other = sign_in("support")
    for unknown in (uid, uuid4()):
        path = f"/uploads/{unknown}{address}"
        response = other.get(path) if not address else other.post(path, details())
        assert response.status_code == 404
    assert uploads.upload(viewer=principal("legal"), uid=uid)
