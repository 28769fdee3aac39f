"""The sweep after an edit: remember what became of every distinct span of the document in the new version.

Results are keyed by (span, target version, rule) and both texts are frozen, so a sweep that runs twice, late, or out of
order writes the same rows as one that ran once and on time (threats T96, T97). Display never waits for it. Where cited
and new text were read by different extractors, it also orders that the cited bytes are read again (see `ways`).
"""

import json
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q

from citeledger.core.anchoring import SpanOutcome
from citeledger.documents.models import DocumentHead, OutboxEntry, Version
from citeledger.documents.services.outbox import SWEEP, owe_reextraction
from citeledger.ledger.models import Span
from revalidation import absences
from revalidation.comparison import Comparison, compare, rules_here
from revalidation.models import SpanResult
from revalidation.sides import Sides
from revalidation.ways import Kind

_PLACES_A_READ = 10_000
SPANS_A_CHUNK = 500  # rows a transaction inserts: SQLite holds its one write lock well under 100 ms
# Made of tuples: an object and a compiled expression for each value took longer than the decision.
_REMEMBER = (
    'INSERT INTO revalidation_spanresult (span_id, version_id, rule, outcome, start, "end", candidates)'
    " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
)


def sweep(*, version: UUID, at: datetime) -> int:
    """Remember the results of all spans and searches of earlier versions that have none in this one; returns how many.

    An unknown version is no error (the edit may have been rolled back); a withdrawn one is compared with nothing and
    owes nothing. `at` (aware UTC) is when the work was done. What was owed again meanwhile stays owed.
    """
    owed = OutboxEntry.objects.filter(kind=SWEEP, version__uid=version).values("pk", "turn").first()
    target = Version.objects.filter(uid=version, withdrawal=None).first()
    count = _swept(target, at) + absences.remember(target=target) if target else 0
    if owed:
        OutboxEntry.objects.filter(**owed).update(done_at=at)
    return count


def _swept(target: Version, at: datetime) -> int:
    sides, count = Sides(), 0
    for chunk in _chunks(target):
        cited_id = chunk[0].cited_id  # one chunk, one cited version: never more than two texts (three: see `ways`)
        sides.keep(target.pk, cited_id)
        outcomes, rule = compare(chunk, sides), sides.rule(cited_id, target.pk) or ""
        if sides.way(cited_id, target.pk).kind is Kind.PROVISIONAL:
            count += _remember_provisionally(outcomes, rule, cited_id, target, at)
        else:
            count += _remember(outcomes, rule)
    return count


def _remember_provisionally(
    outcomes: dict[tuple[int, int], SpanOutcome], rule: str, cited_id: int, target: Version, at: datetime
) -> int:
    """Remember only while no rendition has come that decides instead; and order it.

    A rendition is inserted under the head's lock, in the transaction that drops such results: so is none remembered
    behind its back.
    """
    with transaction.atomic():
        DocumentHead.objects.select_for_update().get(document=target.document_id)
        cited = Version.objects.get(pk=cited_id)
        alike = Version.objects.filter(document=target.document_id, number=cited.number, extractor=target.extractor)
        if alike.filter(withdrawal=None).exists():
            return 0
        owe_reextraction(version=cited, since=target.at, at=at)
        return _remember(outcomes, rule)


def _chunks(target: Version) -> Iterator[list[Comparison]]:
    """Spans of earlier versions without a result, a version after the other, so each text is prepared once."""
    number, rendition = Q(version__number=target.number), Q(version__rendition__lt=target.rendition)
    is_earlier = Q(version__number__lt=target.number) | number & rendition
    earlier = Span.objects.filter(is_earlier, version__document_id=target.document_id, version__withdrawal=None)
    cited_ids = list(earlier.order_by("version_id").values_list("version_id", flat=True).distinct())
    known = _known(target) if cited_ids else frozenset()
    for cited_id in cited_ids:
        unknown = (place for place in _places(cited_id) if place[0] not in known)
        while chunk := list(islice(unknown, SPANS_A_CHUNK)):
            yield [Comparison(*place, cited_id, target.pk) for place in chunk]


def _places(version_id: int) -> Iterator[tuple[int, int, int]]:
    """The spans of a version, with their places: by keyset on their id."""
    spans, last = Span.objects.filter(version_id=version_id).order_by("pk"), 0
    while places := list(spans.filter(pk__gt=last).values_list("pk", "start", "end")[:_PLACES_A_READ]):
        yield from places
        last = places[-1][0]


def _known(target: Version) -> frozenset[int]:
    """Spans whose result in this version was remembered by a rule of this process.

    Read once, and left out here: where tables have grown since PostgreSQL last counted them it may look for the spans
    that are *not* among them by going through all results for each.
    """
    results = SpanResult.objects.filter(version=target, rule__in=rules_here())
    return frozenset(results.values_list("span_id", flat=True))


@transaction.atomic
def _remember(outcomes: dict[tuple[int, int], SpanOutcome], rule: str) -> int:
    rows = [
        (span_id, target_id, rule, kind.value, start, end, json.dumps([[c.start, c.end] for c in candidates]))
        for (span_id, target_id), (kind, start, end, candidates) in outcomes.items()
    ]
    with connection.cursor() as cursor:
        cursor.executemany(_REMEMBER, rows)
    return len(rows)
