"""What a program published is told on every page that shows it, until a person stands by it."""

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
    """A policy that a service copied, and what legal, who may edit it, said on it."""

    document: UUID
    version: UUID
    answer: UUID
    citation: UUID

    @property
    def text(self) -> str:
        return f"/documents/{self.document}/versions/{self.version}"

    @property
    def pages(self) -> tuple[str, ...]:
        one = f"/documents/{self.document}"
        return one, f"{one}/versions", self.text, f"/answers/{self.answer}", f"/c/{self.citation}", "/cite"


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
    return Copied(document, version, recorded.uid, recorded.citations[0])


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
    assert response["Location"] == f"{copied.text}?done=adopted"
    assert Adoption.objects.get().person == User.objects.get(username="legal")
    for page in copied.pages:
        assert "the program sync" not in client.get(page).content.decode(), page
    again = client.post(f"{copied.text}/adopt")
    assert "A person published this version, or adopted it before." in again.content.decode()


def test_it_is_offered_to_those_who_may_edit(sign_in: SignIn, copied: Copied) -> None:
    grant(document=copied.document, right=Right.READ, name="support", by="sync")
    assert f"{copied.text}/adopt" in sign_in("legal").get(copied.text).content.decode()
    reader = sign_in("support")
    assert f"{copied.text}/adopt" not in reader.get(copied.text).content.decode()
    assert reader.post(f"{copied.text}/adopt").status_code == 403
    assert sign_in("contractor").post(f"{copied.text}/adopt").status_code == 404
    assert not Adoption.objects.exists()


def test_a_persons_text_has_nothing_to_adopt(sign_in: SignIn, copied: Copied) -> None:
    newest = publish(document=copied.document, text=POLICY + "More.\n", expected=copied.version)
    page = sign_in("legal").get(f"/documents/{copied.document}/versions/{newest}").content.decode()
    assert "the program" not in page
    assert "/adopt" not in page
