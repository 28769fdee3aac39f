"""What a writer may rest a statement on, asked in one statement per kind of source.

Unknown, hidden, retired, withdrawn and erased sources are all simply not there, so that no answer, no number of
queries and no error differs between them (threat T39).
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Sum
from django.db.models.functions import Length

from acl.expressions import Granted
from acl.queries import readable_answers
from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.documents.models import DocumentHead, Version, VersionText
from citeledger.documents.standing import stands, text_stands
from citeledger.ledger.models import Span

# Metadata is one line, so this is no originator; an empty list would ask no question, and be told apart by that.
_NOBODY = "\n"


@dataclass(frozen=True, slots=True)
class CitableVersion:
    """A version the writer can read; `may_cite` says whether it may be cited too."""

    id: int
    media_type: str
    text: str
    structure: str
    may_cite: bool


@dataclass(frozen=True, slots=True)
class CitableSpan:
    """A span of a version the writer can read; `may_cite` says whether it may be cited too.

    `language` is its document's (BCP 47).
    """

    id: int
    version_id: int
    media_type: str
    start: int
    end: int
    exact: str
    language: str | None
    may_cite: bool


def readable_versions(*, writer: Principal, uids: Collection[UUID]) -> dict[UUID, CitableVersion]:
    """The versions among `uids` that the writer reads, with their canonical text. One statement."""
    columns = ("uid", "id", "media_type", "content__text", "content__structure", "may_cite")
    rows = _versions(writer=writer, uids=uids).values_list(*columns)
    return {row[0]: CitableVersion(*row[1:]) for row in rows}


def citable_versions(*, writer: Principal, uids: Collection[UUID]) -> dict[UUID, bool]:
    """The versions among `uids` that the writer reads, and whether each may be cited. One statement; reads no text."""
    return dict(_versions(writer=writer, uids=uids).values_list("uid", "may_cite"))


def code_points_of(*, writer: Principal, uids: Collection[UUID]) -> int:
    """How much text the versions among `uids` have that the writer reads. One statement; reads none of it."""
    sizes = _versions(writer=writer, uids=uids).annotate(size=Length("content__text"))
    return int(sizes.aggregate(total=Sum("size"))["total"] or 0)


def versions_from(*, writer: Principal, originators: Collection[str]) -> dict[str, list[UUID]]:
    """By originator, the current versions of documents from there that the writer reads. One statement."""
    heads = DocumentHead.objects.filter(
        text_stands("version__"), metadata__originator__in=originators or [_NOBODY], retired_at=None
    ).alias(may_read=Granted("document_id", right=Right.READ, principal=writer))
    found: dict[str, list[UUID]] = {}
    rows = heads.filter(may_read=True).order_by("document_id")
    for originator, uid in rows.values_list("metadata__originator", "version__uid"):
        found.setdefault(originator, []).append(uid)
    return found


def _versions(*, writer: Principal, uids: Collection[UUID]) -> "QuerySet[Any]":
    # Typed Any: rows with the annotation made here, which no type of ours names.
    return (
        Version.objects.filter(stands(""), uid__in=uids)
        .alias(may_read=Granted("document_id", right=Right.READ, principal=writer))
        .annotate(may_cite=Granted("document_id", right=Right.CITE, principal=writer))
        .filter(may_read=True)
    )


def readable_spans(*, writer: Principal, uids: Collection[UUID]) -> dict[UUID, CitableSpan]:
    """The spans among `uids` whose document the writer reads. One statement."""
    more = ("version__document__head__metadata__language", "may_cite")
    rows = (
        Span.objects.filter(stands("version__"), uid__in=uids, content__isnull=False)
        .alias(may_read=Granted("version__document_id", right=Right.READ, principal=writer))
        .annotate(may_cite=Granted("version__document_id", right=Right.CITE, principal=writer))
        .filter(may_read=True)
        .values_list(*("uid", "id", "version_id", "version__media_type", "start", "end", "content__exact"), *more)
    )
    return {row[0]: CitableSpan(*row[1:]) for row in rows}


def readable_texts(*, writer: Principal, uids: Collection[UUID]) -> dict[UUID, int]:
    """The answers and derived texts among `uids` that the writer reads, with their ids. One statement.

    An erased text has lost its grants, and its closures: it is nobody's source whichever is asked first.
    """
    return dict(readable_answers(principal=writer).filter(uid__in=uids).values_list("uid", "id"))


def texts_of_versions(*, version_ids: Collection[int]) -> Iterator[tuple[int, str]]:
    """Version ids with their canonical text, a few at a time: an answer may cite more text than fits in memory."""
    rows = VersionText.objects.filter(version__in=version_ids).values_list("version_id", "text")
    return rows.iterator(chunk_size=8)
