"""The one statement of the hot path (DESIGN section 5, rule 4): a batch, for one viewer, in one snapshot.

The shape was measured (docs/performance.md): one look-up by key per distinct id, in `UNION ALL` branches over
materialised id lists. Free joins of the CTEs instead took 453 ms for 500 citations and walked a group that reads
everything. Known, unknown, removed and denied uids take the same statement, so neither its text nor the number of
queries tells them apart (threat T32). Nor does the time: a citation without a closure walks the ledger's oldest one in
its stead. Without that an unknown uid took 105 of 145 microseconds on SQLite: a clock told them apart 3 times of 4.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import connection

from acl import sql
from acl.rights import Right
from citeledger.core.principals import Principal
from revalidation.facts import CitationFacts, DerivedFacts, DocumentFacts, Facts, MemberFacts, SpanFacts, ViewerFacts

# A damaged list would stop the whole statement in json_each; as NULL it is a closure that is not there.
_UNDAMAGED = "CASE WHEN json_valid(k.{0}) THEN CASE json_type(k.{0}) WHEN 'array' THEN k.{0} END END"
_LISTS = ("span_ids", "bound_ids", "derived_ids", "absence_ids")
_SQLITE = {
    "asked": "SELECT key + 1, value FROM json_each(%(uids)s)",
    "spans": "SELECT x.value FROM clo CROSS JOIN json_each(clo.span_ids) AS x"
    " UNION SELECT x.value FROM clo CROSS JOIN json_each(clo.bound_ids) AS x",
    "derived": "CROSS JOIN json_each(clo.derived_ids) AS x",
    "absences": "CROSS JOIN json_each(clo.absence_ids) AS x",
    **{name: _UNDAMAGED.format(name) for name in _LISTS},
    "lists": "'[' || span_ids || ',' || bound_ids || ',' || derived_ids || ',' || absence_ids || ']'",  # kept as JSON
    # The right side of a LEFT JOIN is never walked first, so each of these is one look-up by key.
    "closure_at": "LEFT JOIN ledger_closure k ON k.citation_id = own.walked",
    "span_at": "LEFT JOIN ledger_span s ON s.id = sp.id",
    "version_of": "LEFT JOIN documents_version v ON v.id = s.version_id",
    "head_of": "LEFT JOIN documents_documenthead h ON h.document_id = v.document_id",
    "members": "CROSS JOIN ledger_statementground g ON g.statement_id = ab.id"
    " CROSS JOIN documents_snapshotmember m ON m.snapshot_id = g.snapshot_id",
    "head_of_member": "LEFT JOIN documents_documenthead h ON h.document_id = m.document_id",
    "rules": "IN (SELECT value FROM json_each(%(rules)s))",
    # Stored times have microseconds, SQLite's clock milliseconds: the last one counts as passed, not as to come.
    "now": "strftime('%%Y-%%m-%%d %%H:%%M:%%f999', 'now')",
    "triggers": "SELECT 1000000 * count(*) + sum(length(sql)) FROM sqlite_master"
    " WHERE type = 'trigger' AND name GLOB 'citeledger_*'",
}
_POSTGRESQL = {
    "asked": "SELECT o, u FROM unnest(%(uids)s::uuid[]) WITH ORDINALITY t(u, o)",
    "spans": "SELECT DISTINCT x.value FROM clo CROSS JOIN LATERAL unnest(clo.span_ids || clo.bound_ids) AS x(value)",
    "derived": "CROSS JOIN LATERAL unnest(clo.derived_ids) AS x(value)",
    "absences": "CROSS JOIN LATERAL unnest(clo.absence_ids) AS x(value)",
    **{name: f"k.{name}" for name in _LISTS},
    "lists": "'[' || array_to_json(span_ids)::text || ',' || array_to_json(bound_ids)::text"
    " || ',' || array_to_json(derived_ids)::text || ',' || array_to_json(absence_ids)::text || ']'",
    # OFFSET 0 keeps each of these one look-up by key: the planner does not pull it up into a join over all rows.
    "closure_at": "LEFT JOIN LATERAL (SELECT span_ids, bound_ids, derived_ids, absence_ids FROM ledger_closure"
    " WHERE citation_id = own.walked OFFSET 0) k ON true",
    "span_at": 'LEFT JOIN LATERAL (SELECT version_id, start, "end" FROM ledger_span WHERE id = sp.id OFFSET 0) s'
    " ON true",
    "version_of": "LEFT JOIN LATERAL (SELECT document_id FROM documents_version WHERE id = s.version_id OFFSET 0) v"
    " ON true",
    "head_of": "LEFT JOIN LATERAL (SELECT version_id, retired_at, superseded_from, metadata_id"
    " FROM documents_documenthead WHERE document_id = v.document_id OFFSET 0) h ON true",
    "members": "CROSS JOIN LATERAL (SELECT snapshot_id FROM ledger_statementground"
    " WHERE statement_id = ab.id OFFSET 0) g"
    " CROSS JOIN LATERAL (SELECT document_id, version_id FROM documents_snapshotmember"
    " WHERE snapshot_id = g.snapshot_id OFFSET 0) m",
    "head_of_member": "LEFT JOIN LATERAL (SELECT version_id, retired_at, superseded_from, metadata_id"
    " FROM documents_documenthead WHERE document_id = m.document_id OFFSET 0) h ON true",
    "rules": "= ANY(%(rules)s::text[])",
    "now": "statement_timestamp()",
    "triggers": "SELECT 1000000 * count(*) + sum(length(p.prosrc)) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid"
    " WHERE t.tgname LIKE 'citeledger\\_%%' AND t.tgenabled = 'A'",
}

_STATEMENT = """
WITH asked(pos, uid) AS ({asked}),
cit(pos, id) AS MATERIALIZED (SELECT a.pos, (SELECT c.id FROM ledger_citation c WHERE c.uid = a.uid) FROM asked a),
own(pos, id, walked) AS MATERIALIZED (SELECT cit.pos, cit.id,
  COALESCE((SELECT citation_id FROM ledger_closure WHERE citation_id = cit.id),
    (SELECT citation_id FROM ledger_closure ORDER BY citation_id LIMIT 1)) FROM cit),
