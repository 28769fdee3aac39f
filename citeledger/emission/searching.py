"""Absences at the gate: the search is run over all of a snapshot of the writer's, and must find nothing.

All of it may be read by whoever the answer is written for, or else by the writer: here they are the viewer.
"""

from collections.abc import Mapping, Sequence

from citeledger.core.absences import Query, check_question, parse
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.core.statements import Absence
from citeledger.documents.absences import NotSearchable, code_points, looked_through
from citeledger.documents.pinned import Scope, scope
from citeledger.emission.shape import Placed
from citeledger.emission.sieve import Sieve
from citeledger.ledger.births import Searched

DOCUMENTS_PER_SEARCH = 500
CODE_POINTS_PER_SEARCH = 10_000_000
"""Of all texts of a scope: preparing them takes about a second per million, in the request, outside a transaction."""


def searched(*, writer: Principal, viewer: Principal, statements: Sequence[Placed], sieve: Sieve) -> list[Placed]:
    """The statements, absences with their query as it will be stored, once each search found nothing. Raises Refused:

    `unknown_snapshot` (none of the writer's own), `snapshot_not_readable` (not all of it may be read),
    `snapshot_too_large`, `present` (the search finds something), `source_not_proved`, and those of `core.absences`.
    """
    proved = []
    for placed in statements:
        with sieve.over(placed.position):
            said = placed.statement.absence
            proved.append(_proved(writer, viewer, placed, said) if said else placed)
    return proved


def scopes_of(
    *, writer: Principal, viewer: Principal, statements: Sequence[Placed], sieve: Sieve
) -> Mapping[int, Searched]:
    """By position, what each absence searched: its versions are frozen, rights and life are asked again."""
    found = {}
    for placed in statements:
        if placed.statement.absence:
            with sieve.over(placed.position):
                seen = _scope(writer, viewer, placed.statement.absence, at=f"{placed.at}.absence.snapshot")
                found[placed.position] = Searched(seen.id, seen.version_ids)
    return found


def _proved(writer: Principal, viewer: Principal, placed: Placed, said: Absence) -> Placed:
    at = f"{placed.at}.absence"
    query = _query(said, at=at)
    seen = _scope(writer, viewer, said, at=f"{at}.snapshot")
    if code_points(version_ids=seen.version_ids) > CODE_POINTS_PER_SEARCH:
        most = f"At most {CODE_POINTS_PER_SEARCH} characters are searched; pin fewer documents."
        raise Refused("snapshot_too_large", most, f"{at}.snapshot")
    _refuse_hits(query, seen, at=at)
    return placed.searching(Absence(query.as_data(), said.snapshot))


def _query(said: Absence, *, at: str) -> Query:
    try:
        query = parse(said.query)
        check_question(query)
    except Refused as refusal:
        raise Refused(refusal.code, refusal.detail, f"{at}.{refusal.at}") from refusal
    return query


def _scope(writer: Principal, viewer: Principal, said: Absence, *, at: str) -> Scope:
    try:
        found = scope(maker=writer, viewer=viewer, uid=said.snapshot)
    except NotFound:
        raise Refused("unknown_snapshot", "Pin a snapshot of your own and name it.", at) from None
    if not found.is_whole:
        raise Refused("snapshot_not_readable", "You may not read all of it; pin what you may read.", at)
    if found.size > DOCUMENTS_PER_SEARCH:
        raise Refused("snapshot_too_large", f"At most {DOCUMENTS_PER_SEARCH} documents are searched.", at)
    return found


def _refuse_hits(query: Query, seen: Scope, *, at: str) -> None:
    try:
        for _, _, (places,) in looked_through(asked=dict.fromkeys(seen.version_ids, (query,))):
            if places:
                raise Refused(
                    "present", "It is there: the search finds it. Cite it, or search for less.", f"{at}.query"
                )
    except NotSearchable as damaged:
        raise Refused("source_not_proved", "A stored source failed its proof; tell the operators.", at) from damaged
