"""The one statement of the hot path (DESIGN section 5, rule 4): a batch, for one viewer, in one snapshot.

The shape was measured: correlated sub-selects per distinct id in `UNION ALL` branches over materialised id lists.
Joining the CTEs instead took 453 ms for 500 citations and walked a group that reads everything. Known, unknown, removed
and denied uids take the same statement, so neither its text nor the number of queries tells them apart (threat T32).
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import connection

from acl import sql
from acl.rights import Right
from citeledger.core.principals import Principal
from revalidation.facts import CitationFacts, DerivedFacts, DocumentFacts, Facts, SpanFacts, ViewerFacts

_SQLITE = {
    "asked": "SELECT key + 1, value FROM json_each(%(uids)s)",
    "spans": "CROSS JOIN json_each(k.span_ids) AS x",
    "derived": "CROSS JOIN json_each(k.derived_ids) AS x",
    "rules": "(SELECT value FROM json_each(%(rules)s))",
    # Stored times have microseconds, SQLite's clock milliseconds: the last one counts as passed, not as to come.
    "now": "strftime('%%Y-%%m-%%d %%H:%%M:%%f999', 'now')",
    "triggers": "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'citeledger_*'",
}
_POSTGRESQL = {
    "asked": "SELECT o, u FROM unnest(%(uids)s::uuid[]) WITH ORDINALITY t(u, o)",
    "spans": "CROSS JOIN LATERAL unnest(k.span_ids) AS x(value)",
    "derived": "CROSS JOIN LATERAL unnest(k.derived_ids) AS x(value)",
    "rules": "(SELECT unnest(%(rules)s::text[]))",
    "now": "statement_timestamp()",
    "triggers": "SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'citeledger\\_%%' AND tgenabled = 'A'",
}

_STATEMENT = """
WITH asked(pos, uid) AS ({asked}),
cit(pos, id) AS MATERIALIZED (SELECT a.pos, (SELECT c.id FROM ledger_citation c WHERE c.uid = a.uid) FROM asked a),
pair(cid, span_id) AS MATERIALIZED (
  SELECT cit.id, x.value FROM cit JOIN ledger_closure k ON k.citation_id = cit.id {spans}),
via(cid, derived_id) AS MATERIALIZED (
  SELECT cit.id, x.value FROM cit JOIN ledger_closure k ON k.citation_id = cit.id {derived}),
sp(id, version_id) AS MATERIALIZED (
  SELECT u.span_id, (SELECT version_id FROM ledger_span WHERE id = u.span_id)
  FROM (SELECT DISTINCT span_id FROM pair) u),
sd(id, version_id, doc_id) AS MATERIALIZED (
  SELECT sp.id, sp.version_id, (SELECT document_id FROM documents_version WHERE id = sp.version_id) FROM sp),
viewer(id) AS MATERIALIZED ({viewer}),
vg(group_id) AS MATERIALIZED ({groups})
SELECT 'c' AS branch, cit.pos AS a, cit.id AS b,
  (SELECT 1 FROM ledger_closure k WHERE k.citation_id = cit.id) AS c, p.span_id AS d,
  CAST(NULL AS bigint) AS e, CAST(NULL AS bigint) AS f, CAST(NULL AS bigint) AS g, CAST(NULL AS text) AS t
FROM cit LEFT JOIN pair p ON p.cid = cit.id
UNION ALL
SELECT 'r', via.cid, via.derived_id, NULL, NULL, NULL, NULL, NULL, NULL FROM via
UNION ALL
SELECT 't', n.id,
  (SELECT 1 FROM log_erasure e JOIN ledger_answer w ON w.uid = e.subject_uid WHERE w.id = n.id),
  {answer_granted}, NULL, NULL, NULL, NULL, (SELECT token FROM acl_answerepoch WHERE answer_id = n.id)
FROM (SELECT DISTINCT derived_id AS id FROM via) n
UNION ALL
SELECT 'd', n.doc_id, (SELECT version_id FROM documents_documenthead WHERE document_id = n.doc_id),
  (SELECT CASE WHEN retired_at IS NULL THEN 0 ELSE 1 END FROM documents_documenthead WHERE document_id = n.doc_id),
  (SELECT CASE WHEN superseded_from <= {now} THEN 1 ELSE 0 END
     FROM documents_documenthead WHERE document_id = n.doc_id),
  {document_granted}, NULL, NULL, (SELECT token FROM acl_documentepoch WHERE document_id = n.doc_id)