clo(pos, id, stands, span_ids, bound_ids, derived_ids, absence_ids) AS MATERIALIZED (SELECT own.pos, own.id,
  CASE WHEN own.walked = own.id THEN 1 ELSE 0 END, {span_ids}, {bound_ids}, {derived_ids}, {absence_ids}
  FROM own {closure_at}),
sp(id) AS MATERIALIZED ({spans}),
sd(id, version_id, doc_id, first, past, head_id, retired, superseded, metadata_id) AS MATERIALIZED (
  SELECT sp.id, s.version_id, v.document_id, s.start, s."end", h.version_id,
    CASE WHEN h.retired_at IS NULL THEN 0 ELSE 1 END, CASE WHEN h.superseded_from <= {now} THEN 1 ELSE 0 END,
    h.metadata_id
  FROM sp {span_at} {version_of} {head_of}),
ab(id) AS MATERIALIZED (SELECT DISTINCT x.value FROM clo {absences}),
sc(id, version_id, doc_id, head_id, retired, superseded, metadata_id) AS MATERIALIZED (
  SELECT ab.id, m.version_id, m.document_id, h.version_id, CASE WHEN h.retired_at IS NULL THEN 0 ELSE 1 END,
    CASE WHEN h.superseded_from <= {now} THEN 1 ELSE 0 END, h.metadata_id
  FROM ab {members} {head_of_member}),
viewer(id) AS MATERIALIZED ({viewer}),
vg(group_id) AS MATERIALIZED ({groups})
SELECT 'c' AS branch, pos AS a, id AS b,
  (SELECT 1 FROM revalidation_prooffailure WHERE citation_id = clo.id LIMIT 1) AS c, CAST(stands AS bigint) AS d,
  CAST(NULL AS bigint) AS e, CAST(NULL AS bigint) AS f, CAST(NULL AS bigint) AS g, {lists} AS t FROM clo
UNION ALL
SELECT 't', n.id,
  (SELECT 1 FROM log_erasure e JOIN ledger_answer w ON w.uid = e.subject_uid WHERE w.id = n.id),
  {answer_granted}, NULL, NULL, NULL, NULL, (SELECT token FROM acl_answerepoch WHERE answer_id = n.id)
