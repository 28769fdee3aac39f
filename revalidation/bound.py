"""Statements bound to a version on purpose: the versions they speak of, to be said beside them wherever they stand."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger.documents.models import Version
from revalidation.facts import Facts


@dataclass(frozen=True, slots=True, order=True)
class AsOf:
    """A version a statement speaks of: `at` is when it took effect (aware UTC)."""

    at: datetime
    number: int
    version: UUID


def bound_versions(*, facts: Facts, citations: Collection[UUID]) -> dict[UUID, tuple[AsOf, ...]]:
    """For each of these citations, oldest first, what it is bound to, on any path. One query, none where none is bound.

    Only for citations whose sources the viewer may all read.
    """
    bound = {
        found.uid: {facts.spans[span_id].version_id for span_id in found.bound_ids}
        for found in facts.citations
        if found.bound_ids and found.uid in citations
    }
    if not bound:
        return {}
    rows = Version.objects.filter(pk__in=set().union(*bound.values()))
    versions = {row.pk: AsOf(row.effective_at, row.number, row.uid) for row in rows}
    return {uid: tuple(sorted(versions[id_] for id_ in ids if id_ in versions)) for uid, ids in bound.items()}
