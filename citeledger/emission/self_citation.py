"""No program is its own authority: what a service published, and no person adopted, is no ground for it (ADR 17).

Asked of whoever writes, not of whom it acts for; at any depth of lineage; and only of services, so that a person's
answer costs nothing.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, Protocol
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from citeledger.core.lineage import Closure
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import Refused
from citeledger.documents.models import Snapshot, SnapshotMember
from citeledger.documents.programs import by_a_program
from citeledger.emission.found import FoundSources
from citeledger.emission.shape import Placed
from citeledger.emission.sieve import Sieve
from citeledger.ledger.models import Span, StatementGround
from citeledger.tables.expressions import Ids

_WHY: Final = (
    "You published this yourself. Cite what it was made from, or ask a person who may edit the document to adopt it."
)


class GroundRule(Protocol):
    """Refuses statements by what they rest on, given as it is found when they are recorded."""

    def __call__(
        self, *, writer: Principal, statements: Sequence[Placed], found: FoundSources, sieve: Sieve
    ) -> None: ...


def refuse_nothing(**_: object) -> None:
    """For a text that is taken over: it says nothing new, and what is made of it meets the gate (ADR 17)."""


def refuse_own_texts(*, writer: Principal, statements: Sequence[Placed], found: FoundSources, sieve: Sieve) -> None:
    """Raises Refused (`own_publication`) for each statement that rests on what its writer published. Three queries."""
    if writer.kind is not Kind.SERVICE:
        return
    own = _Own(writer, statements, found)
    for placed in statements:
        with sieve.over(placed.position):
            for at in own.places(placed):
                raise Refused("own_publication", _WHY, at)


class _Own:
    """What of all that the statements rest on the writer published itself."""

    def __init__(self, writer: Principal, statements: Sequence[Placed], found: FoundSources) -> None:
        closures = found.texts.values()
        named = {span.id for span in found.spans.values()}
        self._found = found
        self._spans = _own_spans(writer, named.union(*(each.spans | each.bound for each in closures)))
        self._absences = _own_absences(writer, frozenset().union(*(each.absences for each in closures)))
        self._snapshots = _own_snapshots(
            writer, {said.snapshot for placed in statements if (said := placed.statement.absence)}
        )

    def places(self, placed: Placed) -> Iterator[str]:
        """Where the statement names any of it."""
        statement, found = placed.statement, self._found
        for number, uid in enumerate(statement.spans):
            if uid in found.spans and found.spans[uid].id in self._spans:
                yield f"{placed.at}.spans.{number}"
        for number, uid in enumerate(statement.derived_from):
            if found.knows_text(uid) and self._is_below(found.texts[found.derived[uid]]):
                yield f"{placed.at}.derived_from.{number}"
        if statement.absence and statement.absence.snapshot in self._snapshots:
            yield f"{placed.at}.absence.snapshot"

    def _is_below(self, closure: Closure) -> bool:
        return not self._spans.isdisjoint(closure.spans | closure.bound) or not self._absences.isdisjoint(
            closure.absences
        )


def _own_spans(writer: Principal, ids: Collection[int]) -> frozenset[int]:
    rows = Span.objects.filter(by_a_program("version__"), pk__in=Ids(ids), version__author=writer.id)
    return frozenset(rows.values_list("pk", flat=True))


def _own_absences(writer: Principal, ids: Collection[int]) -> frozenset[int]:
    rows = StatementGround.objects.filter(pk__in=Ids(ids), snapshot__in=_of_nobody_else(writer))
    return frozenset(rows.values_list("pk", flat=True))


def _own_snapshots(writer: Principal, uids: Collection[UUID]) -> frozenset[UUID]:
    rows = _of_nobody_else(writer).filter(uid__in=uids)
    return frozenset(rows.values_list("uid", flat=True))


def _of_nobody_else(writer: Principal) -> QuerySet[Snapshot]:
    """Snapshots of nothing but the writer's own. With a text of anybody else in it, its own can only refute."""
    members = SnapshotMember.objects.filter(snapshot=OuterRef("pk"))
    others = members.exclude(by_a_program("version__"), version__author=writer.id)
    return Snapshot.objects.filter(~Exists(others))
