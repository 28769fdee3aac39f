"""The cast of the refund window and a builder of small worlds, through the product's own services.

Legal writes the policy, support and the manager may read it, the contractor may not; the auditor looks behind it all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID, uuid4

from django.db import transaction

from acl.models import User
from acl.queries import Holder, can, can_read_answer, principal_named
from acl.rights import InstallationRight, Right
from acl.services import grant, grant_answer, revoke
from acl.services.installation import ensure_installation_right
from acl.services.people import ensure_group, ensure_member
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents.metadata import Metadata
from citeledger.documents.models import Document
from citeledger.documents.queries import document as document_view
from citeledger.documents.queries import version as version_view
from citeledger.documents.services import create_document, publish_version
from citeledger.emission.services import RecordedAnswer, mint_span, record_answer
from citeledger.ledger.models import Answer
from revalidation.service import verdicts

AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
POLICY = """# Returns policy

## 3. Shipping

Return shipping is free within the country.

## 4. Refund window

Opened electronics may be returned within 30 days of delivery.

## 5. Exceptions

Software licences are not refunded.
"""
REFUND = "Opened electronics may be returned within 30 days of delivery."
EDITED = POLICY.replace("30 days", "14 days")
REFLOWED = POLICY.replace("may be returned within 30 days", "may be\nreturned  within 30 days")
ELSEWHERE = POLICY.replace("Return shipping is free", "Return shipping costs nothing")
DELETED = POLICY.replace(REFUND, "This section is intentionally left blank.")


@dataclass
class Cast:
    """Principals by name. `staff` holds support, the manager and the former colleague, who is inactive.

    The contractor and the visitor are in no group.
    """

    legal: Principal
    support: Principal
    manager: Principal
    contractor: Principal
    auditor: Principal
    service: Principal
    superuser: Principal
    former: Principal
    anonymous: Principal = field(default=ANONYMOUS)

    def deactivate(self, principal: Principal) -> Principal:
        User.objects.filter(pk=principal.id).update(is_active=False)
        return principal


def make_cast() -> Cast:
    names = {"legal": {}, "support": {}, "manager": {}, "contractor": {}, "auditor": {}}
    names |= {"service": {"kind": "service"}, "superuser": {"is_superuser": True}, "former": {}}
    users = {name: User.objects.create(username=name, **extra) for name, extra in names.items()}
    with transaction.atomic():
        staff = ensure_group(name="staff", at=AT)
        for name in ("support", "manager", "former"):
            ensure_member(group=staff, user=users[name], at=AT)
        ensure_installation_right(right=InstallationRight.AUDIT, holder=Holder("user", "auditor"), at=AT)
    cast = Cast(**{name: _principal(name) for name in users})
    cast.deactivate(cast.former)
    return cast


def let_act_for(who: Principal) -> None:
    with transaction.atomic():
        ensure_installation_right(right=InstallationRight.ACT_FOR, holder=Holder("user", who.name), at=AT)


def _principal(name: str) -> Principal:
    found = principal_named(username=name)
    assert found is not None
    return found


STAFF = Holder("group", "staff")
ANYONE = Holder("group", "anyone")


def make_document(
    *,
    owner: Principal,
    title: str = "Returns policy",
    text: str = POLICY,
    readers: Iterable[Holder] = (STAFF,),
    language: str = "en",
) -> UUID:
    """A document with one version, readable and citable by the readers."""
    uid = create_document(actor=owner, metadata=Metadata(title=title, language=language), at=AT)
    publish(owner=owner, document=uid, text=text)
    for holder in readers:
        for right in (Right.READ, Right.CITE):
            grant(actor=owner, document=uid, right=right, holder=holder, at=AT)
    return uid


def publish(*, owner: Principal, document: UUID, text: str, at: datetime = AT) -> UUID:
    """The text as the next version after whatever is current."""
    return publish_version(
        actor=owner,
        document=document,
        data=text.encode(),
        media_type="text/markdown",
        expected=current_version(owner, document),
        at=at,
    )


def current_version(reader: Principal, document: UUID) -> UUID | None:
    return document_view(viewer=reader, uid=document).version


def mint(*, writer: Principal, document: UUID, exact: str) -> UUID:
    """A span over the first occurrence of `exact` in the current version."""
    version = current_version(writer, document)
    assert version is not None
    start = version_view(viewer=writer, uid=version).text.index(exact)
    return mint_span(writer=writer, version=version, start=start, end=start + len(exact), exact=exact, at=AT).uid


def cite(
    *,
    writer: Principal,
    documents: Sequence[UUID] = (),
    exact: str = REFUND,
    derived_from: Sequence[UUID] = (),
    kind: AnswerKind = AnswerKind.ANSWER,
    text: str = "Opened electronics can come back for 30 days.",
) -> RecordedAnswer:
    """An answer of one paraphrased statement on the same passage of each document and on derived texts."""
    spans = tuple(mint(writer=writer, document=document, exact=exact) for document in documents)
    statement = Statement(text=text, basis=Basis.PARAPHRASED, spans=spans, derived_from=tuple(derived_from))
    return record_answer(
        writer=writer, kind=kind, segments=[statement], context=Context(question="Window?"), on_behalf_of=None, at=AT
    )


def share_answer(*, owner: Principal, answer: UUID, holder: Holder = STAFF) -> None:
    grant_answer(actor=owner, answer=answer, right=Right.READ, holder=holder, at=AT)


def unread(*, owner: Principal, document: UUID, holder: Holder = STAFF) -> None:
    revoke(actor=owner, document=document, right=Right.READ, holder=holder, at=AT)


def state(viewer: Principal, citation: UUID) -> State:
    return verdicts(viewer=viewer, citations=[citation])[0].state


def unknown() -> UUID:
    return uuid4()


def readable(viewer: Principal, document: Document) -> bool:
    return can(principal=viewer, right=Right.READ, document=document.uid)


def readable_text(viewer: Principal, answer: Answer) -> bool:
    return can_read_answer(principal=viewer, answer=answer.uid)
