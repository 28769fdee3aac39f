"""A small world for the ledger's and the gate's tests: people, documents with a version, spans, answers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

from acl.models import InstallationGrant, User
from acl.queries import Holder
from acl.rights import InstallationRight, Right
from acl.services import grant, revoke
from citeledger.core.principals import Kind, Principal
from citeledger.core.statements import AnswerKind, Basis, Context, Segment, Statement
from citeledger.documents.metadata import Metadata
from citeledger.documents.services import create_document, publish_version
from citeledger.emission.hand_offs import TakenOver, hand_over, take_over
from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import MintedSpan, RecordedAnswer, mint_span, mint_spans, record_answer
from citeledger.interfaces.handing_over import envelope_of

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
POLICY = "Refunds\n\nA customer may return goods within 30 days of purchase. Opened software is excluded.\n"
SENTENCE = "A customer may return goods within 30 days of purchase."
ASKED = Context(agent="helper", question="May I return it?")


def person(name: str) -> Principal:
    user = User.objects.create(username=name, kind=Kind.PERSON.value)
    return Principal(kind=Kind.PERSON, id=user.pk, uid=user.uid, name=name)


@dataclass(frozen=True)
class Source:
    """A document of `owner` with one version."""

    owner: Principal
    document: UUID
    version: UUID
    text: str

    def draft(self, exact: str) -> SpanDraft:
        start = self.text.index(exact)
        return SpanDraft(version=self.version, start=start, end=start + len(exact), exact=exact)

    def mint(self, exact: str, *, writer: Principal | None = None) -> MintedSpan:
        draft = self.draft(exact)
        return mint_span(
            writer=writer or self.owner, version=self.version, start=draft.start, end=draft.end, exact=exact, at=NOW
        )

    def mint_words(self, count: int) -> tuple[UUID, ...]:
        """`count` spans of one word each; the text must have as many."""
        drafts, start = [], 0
        for word in self.text.split()[:count]:
            start = self.text.index(word, start)
            drafts.append(SpanDraft(version=self.version, start=start, end=start + len(word), exact=word))
            start += len(word)
        size = 500
        chunks = [drafts[first : first + size] for first in range(0, count, size)]
        return tuple(span.uid for chunk in chunks for span in mint_spans(writer=self.owner, drafts=chunk, at=NOW))

    def let(self, who: Principal, *rights: Right) -> None:
        for right in rights:
            grant(actor=self.owner, document=self.document, right=right, holder=Holder("user", who.name), at=NOW)

    def bar(self, who: Principal, *rights: Right) -> None:
        for right in rights:
            revoke(actor=self.owner, document=self.document, right=right, holder=Holder("user", who.name), at=NOW)


def source(owner: Principal, text: str = POLICY, *, media_type: str = "text/plain") -> Source:
    document = create_document(actor=owner, metadata=Metadata(title="Refund policy"), at=NOW)
    version = publish_version(
        actor=owner, document=document, data=text.encode(), media_type=media_type, expected=None, at=NOW
    )
    return Source(owner, document, version, text)


def says(
    *spans: UUID, text: str = "Goods can be returned.", basis: Basis = Basis.PARAPHRASED, of: Sequence[UUID] = ()
) -> Statement:
    return Statement(text=text, basis=basis, spans=spans, derived_from=tuple(of))


def answered(
    writer: Principal,
    *segments: Segment,
    kind: AnswerKind = AnswerKind.ANSWER,
    context: Context = ASKED,
    on_behalf_of: UUID | None = None,
) -> RecordedAnswer:
    return record_answer(
        writer=writer, kind=kind, segments=segments, context=context, on_behalf_of=on_behalf_of, at=NOW
    )


def passed_on(sender: Principal, to: Principal, text: UUID) -> TakenOver:
    """The text, handed over and taken over at once."""
    assert to.uid
    hand_off = hand_over(sender=sender, answer=text, to=to.uid, at=NOW)
    return take_over(receiver=to, envelope=envelope_of(sender=sender, hand_off=hand_off), at=NOW)


def make_operator(who: Principal) -> None:
    InstallationGrant.objects.create(right=InstallationRight.OPERATE.value, user_id=who.id)


@dataclass(frozen=True)
class World:
    """Alice owns a policy; Bob has no right to anything."""

    alice: Principal = field(default_factory=lambda: person("alice"))
    bob: Principal = field(default_factory=lambda: person("bob"))

    def policy(self, text: str = POLICY, *, media_type: str = "text/plain") -> Source:
        return source(self.alice, text, media_type=media_type)


def shared_policy() -> tuple[World, Source]:
    """Alice's policy, which Bob may read and cite."""
    world = World()
    policy = world.policy()
    policy.let(world.bob, Right.READ, Right.CITE)
    return world, policy
