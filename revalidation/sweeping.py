"""The sweep after an edit: remember what became of every distinct span of the document in the new version.

Results are keyed by (span, target version, rule) and both texts are frozen, so a sweep that runs twice, late, or out of
order writes the same rows as one that ran once and on time (threats T96, T97). Display never waits for it.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from citeledger.core.anchoring import SpanOutcome
from citeledger.documents.models import OutboxEntry, Version
from citeledger.documents.services.outbox import SWEEP
from citeledger.ledger.models import Span
from revalidation.comparison import Comparison, Sides, compare, rules_here
from revalidation.models import SpanResult

SPANS_A_CHUNK = 500  # rows a transaction inserts: SQLite holds its one write lock well under 100 ms


def sweep(*, version: UUID, at: datetime) -> int:
    """Remember the results of all spans of earlier versions that have none in this one; returns how many.

    An unknown version is no error (the edit may have been rolled back); a withdrawn one is compared with nothing and
    owes nothing. `at` (aware UTC) is when the work was done. What was owed again meanwhile stays owed.
    """
    owed = OutboxEntry.objects.filter(kind=SWEEP, version__uid=version).values("pk", "turn").first()
    target = Version.objects.filter(uid=version, withdrawal=None).first()
    count = _swept(target) if target else 0
    if owed:
        OutboxEntry.objects.filter(**owed).update(done_at=at)
    return count


def _swept(target: Version) -> int:
    sides, count = Sides(), 0
    for chunk in _chunks(target):
        sides.keep(target.pk, chunk[0].cited_id)  # one chunk, one cited version: never more than two texts
        outcomes = compare(chunk, sides)
        count += _remember(outcomes, {c.span_id: sides.rule(c.cited_id) or "" for c in chunk})
    return count


def _chunks(target: Version) -> Iterator[list[Comparison]]:
    """Spans of earlier versions, by version and then by keyset on the span's id, so each text is prepared once."""
    earlier = _unknown(target).filter(
        version__document_id=target.document_id, version__number__lt=target.number, version__withdrawal=None
    )
    for cited_id in list(earlier.order_by("version_id").values_list("version_id", flat=True).distinct()):
        last = 0
        while places := list(_places(target, cited_id, after=last)):
            yield [Comparison(span_id, start, end, cited_id, target.pk) for span_id, start, end in places]
            last = places[-1][0]


def _places(target: Version, cited_id: int, *, after: int) -> Iterable[tuple[int, int, int]]:
    spans = _unknown(target).filter(version_id=cited_id, pk__gt=after).order_by("pk")
    return spans.values_list("pk", "start", "end")[:SPANS_A_CHUNK]


def _unknown(target: Version) -> QuerySet[Span]:
    """Spans whose result in this version nobody remembered by a rule of this process."""
    known = SpanResult.objects.filter(span=OuterRef("pk"), version=target, rule__in=rules_here())
    return Span.objects.filter(~Exists(known))


@transaction.atomic
def _remember(outcomes: dict[tuple[int, int], SpanOutcome], rules: dict[int, str]) -> int:
    rows = [
        SpanResult(
            span_id=span_id,
            version_id=target_id,
            rule=rules[span_id],
            outcome=outcome.kind.value,
            start=outcome.start,
            end=outcome.end,
            candidates=json.dumps([[c.start, c.end] for c in outcome.candidates]),
        )
        for (span_id, target_id), outcome in outcomes.items()
    ]
    SpanResult.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)
