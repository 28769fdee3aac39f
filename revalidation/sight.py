"""SQL for lists: does a citation rest on nothing but what the viewer may read? Asked before any order, limit or count.

It only leaves out; what is left is still decided by the evaluator (DESIGN rule 9).
"""

_SQLITE = {
    # A damaged list would stop the whole statement; as an empty one the evaluator calls its citation what it is.
    "spans": "(SELECT value FROM json_each(CASE WHEN json_valid(clo.span_ids) THEN clo.span_ids ELSE '[]' END)"
    " UNION ALL SELECT value FROM json_each(CASE WHEN json_valid(clo.bound_ids) THEN clo.bound_ids ELSE '[]' END))"
    " AS x",
    "derived": "json_each(CASE WHEN json_valid(clo.derived_ids) THEN clo.derived_ids ELSE '[]' END) AS x",
    "absences": "json_each(CASE WHEN json_valid(clo.absence_ids) THEN clo.absence_ids ELSE '[]' END) AS x",
}
_POSTGRESQL = {
    "spans": "unnest(clo.span_ids || clo.bound_ids) AS x(value)",
    "derived": "unnest(clo.derived_ids) AS x(value)",
    "absences": "unnest(clo.absence_ids) AS x(value)",
}
_IN_SIGHT = """NOT EXISTS (SELECT 1 FROM {spans} JOIN ledger_span s ON s.id = x.value
      JOIN documents_version v ON v.id = s.version_id
      WHERE v.document_id NOT IN (SELECT id FROM {documents})
        OR EXISTS (SELECT 1 FROM documents_withdrawal d WHERE d.version_id = v.id))
    AND NOT EXISTS (SELECT 1 FROM {derived} WHERE x.value NOT IN (SELECT id FROM {texts}))
    AND NOT EXISTS (SELECT 1 FROM {absences} JOIN ledger_statementground g ON g.statement_id = x.value
      JOIN documents_snapshotmember m ON m.snapshot_id = g.snapshot_id
      WHERE m.document_id NOT IN (SELECT id FROM {documents})
        OR EXISTS (SELECT 1 FROM documents_withdrawal d WHERE d.version_id = m.version_id))"""


def in_sight(*, documents: str, texts: str, vendor: str) -> str:
    """True for a row `clo` of `ledger_closure` all of whose sources are among `documents` and `texts`.

    Both name a CTE with a column `id`: documents that stand and are readable, texts that are readable.
    """
    parts = _POSTGRESQL if vendor == "postgresql" else _SQLITE
    return _IN_SIGHT.format(documents=documents, texts=texts, **parts)
