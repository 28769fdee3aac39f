"""How many independent roots a statement has: one document cited by way of three notes supports it once."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from citeledger.ledger.models import Citation


@dataclass(frozen=True, slots=True)
class Roots:
    """`cited` passages and derived texts the statement names itself; `documents` are what all of it comes down to.

    A document is one root whatever its versions and passages. Two documents with the same text are two: nobody looked.
    """

    cited: int
    documents: int


def roots(*, citation_id: int, documents: Collection[UUID]) -> Roots:
    """`documents` are those of all its passages at any depth: only for who may read all of them. One query."""
    named = Count("span_edges", distinct=True) + Count("derived_edges", distinct=True)
    return Roots(Citation.objects.filter(pk=citation_id).values_list(named, flat=True).get(), len(set(documents)))
