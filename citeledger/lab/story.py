"""Setting the stage: documents, rights, the runbook and the ticket, all through the product's own services."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from django.conf import settings

from acl import surfaces
from acl.models import Surface
from acl.rights import Right
from acl.services import grant, grant_answer
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents import queries
from citeledger.documents.histories.editions import Edition
from citeledger.documents.histories.folder import read_folder
from citeledger.documents.metadata import Metadata, Status
from citeledger.documents.services import create_document, publish_version
from citeledger.emission.services import RecordedAnswer, mint_span, record_answer
from citeledger.lab import texts
from citeledger.lab.models import Scene
from citeledger.lab.people import EVERYBODY, EVERYBODY_HOLDER, OPERATOR, ROLES, STAFF_HOLDER, principal
from citeledger.ledger.services import put_page

HISTORIES = Path(__file__).parent / "data" / "histories"
SURFACE, KID = "Northstar wiki", "northstar-wiki"
AGENT = "Northstar assistant"
EDITIONS_AT_FIRST = 3


@dataclass(frozen=True, slots=True)
class Real:
    """A real document with its real edits, and a passage of its first editions that the story cites."""

    slug: str
    title: str
    owner: str
    exact: str
    question: str
    statement: str


REAL: tuple[Real, ...] = (
    Real(
        "18f-overtime",
        "Overtime, comp time and credit hours (18F handbook)",
        "18F",
        "maximum GS salary ($176,300 in FY22)",
        "Which salary do the overtime rules turn on?",
        "The overtime rules turn on the maximum GS salary, which is $176,300.",
    ),
    Real(
        "github-privacy-statement",
        "GitHub privacy statement",
        "GitHub",
        "We do not currently respond to your browser's Do Not Track signal",
        "What does Do Not Track do there?",
        "Do Not Track has no effect there.",
    ),
)


def current_scene() -> Scene | None:
    """The world on stage."""
    return Scene.objects.order_by("-pk").first()


def tell(*, now: datetime) -> Scene:
    """A fresh world: everything as it was in March, before anything happened."""
    legal, support = principal("legal"), principal("support")
    cast: dict[str, str] = {"surface": str(ensure_surface(now=now))}
    policy = _document(
        legal, texts.TITLE, texts.policy_text(days=30, spaced=False, elsewhere=False, receipt=False), now
    )
    _open(legal, policy, now)
    draft = _document(legal, "Draft: restocking fee", texts.DRAFT, now, status=Status.DRAFT)
    cast |= {"policy": str(policy), "draft": str(draft)}
    cast |= {real.slug: str(_real(legal, real, now)) for real in REAL}
    cast |= _answers(support, cast, now)
    cast |= make_note(cast=cast, now=now)
    return Scene.objects.create(
        at=now, cast=cast, flags={"days": 30, "spaced": False, "elsewhere": False, "receipt": False}
    )


def ensure_surface(*, now: datetime) -> UUID:
    """The wiki on the other site: its origin, its key, and who its people are here."""
    operator, origin = principal(OPERATOR), settings.LAB_HOST_ORIGIN
    known = Surface.objects.filter(name=SURFACE).first()
    if known is None:
        return _register(operator, origin, now)
    if not known.origins.filter(origin=origin).exists():
        surfaces.add_origin(actor=operator, surface=known.uid, origin=origin, at=now)
    return known.uid


def _register(operator: Principal, origin: str, now: datetime) -> UUID:
    draft = surfaces.SurfaceDraft(name=SURFACE, origins=(origin,), knows_states=True, allowed_group=EVERYBODY)
    uid = surfaces.register_surface(actor=operator, draft=draft, at=now)
    key = surfaces.KeyDraft(
        kid=KID, algorithm="HS256", key=secrets.token_urlsafe(48), not_before=now - timedelta(days=1)
    )
    surfaces.add_key(actor=operator, surface=uid, draft=key, at=now)
    for role in ROLES:
        user = principal(role.username).uid
        if user is not None:
            surfaces.map_subject(actor=operator, surface=uid, subject=role.username, user=user, at=now)
    return uid


def _document(owner: Principal, title: str, text: str, now: datetime, status: Status = Status.PUBLISHED) -> UUID:
    metadata = Metadata(title=title, owner="Northstar Legal", classification="internal", language="en", status=status)
    uid = create_document(actor=owner, metadata=metadata, at=now)
    publish_version(actor=owner, document=uid, data=text.encode(), media_type="text/markdown", expected=None, at=now)
    return uid


def _open(owner: Principal, document: UUID, now: datetime) -> None:
    for right in (Right.READ, Right.CITE):
        grant(actor=owner, document=document, right=right, holder=STAFF_HOLDER, at=now)


def _real(owner: Principal, real: Real, now: datetime) -> UUID:
    """A real document as it was after its first editions; everybody at Northstar may read and cite it."""
    metadata = Metadata(
        title=real.title,
        owner=real.owner,
        originator="see NOTICE",
        classification="public",
        language="en",
        status=Status.PUBLISHED,
    )
    uid = create_document(actor=owner, metadata=metadata, at=now)
    for right in (Right.READ, Right.CITE):
        grant(actor=owner, document=uid, right=right, holder=EVERYBODY_HOLDER, at=now)
    for _ in range(EDITIONS_AT_FIRST):
        publish_next(owner=owner, document=uid, real=real, now=now)
    return uid


def what_comes_next(*, owner: Principal, document: UUID, real: Real) -> str:
    """Which version of a real history its control would publish, in words."""
    editions, out = _progress(owner, document, real)
    if out >= len(editions):
        return f"all {len(editions)} versions are out"
    return f"version {out + 1} of {len(editions)}, of {editions[out].effective_at:%B %Y}"


def _progress(owner: Principal, document: UUID, real: Real) -> tuple[tuple[Edition, ...], int]:
    """All editions of the history, and how many of them are versions already."""
    editions = read_folder(folder=HISTORIES / real.slug).editions
    return editions, len(queries.versions(viewer=owner, document=document))


def publish_next(*, owner: Principal, document: UUID, real: Real, now: datetime) -> bool:
    """Publish the next edition of a real history; False when all are out."""
    editions, out = _progress(owner, document, real)
    if out >= len(editions):
        return False
    publish_version(
        actor=owner,
        document=document,
        data=editions[out].load() or b"",
        media_type="text/markdown",
        expected=queries.document(viewer=owner, uid=document).version,
        at=now,
        effective_at=editions[out].effective_at,
    )
    return True


def _answers(support: Principal, cast: dict[str, str], now: datetime) -> dict[str, str]:
    """What the assistant said in March, recorded by the support agent."""
    policy = UUID(cast["policy"])
    said = {
        "window": cite(
            support,
            [(policy, texts.WINDOW.format(days=30))],
            "Opened electronics can come back for 30 days.",
            now,
            question="How long can opened electronics come back?",
        ),
        "shipping": cite(
            support,
            [(policy, texts.SHIPPING)],
            texts.SHIPPING,
            now,
            question="What does return shipping cost?",
            basis=Basis.QUOTED,
        ),
    }
    said |= {
        real.slug: cite(support, [(UUID(cast[real.slug]), real.exact)], real.statement, now, question=real.question)
        for real in REAL
    }
    return {f"citation:{name}": str(answer.citations[0]) for name, answer in said.items()}


def cite(
    writer: Principal,
    passages: Sequence[tuple[UUID, str]],
    statement: str,
    now: datetime,
    *,
    question: str,
    basis: Basis = Basis.PARAPHRASED,
    derived_from: tuple[UUID, ...] = (),
    kind: AnswerKind = AnswerKind.ANSWER,
) -> RecordedAnswer:
    """An answer of one statement on passages (document uid, exact text) of current versions."""
    spans = tuple(_mint(writer, document, exact, now) for document, exact in passages)
    return record_answer(
        writer=writer,
        kind=kind,
        segments=[Statement(statement, basis, spans, derived_from)],
        context=Context(agent=AGENT, question=question, surface=SURFACE),
        on_behalf_of=None,
        at=now,
    )


def _current_text(reader: Principal, document: UUID) -> str:
    return queries.version(viewer=reader, uid=_current(reader, document)).text


def _current(reader: Principal, document: UUID) -> UUID:
    version = queries.document(viewer=reader, uid=document).version
    if version is None:
        raise NotFound
    return version


def _mint(writer: Principal, document: UUID, exact: str, now: datetime) -> UUID:
    version = _current(writer, document)
    start = _current_text(writer, document).index(exact)
    return mint_span(writer=writer, version=version, start=start, end=start + len(exact), exact=exact, at=now).uid


def make_note(*, cast: dict[str, str], now: datetime) -> dict[str, str]:
    """The laundering: legal's research agent mixes the public policy and its draft into a note that staff may read,
    and an answer then rests on the note alone."""
    legal = principal("legal")
    policy = UUID(cast["policy"])
    receipt = next(exact for exact in (texts.RECEIPT, texts.RECEIPT_ONLY) if exact in _current_text(legal, policy))
    passages = [(policy, receipt), (UUID(cast["draft"]), texts.DRAFT_SENTENCE)]
    note = cite(
        legal,
        passages,
        "Returns need a receipt, and next year opened electronics will cost 15 percent.",
        now,
        question="What is coming for returns?",
        kind=AnswerKind.MEMORY_NOTE,
    )
    grant_answer(actor=legal, answer=note.uid, right=Right.READ, holder=STAFF_HOLDER, at=now)
    answer = cite(
        legal,
        [],
        "Keep the receipt: a restocking fee is coming.",
        now,
        question="What should the customer keep?",
        derived_from=(note.uid,),
    )
    made = {"note": str(note.uid), "citation:note": str(answer.citations[0])}
    return made | show_pages(cast=cast | made, now=now)


def show_pages(*, cast: dict[str, str], now: datetime) -> dict[str, str]:
    """Put the runbook and the ticket on the wiki, with every citation the story has so far.

    The wiki's names for them stay from world to world, so a new world takes over the pages of the old one.
    """
    manager = principal("manager")
    order = ("window", "shipping", "note", *(real.slug for real in REAL))
    runbook = [UUID(cast[key]) for name in order if (key := f"citation:{name}") in cast]
    shown = (
        ("runbook", "returns", "Returns runbook", runbook),
        ("ticket", "4711", "Ticket 4711: opened headphones", runbook[:2]),
    )
    return {
        kind: str(
            put_page(
                actor=manager,
                surface=UUID(cast["surface"]),
                kind=kind,
                host_reference=reference,
                title=title,
                citations=citations,
                at=now,
            )
        )
        for kind, reference, title, citations in shown
    }