FROM (SELECT DISTINCT doc_id FROM sd) n
UNION ALL
SELECT 's', sd.id, sd.doc_id, sd.version_id,
  (SELECT start FROM ledger_span WHERE id = sd.id), (SELECT "end" FROM ledger_span WHERE id = sd.id),
  (SELECT 1 FROM documents_withdrawal WHERE version_id = sd.version_id),
  (SELECT 1 FROM revalidation_prooffailure WHERE span_id = sd.id LIMIT 1),
  (SELECT r.outcome FROM revalidation_spanresult r WHERE r.span_id = sd.id
     AND r.version_id = (SELECT version_id FROM documents_documenthead WHERE document_id = sd.doc_id)
     AND r.rule IN {rules} LIMIT 1)
FROM sd
UNION ALL
SELECT 'v', (SELECT id FROM viewer), ({triggers}), NULL, NULL, NULL, NULL, NULL,
  (SELECT token FROM acl_principalepoch WHERE user_id = %(viewer)s)
UNION ALL
SELECT 'i', NULL, NULL, NULL, NULL, NULL, NULL, NULL, (SELECT token FROM acl_incarnation)
"""


def read(*, viewer: Principal, citations: Sequence[UUID], rules: Iterable[str]) -> Facts:
    """Read the facts about the citations for the viewer: one query, whatever the uids are."""
    return _facts(viewer, citations, _rows(viewer, citations, sorted(rules)))


def _rows(viewer: Principal, citations: Sequence[UUID], rules: list[str]) -> list[tuple[Any, ...]]:
    postgresql = connection.vendor == "postgresql"
    parameters: dict[str, Any] = {
        "viewer": viewer.id,
        "uids": list(citations) if postgresql else json.dumps([uid.hex for uid in citations]),
        "rules": rules if postgresql else json.dumps(rules),
    }
    with connection.cursor() as cursor:
        cursor.execute(_sql(connection.vendor), parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


@lru_cache
def _sql(vendor: str) -> str:
    parts = _POSTGRESQL if vendor == "postgresql" else _SQLITE
    granted = {
        name: sql.granted(
            thing,
            permission=sql.permission_id(thing, Right.READ),
            object_id=object_id,
            viewer_id="SELECT id FROM viewer",
            groups="SELECT group_id FROM vg",
        )
        for name, thing, object_id in (
            ("answer_granted", sql.ANSWER, "n.id"),
            ("document_granted", sql.DOCUMENT, "n.doc_id"),
        )
    }
    viewer, groups = sql.active_viewer("%(viewer)s"), sql.viewer_groups("%(viewer)s")
    return _STATEMENT.format(viewer=viewer, groups=groups, **granted, **parts)


def _facts(viewer: Principal, citations: Sequence[UUID], rows: list[tuple[Any, ...]]) -> Facts:
    branches: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for branch, *values in rows:
        branches[branch].append(tuple(values))
    viewer_row, incarnation_row = branches["v"][0], branches["i"][0]
    return Facts(
        viewer=ViewerFacts(
            active=viewer.id is None or viewer_row[0] is not None,
            token=viewer_row[7],
            incarnation=incarnation_row[7],
            triggers=viewer_row[1],
        ),
        citations=_citations(citations, branches["c"], branches["r"]),
        documents={r[0]: DocumentFacts(r[1], bool(r[2]), bool(r[3]), bool(r[4]), r[7]) for r in branches["d"]},
        spans={r[0]: SpanFacts(r[1], r[2], r[3], r[4], bool(r[5]), bool(r[6]), r[7]) for r in branches["s"]},
        derived={r[0]: DerivedFacts(bool(r[1]), bool(r[2]), r[7]) for r in branches["t"]},
    )


def _citations(
    uids: Sequence[UUID], rows: list[tuple[Any, ...]], via: list[tuple[Any, ...]]
) -> tuple[CitationFacts, ...]:
    derived: dict[int, list[int]] = defaultdict(list)
    for citation_id, derived_id, *_ in via:
        derived[citation_id].append(derived_id)
    found: dict[int, tuple[int | None, bool, list[int]]] = {}
    for position, citation_id, has_closure, span_id, *_ in rows:
        _, _, spans = found.setdefault(position, (citation_id, bool(has_closure), []))
        if span_id is not None:
            spans.append(span_id)
    return tuple(
        CitationFacts(uid, id_, closed, tuple(spans), tuple(sorted(set(derived.get(id_ or 0, ())))))
        for uid, (id_, closed, spans) in ((uid, found[position]) for position, uid in enumerate(uids, start=1))
    )
