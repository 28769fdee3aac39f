"""How many statements rest on a document, or on one version of it: asked of whoever manages it, before it goes.

A number and nothing else: whose statements they are, and what they say, is for those who may read them.
"""

from uuid import UUID

from django.db import connection

_DOCUMENT = """SELECT v.id FROM documents_document d JOIN documents_version v ON v.document_id = d.id
  WHERE d.uid = %(uid)s"""
_VERSION = """SELECT v.id FROM documents_version named
  JOIN documents_version v ON v.document_id = named.document_id AND v.number = named.number
  WHERE named.uid = %(uid)s"""
# A citation takes all that each text it is derived from rests on, and an absence all that its snapshot pinned.
_RESTING = """
WITH RECURSIVE gone(id) AS ({gone}),
resting(citation_id) AS (
  SELECT e.citation_id FROM ledger_citationspan e JOIN ledger_span s ON s.id = e.span_id
    WHERE s.version_id IN (SELECT id FROM gone)
  UNION
  SELECT c.id FROM ledger_citation c JOIN ledger_statementground g ON g.statement_id = c.statement_id
    JOIN documents_snapshotmember m ON m.snapshot_id = g.snapshot_id
    WHERE m.version_id IN (SELECT id FROM gone)
  UNION
  SELECT d.citation_id FROM resting r JOIN ledger_citation c ON c.id = r.citation_id
    JOIN ledger_statement st ON st.id = c.statement_id
    JOIN ledger_citationderived d ON d.derived_id = st.answer_id)
SELECT count(*) FROM ledger_closure WHERE citation_id IN (SELECT citation_id FROM resting)
"""


def resting_on_document(*, document: UUID) -> int:
    """Statements that rest on any version of it, through texts in between as well; erased ones left out. One query."""
    return _count(_DOCUMENT, document)


def resting_on_version(*, version: UUID) -> int:
    """Statements that rest on it, in whichever rendition; as for a document."""
    return _count(_VERSION, version)


def _count(gone: str, uid: UUID) -> int:
    named = uid if connection.vendor == "postgresql" else uid.hex
    with connection.cursor() as cursor:
        cursor.execute(_RESTING.format(gone=gone), {"uid": named})
        (count,) = cursor.fetchone()
    return int(count)
