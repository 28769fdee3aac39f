"""Which citations may await a person's review: candidates for the evaluator, found from the documents outwards.

One statement. Rights come first: whatever rests on anything the viewer may not read, or may not attest on, is left out
before any order or limit, so that hidden things change no list (threat T41). Remembered results, of spans and of
searches that found nothing, only spare the evaluator what it would call current; a result nobody remembered makes a
candidate. They also give the order (since when the citation differs: the first of its sources that does, each without a
break); without them a candidate stands at its document's newest version.
"""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from acl import sql
from acl.rights import Right
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.principals import Principal
from revalidation.facts import ABSENT, PRESENT
from revalidation.sight import in_sight

_SQLITE = {
    "earliest": "min",
    "rules": "IN (SELECT value FROM json_each(%(rules)s))",
    "now": "strftime('%%Y-%%m-%%d %%H:%%M:%%f999', 'now')",
}
_POSTGRESQL = {
    "earliest": "LEAST",
    "rules": "= ANY(%(rules)s::text[])",
    "now": "statement_timestamp()",
}

# A citation rests on the changed passage itself, or on a text that rests on it, at any depth: `rests` walks upwards.
_CANDIDATES = """
WITH RECURSIVE
readable(id) AS MATERIALIZED ({readable}),
attestable(id) AS MATERIALIZED ({attestable}),
texts(id) AS MATERIALIZED ({texts}),
mine(id, head_id, edited_at, superseded_at) AS MATERIALIZED (
  SELECT h.document_id, h.version_id, v.effective_at, CASE WHEN h.superseded_from <= {now} THEN h.superseded_from END
  FROM documents_documenthead h JOIN documents_version v ON v.id = h.version_id
  WHERE h.retired_at IS NULL AND h.document_id IN (SELECT id FROM readable)
    AND h.document_id IN (SELECT id FROM attestable)),
moved(span_id, differs_since) AS MATERIALIZED (
  SELECT s.id, {since}
  FROM mine JOIN documents_version v ON v.document_id = mine.id JOIN ledger_span s ON s.version_id = v.id
  WHERE mine.superseded_at IS NOT NULL OR (v.id <> mine.head_id AND NOT EXISTS (
    SELECT 1 FROM revalidation_spanresult r WHERE r.span_id = s.id AND r.version_id = mine.head_id
      AND r.rule {rules} AND r.outcome IN ({current})))),
turned_up(statement_id, differs_since) AS MATERIALIZED (
  SELECT g.statement_id, {present_since}
  FROM mine JOIN documents_snapshotmember m ON m.document_id = mine.id
    JOIN ledger_statementground g ON g.snapshot_id = m.snapshot_id
  WHERE mine.superseded_at IS NOT NULL OR (m.version_id <> mine.head_id AND NOT EXISTS (
    SELECT 1 FROM revalidation_absenceresult r WHERE r.ground_id = g.statement_id AND r.version_id = mine.head_id
      AND r.rule {rules} AND r.outcome = '{absent}'))),
rests(citation_id, answer_id, differs_since) AS (
  SELECT e.citation_id, e.answer_id, moved.differs_since
  FROM moved JOIN ledger_citationspan e ON e.span_id = moved.span_id
  WHERE NOT e.as_of
  UNION
  SELECT c.id, t.answer_id, turned_up.differs_since FROM turned_up
    JOIN ledger_statement t ON t.id = turned_up.statement_id JOIN ledger_citation c ON c.statement_id = t.id
  UNION
  SELECT e.citation_id, e.answer_id, rests.differs_since
  FROM rests JOIN ledger_citationderived e ON e.derived_id = rests.answer_id),
found(id, differs_since) AS (SELECT citation_id, min(differs_since) FROM rests GROUP BY citation_id),
candidate(id, uid, differs_since) AS (
  SELECT c.id, c.uid, found.differs_since
  FROM found JOIN ledger_citation c ON c.id = found.id JOIN ledger_closure clo ON clo.citation_id = c.id
  WHERE {in_sight})
SELECT uid, differs_since, id FROM candidate
"""
# From which version on it differs without a break, as remembered, and not later than another document took over.
_SINCE = "COALESCE({earliest}(mine.superseded_at, {first}), mine.superseded_at, {first}, mine.edited_at)"
_FIRST = """(SELECT w.effective_at FROM {results} r JOIN documents_version w ON w.id = r.version_id
    WHERE r.{key} = {of} AND w.document_id = mine.id AND r.rule {rules} AND r.outcome {changed}
      AND NOT EXISTS (SELECT 1 FROM documents_withdrawal d WHERE d.version_id = w.id)
      AND NOT EXISTS (SELECT 1 FROM {results} k JOIN documents_version kw ON kw.id = k.version_id
        WHERE k.{key} = {of} AND kw.document_id = mine.id AND k.rule {rules} AND NOT (k.outcome {changed})
          AND NOT EXISTS (SELECT 1 FROM documents_withdrawal d WHERE d.version_id = kw.id)
          AND (kw.number, kw.rendition) > (w.number, w.rendition))
    ORDER BY w.number, w.rendition LIMIT 1)"""
