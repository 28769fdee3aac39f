"""How many independent roots a statement has: one document cited by way of three notes supports it once.

Neither does a publication support it twice that was uploaded as two documents (ADR 18). What is compared are the texts
of the cited versions, whole, by their letters and digits: that two documents share a passage proves no copy.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from citeledger.documents.models import VersionLetters
from citeledger.ledger.models import Citation


@dataclass(frozen=True, slots=True)
class Roots:
    """`cited` passages and derived texts the statement names itself; `documents` are what all of it comes down to.

    A document is one root whatever its versions and passages. `independent` counts documents whose cited texts say the
    same from beginning to end once.
    """

    cited: int
    documents: int
    independent: int


def roots(*, citation_id: int, sources: Collection[tuple[UUID, UUID]]) -> Roots:
    """`sources` are document and version of all its passages at any depth: only for who may read all of them.

    One query, and another one where there are several documents.
    """
    named = Count("span_edges", distinct=True) + Count("derived_edges", distinct=True)
    cited = Citation.objects.filter(pk=citation_id).values_list(named, flat=True).get()
    versions: dict[UUID, set[UUID]] = {}
    for document, version in sources:
        versions.setdefault(document, set()).add(version)
    return Roots(cited, len(versions), _unlike(_texts(list(versions.values()))))


def _texts(documents: list[set[UUID]]) -> list[set[str | UUID]]:
    """What the cited versions of each document say, by digest; a version without one is like no other."""
    if len(documents) < 2:
        return [set(versions) for versions in documents]
    rows = VersionLetters.objects.filter(text__version__uid__in=set().union(*documents))
    said = dict(rows.values_list("text__version__uid", "sha256"))
    return [{said.get(version, version) for version in versions} for versions in documents]


def _unlike(documents: Iterable[set[str | UUID]]) -> int:
    """How many groups there are, where documents that share a text are of one group, and what shares one with those."""
    groups: list[set[str | UUID]] = []
    for texts in documents:
        alike = [group for group in groups if group & texts]
        groups = [group for group in groups if group not in alike] + [texts.union(*alike)]
    return len(groups)
