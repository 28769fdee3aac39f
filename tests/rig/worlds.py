"""For each cause for which something is hidden, one complete set of things hidden for it, all in one world.

Support is who looks: a member of `staff` that could read everything that was ever shared with `staff`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import Group

from acl.models import Surface, User
from acl.queries import Holder, can
from acl.rights import Right
from acl.services import grant, revoke_answer
from citeledger.core.principals import Principal
from citeledger.core.statements import Absence, AnswerKind, Basis, Context, Statement
from citeledger.documents.search.indexing import index_owed
from citeledger.documents.services import pin, retire, withdraw
from citeledger.documents.services.reading import read
from citeledger.documents.services.uploading import receive
from citeledger.emission.hand_offs import hand_over
from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import RecordedAnswer, record_answer
from citeledger.emission.sessions import open_session, ready_to_emit, ready_to_mint_in
from citeledger.ledger.models import Span
from citeledger.ledger.services import erase_answer, put_page
from tests import cast
from tests.cast import AT, STAFF, Cast


class Why(StrEnum):
    """Why support gets nothing."""

    NEVER = "never existed"
    RETIRED = "retired"
    WITHDRAWN = "withdrawn"
    REVOKED = "revoked"
    OTHERS = "another group's"
    DERIVED = "derived from hidden"
    UNSHARED = "derived from a text that was not shared"
    ERASED = "erased"
    ON_ERASED = "rests on erased"
    BOUND = "bound to a version of a hidden document"
    SCOPE = "nothing was found in documents one of which is hidden"


WHOLLY_HIDDEN = (Why.NEVER, Why.RETIRED, Why.REVOKED, Why.OTHERS, Why.DERIVED)
"""In the other worlds support may read a document of the same words."""


@dataclass(frozen=True)
class Names:
    """Outside addresses of things out of support's reach, but for what is their own; empty where a cause has none.

    `shown` is an answer support may read and `own_page` a page of support's own: both show `citation`'s hidden source.
    `hand_off` is to support, of a text that shows it. `receiver` is somebody anybody may know.
    `own_snapshot` is of support's own, with the root `own_root`: it pinned the document while it could be read.
    `word` stands in title, text and statement of what is hidden, and in nothing that support may read.
    """

    document: str = ""
    version: str = ""
    span: str = ""
    answer: str = ""
    citation: str = ""
    note: str = ""
    page: str = ""
    surface: str = ""
    shown: str = ""
    shown_citation: str = ""
    own_page: str = ""
    reference: str = ""
    snapshot: str = ""
    own_snapshot: str = ""
    own_root: str = ""
    upload: str = ""
    hand_off: str = ""
    receiver: str = ""
    session: str = ""
    own_session: str = ""
    word: str = ""


@dataclass(frozen=True)
class Hidden:
    """What must never be told: texts, and their fingerprints."""

    title: str
    passage: str
    statement: str
    text: str

    def marks(self) -> Iterable[str]:
        yield from (self.title, self.passage, self.statement)
        yield from (sha256(text.encode()).hexdigest() for text in (self.passage, self.text, self.statement))


@dataclass
class World:
    """The people, the worlds by cause, and what is hidden in each."""

    people: Cast
    own_surface: UUID
    names: dict[Why, Names] = field(default_factory=dict)
    hidden: dict[Why, Hidden] = field(default_factory=dict)
    documents: dict[Why, UUID] = field(default_factory=dict)


def build() -> World:
    """All causes, through the product's own services."""
    people = cast.make_cast()
    writers = Group.objects.create(name="writers of the own wiki")
    writers.user_set.add(people.support.id, people.legal.id)
    own = Surface.objects.create(name="own wiki", allowed_group=writers)
    world = World(people, own.uid)
    for why in Why:
        world.names[why] = _Builder(world, why).built()
    while index_owed():
        pass
    return world


