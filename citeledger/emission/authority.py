"""No program is its own authority, nor that of another one that answers (ADR 17).

What a service published, and no person adopted, is no ground for a service if it published that itself, or the same
text before, or if the publisher ever recorded an answer, or had one recorded for it: two programs that cite each
other's drafts both answer, and so does every program of a longer chain. Asked of a program that writes, and of one
that is written for, by whomever: else an agent would let somebody else write what rests on its draft. At any depth of
lineage; and only of services, so that what a person says to people costs nothing.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from citeledger.core.lineage import Closure
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import Refused
from citeledger.documents.models import Snapshot, SnapshotMember
from citeledger.documents.programs import by_a_program, same_text_before
from citeledger.emission.found import FoundSources
from citeledger.emission.shape import Placed
from citeledger.emission.sieve import Sieve
from citeledger.ledger.locks import line_up_first_texts
from citeledger.ledger.models import Answer, Span, StatementGround
from citeledger.tables.expressions import Ids

_WHY: Final = (
    "You published this, the program you write for did, or another program that answers."
    " Cite what it was made from, or ask a person who may edit the document to adopt it."
)


class Claimants(NamedTuple):
    """The accounts that say a statement: who writes it, and whom it is written for (the writer, or another one)."""

    writer: int | None
    viewer: int | None


class GroundRule(Protocol):
    """Refuses statements by what they rest on, given as it is found when they are recorded."""

    def __call__(
        self, *, writer: Principal, viewer: Principal, statements: Sequence[Placed], found: FoundSources, sieve: Sieve
    ) -> None: ...


def refuse_nothing(**_: object) -> None:
    """For a text that is taken over: it says nothing new, and what is made of it meets the gate (ADR 17)."""


def refuse_programs_texts(
    *, writer: Principal, viewer: Principal, statements: Sequence[Placed], found: FoundSources, sieve: Sieve
) -> None:
    """Raises Refused (`own_publication`) for each statement of or for a program that rests on what is no ground for it.

    `viewer` is whom it is written for: the writer, or somebody it acts for. Four queries, one or two more where that
    is another program. Inside the transaction that records.
    """
    programs = {one.id for one in (writer, viewer) if one.kind is Kind.SERVICE}
    if not programs:
        return
    if not all(any(texts.exists() for texts in _texts_of(program)) for program in programs):
        line_up_first_texts()
    barred = _Barred(Claimants(writer.id, viewer.id), statements, found)
    for placed in statements:
        with sieve.over(placed.position):
            for at in barred.places(placed):
                raise Refused("own_publication", _WHY, at)


class _Barred:
    """What of all that the statements rest on is no ground for who says them."""

    def __init__(self, claimants: Claimants, statements: Sequence[Placed], found: FoundSources) -> None:
        closures = found.texts.values()
        named = {span.id for span in found.spans.values()}
        self._found = found
        self._spans = _barred_spans(claimants, named.union(*(each.spans | each.bound for each in closures)))
        self._absences = _barred_absences(claimants, frozenset().union(*(each.absences for each in closures)))
        self._snapshots = _barred_snapshots(
            claimants, {said.snapshot for placed in statements if (said := placed.statement.absence)}
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


def _barred_spans(claimants: Claimants, ids: Collection[int]) -> frozenset[int]:
    rows = Span.objects.filter(_is_barred(claimants, "version__"), pk__in=Ids(ids))
    return frozenset(rows.values_list("pk", flat=True))


def _barred_absences(claimants: Claimants, ids: Collection[int]) -> frozenset[int]:
    rows = StatementGround.objects.filter(pk__in=Ids(ids), snapshot__in=_of_nothing_else(claimants))
    return frozenset(rows.values_list("pk", flat=True))


def _barred_snapshots(claimants: Claimants, uids: Collection[UUID]) -> frozenset[UUID]:
    rows = _of_nothing_else(claimants).filter(uid__in=uids)
    return frozenset(rows.values_list("uid", flat=True))


def _of_nothing_else(claimants: Claimants) -> QuerySet[Snapshot]:
    """Snapshots of nothing but such texts. With any other text in it, these can only refute."""
    members = SnapshotMember.objects.filter(snapshot=OuterRef("pk"))
    return Snapshot.objects.filter(~Exists(members.exclude(_is_barred(claimants, "version__"))))


def _is_barred(claimants: Claimants, version: str) -> Q:
    """That the version which `version` leads to is a program's, not adopted, and no ground for the claimants.

    Whose texts are compared is the writer's alone: a refusal tells nothing of a text that it has not sent itself.
    """
    written, commissioned = _texts_of(OuterRef(f"{version}author"))
    answers = Q(Exists(written)) | Q(Exists(commissioned))
    mine = same_text_before(version, author=claimants.writer)
    return by_a_program(version) & (Q(**{f"{version}author__in": claimants}) | answers | mine)


def _texts_of(account: int | OuterRef | None) -> tuple[QuerySet[Answer], QuerySet[Answer]]:
    """What an account wrote, and what was written for it. Apart: of each an index finds the first at once."""
    return Answer.objects.filter(writer=account), Answer.objects.filter(on_behalf_of=account)
