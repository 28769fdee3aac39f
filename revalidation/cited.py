"""Which passages of a document are cited, by answers the viewer may read and on nothing that is hidden from them.

One statement; what the viewer may not know is left out before order and limit, so it changes no list (threat T41).
It is looked at, though: with 0, 100 and 10,000 citations that rest on something hidden the statement took 0.5, 1.0 and
439 ms on SQLite and 19, 26 and 290 ms on PostgreSQL (in texts that are hidden 0.4, 0.7 and 30, and 19, 36 and 22). So
every such list leaves at a tick, like every search, whether anything was left out or not: what waits tells nothing, and
the tick of 250 ms covers thousands of them (ADR 8).
"""

from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from acl import sql
from acl.rights import Right
from citeledger.core.principals import Principal
from revalidation import withholding
from revalidation.sight import in_sight

CITATIONS_PER_PASSAGE = 5

_LANES = """
WITH
readable(id) AS MATERIALIZED ({readable}),
standing(id) AS MATERIALIZED (SELECT document_id FROM documents_documenthead
  WHERE retired_at IS NULL AND document_id IN (SELECT id FROM readable)),
texts(id) AS MATERIALIZED ({texts}),
cited(span_id, uid, place, total) AS MATERIALIZED (
  SELECT e.span_id, c.uid, row_number() OVER (PARTITION BY e.span_id ORDER BY c.id),
    count(*) OVER (PARTITION BY e.span_id)
  FROM documents_document doc JOIN documents_version ver ON ver.document_id = doc.id
    JOIN ledger_span passage ON passage.version_id = ver.id
    JOIN ledger_citationspan e ON e.span_id = passage.id JOIN ledger_citation c ON c.id = e.citation_id
    JOIN ledger_closure clo ON clo.citation_id = c.id
  WHERE doc.uid = %(document)s AND e.answer_id IN (SELECT id FROM texts) AND {in_sight}),
lane(span_id, uid, number, start) AS MATERIALIZED (
  SELECT DISTINCT s.id, s.uid, v.number, s.start
  FROM cited JOIN ledger_span s ON s.id = cited.span_id JOIN documents_version v ON v.id = s.version_id)
"""
_STRETCH = """, stretch(span_id, uid, number, start) AS MATERIALIZED (
  SELECT * FROM lane {behind} ORDER BY number, start, span_id LIMIT %(limit)s)
SELECT stretch.span_id, stretch.uid, cited.uid, cited.total FROM stretch JOIN cited ON cited.span_id = stretch.span_id
WHERE cited.place <= %(most)s ORDER BY stretch.number, stretch.start, stretch.span_id, cited.place
"""
_BEHIND = "WHERE (number, start, span_id) > (%(number)s, %(start)s, %(span_id)s)"
_PLACE = "SELECT span_id, number, start FROM lane WHERE uid = %(after)s"


class Lane(NamedTuple):
    """A cited passage: its span, the first citations of it, and how many more there are."""

    span_id: int
    span: UUID
    citations: tuple[UUID, ...]
    more: int


class Place(NamedTuple):
    """Where a lane stands in the list: by version, then by place in the text."""

    span_id: int
    number: int
    start: int


def lanes(*, viewer: Principal, document: UUID, behind: Place | None, limit: int) -> tuple[Lane, ...]:
    """At most `limit` passages in the order of version and text, from just behind the place given. One statement."""
    statement = _STRETCH.format(behind=_BEHIND if behind else "")
    given = {"limit": limit, "most": CITATIONS_PER_PASSAGE, **(_named(behind) if behind else {})}
    found: dict[int, list[tuple[Any, ...]]] = {}
    for row in _rows(statement, viewer, document, given):
        found.setdefault(row[0], []).append(row)
    return tuple(_lane(span_id, rows) for span_id, rows in found.items())


def place(*, viewer: Principal, document: UUID, span: UUID) -> Place | None:
    """Where the list goes on behind this span, if it is in the viewer's list. One statement."""
    rows = _rows(_PLACE, viewer, document, {"after": _uid(span)})
    return Place(*rows[0]) if rows else None


def _lane(span_id: int, rows: list[tuple[Any, ...]]) -> Lane:
    citations = tuple(_parsed(row[2]) for row in rows)
    return Lane(span_id, _parsed(rows[0][1]), citations, rows[0][3] - len(citations))


def _named(behind: Place) -> dict[str, int]:
    return {"span_id": behind.span_id, "number": behind.number, "start": behind.start}


def _rows(statement: str, viewer: Principal, document: UUID, more: dict[str, Any]) -> list[tuple[Any, ...]]:
    withholding.note()
    with connection.cursor() as cursor:
        cursor.execute(_sql(connection.vendor) + statement, {"viewer": viewer.id, "document": _uid(document), **more})
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


@lru_cache
def _sql(vendor: str) -> str:
    viewer = "%(viewer)s"
    return _LANES.format(
        readable=sql.granted_ids(sql.DOCUMENT, right=Right.READ, viewer=viewer),
        texts=sql.granted_ids(sql.ANSWER, right=Right.READ, viewer=viewer),
        in_sight=in_sight(documents="standing", texts="texts", vendor=vendor),
    )


def _uid(uid: UUID) -> UUID | str:
    return uid if connection.vendor == "postgresql" else uid.hex


def _parsed(uid: UUID | str) -> UUID:
    return uid if isinstance(uid, UUID) else UUID(uid)
