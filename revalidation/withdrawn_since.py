"""What stood after an attestation and was withdrawn since: it made the attestation silent, and nothing revives it.

Its text may not be compared any more (DESIGN section 2), so it counts as having said something else, unless a
remembered result tells that a passage which stood when it was attested stood there, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from citeledger.core.outcomes import OutcomeKind
from citeledger.documents.models import Version
from citeledger.ledger.attestations import SeenPassage
from revalidation.comparison import rules_here
from revalidation.models import SpanResult


class Kept(NamedTuple):
    """A passage as somebody attested it, when (aware UTC), its span and document by id."""

    then: SeenPassage
    at: datetime
    span_id: int
    document_id: int


class _Withdrawn(NamedTuple):
    id: int
    document_id: int
    number: int
    at: datetime


def silenced(kept: Sequence[Kept]) -> frozenset[int]:
    """Which of these (by position) stood otherwise in a version since withdrawn, as far as anyone can tell now.

    Two queries. A version withdrawn before the attestation silences nothing: the person looked after that.
    """
    numbers, withdrawn = _versions(kept)
    stood = _stood({one.span_id for one in kept}, withdrawn)
    return frozenset(
        at
        for at, one in enumerate(kept)
        if any(
            not (_is_current(one.then.outcome) and (one.span_id, w.id) in stood)
            for w in _since(one, numbers, withdrawn)
        )
    )


def _versions(kept: Sequence[Kept]) -> tuple[dict[UUID, int], list[_Withdrawn]]:
    """The numbers of the versions attested, and what was withdrawn of their documents."""
    rows = Version.objects.filter(
        Q(uid__in={one.then.version for one in kept}) | Q(withdrawal__isnull=False),
        document_id__in={one.document_id for one in kept},
    ).values_list("uid", "id", "document_id", "number", "withdrawal__at")
    numbers: dict[UUID, int] = {}
    withdrawn: list[_Withdrawn] = []
    for uid, id_, document_id, number, at in rows:
        numbers[uid] = number
        if at is not None:
            withdrawn.append(_Withdrawn(id_, document_id, number, at))
    return numbers, withdrawn


def _since(one: Kept, numbers: Mapping[UUID, int], withdrawn: Iterable[_Withdrawn]) -> list[_Withdrawn]:
    """Re-readings of the version attested have its number: the same bytes say the same."""
    number = numbers.get(one.then.version, 0)
    return [w for w in withdrawn if w.document_id == one.document_id and w.number > number and w.at >= one.at]


def _stood(span_ids: Iterable[int], withdrawn: Iterable[_Withdrawn]) -> frozenset[tuple[int, int]]:
    """Pairs of span and version id of which it is remembered that the passage stood there."""
    rows = SpanResult.objects.filter(
        span_id__in=list(span_ids), version_id__in=[w.id for w in withdrawn], rule__in=rules_here()
    )
    return frozenset(
        (span, v) for span, v, outcome in rows.values_list("span_id", "version_id", "outcome") if _is_current(outcome)
    )


def _is_current(outcome: str) -> bool:
    return outcome in {kind.value for kind in OutcomeKind if kind.is_current}
