"""Searching passages for one viewer, now: right, life and text are asked of the database in the request itself.

Only what the viewer may read is counted, so nothing hidden moves a rank, a score or a number (threat T41).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import BigIntegerField, Case, Count, F, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Cast

from acl.queries import readable
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.documents.access import only_visible
from citeledger.documents.metadata import is_draft
from citeledger.documents.models import DocumentHead, Snapshot, SnapshotMember, Version
from citeledger.documents.programs import program_of
from citeledger.documents.queries import intact_structure, intact_text
from citeledger.documents.search.models import IndexedPassage, Posting
from citeledger.documents.search.passages import Outline
from citeledger.documents.search.ranking import SCALE, Collection
from citeledger.documents.search.terms import RULES, terms_of_query
from citeledger.documents.standing import stands, text_stands
from citeledger.tables.expressions import Ids

LONGEST_QUERY = 1000  # code points
TERMS_PER_QUERY = 64
HITS = 50
HITS_UNASKED = 10
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A passage: start and end in code points of the version's canonical text, end exclusive, and what stands there.

    `headings` are those above it, outermost first. `score` compares hits of one answer and says nothing beyond.
    `program` names the program that published the version, where no person adopted it. `is_draft`: its document is one.
    """

    document: UUID
    version: UUID
    number: int
    title: str
    start: int
    end: int
    text: str
    headings: tuple[str, ...]
    score: float
    media_type: str
    program: str | None = None
    is_draft: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The best hits first. `pending` versions of what was searched are not indexed yet: ask again in seconds."""

    hits: tuple[Hit, ...]
    pending: int


@dataclass(frozen=True, slots=True)
class Searched:
    """What the viewer reads of what is searched: ids of the texts that are indexed; `pending` are not yet."""

    texts: Sequence[int]
    collection: Collection
    pending: int


def search(
    *,
    viewer: Principal,
    query: str,
    snapshot: UUID | None = None,
    maker: Principal | None = None,
    limit: int = HITS_UNASKED,
    skip: int = 0,
    at: datetime,
) -> Found:
    """The passages that say best what the query asks, among the current versions, or those of a snapshot of one's own.

    `maker` is whose own snapshot it is, where somebody else searches for the viewer. The best `skip` are left out.

    Documents that are retired, or superseded at `at` (aware UTC), are not searched: nothing on them would be current; a
    snapshot is searched as it was pinned. The query is words, in any script, and nothing of it is syntax. Raises
    NotFound (no snapshot of one's own), Refused (`unstorable_text`, `query_too_long`, `no_words`, `too_many_words`,
    `limit_out_of_range`), DamagedVersion. Five statements, six with a snapshot.
    """
    terms = checked_terms(query)
    if not 1 <= limit <= HITS:
        raise Refused("limit_out_of_range", f"Ask for 1 to {HITS} passages.", "limit")
    if snapshot is None:
        among = current_texts(viewer=viewer, at=at)
    else:
        among = _searched(_pinned(maker or viewer, viewer, snapshot))
    return Found(hits=best(viewer=viewer, terms=terms, among=among, limit=limit, skip=skip), pending=among.pending)


def current_texts(*, viewer: Principal, at: datetime) -> Searched:
    """What a search without a snapshot looks through, for whoever asks several things of it. One statement."""
    return _searched(_current(viewer, at))


def best(*, viewer: Principal, terms: Sequence[str], among: Searched, limit: int, skip: int = 0) -> tuple[Hit, ...]:
    """The best passages for checked terms, behind the first `skip`. Raises DamagedVersion. Four statements."""
    return _hits(viewer, _ranked(among, _weights(among, terms), slice(skip, skip + limit)))


def checked_terms(query: str) -> tuple[str, ...]:
    """What a query asks for, at most TERMS_PER_QUERY. Raises Refused, without repeating any of it."""
    if _UNSTORABLE.search(query):
        raise Refused("unstorable_text", "NUL characters and lone surrogates cannot be searched.", "query")
    if len(query) > LONGEST_QUERY:
        raise Refused("query_too_long", f"A query has at most {LONGEST_QUERY} characters.", "query")
    terms = terms_of_query(query)
    if not terms:
        raise Refused("no_words", "Send at least one word or number.", "query")
    if len(terms) > TERMS_PER_QUERY:
        raise Refused("too_many_words", f"At most {TERMS_PER_QUERY} different words are looked up.", "query")
    return terms


# Heads and members alike name a document and a version of it; typed Any for that.


def _current(viewer: Principal, at: datetime) -> "QuerySet[Any]":
    return _standing(DocumentHead.objects.all(), viewer).exclude(superseded_from__lte=at).filter(retired_at=None)


def _pinned(maker: Principal, viewer: Principal, snapshot: UUID) -> "QuerySet[Any]":
    found = Snapshot.objects.filter(uid=snapshot, maker=maker.id, content__isnull=False).values_list("pk", flat=True)
    own = found.first()
    if own is None or maker.id is None:
        raise NotFound
    return _standing(SnapshotMember.objects.filter(snapshot=own), viewer).filter(document__head__retired_at=None)


def _standing(rows: "QuerySet[Any]", viewer: Principal) -> "QuerySet[Any]":
    readable_now = readable(principal=viewer).values("pk")
    return rows.filter(text_stands("version__"), document__in=readable_now)


_INDEXED = Q(version__content__indexed__is_complete=True, version__content__indexed__rule__in=RULES)


def _searched(scope: "QuerySet[Any]") -> Searched:
    passages, length = (
        Case(When(_INDEXED, then=F(f"version__content__indexed__{counted}"))) for counted in ("passages", "length")
    )
    rows = list(scope.values_list("version", passages, length))
    indexed = [row for row in rows if row[1] is not None]
    return Searched(
        texts=[text for text, _, _ in indexed],
        collection=Collection(sum(passages for _, passages, _ in indexed), sum(length for _, _, length in indexed)),
        pending=len(rows) - len(indexed),
    )


def _postings(texts: Sequence[int], terms: Sequence[str]) -> "QuerySet[Posting]":
    return Posting.objects.filter(term__in=terms, text__in=Ids(texts))


def _weights(searched: Searched, terms: Sequence[str]) -> Mapping[str, int]:
    """What each term is worth that stands anywhere in what is searched."""
    holding = _postings(searched.texts, terms).values_list("term").annotate(holding=Count("pk")).order_by("term")
    return {term: searched.collection.weight(holding=count) for term, count in holding}


def _ranked(searched: Searched, weights: Mapping[str, int], wanted: slice) -> list[tuple[int, int, int]]:
    """Text id, ordinal and score of the best passages; of equal ones the later version first, then text order."""
    sums = (
        _postings(searched.texts, list(weights) or [""])
        .values_list("text", "ordinal")
        .annotate(score=Sum(_part(weights, searched.collection)))
    )
    return [(text, ordinal, int(score)) for text, ordinal, score in sums.order_by("-score", "-text", "ordinal")[wanted]]


def _part(weights: Mapping[str, int], collection: Collection) -> Any:
    """What one posting adds to its passage's score: see `ranking`; k1 and b are in the whole numbers here."""
    worth = [When(term=term, then=Value(weight)) for term, weight in weights.items()]
    weight = Cast(Case(*worth, default=Value(0)), BigIntegerField())
    count, length, average = Cast("count", BigIntegerField()), F("length"), collection.average
    return weight * 22 * count * average / (10 * count * average + 3 * average + 900 * length)


