"""Looking through stored versions for what is said to stand in none of them. Rights are its callers' part."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from django.db.models import Sum
from django.db.models.functions import Length

from citeledger.core.absences import Query, hits
from citeledger.core.hashing import sha256_hex
from citeledger.core.layout.sides import Side, prepare
from citeledger.core.outcomes import Locator
from citeledger.core.reading.normalization import normalizer_for, normalizer_ids
from citeledger.documents.models import VersionText
from citeledger.extraction import BrokenStructure
from citeledger.extraction.structure import Structure

_SEARCH = "absence/3"
STEPS_AT_ONCE = 50_000_000_000
"""Of RE2, of patterns over texts, for one answer at the gate and at once ever after: the largest patterns take a second
for about five billions, most take far less."""


class NotSearchable(Exception):
    """The stored text is not what was stored: nothing can be said to be absent from it. `version_id` names it."""

    def __init__(self, version_id: int) -> None:
        super().__init__(version_id)
        self.version_id = version_id


def rule_of(media_type: str) -> str:
    """Name of everything a search depends on besides query and text. Raises UnknownNormalizer."""
    return f"{_SEARCH}+{normalizer_for(media_type).id}"


@cache
def search_rules() -> frozenset[str]:
    """The rules this process searches by."""
    return frozenset(f"{_SEARCH}+{id_}" for id_ in normalizer_ids())


def code_points(*, version_ids: Collection[int]) -> int:
    """How much there is to look through. One statement."""
    rows = VersionText.objects.filter(version__in=version_ids).annotate(size=Length("text"))
    return int(rows.aggregate(total=Sum("size"))["total"] or 0)


def code_points_each(*, version_ids: Collection[int]) -> dict[int, int]:
    """The same by version. One statement."""
    rows = VersionText.objects.filter(version__in=version_ids).annotate(size=Length("text"))
    return dict(rows.values_list("version_id", "size"))


def looked_through(
    *, asked: Mapping[int, Sequence[Query]]
) -> Iterator[tuple[int, str, tuple[tuple[Locator, ...], ...]]]:
    """Version id, rule, and the first places each of its queries hits; a few texts at a time, each prepared once.

    `asked` holds the queries of each version; the same one twice is one question. One statement. Raises NotSearchable.
    Withdrawn versions are left out.
    """
    rows = VersionText.objects.filter(version__in=list(asked), version__withdrawal=None)
    columns = ("version_id", "version__media_type", "text", "sha256", "structure")
    for version_id, media_type, text, sha256, structure in rows.values_list(*columns).iterator(chunk_size=8):
        if sha256_hex(text) != sha256:
            raise NotSearchable(version_id)
        try:
            side = prepare(Side(text, Structure.from_json(structure), normalizer_for(media_type)))
        except BrokenStructure as broken:
            raise NotSearchable(version_id) from broken
        found = {query: hits(query, side) for query in set(asked[version_id])}
        yield version_id, rule_of(media_type), tuple(found[query] for query in asked[version_id])
