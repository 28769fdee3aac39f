"""Who calls in these tests, and a small world for them to call about."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch
from uuid import UUID

from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client

from acl import queries, services
from acl.models import Surface, User
from acl.queries import Holder
from acl.rights import InstallationRight
from acl.services.installation import ensure_installation_right
from citeledger.core.envelopes import Envelope, sealed
from citeledger.core.principals import Principal
from citeledger.documents.services import reading
from citeledger.emission.envelope_keys import current_key
from citeledger.extraction import markdown
from tests.rig.documented import undocumented

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
UNKNOWN = "0b9a5d36-6b0f-4f0a-9a55-3c1f3a1f7d10"
POLICY = """# Refunds

## 4. Refund window

Customers may request a refund within 30 days of purchase.

## 5. Exceptions

Gift cards are not refunded. Café vouchers 👩‍👩‍👧 are.
"""
SENTENCE = "Customers may request a refund within 30 days of purchase."


@dataclass(frozen=True)
class Program:
    """A program with a token (or without): calls the API as programs do and reads JSON.

    Whatever goes wrong, the schema must name it for that operation.
    """

    token: str | None
    principal: Principal | None = None
    client: Client = field(default_factory=Client)

    def get(self, path: str, **headers: str) -> Any:
        return self.send("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.send("POST", path, body, **headers)

    def put(self, path: str, body: Any, **headers: str) -> Any:
        return self.send("PUT", path, body, **headers)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        kind = names.pop("Content-Type", "application/json")
        if self.token is not None:
            names.setdefault("Authorization", f"Bearer {self.token}")
        address = path if path.startswith("/") else f"/api/v1/{path}"
        answer = self.client.generic(method, address, data=data, content_type=kind, headers=names)
        assert not (said := undocumented(method=method, path=address, answer=answer)), f"not in the schema: {said}"
        return answer


def program(name: str, *, groups: tuple[str, ...] = (), is_superuser: bool = False) -> Program:
    """A program of a new active user, in these groups (made as needed)."""
    user = User.objects.create(username=name, is_superuser=is_superuser)
    user.groups.add(*(Group.objects.get_or_create(name=group)[0] for group in groups))
    principal = queries.principal_of(user_id=user.pk)
    assert principal is not None
    return Program(token=services.issue_token(actor=principal, name="tests", at=NOW), principal=principal)


def let_act_for(who: Program) -> None:
    assert who.principal is not None
    with transaction.atomic():
        holder = Holder("user", who.principal.name)
        ensure_installation_right(right=InstallationRight.ACT_FOR, holder=holder, at=NOW)


def inactive_program(name: str) -> Program:
    """A program whose user was shut out after it got its token."""
    made = program(name)
    User.objects.filter(username=name).update(is_active=False)
    return made


@dataclass(frozen=True)
class World:
    """What `owner` made: ids by name, as the paths and bodies of requests need them."""

    owner: Program
    document: str
    version: str
    span: str
    answer: str
    citation: str
    note: str
    surface: str
    page: str
    upload: str
    snapshot: str
    hand_off: str
    receiver: str
    session: str


def build_world(owner: Program) -> World:
    """One document with one version, a quoted statement, a note derived from it, and a page that shows it."""
    document = uid_of(owner.post("documents", {"title": "Refund policy"}))
    version = publish(owner, document, POLICY)
    span = mint(owner, version, SENTENCE)
    answer = owner.post("answers", quoting(SENTENCE, span)).json()
    note = owner.post("answers", resting_on(answer["uid"])).json()
    surface = surface_for(owner)
    page = uid_of(owner.post("pages", page_of(surface, answer["citations"])))
    snapshot = uid_of(owner.post("snapshots", {"name": "Before", "documents": [document]}))
    return World(
        owner=owner,
        document=document,
        version=version,
        span=span,
        answer=answer["uid"],
        citation=answer["citations"][0],
        note=note["uid"],
        surface=surface,
        page=page,
        upload=read_upload(owner, POLICY, document=document),
        snapshot=snapshot,
        hand_off=hand_over(owner, answer["uid"], owner)["uid"],
        receiver=me(owner),
        session=session_with(owner, version, SENTENCE),
    )


def session_with(by: Program, version: str, exact: str, *, text: str = POLICY) -> str:
    """A session in which this passage was minted."""
    uid = uid_of(by.post("sessions", {"question": "How long?"}))
    response = by.post(f"sessions/{uid}/spans", {"spans": [span_of(version, exact, text=text)]})
    assert response.status_code == 201, response.content
    return uid


def me(by: Program) -> str:
    return str(by.get("me").json()["uid"])


def hand_over(by: Program, answer: str, to: Program) -> dict[str, Any]:
    """The envelope."""
    response = by.post("hand-offs", {"answer": answer, "to": me(to)})
    assert response.status_code == 201, response.content
    return dict(response.json()["envelope"])


def envelope_of(hand_off: str) -> dict[str, Any]:
    """An envelope of ours, well signed, whether there is such a hand-off or not."""
    somebody = UUID(UNKNOWN)
    envelope = Envelope(
        uid=UUID(hand_off),
        answer=somebody,
        sender=somebody,
        receiver=somebody,
        issued_at=NOW,
        expires_at=NOW,
        segments=(),
    )
    return dict(sealed(envelope=envelope, key=current_key()))


def read_upload(by: Program, text: str, *, document: str = "") -> str:
    """A file that was read, without a process of its own: there are hundreds of worlds."""
    address = f"uploads?document={document}" if document else "uploads"
    response = by.post(address, text.encode(), **{"Content-Type": "text/markdown"})
    assert response.status_code == 202, response.content
    uid = str(response.json()["uid"])
    with patch.object(reading, "read_apart", lambda *, data, options, **_: markdown.extract(data, options)):
        reading.read(upload=UUID(uid), at=NOW)
    return uid


def uid_of(response: Any) -> str:
    assert response.status_code in {200, 201}, response.content
    return str(response.json()["uid"])


def publish(by: Program, document: str, text: str, *, expected: str | None = None) -> str:
    body = {"text": text, "media_type": "text/markdown", "expected_version": expected}
    return uid_of(by.post(f"documents/{document}/versions", body))


def mint(by: Program, version: str, exact: str, *, text: str = POLICY) -> str:
    response = by.post("spans", {"spans": [span_of(version, exact, text=text)]})
    assert response.status_code == 201, response.content
    return str(response.json()["spans"][0]["uid"])


def span_of(version: str, exact: str, *, text: str = POLICY) -> dict[str, Any]:
    start = text.index(exact)
    return {"version": version, "start": start, "end": start + len(exact), "exact": exact}


def quoting(sentence: str, *spans: str) -> dict[str, Any]:
    statement = {"type": "statement", "text": sentence, "basis": "quoted", "spans": list(spans)}
    return {"kind": "answer", "segments": [statement], "context": {"question": "How long?"}}


def resting_on(*answers: str) -> dict[str, Any]:
    statement = {"type": "statement", "text": "Refunds: 30 days.", "basis": "paraphrased", "derived_from": [*answers]}
    return {"kind": "memory_note", "segments": [statement]}


def ingest_of(*versions: str, cited: str = SENTENCE, text: str = POLICY) -> dict[str, Any]:
    """A response that says a sentence of the first document and points at it."""
    start = text.index(cited)
    place = {"document_index": 0, "start_char_index": start, "end_char_index": start + len(cited)}
    citation = {"type": "char_location", "cited_text": cited, "document_title": "Any"} | place
    response = {"role": "assistant", "content": [{"type": "text", "text": cited, "citations": [citation]}]}
    return {"provider": "anthropic", "response": response, "documents": [{"version": each} for each in versions]}


def surface_for(owner: Program) -> str:
    assert owner.principal is not None
    group = Group.objects.get_or_create(name=f"readers of {owner.principal.name}")[0]
    User.objects.get(pk=owner.principal.id).groups.add(group)
    name = f"wiki {Surface.objects.count()} of {owner.principal.name}"
    surface = Surface.objects.create(name=name, allowed_group=group)
    return str(surface.uid)


def page_of(surface: str, citations: list[str]) -> dict[str, Any]:
    return {
        "surface": surface,
        "kind": "runbook",
        "host_reference": f"runbook/{UUID(surface).hex[:6]}",
        "title": "Refund runbook",
        "citations": citations,
    }