FROM (SELECT DISTINCT x.value AS id FROM clo {derived}) n
UNION ALL
SELECT 'd', n.doc_id, n.head_id, n.retired, n.superseded, {document_granted}, n.metadata_id, NULL,
  (SELECT token FROM acl_documentepoch WHERE document_id = n.doc_id)
FROM (SELECT doc_id, head_id, retired, superseded, metadata_id FROM sd
  UNION SELECT doc_id, head_id, retired, superseded, metadata_id FROM sc) n
UNION ALL
SELECT 's', sd.id, sd.doc_id, sd.version_id, sd.first, sd.past,
  (SELECT 1 FROM documents_withdrawal WHERE version_id = sd.version_id),
  (SELECT 1 FROM revalidation_prooffailure WHERE span_id = sd.id LIMIT 1),
  CASE WHEN sd.head_id <> sd.version_id THEN (SELECT r.outcome FROM revalidation_spanresult r
    WHERE r.span_id = sd.id AND r.version_id = sd.head_id AND r.rule {rules} LIMIT 1) END
FROM sd
UNION ALL
SELECT 'm', sc.id, sc.doc_id, sc.version_id, (SELECT 1 FROM documents_withdrawal WHERE version_id = sc.version_id),
  NULL, NULL, NULL, CASE WHEN sc.head_id <> sc.version_id THEN (SELECT r.outcome FROM revalidation_absenceresult r
    WHERE r.ground_id = sc.id AND r.version_id = sc.head_id AND r.rule {rules} LIMIT 1) END
FROM sc
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
    branches: dict[str, list[tuple[Any, ...]]] = {branch: [] for branch in "ctdsmvi"}
    for row in rows:
        branches[row[0]].append(row)
    viewer_row, incarnation_row = branches["v"][0], branches["i"][0]
    return Facts(
        viewer=ViewerFacts(
            active=viewer.id is None or viewer_row[1] is not None,
            token=viewer_row[8],
            incarnation=incarnation_row[8],
            triggers=viewer_row[2],
        ),
        citations=_citations(citations, branches["c"], _scopes(branches["m"])),
        documents={r[1]: DocumentFacts(r[2], bool(r[3]), bool(r[4]), bool(r[5]), r[6], r[8]) for r in branches["d"]},
        spans={r[1]: SpanFacts(r[2], r[3], r[4], r[5], bool(r[6]), bool(r[7]), r[8]) for r in branches["s"]},
        derived={r[1]: DerivedFacts(bool(r[2]), bool(r[3]), r[8]) for r in branches["t"]},
    )


Scopes = Mapping[int, tuple[MemberFacts, ...]]


def _scopes(rows: list[tuple[Any, ...]]) -> Scopes:
    """The members of each search, by the id of its statement."""
    found: dict[int, tuple[MemberFacts, ...]] = {}
    for row in sorted(rows, key=lambda row: row[1:3]):
        found[row[1]] = (*found.get(row[1], ()), MemberFacts(row[1], row[2], row[3], bool(row[4]), row[8]))
    return found


def _citations(uids: Sequence[UUID], rows: list[tuple[Any, ...]], scopes: Scopes) -> tuple[CitationFacts, ...]:
    """In the order asked. The lists of ids come as JSON, each sorted; NULL where one of them is damaged."""
    found = {row[1]: (row[2], bool(row[3]), bool(row[4]), row[8]) for row in rows}
    return tuple(_citation(uid, *found[position], scopes) for position, uid in enumerate(uids, start=1))


def _citation(
    uid: UUID, id_: int | None, broken: bool, is_own: bool, lists: str | None, scopes: Scopes
) -> CitationFacts:
    found = json.loads(lists) if lists else ((), (), (), ())
    if not (is_own and lists):  # a stand-in's, walked for the time it takes; nobody hears of it
        return CitationFacts(uid, id_, has_closure=False, span_ids=(), derived_ids=(), broken=broken)
    spans, bound, derived, absences = map(tuple, found)
    scope = tuple(member for absence in absences for member in scopes.get(absence, ())) if absences else ()
    stands = not absences or all(absence in scopes for absence in absences)  # a search without its scope says nothing
    return CitationFacts(uid, id_, stands, spans, derived, broken, bound, absences, scope)
