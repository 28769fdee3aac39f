"""The measured batch: 100 citations over 525 spans in 450 documents, ten of them derived at depth 3.

Documents and grants are inserted in bulk; spans, answers, closures and span results are made by the product itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import Permission
from django.db import connection

from acl.models import AnswerGroupGrant, DocumentGroupGrant, DocumentUserGrant, User
from acl.services import issue_token
from citeledger.core.principals import Kind, Principal
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents.models import Document
from citeledger.documents.search.indexing import index_text
from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import mint_spans, record_answer
from citeledger.emission.shape import SPANS_PER_REQUEST
from citeledger.evidence.bench import texts
from citeledger.evidence.bench.library import Shelved, shelve
from citeledger.evidence.bench.population import Population, grant_around, insert, join, permission, populate, size
from citeledger.ledger.models import Answer, Span
from revalidation.sweeping import sweep

DOCUMENTS = 450
SPANS = 525
DIRECT, DERIVED, DEPTH = 90, 10, 3
SPANS_PER_DIRECT = 5
STATEMENTS = 100  # of an answer that is emitted
SEARCHED = 100  # documents that a search looks through
_HIDDEN = 2  # documents the viewer may not read: their citations are unavailable
_HISTORIES, _EDITIONS = 5, 8
_GROUPS_OF_THE_VIEWER = 5
_QUESTION = Context(question="What does the policy say?")


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What a client needs: tokens, the batch, spans to cite anew, and two citations of documents with long histories.

    `swept`: the result in every later version is remembered. `late`: its spans were minted after those versions had
    been published, as when somebody cites an old edition; nobody swept for them.
    """

    token: str
    writers_token: str
    batch: tuple[UUID, ...]
    cited: tuple[UUID, ...]
    swept: UUID
    late: UUID
    documents: int
    spans: int
    grants: int


@dataclass(frozen=True, slots=True)
class _Scene:
    author: User
    population: Population
    at: datetime

    @property
    def writer(self) -> Principal:
        return _principal(self.author)


def build(*, scale: float, at: datetime) -> World:
    """Build the world in the default database, which must be empty but for what migrations leave. Deterministic."""
    wanted = size(scale=scale)
    author = User.objects.create(username="bench-writer")
    scene = _Scene(author, populate(size=wanted), at)
    viewer = _viewer(scene.population)
    cited = shelve(author=author, histories=[texts.once_edited(document=n) for n in range(DOCUMENTS)], at=at)
    long = shelve(author=author, histories=[_long(n) for n in range(_HISTORIES)], at=at)
    around = shelve(author=author, histories=[[texts.policy(document=-1)]] * wanted.documents, at=at)
    _let_write(scene, [s.document for s in (*cited, *long)])
    readable = [s.document for s in (*cited[_HIDDEN:], *long)]
    grants = grant_around(documents=[s.document for s in around] + readable, population=scene.population, size=wanted)
    _let_everybody_read(scene, readable)
    batch = _batch(scene, cited)
    swept, late = _panels(scene, long)
    for shelved in cited[:SEARCHED]:
        index_text(text_id=shelved.versions[-1].pk)
    _settle()
    return World(
        token=issue_token(actor=viewer, name="bench", at=at),
        writers_token=issue_token(actor=scene.writer, name="bench", at=at),
        batch=batch,
        cited=tuple(Span.objects.order_by("pk").values_list("uid", flat=True)[:STATEMENTS]),
        swept=swept,
        late=late,
        documents=len(cited) + len(long) + len(around),
        spans=SPANS,
        grants=grants,
    )


def _long(number: int) -> Sequence[str]:
    return texts.long_history(document=DOCUMENTS + number, versions=_EDITIONS)


def _principal(user: User) -> Principal:
    return Principal(kind=Kind.PERSON, id=user.pk, uid=user.uid, name=user.username)


def _viewer(population: Population) -> Principal:
    viewer = User.objects.create(username="bench-viewer")
    join(person=viewer, population=population, others=_GROUPS_OF_THE_VIEWER)
    return _principal(viewer)


def _let_write(scene: _Scene, documents: Sequence[Document]) -> None:
    rights = [permission("read"), permission("cite")]
    insert(
        DocumentUserGrant.objects,
        (
            DocumentUserGrant(content_object=document, permission=right, user=scene.author)
            for document in documents
            for right in rights
        ),
    )


