"""A repeated request changes nothing and hears the same (threat T101)."""

from typing import Any

import pytest

from acl.models import DocumentUserGrant
from citeledger.documents.models import Document
from citeledger.log.models import IdempotentReply, LogEntry
from tests.functional.api.cast import POLICY, Program, publish, uid_of

KEY = "a-key-of-the-program"


def create(by: Program, title: str = "Refunds", key: str = KEY) -> Any:
    return by.post("documents", {"title": title}, Idempotency_Key=key)


def test_the_same_request_under_the_same_key_is_done_once(owner: Program) -> None:
    first, second = create(owner), create(owner)

    assert (first.status_code, first.content) == (second.status_code, second.content) == (201, first.content)
    assert "Idempotent-Replayed" not in first
    assert second["Idempotent-Replayed"] == "true"
    assert Document.objects.count() == 1
    assert LogEntry.objects.filter(kind="document_created").count() == 1


def test_the_order_of_members_makes_no_other_request(owner: Program) -> None:
    first = owner.post("documents", {"title": "Refunds", "owner": "legal"}, Idempotency_Key=KEY)
    second = owner.post("documents", {"owner": "legal", "title": "Refunds"}, Idempotency_Key=KEY)

    assert first.content == second.content


def test_another_request_under_the_same_key_is_refused(owner: Program) -> None:
    create(owner)
    response = create(owner, title="Returns")

    assert response.status_code == 422
    assert response.json()["code"] == "idempotency_key_reused"
    assert Document.objects.count() == 1


def test_another_address_is_another_request(owner: Program) -> None:
    first, second = uid_of(owner.post("documents", {"title": "a"})), uid_of(owner.post("documents", {"title": "b"}))

    assert owner.post(f"documents/{first}/retire", Idempotency_Key=KEY).status_code == 204
    assert owner.post(f"documents/{second}/retire", Idempotency_Key=KEY).status_code == 422


def test_keys_belong_to_their_principal(owner: Program, stranger: Program) -> None:
    assert create(owner).content != create(stranger).content
    assert Document.objects.count() == 2


def test_without_a_key_every_request_counts(owner: Program) -> None:
    for _ in range(2):
        owner.post("documents", {"title": "Refunds"})

    assert Document.objects.count() == 2


def test_a_refusal_is_not_kept(owner: Program) -> None:
    refused = create(owner, title="a\u2028b")
    done = create(owner, title="Refunds")

    assert refused.json()["code"] == "invalid_metadata"
    assert done.status_code == 201


def test_an_empty_reply_is_given_again(owner: Program) -> None:
    document = uid_of(owner.post("documents", {"title": "Refunds"}))
    replies = [owner.post(f"documents/{document}/retire", Idempotency_Key=KEY) for _ in range(2)]

    assert [reply.status_code for reply in replies] == [204, 204]
    assert [reply.content for reply in replies] == [b"", b""]
    assert replies[1]["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize("key", ["", " ", "with space", "é", "x" * 201, "a\tb"])
def test_a_key_is_visible_ascii(owner: Program, key: str) -> None:
    response = create(owner, key=key)

    assert response.status_code == 400
    assert response.json()["code"] == "bad_idempotency_key"
    assert Document.objects.count() == 0


def test_reply_and_fact_live_and_die_together(owner: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("at the last moment")

    with monkeypatch.context() as patch:
        patch.setattr(IdempotentReply, "save", broken)
        assert create(owner).status_code == 500

    assert Document.objects.count() == 0
    assert IdempotentReply.objects.count() == 0
    assert create(owner).status_code == 201


def test_a_kept_reply_repeats_no_text(owner: Program) -> None:
    """A reply may be given again after the right to read was revoked, so it holds ids and numbers only."""
    document = uid_of(owner.post("documents", {"title": "Refunds"}))
    version = publish(owner, document, POLICY)
    body = {"spans": [{"version": version, "start": 2, "end": 9, "exact": "Refunds"}]}
    owner.post("spans", body, Idempotency_Key=KEY)
    DocumentUserGrant.objects.all().delete()

    replayed = owner.post("spans", body, Idempotency_Key=KEY)

    assert replayed.status_code == 201
    assert b"Refunds" not in replayed.content
