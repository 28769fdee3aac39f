"""What a program published is told on every page that shows it, until a person stands by it."""

import re
from dataclasses import dataclass
from uuid import UUID

import pytest

from acl.models import User
from acl.rights import Right
from citeledger.core.principals import Kind
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents import services
from citeledger.documents.metadata import Metadata
from citeledger.documents.models import Adoption
from citeledger.emission.services import mint_span, record_answer
from tests.functional.web.conftest import AT, PASSAGE, POLICY, SignIn, grant, principal, publish

MARK = "Published by the program sync, not by a person."


@dataclass(frozen=True)
class Copied:
    """A policy that a service copied, what legal, who may edit it, said on it, and snapshots with and without it."""

    document: UUID
    version: UUID
    answer: UUID
    citation: UUID
    snapshot: UUID
    later: UUID

    @property
    def text(self) -> str:
        return f"/documents/{self.document}/versions/{self.version}"

    @property
    def pages(self) -> tuple[str, ...]:
        one, compared = f"/documents/{self.document}", f"/snapshots/{self.snapshot}/changes/{self.later}"
        lists = ("/documents", f"/snapshots/{self.snapshot}", compared, f"{one}/versions")
        return one, *lists, self.text, f"/answers/{self.answer}", f"/c/{self.citation}", "/cite"


@pytest.fixture
def copied(cast: None) -> Copied:
    User.objects.create(username="sync", kind=Kind.SERVICE)
    sync, legal = principal("sync"), principal("legal")
    document = services.create_document(actor=sync, metadata=Metadata(title="Copied policy"), at=AT)
    data = POLICY.encode()
    version = services.publish_version(
        actor=sync, document=document, data=data, media_type="text/markdown", expected=None, at=AT
    )
    for right in (Right.EDIT, Right.CITE):
        grant(document=document, right=right, name="legal", by="sync")
    start = POLICY.index(PASSAGE)
    span = mint_span(writer=legal, version=version, start=start, end=start + len(PASSAGE), exact=PASSAGE, at=AT).uid
    recorded = record_answer(
        writer=legal,
        kind=AnswerKind.ANSWER,
        segments=[Statement(text=PASSAGE, basis=Basis.QUOTED, spans=(span,))],
        context=Context(),
        on_behalf_of=None,
        at=AT,
    )
    other = services.create_document(actor=legal, metadata=Metadata(title="Own"), at=AT)
    publish(document=other, text="Own.", expected=None)
    with_it, without = (services.pin(actor=legal, name="Pinned", documents=[each], at=AT) for each in (document, other))
    return Copied(document, version, recorded.uid, recorded.citations[0], with_it.uid, without.uid)


def test_every_page_says_so_until_a_person_adopts(sign_in: SignIn, copied: Copied) -> None:
    client = sign_in("legal")
    start = len(POLICY[: POLICY.index(PASSAGE)].encode("utf-16-le")) // 2
    chosen = {"selection": "1", "start": start, "end": start + len(PASSAGE), "exact": PASSAGE}
    client.post(f"{copied.text}/cite", chosen)
    for page in copied.pages:
        assert MARK in client.get(page).content.decode(), page
    asked = client.get(f"{copied.text}/adopt").content.decode()
    assert MARK in asked
    assert "Adopt version 1" in asked
    assert not Adoption.objects.exists()
    response = client.post(f"{copied.text}/adopt")
    assert response["Location"] == f"{copied.text}"
    assert Adoption.objects.get().person == User.objects.get(username="legal")
    for page in copied.pages:
        assert "the program sync" not in client.get(page).content.decode(), page
    again = client.post(f"{copied.text}/adopt")
    assert "A person published this version, or adopted it before." in again.content.decode()


def test_it_is_offered_to_those_who_may_edit(sign_in: SignIn, copied: Copied) -> None:
    grant(document=copied.document, right=Right.READ, name="support", by="sync")
    history = f"/documents/{copied.document}/versions"
    for page in (copied.text, history):
        assert f"{copied.text}/adopt" in sign_in("legal").get(page).content.decode()
        reader = sign_in("support")
        assert f"{copied.text}/adopt" not in reader.get(page).content.decode()
    assert reader.post(f"{copied.text}/adopt").status_code == 403
    assert sign_in("contractor").post(f"{copied.text}/adopt").status_code == 404
    assert not Adoption.objects.exists()


def test_a_persons_text_has_nothing_to_adopt(sign_in: SignIn, copied: Copied) -> None:
    newest = publish(document=copied.document, text=POLICY + "More.\n", expected=copied.version)
    client = sign_in("legal")
    page = client.get(f"/documents/{copied.document}/versions/{newest}").content.decode()
    assert "the program" not in page
    assert "/adopt" not in page
    history = client.get(f"/documents/{copied.document}/versions").content.decode()
    assert history.count("/adopt") == history.count(MARK) == 1
    listed, pinned = (client.get(each).content.decode() for each in ("/documents", f"/snapshots/{copied.snapshot}"))
    assert (MARK in listed, MARK in pinned) == (False, True), "each says it of the version it lists"


def test_an_answer_is_called_what_it_is_on_its_pages(sign_in: SignIn, copied: Copied) -> None:
    """Not by its first claim: that is said once, beside its badge; in the list it is how people know it."""
    client = sign_in("legal")
    alone, shared = (client.get(f"/answers/{copied.answer}{page}").content.decode() for page in ("", "/share"))
    assert "<title>Answer · citeledger</title>" in alone
    assert re.search(rf'href="/answers/{copied.answer}">\s*(<bdi>)?Answer</', shared)
    assert PASSAGE in client.get("/ledger").content.decode()


def test_of_two_ways_to_name_a_document_neither_is_called_optional(sign_in: SignIn, copied: Copied) -> None:
    client = sign_in("legal")
    grant(document=copied.document, right=Right.MANAGE, name="legal", by="sync")
    for page, optional in (
        ("/snapshots/new", 0),
        (f"/documents/{copied.document}/supersede", 0),
        ("/documents/new", 5),
    ):
        assert client.get(page).content.decode().count("(optional)") == optional, page
