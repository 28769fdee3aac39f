"""A file through the API: sent, read, looked at in pieces, published or dropped."""

from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import encode_multipart

from citeledger.documents.models import Upload, UploadSource
from citeledger.documents.services import reading, uploading
from citeledger.documents.services.uploading import LARGEST_UPLOAD
from citeledger.interfaces.api import limits, receiving
from tests.functional.api.cast import NOW, POLICY, Program, World

BOUNDARY = "a-boundary"


def send(
    by: Program, data: bytes = b"# Mine\n\nWords.\n", *, query: str = "", kind: str = "text/markdown", **more: str
) -> Any:
    return by.post(f"uploads{query}", data, **{"Content-Type": kind}, **more)


def form(by: Program, *files: SimpleUploadedFile, query: str = "", **parts: Any) -> Any:
    body = encode_multipart(BOUNDARY, parts | ({"file": list(files)} if files else {}))
    return send(by, body, query=query, kind=f"multipart/form-data; boundary={BOUNDARY}")


def read(response: Any) -> str:
    assert response.status_code == 202, response.content
    uid = str(response.json()["uid"])
    reading.read(upload=UUID(uid), at=NOW)
    return uid


class TestSending:
    def test_bytes_wait_then_are_read(self, owner: Program) -> None:
        uid = send(owner).json()["uid"]
        assert owner.get(f"uploads/{uid}").json() | {"at": ""} == {
            "uid": uid,
            "state": "waiting",
            "refusal": "",
            "document": None,
            "expected_version": None,
            "file_name": "",
            "media_type": "text/markdown",
            "size": 15,
            "language": "en",
            "at": "",
            "is_identical": False,
            "version": None,
            "piece": None,
        }
        reading.read(upload=UUID(uid), at=NOW)
        seen = owner.get(f"uploads/{uid}").json()
        assert seen["state"] == "ready"
        assert seen["piece"] == {
            "start": 0,
            "end": 15,
            "length": 15,
            "text": "# Mine\n\nWords.\n",
            "extractor": "text/1",
            "details": {},
            "warnings": [],
            "blocks": [{"start": 0, "end": 8, "kind": "heading"}, {"start": 8, "end": 15, "kind": "paragraph"}],
            "pages": [],
            "cells": [],
            "regions": [],
        }

    def test_a_form_with_a_file(self, owner: Program) -> None:
        uid = read(form(owner, SimpleUploadedFile("Refund_policy.md", b"# Refunds", "application/octet-stream")))
        seen = owner.get(f"uploads/{uid}").json()
        assert (seen["file_name"], seen["media_type"], seen["state"]) == ("Refund_policy.md", "text/markdown", "ready")

    def test_a_large_file_in_a_form(self, owner: Program) -> None:
        """Beyond what Django keeps in memory."""
        data = b"word " * (LARGEST_UPLOAD // 5)
        response = form(owner, SimpleUploadedFile("a.txt", data, "text/plain"))
        assert response.status_code == 202
        assert bytes(UploadSource.objects.get(upload__uid=response.json()["uid"]).data) == data

    def test_what_the_query_says_counts(self, world: World) -> None:
        query = f"?document={world.document}&file_name=a/b.md&language=de-AT"
        uid = send(world.owner, query=query, kind="application/octet-stream").json()["uid"]
        seen = world.owner.get(f"uploads/{uid}").json()
        assert (seen["document"], seen["expected_version"]) == (world.document, world.version)
        assert (seen["file_name"], seen["media_type"], seen["language"]) == ("b.md", "text/markdown", "de-AT")

    def test_the_bytes_of_the_current_version_are_told(self, world: World) -> None:
        uid = send(world.owner, POLICY.encode(), query=f"?document={world.document}").json()["uid"]
        assert world.owner.get(f"uploads/{uid}").json()["is_identical"] is True

    @pytest.mark.parametrize(
        ("data", "kind", "query", "code", "at"),
        [
            (b"", "text/plain", "", "empty_upload", "data"),
            (b"\x7fELF\0", "text/plain", "", "unsupported_media_type", "media_type"),
            (b"words", "application/x-www-form-urlencoded", "", "unsupported_media_type", "media_type"),
            (b"words", "application/json", "", "unsupported_media_type", "media_type"),
            (b"%PDF-1.7", "text/plain", "", "not_as_declared", "media_type"),
            (b"words", "text/plain", "?language=x", "invalid_metadata", "language"),
            (b"words", "text/plain", "?document=7", "bad_value", "document"),
            (b"words", "text/plain", "?language=en&language=de", "bad_value", "language"),
            (b"words", "text/plain", f"?file_name={'x' * 1001}", "too_long", "file_name"),
            (b"words", "text/plain", "?file_name=%ED%A0%80.txt", "bad_characters", "file_name"),
            (b"words", "text/plain", "?title=x", "unknown_parameter", "title"),
            (b"words", "multipart/form-data", "", "bad_multipart", ""),
            (b"words", "multipart/form-data; boundary=x", "", "bad_multipart", ""),
        ],
    )
    def test_what_is_refused(self, stranger: Program, data: bytes, kind: str, query: str, code: str, at: str) -> None:
        problem = send(stranger, data, kind=kind, query=query).json()
        assert (problem["code"], problem["at"]) == (code, at)
        assert not Upload.objects.filter(actor=stranger.principal.id).exists()

    @pytest.mark.parametrize(
        ("name", "code"),
        [(b"filename*=UTF-8''%ED%A0%80.txt", "bad_characters"), (b'filename="\xed\xa0\x80.txt"', "bad_multipart")],
        ids=["quoted", "raw"],
    )
    def test_a_name_in_a_form_that_is_no_utf_8(self, stranger: Program, name: bytes, code: str) -> None:
        body = encode_multipart(BOUNDARY, {"file": SimpleUploadedFile("name.txt", b"a", "text/plain")})
        body = body.replace(b'filename="name.txt"', name)
        response = send(stranger, body, kind=f"multipart/form-data; boundary={BOUNDARY}")
        assert (response.status_code, response.json()["code"]) == (400, code)
        assert not Upload.objects.filter(actor=stranger.principal.id).exists()

    @pytest.mark.parametrize("parts", [{}, {"title": "x"}])
    @pytest.mark.parametrize("files", [0, 1, 2])
    def test_a_form_holds_one_file_and_nothing_else(self, owner: Program, parts: dict[str, str], files: int) -> None:
        response = form(owner, *(SimpleUploadedFile("a.txt", b"a", "text/plain") for _ in range(files)), **parts)
        good = files == 1 and not parts
        assert response.status_code == (202 if good else 400)
        assert good or response.json()["code"] == "bad_multipart"


class TestSize:
    def test_the_largest_goes_in_and_one_byte_more_does_not(self, owner: Program) -> None:
        assert send(owner, b"x" * LARGEST_UPLOAD, kind="text/plain").status_code == 202
        problem = send(owner, b"x" * (LARGEST_UPLOAD + 1), kind="text/plain").json()
        assert problem["code"] == "source_too_large"

    def test_a_form_is_stopped_while_it_arrives(self, owner: Program, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(receiving, "LARGEST_UPLOAD", 100)
        exact, more = (SimpleUploadedFile("a.txt", b"x" * size, "text/plain") for size in (100, 101))
        assert form(owner, exact).status_code == 202
        assert form(owner, more).json()["code"] == "source_too_large"

    def test_what_announces_more_is_not_read(self, owner: Program, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(receiving.FileParser, "parse", lambda *_: pytest.fail("it was read"))
        response = send(owner, b"x" * (LARGEST_UPLOAD + limits.FORM_BYTES + 1), kind="text/plain")
        assert (response.status_code, response.json()["code"]) == (413, "body_too_large")

    def test_other_addresses_keep_their_own_limit(self, owner: Program) -> None:
        response = owner.post("documents", b" " * (limits.BODY_BYTES + 1))
        assert response.json()["code"] == "body_too_large"

    def test_a_body_without_a_length_is_not_read(self, owner: Program) -> None:
        response = owner.client.generic(
            "POST",
            "/api/v1/uploads",
            b"words",
            content_type="text/plain",
            headers={"Authorization": f"Bearer {owner.token}", "Transfer-Encoding": "chunked"},
            CONTENT_LENGTH="",
        )
        assert response.status_code == 411

    def test_there_is_an_end_to_what_waits(self, owner: Program, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(uploading, "UPLOADS_AT_ONCE", 1)
        send(owner)
        assert send(owner).json()["code"] == "too_many_uploads"


class TestSendingAgain:
    def test_the_same_file_under_the_same_key_is_one_upload(self, stranger: Program) -> None:
        first, second = (send(stranger, Idempotency_Key="k") for _ in range(2))
        assert first.json() == second.json()
        assert second["Idempotent-Replayed"] == "true"
        assert Upload.objects.filter(actor=stranger.principal.id).count() == 1

    @pytest.mark.parametrize(
        "change",
        [{"data": b"# Other"}, {"kind": "text/plain"}, {"query": "?file_name=a.md"}, {"query": "?language=de"}],
    )
    def test_another_under_the_same_key_is_refused(self, owner: Program, change: dict[str, Any]) -> None:
        send(owner, Idempotency_Key="k")
        assert send(owner, Idempotency_Key="k", **change).json()["code"] == "idempotency_key_reused"


class TestLooking:
    def test_pieces_have_limits(self, owner: Program) -> None:
        text = "word " * 10_000
        uid = read(send(owner, text.encode()))
        assert len(owner.get(f"uploads/{uid}").json()["piece"]["text"]) == limits.LONGEST_PIECE
        pieces = [owner.get(f"uploads/{uid}?start={at}&length=20000").json()["piece"] for at in (0, 20_000, 40_000)]
        assert "".join(piece["text"] for piece in pieces) == text

    @pytest.mark.parametrize(
        ("query", "at"),
        [
            ("start=-1", "start"),
            ("start=2147483648", "start"),
            ("start=x", "start"),
            ("length=0", "length"),
            ("length=20001", "length"),
            ("length=", "length"),
        ],
    )
    def test_numbers_that_are_none(self, owner: Program, query: str, at: str) -> None:
        uid = read(send(owner))
        problem = owner.get(f"uploads/{uid}?{query}").json()
        assert (problem["code"], problem["at"]) == ("bad_value", at)

    def test_a_file_that_cannot_be_read(self, owner: Program) -> None:
        uid = read(send(owner, b"\xff\xfe\x00\xd8", kind="text/plain"))
        seen = owner.get(f"uploads/{uid}").json()
        assert (seen["state"], seen["refusal"], seen["piece"]) == ("refused", "unreadable", None)

    def test_one_lists_ones_own(self, world: World, stranger: Program) -> None:
        uid = send(stranger).json()["uid"]
        assert [each["uid"] for each in stranger.get("uploads").json()["uploads"]] == [uid]
        assert [each["uid"] for each in world.owner.get("uploads").json()["uploads"]] == [world.upload]


class TestPublishing:
    def test_where_it_was_meant_to_go(self, world: World) -> None:
        uid = read(send(world.owner, query=f"?document={world.document}"))
        response = world.owner.post(f"uploads/{uid}/publication", {})
        done = response.json()
        assert (response.status_code, done["document"], done["is_new"]) == (201, world.document, True)
        assert world.owner.get(f"versions/{done['version']}").json()["text"] == "# Mine\n\nWords.\n"
        seen = world.owner.get(f"uploads/{uid}").json()
        assert (seen["state"], seen["version"], seen["piece"]) == ("published", done["version"], None)

    def test_as_a_new_document(self, owner: Program) -> None:
        uid = read(send(owner))
        body = {"new_document": {"title": "Mine", "language": "de"}}
        done = owner.post(f"uploads/{uid}/publication", body).json()
        assert owner.get(f"documents/{done['document']}").json()["version"] == done["version"]

    def test_as_the_next_version_if_nobody_was_faster(self, world: World) -> None:
        uid = read(send(world.owner))
        stale = {"next_version": {"document": world.document, "expected_version": None}}
        response = world.owner.post(f"uploads/{uid}/publication", stale)
        assert (response.status_code, response.json()["current"]) == (409, world.version)
        body = {"next_version": {"document": world.document, "expected_version": response.json()["current"]}}
        assert world.owner.post(f"uploads/{uid}/publication", body).status_code == 201

    def test_the_bytes_of_the_current_version_make_none(self, world: World) -> None:
        done = world.owner.post(f"uploads/{world.upload}/publication", {}).json()
        assert done == {"document": world.document, "version": world.version, "is_new": False}

    def test_once_per_key(self, owner: Program) -> None:
        uid, body = read(send(owner)), {"new_document": {"title": "Mine"}}
        first, second = (owner.post(f"uploads/{uid}/publication", body, Idempotency_Key="k") for _ in range(2))
        assert first.json() == second.json()
        assert owner.post(f"uploads/{uid}/publication", body).json()["code"] == "upload_not_ready"

    @pytest.mark.parametrize(
        ("body", "code", "at"),
        [
            ({}, "no_target", ""),
            (
                {
                    "new_document": {"title": "x"},
                    "next_version": {"document": str(UUID(int=1)), "expected_version": None},
                },
                "two_targets",
                "",
            ),
            ({"new_document": {}}, "missing_field", "new_document.title"),
            ({"next_version": {"document": str(UUID(int=1))}}, "missing_field", "next_version.expected_version"),
            ({"next_version": {"document": str(UUID(int=1)), "expected_version": None}}, "not_found", ""),
            ({"document": None}, "unknown_field", "document"),
        ],
    )
    def test_where_it_cannot_go(self, owner: Program, body: dict[str, Any], code: str, at: str) -> None:
        uid = read(send(owner))
        problem = owner.post(f"uploads/{uid}/publication", body).json()
        assert (problem["code"], problem["at"]) == (code, at)
        assert owner.get(f"uploads/{uid}").json()["state"] == "ready"


def test_what_was_dropped_is_gone(owner: Program) -> None:
    uid = read(send(owner))
    assert owner.send("DELETE", f"uploads/{uid}").status_code == 204
    assert owner.get(f"uploads/{uid}").status_code == 404
    assert owner.send("DELETE", f"uploads/{uid}").status_code == 404
    assert not UploadSource.objects.filter(upload__uid=uid).exists()
