"""Which of their own answers a program has to look at again: those of which something is not `current` any more.

Nothing remembers what anybody was told: each stretch is evaluated for the caller, now, and asking changes nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from acl.queries import readable_answers
from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.core.states import State
from citeledger.ledger.models import Answer, Citation, Statement
from revalidation import service
from revalidation.service import Verdict

CITATIONS_PER_STRETCH = 500  # as many as one answer may have, so that every stretch gets on


@dataclass(frozen=True, slots=True)
class ChangedAnswer:
    """An answer recorded `at` (aware UTC), with those of its citations that are not `current`, in order."""

    uid: UUID
    kind: str
    at: datetime
    citations: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class ChangedAnswers:
    """A stretch of the walk, newest answer first; `next` is the answer to go on behind, None at the end."""

    items: tuple[ChangedAnswer, ...]
    next: UUID | None


def changed_answers(*, viewer: Principal, after: UUID | None, limit: int) -> ChangedAnswers:
    """Look at the `limit` next answers that the viewer wrote, or that were written for them, and may read now.

    At most `CITATIONS_PER_STRETCH` citations are evaluated, in a constant number of queries, so a stretch may be short,
    or even empty, and go on. Raises Refused (`stale_cursor`) when `after` is no answer of the viewer's.
    """
    if viewer.id is None:
        return ChangedAnswers((), None)
    found = list(_readable(viewer, after)[: limit + 1])
    walked = list(_within_bounds(found[:limit]))
    goes_on = len(walked) < len(found)
    return ChangedAnswers(tuple(_changed(viewer, walked)), walked[-1].uid if goes_on else None)


def _readable(viewer: Principal, after: UUID | None) -> "QuerySet[Any]":
    # Typed Any: rows with the annotation made here, which no type of ours names.
    own = Q(writer_id=viewer.id) | Q(on_behalf_of_id=viewer.id)
    rows = readable_answers(principal=viewer).filter(own, context__isnull=False)
    if after is not None:
        rows = rows.filter(pk__lt=_key(own, after))
    statements = Statement.objects.filter(answer=OuterRef("pk")).values("answer").annotate(count=Count("pk"))
    return rows.annotate(size=Subquery(statements.values("count"))).order_by("-pk")


def _key(own: Q, after: UUID) -> int:
    """Looked up among their own, readable or not: an answer that is erased meanwhile does not end the walk."""
    key = Answer.objects.filter(own, uid=after).values_list("pk", flat=True).first()
    if key is None:
        raise Refused("stale_cursor", "Start again from the first page.", "after")
    return key


def _within_bounds(rows: Sequence[Any]) -> Iterator[Any]:
    evaluated = 0
    for row in rows:
        evaluated += row.size
        if evaluated > CITATIONS_PER_STRETCH:
            return
        yield row


def _changed(viewer: Principal, walked: Sequence[Answer]) -> Iterator[ChangedAnswer]:
    placed = Citation.objects.filter(statement__answer__in=[row.pk for row in walked])
    cited = list(placed.order_by("statement__ordinal").values_list("statement__answer_id", "uid"))
    states = {one.citation: one for one in service.verdicts(viewer=viewer, citations=[uid for _, uid in cited])}
    for row in walked:
        found = [states[uid] for answer_id, uid in cited if answer_id == row.pk]
        changed = tuple(one for one in found if one.state is not State.CURRENT)
        if changed:
            yield ChangedAnswer(row.uid, row.kind, row.at, changed)
