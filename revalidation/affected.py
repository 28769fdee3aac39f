"""Which citations rest on a document and on nothing that is hidden from the viewer: in answers they may read, and those
that they would review, in whatever answer.

One statement; what the viewer may not know is left out before order and limit, so that it changes nothing (threat T41).
"""

from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from acl import sql
from acl.rights import Right
from citeledger.core.principals import Kind, Principal
from revalidation.sight import in_sight

# A citation rests on the passage itself, on a search through the document, or on a text that rests on either: `rests`
# walks upwards. What is bound to its version follows no edit. `mine` is what the review queue asks (`awaiting`).
_AFFECTED = """
WITH RECURSIVE
readable(id) AS MATERIALIZED ({readable}),
standing(id) AS MATERIALIZED (SELECT document_id FROM documents_documenthead
  WHERE retired_at IS NULL AND document_id IN (SELECT id FROM readable)),
mine(id) AS MATERIALIZED (SELECT id FROM standing
  WHERE %(kind)s = '{person}' AND id IN ({attestable})),
texts(id) AS MATERIALIZED ({texts}),
here(id) AS MATERIALIZED (SELECT v.id FROM documents_document d JOIN documents_version v ON v.document_id = d.id
  WHERE d.uid = %(document)s),
rests(citation_id, answer_id) AS (
  SELECT e.citation_id, e.answer_id FROM ledger_span s JOIN ledger_citationspan e ON e.span_id = s.id
  WHERE s.version_id IN (SELECT id FROM here) AND NOT e.as_of
  UNION
  SELECT c.id, t.answer_id FROM documents_snapshotmember m
    JOIN ledger_statementground g ON g.snapshot_id = m.snapshot_id JOIN ledger_statement t ON t.id = g.statement_id
    JOIN ledger_citation c ON c.statement_id = t.id
  WHERE m.version_id IN (SELECT id FROM here)
  UNION
  SELECT e.citation_id, e.answer_id FROM rests JOIN ledger_citationderived e ON e.derived_id = rests.answer_id),
sighted(id, uid, answer, is_reviewed) AS (
  SELECT c.id, c.uid, CASE WHEN a.id IN (SELECT id FROM texts) THEN a.uid END, {in_review}
  FROM rests JOIN ledger_citation c ON c.id = rests.citation_id JOIN ledger_answer a ON a.id = rests.answer_id
    JOIN ledger_closure clo ON clo.citation_id = c.id
  WHERE {in_sight})
SELECT uid, answer, is_reviewed FROM sighted WHERE answer IS NOT NULL OR is_reviewed
ORDER BY id DESC LIMIT %(limit)s
"""


class Affected(NamedTuple):
    """A citation, and the answer it stands in: None where the viewer may not read that.

    `is_reviewed`: once it changes it awaits the viewer's review, which asks no right on the answer.
    """

    citation: UUID
    answer: UUID | None
    is_reviewed: bool


def affected(*, viewer: Principal, document: UUID, limit: int) -> tuple[Affected, ...]:
    """At most `limit` citations, the newest first. One statement."""
    named = document if connection.vendor == "postgresql" else document.hex
    given = {"viewer": viewer.id, "kind": viewer.kind.value, "document": named, "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute(_sql(connection.vendor), given)
        rows = cursor.fetchall()
    return tuple(Affected(_parsed(uid), answer and _parsed(answer), bool(mine)) for uid, answer, mine in rows)


@lru_cache
def _sql(vendor: str) -> str:
    viewer = "%(viewer)s"
    return _AFFECTED.format(
        readable=sql.granted_ids(sql.DOCUMENT, right=Right.READ, viewer=viewer),
        attestable=sql.granted_ids(sql.DOCUMENT, right=Right.ATTEST, viewer=viewer),
        person=Kind.PERSON.value,
        texts=sql.granted_ids(sql.ANSWER, right=Right.READ, viewer=viewer),
        in_sight=in_sight(documents="standing", texts="texts", vendor=vendor),
        in_review=in_sight(documents="mine", texts="texts", vendor=vendor),
    )


def _parsed(uid: UUID | str) -> UUID:
    return uid if isinstance(uid, UUID) else UUID(uid)