class _Builder:
    def __init__(self, world: World, why: Why) -> None:
        self.world, self.why, self.legal = world, why, world.people.legal
        self.word = f"x{uuid4().hex[:8]}"
        mark = f"canary-{list(Why).index(why)}-{self.word}"
        passage = f"Opened {mark} may be returned within 30 days of delivery."
        text = cast.POLICY.replace(cast.REFUND, passage)
        self.hidden = Hidden(f"Returns of {mark}", passage, f"The window of {mark} is 30 days.", text)
        world.hidden[why] = self.hidden

    def built(self) -> Names:
        found: dict[Why, Callable[[], Names]] = {
            Why.NEVER: self.never,
            Why.RETIRED: self.retired,
            Why.WITHDRAWN: self.withdrawn,
            Why.REVOKED: self.revoked,
            Why.OTHERS: self.others,
            Why.DERIVED: self.derived,
            Why.UNSHARED: self.unshared,
            Why.ERASED: self.erased,
            Why.ON_ERASED: self.on_erased,
            Why.BOUND: self.bound,
            Why.SCOPE: self.scope,
        }
        names = self.on_a_hidden_surface(found[self.why]())
        reference = str(uuid4())
        own_session = open_session(writer=self.world.people.support, at=datetime.now(tz=UTC))
        own_page = put_page(
            actor=self.world.people.support,
            surface=self.world.own_surface,
            kind="runbook",
            host_reference=reference,
            title="Runbook",
            citations=[UUID(names.citation)],
            at=AT,
        )
        return replace(
            names,
            own_page=str(own_page),
            own_session=str(own_session),
            reference=reference,
            hand_off=names.hand_off or self.handed(UUID(names.shown)),
            receiver=str(self.world.people.manager.uid),
            word=self.word if self.why in WHOLLY_HIDDEN else "",
        )

    def handed(self, answer: UUID) -> str:
        """The text, handed to support."""
        support = self.world.people.support
        assert support.uid is not None
        return str(hand_over(sender=self.legal, answer=answer, to=support.uid, at=datetime.now(tz=UTC)))

    def never(self) -> Names:
        kinds = (
            "document",
            "version",
            "span",
            "answer",
            "citation",
            "note",
            "surface",
            "upload",
            "snapshot",
            "hand_off",
            "session",
        )
        return Names(**{kind: str(uuid4()) for kind in kinds})

    def retired(self) -> Names:
        """With an upload of support's own, who could edit it."""
        names, support = self.about(self.document()), self.world.people.support
        uid = UUID(names.document)
        grant(actor=self.legal, document=uid, right=Right.EDIT, holder=Holder("user", support.name), at=AT)
        names = replace(names, upload=self.upload(by=support, document=uid))
        retire(actor=self.legal, document=UUID(names.document), at=AT)
        return names

    def withdrawn(self) -> Names:
        """The version alone; its document stays readable, so a revoked one stands where a document is asked for."""
        names = self.about(self.document())
        document = UUID(names.document)
        cast.publish(owner=self.legal, document=document, text=cast.EDITED)
        withdraw(actor=self.legal, version=UUID(names.version), at=AT)
        return replace(names, document=self.world.names[Why.RETIRED].document)

    def revoked(self) -> Names:
        names = self.about(self.document())
        cast.unread(owner=self.legal, document=UUID(names.document))
        return names

    def others(self) -> Names:
        return self.about(self.document(readers=()))

    def derived(self) -> Names:
        names = self.about(self.document(readers=()))
        return self.resting_on(names, UUID(names.note))

    def unshared(self) -> Names:
        """Every document may be read; the note between may not."""
        open_document = self.document()
        note = cast.cite(
            writer=self.legal, documents=[open_document], exact=self.hidden.passage, kind=AnswerKind.MEMORY_NOTE
        )
        return self.resting_on(self.about(self.document(readers=())), note.uid)

    def erased(self) -> Names:
        """The answer itself, which all of staff could read, and the note."""
        document = self.document()
        answer, note = self.answer([document], share=True), self.answer([document], share=True)
        hand_off = self.handed(answer.uid)
        for each in (answer, note):
            erase_answer(actor=self.legal, answer=each.uid, at=AT)
        names = self.about(self.document(readers=()))
        gone = {"answer": str(answer.uid), "note": str(note.uid), "citation": str(answer.citations[0])}
        return replace(names, **gone, shown="", shown_citation="", hand_off=hand_off)

    def on_erased(self) -> Names:
        document = self.document()
        summary = self.answer([document], share=True)
        names = self.resting_on(self.about(self.document(readers=())), summary.uid)
        erase_answer(actor=self.legal, answer=summary.uid, at=AT)
        return names

    def bound(self) -> Names:
        """As of a version that was revoked, beside a passage that may be read."""
        open_document, hidden = self.document(), self.document(readers=())
        names, spans = self.about(hidden), [self.mint(uid) for uid in (open_document, hidden)]
        statement = Statement(
            text=self.hidden.statement, basis=Basis.PARAPHRASED, spans=tuple(spans), as_of=(spans[1],)
        )
        return self.asked_about(names, statement)

    def scope(self) -> Names:
        """A search of two documents, one of which support may not read, found nothing."""
        open_document, hidden = self.document(), self.document(readers=())
        names = self.about(hidden)
        snapshot = pin(actor=self.legal, name="Searched", documents=[open_document, hidden], at=AT).uid
        query = {"version": 1, "kind": "phrase", "phrase": "store credit"}
        absence = Absence(query=query, snapshot=snapshot)
        return self.asked_about(names, Statement(text=self.hidden.statement, basis=Basis.ABSENCE, absence=absence))

    def asked_about(self, names: Names, statement: Statement) -> Names:
        """The citation asked about, and the answer shown, make this statement."""
        cited, shown = self.record(statement, share=False), self.record(statement, share=True)
        return replace(
            names,
            citation=str(cited.citations[0]),
            answer=str(cited.uid),
            shown=str(shown.uid),
            shown_citation=str(shown.citations[0]),
        )

    def document(self, readers: Iterable[Holder] = (STAFF,)) -> UUID:
        uid = cast.make_document(owner=self.legal, title=self.hidden.title, text=self.hidden.text, readers=readers)
        self.world.documents[self.why] = uid
        return uid

    def about(self, document: UUID) -> Names:
        """The document with version and span, an answer and a note on it that support may not read, and one it may."""
        span = cast.mint(writer=self.legal, document=document, exact=self.hidden.passage)
        answer, note = self.answer([document], share=True), self.answer([document], share=True)
        for each in (answer, note):
            revoke_answer(actor=self.legal, answer=each.uid, right=Right.READ, holder=STAFF, at=AT)
        shown = self.answer([document], share=True)
        support = self.world.people.support
        own = pin(actor=support, name="Pinned", documents=[document], at=AT) if self.is_read(document) else None
        return Names(
            snapshot=str(pin(actor=self.legal, name="Pinned", documents=[document], at=AT).uid),
            own_snapshot=str(own.uid) if own else "",
            own_root=own.root if own else "",
            document=str(document),
            version=str(cast.current_version(self.legal, document)),
            span=str(Span.objects.get(uid=span).uid),
            answer=str(answer.uid),
            citation=str(answer.citations[0]),
            note=str(note.uid),
            shown=str(shown.uid),
            shown_citation=str(shown.citations[0]),
            upload=self.upload(by=self.legal, document=document),
            session=self.session(document),
        )

    def session(self, document: UUID) -> str:
        """Legal's own, in which the hidden passage was minted."""
        now = datetime.now(tz=UTC)  # a session is open for a day from now
        uid = open_session(writer=self.legal, question=self.hidden.title, at=now)
        version = cast.current_version(self.legal, document)
        assert version is not None
        start = self.hidden.text.index(self.hidden.passage)
        end = start + len(self.hidden.passage)
        draft = SpanDraft(version=version, start=start, end=end, exact=self.hidden.passage)
        ready_to_mint_in(writer=self.legal, session=uid, drafts=[draft], at=now)()
        return str(uid)

    def upload(self, *, by: Principal, document: UUID) -> str:
        """A file of the hidden text, read and not published."""
        data, name = self.hidden.text.encode(), f"{self.hidden.title}.md"
        uid = receive(
            actor=by, document=document, data=data, media_type="text/markdown", file_name=name, language=None, at=AT
        )
        read(upload=uid, at=AT)
        return str(uid)

    def is_read(self, document: UUID) -> bool:
        return can(principal=self.world.people.support, right=Right.READ, document=document)

    def resting_on(self, names: Names, text: UUID) -> Names:
        """The citation asked about, and the answer shown, rest on this derived text."""
        cited = self.answer([], derived=[text], share=False)
        shown = self.answer([], derived=[text], share=True)
        return replace(
            names,
            citation=str(cited.citations[0]),
            answer=str(cited.uid),
            shown=str(shown.uid),
            shown_citation=str(shown.citations[0]),
        )

    def answer(self, documents: Iterable[UUID], *, derived: Iterable[UUID] = (), share: bool) -> RecordedAnswer:
        spans = tuple(self.mint(uid) for uid in documents)
        statement = Statement(
            text=self.hidden.statement, basis=Basis.PARAPHRASED, spans=spans, derived_from=tuple(derived)
        )
        return self.record(statement, share=share)

    def mint(self, document: UUID) -> UUID:
        return cast.mint(writer=self.legal, document=document, exact=self.hidden.passage)

    def record(self, statement: Statement, *, share: bool) -> RecordedAnswer:
        """Of what cites no span itself, from a session of legal's: so some texts have one and some do not."""
        how: dict[str, Any] = {
            "writer": self.legal,
            "kind": AnswerKind.MEMORY_NOTE,
            "segments": [statement],
            "context": Context(question=self.hidden.title),
            "on_behalf_of": None,
            "at": AT,
        }
        if statement.spans:
            recorded = record_answer(**how)
        else:
            recorded = ready_to_emit(session=open_session(writer=self.legal, at=AT), **how)()
        if share:
            cast.share_answer(owner=self.legal, answer=recorded.uid)
        return recorded

    def on_a_hidden_surface(self, names: Names) -> Names:
        """A page nobody of staff sees: of a surface of others, or of one support belonged to once."""
        if self.why is Why.NEVER:
            return replace(names, page=str(uuid4()))
        group = Group.objects.create(name=f"readers {self.hidden.title}")
        members = User.objects.filter(pk__in=[self.legal.id, self.world.people.support.id])
        group.user_set.add(*members)
        surface = Surface.objects.create(name=f"wiki {self.hidden.title}", allowed_group=group)
        page = put_page(
            actor=self.legal,
            surface=surface.uid,
            kind="runbook",
            host_reference=f"runbook {self.hidden.title}",
            title=self.hidden.title,
            citations=[UUID(names.citation)],
            at=AT,
        )
        group.user_set.remove(*members)
        return replace(names, page=str(page), surface=str(surface.uid))
