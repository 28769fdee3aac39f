"""Absences at the gate: the search is run over all of a snapshot of the writer's, and must find nothing.

All of it may be read by whoever the answer is written for, or else by the writer: here they are the viewer.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from citeledger.core.absences import Query, check_question, parse, steps
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.core.statements import Absence
from citeledger.documents.absences import STEPS_AT_ONCE, NotSearchable, code_points_each, looked_through
from citeledger.documents.pinned import Scope, scope
from citeledger.emission.shape import Placed
from citeledger.emission.sieve import Sieve
from citeledger.ledger.births import Searched

DOCUMENTS_PER_SEARCH = 500
CODE_POINTS_PER_ANSWER = 10_000_000
"""Of all texts that its absences search, each counted and prepared once: about a second per million, in the request,
outside a transaction."""


def searched(*, writer: Principal, viewer: Principal, statements: Sequence[Placed], sieve: Sieve) -> list[Placed]:
    """The statements, absences with their query as it will be stored, once each search found nothing. Raises Refused:

    `unknown_snapshot` (none of the writer's own), `snapshot_not_readable` (not all of it may be read),
    `snapshot_too_large`, `query_too_large` (a pattern, for so much text), `present` (the search finds something),
    `source_not_proved`, and those of `core.absences`.
    """
    searches = list[_Search]()
    for placed in statements:
        if said := placed.statement.absence:
            with sieve.over(placed.position):
                searches.append(_search(writer, viewer, placed, said))
    _refuse_hits(_affordable(searches, sieve), sieve)
    proved = {search.placed.position: search.proved for search in searches}
    return [proved.get(placed.position, placed) for placed in statements if not sieve.withholds(placed.position)]


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


@dataclass(frozen=True, slots=True)
class _Search:
    """An absence, the query it is said by, and where that is run."""

    placed: Placed
    said: Absence
    query: Query
    scope: Scope

    @property
    def at(self) -> str:
        return f"{self.placed.at}.absence"

    @property
    def proved(self) -> Placed:
        """The statement with its query as it will be stored."""
        return self.placed.searching(Absence(self.query.as_data(), self.said.snapshot))


def _search(writer: Principal, viewer: Principal, placed: Placed, said: Absence) -> _Search:
    at = f"{placed.at}.absence"
    query = _query(said, at=at)
    return _Search(placed, said, query, _scope(writer, viewer, said, at=f"{at}.snapshot"))


def _affordable(searches: Sequence[_Search], sieve: Sieve) -> list[_Search]:
    """Those that the means of one answer suffice for, in order. One query, none for nothing."""
    versions = {version_id for search in searches for version_id in search.scope.version_ids}
    sizes = code_points_each(version_ids=versions) if versions else {}
    taken, spent, affordable = set[int](), 0, list[_Search]()
    for search in searches:
        with sieve.over(search.placed.position):
            own = set(search.scope.version_ids)
            wanted = spent + steps(search.query) * _total(sizes, own)
            _check_cost(search, size=_total(sizes, taken | own), work=wanted)
            taken, spent = taken | own, wanted
            affordable.append(search)
    return affordable


def _total(sizes: Mapping[int, int], version_ids: Iterable[int]) -> int:
    return sum(sizes.get(version_id, 0) for version_id in version_ids)


def _check_cost(search: _Search, *, size: int, work: int) -> None:
    if size > CODE_POINTS_PER_ANSWER:
        most = f"An answer's absences search at most {CODE_POINTS_PER_ANSWER} characters; pin fewer documents."
        raise Refused("snapshot_too_large", most, f"{search.at}.snapshot")
    if work > STEPS_AT_ONCE:
        told = "The pattern is too large for so much text; repeat less in it, or pin fewer documents."
        raise Refused("query_too_large", told, f"{search.at}.query.{search.query.field}")


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


def _refuse_hits(searches: Iterable[_Search], sieve: Sieve) -> None:
    """Each text is prepared once for all searches that want it."""
    wanted: defaultdict[int, list[_Search]] = defaultdict(list)
    for search in searches:
        for version_id in search.scope.version_ids:
            wanted[version_id].append(search)
    while wanted:
        try:
            _look_through(wanted, sieve)
        except NotSearchable as damaged:
            for search in wanted.pop(damaged.version_id):
                with sieve.over(search.placed.position):
                    told = "A stored source failed its proof; tell the operators."
                    raise Refused("source_not_proved", told, search.at) from damaged
        else:
            return


def _look_through(wanted: dict[int, list[_Search]], sieve: Sieve) -> None:
    asked = {version_id: [search.query for search in searches] for version_id, searches in wanted.items()}
    for version_id, _, found in looked_through(asked=asked):
        for search, places in zip(wanted.pop(version_id), found, strict=True):
            with sieve.over(search.placed.position):
                if places:
                    told = "It is there: the search finds it. Cite it, or search for less."
                    raise Refused("present", told, f"{search.at}.query")
