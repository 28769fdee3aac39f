"""The cast of the refund window and a builder of small worlds, through the product's own services.

Legal writes the policy, support and the manager may read it, the contractor may not; the auditor looks behind it all.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID, uuid4

from django.contrib.auth.models import Group
from django.db import transaction

from acl.models import InstallationGrant, User
from acl.queries import Holder, can, can_read_answer
from acl.rights import InstallationRight, Right
from acl.services import grant, grant_answer, revoke
from acl.services.installation import ensure_installation_right
from acl.services.people import NOBODY
from citeledger.core.principals import ANONYMOUS, Kind, Principal
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents.metadata import Metadata
from citeledger.documents.models import Document, DocumentHead
from citeledger.documents.queries import document as document_view
from citeledger.documents.services import create_document, publish_version
from citeledger.emission.services import RecordedAnswer, mint_span, record_answer
from citeledger.ledger.models import Answer
from citeledger.log.services import Fact, Json, append_all
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
    """Everybody with their rights and the log of them, in six statements: hundreds of tests begin with it."""
    people = {"legal": {}, "support": {}, "manager": {}, "contractor": {}, "auditor": {}}
    people |= {"service": {"kind": "service"}, "superuser": {"is_superuser": True}, "former": {"is_active": False}}
    rows = User.objects.bulk_create(User(username=name, **extra) for name, extra in people.items())
    users = {user.username: user for user in rows}
    with transaction.atomic():
        staff = Group.objects.create(name="staff")
        members = [users[name] for name in ("support", "manager", "former")]
        User.groups.through.objects.bulk_create(User.groups.through(user=user, group=staff) for user in members)
        InstallationGrant.objects.create(right=InstallationRight.AUDIT, user=users["auditor"])
        append_all(facts=[*_facts(members, auditor=users["auditor"])], actor=None, at=AT)
    return Cast(**{name: _principal(user) for name, user in users.items()})


def _facts(staff: Sequence[User], *, auditor: User) -> Iterator[Fact]:
    """What the services would have logged: verification asks the log about memberships and rights."""
    yield Fact("group_created", NOBODY, {"group": "staff"})
    for user in staff:
        yield Fact("member_added", user.uid, {"group": "staff"})
    granted: dict[str, Json] = {"right": "audit", "holder_kind": "user", "holder": "auditor"}
    yield Fact("installation_right_granted", auditor.uid, granted)


def _principal(user: User) -> Principal:
    return Principal(kind=Kind(user.kind), id=user.pk, uid=user.uid, name=user.username)


def let_act_for(who: Principal) -> None:
    with transaction.atomic():
        ensure_installation_right(right=InstallationRight.ACT_FOR, holder=Holder("user", who.name), at=AT)


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
    _publish(owner=owner, document=uid, text=text, expected=None, at=AT)
    for holder in readers:
        for right in (Right.READ, Right.CITE):
            grant(actor=owner, document=uid, right=right, holder=holder, at=AT)
    return uid


def publish(*, owner: Principal, document: UUID, text: str, at: datetime = AT) -> UUID:
    """The text as the next version after whatever is current."""
    current = DocumentHead.objects.filter(document__uid=document).values_list("version__uid", flat=True).first()
    return _publish(owner=owner, document=document, text=text, expected=current, at=at)


def _publish(*, owner: Principal, document: UUID, text: str, expected: UUID | None, at: datetime) -> UUID:
    return publish_version(
        actor=owner, document=document, data=text.encode(), media_type="text/markdown", expected=expected, at=at
    )


def current_version(reader: Principal, document: UUID) -> UUID | None:
    return document_view(viewer=reader, uid=document).version


def mint(*, writer: Principal, document: UUID, exact: str) -> UUID:
    """A span over the first occurrence of `exact` in the current version. Whether the writer may is for the gate."""
    heads = DocumentHead.objects.filter(document__uid=document)
    version, text = heads.values_list("version__uid", "version__content__text").get()
    start = text.index(exact)
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