def _hits(viewer: Principal, ranked: Sequence[tuple[int, int, int]]) -> tuple[Hit, ...]:
    """Cut out of the stored texts, just now. What the viewer may no longer read since it was ranked is left out."""
    versions = {row.pk: _Text(row) for row in _versions(viewer, {text for text, _, _ in ranked})}
    places = _places(ranked)
    return tuple(
        versions[text].hit(*places[text, ordinal], score=score)
        for text, ordinal, score in ranked
        if text in versions and (text, ordinal) in places
    )


def _versions(viewer: Principal, text_ids: set[int]) -> "QuerySet[Any]":
    standing = Version.objects.filter(stands(""), pk__in=Ids(text_ids))
    rows = only_visible(standing, viewer=viewer, path="document__").annotate(program=program_of(""))
    return rows.select_related("document__head__metadata", "content")


def _places(ranked: Sequence[tuple[int, int, int]]) -> dict[tuple[int, int], tuple[int, int]]:
    wanted = IndexedPassage.objects.filter(
        text__in=Ids({text for text, _, _ in ranked}), ordinal__in=Ids({ordinal for _, ordinal, _ in ranked})
    )
    rows = wanted.values_list("text", "ordinal", "start", "end")
    return {(text, ordinal): (start, end) for text, ordinal, start, end in rows}


class _Text:
    """A version's text, proved once, from which hits are cut."""

    def __init__(self, row: Any) -> None:
        self._row, self._text = row, intact_text(row)
        self._outline = Outline(intact_structure(row).headings)

    def hit(self, start: int, end: int, *, score: int) -> Hit:
        row, metadata = self._row, self._row.document.head.metadata
        return Hit(
            document=row.document.uid,
            version=row.uid,
            number=row.number,
            title=metadata.title if metadata else "",
            start=start,
            end=end,
            text=self._text[start:end],
            headings=tuple(heading.title for heading in self._outline.above(start)),
            score=score / SCALE,
            media_type=row.media_type,
            program=row.program,
            is_draft=is_draft(metadata),
        )
