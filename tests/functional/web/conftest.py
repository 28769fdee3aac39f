"""The cast of the web tests: legal writes, support reads, a contractor must see nothing, ada administers.

What they stand on is written once a module; each test rolls back to it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.test import Client

from acl import services as rights
from acl.models import User
from acl.queries import Holder, principal_named
from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents import services
from citeledger.documents.metadata import Metadata
from citeledger.emission.services import mint_span, record_answer
from tests.ground.databases import BuiltOnce

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
PASSWORD = "correct horse battery staple"
PASSAGE = "Opened electronics may be returned within 30 days."
POLICY = f"# Returns\n\nWe take back what we sold 👩‍⚖️.\n\n## 4. Opened electronics\n\n{PASSAGE}\n"

SignIn = Callable[[str], Client]


@dataclass(frozen=True)
class Story:
    """A policy of legal's that support may read and cite, and what support said about it."""

    document: UUID
    version: UUID
    answer: UUID
    citation: UUID


def principal(name: str) -> Principal:
    found = principal_named(username=name)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def _cast(built_once: BuiltOnce) -> None:
    built_once(enter)


def enter() -> None:
    User.objects.create_superuser("ada", password=PASSWORD)
    for name in ("legal", "support", "contractor"):
        User.objects.create_user(name, password=PASSWORD)


@pytest.fixture
def cast(_cast: None, db: None) -> None:
    """Everybody is there."""


@pytest.fixture
def sign_in(cast: None) -> SignIn:
    def client_of(name: str) -> Client:
        client = Client()
        client.force_login(User.objects.get(username=name), backend="django.contrib.auth.backends.ModelBackend")
        return client

    return client_of


def publish(*, document: UUID, text: str, expected: UUID | None, name: str = "legal", at: datetime = AT) -> UUID:
    return services.publish_version(
        actor=principal(name),
        document=document,
        data=text.encode(),
        media_type="text/markdown",
        expected=expected,
        at=at,
    )


def grant(*, document: UUID, right: Right, name: str, kind: str = "user", by: str = "legal") -> None:
    rights.grant(actor=principal(by), document=document, right=right, holder=Holder(kind, name), at=AT)


def revoke(*, document: UUID, right: Right, name: str) -> None:
    rights.revoke(actor=principal("legal"), document=document, right=right, holder=Holder("user", name), at=AT)


@pytest.fixture(scope="module")
def _policy(_cast: None, built_once: BuiltOnce) -> UUID:
    return built_once(begin)


def begin() -> UUID:
    return services.create_document(actor=principal("legal"), metadata=Metadata(title="Returns policy"), at=AT)


@pytest.fixture
def policy(_policy: UUID, cast: None) -> UUID:
    return _policy


@pytest.fixture(scope="module")
def _story(_policy: UUID, built_once: BuiltOnce) -> Story:
    return built_once(lambda: tell(_policy))


@pytest.fixture
def story(_story: Story, policy: UUID) -> Story:
    return _story


def tell(policy: UUID) -> Story:
    version = publish(document=policy, text=POLICY, expected=None)
    for right in (Right.READ, Right.CITE):
        grant(document=policy, right=right, name="support")
    start = POLICY.index(PASSAGE)
    span = mint_span(
        writer=principal("support"), version=version, start=start, end=start + len(PASSAGE), exact=PASSAGE, at=AT
    )
    answer = record_answer(
        writer=principal("support"),
        kind=AnswerKind.ANSWER,
        segments=[Statement(text="The window is 30 days.", basis=Basis.PARAPHRASED, spans=(span.uid,))],
        context=Context(question="How long?"),
        on_behalf_of=None,
        at=AT,
    )
    return Story(document=policy, version=version, answer=answer.uid, citation=answer.citations[0])