def _let_everybody_read(scene: _Scene, documents: Sequence[Document]) -> None:
    """The cited ones that chance left out of the nine in ten: the batch is to be about reading, not about refusing."""
    read, group = permission("read"), scene.population.everybody
    rows = [DocumentGroupGrant(content_object=document, permission=read, group=group) for document in documents]
    DocumentGroupGrant.objects.bulk_create(rows, ignore_conflicts=True)


def _batch(scene: _Scene, cited: Sequence[Shelved]) -> tuple[UUID, ...]:
    places = [(shelved, 0) for shelved in cited] + [(shelved, 1) for shelved in cited]
    spans = _mint(scene, places[:SPANS])
    for shelved in cited:
        _sweep(shelved, scene.at)
    direct, rest = spans[: DIRECT * SPANS_PER_DIRECT], spans[DIRECT * SPANS_PER_DIRECT :]
    statements = [_on(spans=direct[n::DIRECT]) for n in range(DIRECT)]
    chains = [_chain(scene, rest[n::DERIVED]) for n in range(DERIVED)]
    return (*_record(scene, AnswerKind.ANSWER, statements)[1], *chains)


def _chain(scene: _Scene, spans: Sequence[UUID]) -> UUID:
    """A citation that rests on a plan, made from a summary, made from a note; each adds spans of its own."""
    below: tuple[UUID, ...] = ()
    for level, kind in enumerate((AnswerKind.MEMORY_NOTE, AnswerKind.SUMMARY, AnswerKind.PLAN)):
        text, _ = _record(scene, kind, [_on(spans=spans[level::DEPTH], derived_from=below)])
        _share(scene, text)
        below = (text,)
    return _record(scene, AnswerKind.ANSWER, [_on(derived_from=below)])[1][0]


def _panels(scene: _Scene, long: Sequence[Shelved]) -> tuple[UUID, UUID]:
    swept = _record(scene, AnswerKind.ANSWER, [_on(spans=_mint(scene, [(shelved, 0) for shelved in long]))])[1][0]
    for shelved in long:
        _sweep(shelved, scene.at)
    late = _record(scene, AnswerKind.ANSWER, [_on(spans=_mint(scene, [(shelved, 1) for shelved in long]))])[1][0]
    return swept, late


def _mint(scene: _Scene, places: Sequence[tuple[Shelved, int]]) -> list[UUID]:
    drafts = list(_drafts(places))
    stretches = [drafts[n : n + SPANS_PER_REQUEST] for n in range(0, len(drafts), SPANS_PER_REQUEST)]
    return [span.uid for stretch in stretches for span in mint_spans(writer=scene.writer, drafts=stretch, at=scene.at)]


def _drafts(places: Sequence[tuple[Shelved, int]]) -> Iterator[SpanDraft]:
    for shelved, number in places:
        version = shelved.versions[0]
        text = version.content.text
        line = [line for line in text.splitlines() if line.startswith("Goods of class")][number]
        start = text.index(line)
        yield SpanDraft(version=version.uid, start=start, end=start + len(line), exact=line)


def _sweep(shelved: Shelved, at: datetime) -> None:
    for later in shelved.versions[1:]:
        sweep(version=later.uid, at=at)


def _on(*, spans: Sequence[UUID] = (), derived_from: Sequence[UUID] = ()) -> Statement:
    text = "Goods may be returned for a while after delivery."
    return Statement(text=text, basis=Basis.PARAPHRASED, spans=tuple(spans), derived_from=tuple(derived_from))


def _record(scene: _Scene, kind: AnswerKind, segments: Sequence[Statement]) -> tuple[UUID, tuple[UUID, ...]]:
    recorded = record_answer(
        writer=scene.writer, kind=kind, segments=segments, context=_QUESTION, on_behalf_of=None, at=scene.at
    )
    return recorded.uid, recorded.citations


def _share(scene: _Scene, text: UUID) -> None:
    AnswerGroupGrant.objects.create(
        content_object=Answer.objects.get(uid=text),
        permission=Permission.objects.get(content_type__app_label="ledger", codename="read"),
        group=scene.population.everybody,
    )


def _settle() -> None:
    """What a server does by itself soon after such a load; measured before it, plans would be of an empty database."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "PRAGMA wal_checkpoint(TRUNCATE)")