_BEHIND = " WHERE (differs_since, id) < (%(differs_since)s, %(id)s)"
_ONE = " WHERE uid = %(uid)s"
_ORDERED = " ORDER BY differs_since DESC, id DESC LIMIT %(limit)s"


class Candidate(NamedTuple):
    """A citation and its place in the list. `differs_since` is as the database has it, to be handed back to it."""

    uid: UUID
    differs_since: Any
    id: int


def candidates(
    *, viewer: Principal, behind: Candidate | None, limit: int, rules: Iterable[str]
) -> tuple[Candidate, ...]:
    """At most `limit` candidates, newest change first, from just behind the one given. One statement."""
    place = {"differs_since": behind.differs_since, "id": behind.id} if behind else {}
    statement = _sql(connection.vendor) + (_BEHIND if behind else "") + _ORDERED
    return _rows(statement, viewer, rules, {**place, "limit": limit})


def candidate(*, viewer: Principal, citation: UUID, rules: Iterable[str]) -> Candidate | None:
    """The place of one citation, if it is among the viewer's candidates. One statement."""
    found = _rows(_sql(connection.vendor) + _ONE, viewer, rules, {"uid": _uid(citation)})
    return found[0] if found else None


def _rows(statement: str, viewer: Principal, rules: Iterable[str], more: dict[str, Any]) -> tuple[Candidate, ...]:
    named = sorted(rules)
    given = {"viewer": viewer.id, "rules": named if _is_postgresql() else json.dumps(named)}
    with connection.cursor() as cursor:
        cursor.execute(statement, given | more)
        rows = cursor.fetchall()
    return tuple(Candidate(uid if isinstance(uid, UUID) else UUID(uid), at, pk) for uid, at, pk in rows)


@lru_cache
def _sql(vendor: str) -> str:
    viewer, parts = "%(viewer)s", _POSTGRESQL if vendor == "postgresql" else _SQLITE
    current = ", ".join(f"'{kind.value}'" for kind in OutcomeKind if kind.is_current)
    spans = _since(parts, results="revalidation_spanresult", key="span_id", of="s.id", changed=f"NOT IN ({current})")
    searches = _since(
        parts, results="revalidation_absenceresult", key="ground_id", of="g.statement_id", changed=f"= '{PRESENT}'"
    )
    return _CANDIDATES.format(
        readable=sql.granted_ids(sql.DOCUMENT, right=Right.READ, viewer=viewer),
        attestable=sql.granted_ids(sql.DOCUMENT, right=Right.ATTEST, viewer=viewer),
        texts=sql.granted_ids(sql.ANSWER, right=Right.READ, viewer=viewer),
        in_sight=in_sight(documents="mine", texts="texts", vendor=vendor),
        current=current,
        absent=ABSENT,
        since=spans,
        present_since=searches,
        **parts,
    )


def _since(parts: Mapping[str, str], *, results: str, key: str, of: str, changed: str) -> str:
    first = _FIRST.format(results=results, key=key, of=of, changed=changed, rules=parts["rules"])
    return _SINCE.format(first=first, earliest=parts["earliest"])


def _is_postgresql() -> bool:
    return connection.vendor == "postgresql"


def _uid(uid: UUID) -> UUID | str:
    return uid if _is_postgresql() else uid.hex
