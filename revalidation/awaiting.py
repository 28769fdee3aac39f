"""Which citations may await a person's review: candidates for the evaluator, found from the documents outwards.

One statement. Rights come first: whatever rests on anything the viewer may not read, or may not attest on, is left out
before any order or limit, so that hidden things change no list (threat T41). Remembered span results only spare the
evaluator what it would call current; a result nobody remembered makes a candidate. They also give the order (when the
passage first differed); without them a candidate stands at its document's newest version.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from acl import sql
from acl.rights import Right
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.principals import Principal
from revalidation.sight import in_sight

_SQLITE = {
    "rules": "IN (SELECT value FROM json_each(%(rules)s))",
    "now": "strftime('%%Y-%%m-%%d %%H:%%M:%%f999', 'now')",
}
_POSTGRESQL = {
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
moved(span_id, changed_at) AS MATERIALIZED (
  SELECT s.id, COALESCE(mine.superseded_at, (
    SELECT min(w.effective_at) FROM revalidation_spanresult r JOIN documents_version w ON w.id = r.version_id
    WHERE r.span_id = s.id AND r.rule {rules} AND r.outcome NOT IN ({current})
      AND NOT EXISTS (SELECT 1 FROM documents_withdrawal d WHERE d.version_id = w.id)), mine.edited_at)
  FROM mine JOIN documents_version v ON v.document_id = mine.id JOIN ledger_span s ON s.version_id = v.id
  WHERE mine.superseded_at IS NOT NULL OR (v.id <> mine.head_id AND NOT EXISTS (
    SELECT 1 FROM revalidation_spanresult r WHERE r.span_id = s.id AND r.version_id = mine.head_id
      AND r.rule {rules} AND r.outcome IN ({current})))),
rests(citation_id, answer_id, changed_at) AS (
  SELECT e.citation_id, e.answer_id, moved.changed_at FROM moved JOIN ledger_citationspan e ON e.span_id = moved.span_id
  WHERE NOT e.as_of
  UNION
  SELECT e.citation_id, e.answer_id, rests.changed_at
  FROM rests JOIN ledger_citationderived e ON e.derived_id = rests.answer_id),
found(id, changed_at) AS (SELECT citation_id, max(changed_at) FROM rests GROUP BY citation_id),
candidate(id, uid, changed_at) AS (
  SELECT c.id, c.uid, found.changed_at
  FROM found JOIN ledger_citation c ON c.id = found.id JOIN ledger_closure clo ON clo.citation_id = c.id
  WHERE {in_sight})
SELECT uid, changed_at, id FROM candidate
"""
_BEHIND = " WHERE (changed_at, id) < (%(changed_at)s, %(id)s)"
_ONE = " WHERE uid = %(uid)s"
_ORDERED = " ORDER BY changed_at DESC, id DESC LIMIT %(limit)s"


class Candidate(NamedTuple):
    """A citation and its place in the list. `changed_at` is as the database has it, to be handed back to it."""

    uid: UUID
    changed_at: Any
    id: int


def candidates(
    *, viewer: Principal, behind: Candidate | None, limit: int, rules: Iterable[str]
) -> tuple[Candidate, ...]:
    """At most `limit` candidates, newest change first, from just behind the one given. One statement."""
    place = {"changed_at": behind.changed_at, "id": behind.id} if behind else {}
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
    viewer = "%(viewer)s"
    return _CANDIDATES.format(
        readable=sql.granted_ids(sql.DOCUMENT, right=Right.READ, viewer=viewer),
        attestable=sql.granted_ids(sql.DOCUMENT, right=Right.ATTEST, viewer=viewer),
        texts=sql.granted_ids(sql.ANSWER, right=Right.READ, viewer=viewer),
        in_sight=in_sight(documents="mine", texts="texts", vendor=vendor),
        current=", ".join(f"'{kind.value}'" for kind in OutcomeKind if kind.is_current),
        **(_POSTGRESQL if vendor == "postgresql" else _SQLITE),
    )


def _is_postgresql() -> bool:
    return connection.vendor == "postgresql"


def _uid(uid: UUID) -> UUID | str:
    return uid if _is_postgresql() else uid.hex
