"""By which texts two versions are compared, when they were not read alike.

While both have the same bytes, the cited frozen text decides: an extractor's upgrade or another media type alone
changes no answer. If the bytes changed too, both are read by the same extractor: the cited number's rendition by the
other's extractor is compared, once there is one. Versions of different media types never are, and compared as they are.
"""

from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

from citeledger.documents.models import Version, VersionSource
from citeledger.documents.standing import text_stands


class Edition(NamedTuple):
    """What decides the way, of one version. `sha256` (hex) is of bytes that are stored nowhere yet, else None."""

    id: int
    document_id: int
    number: int
    media_type: str
    extractor: str
    sha256: str | None = None


class Kind(Enum):
    DIRECT = auto()  # text against text
    SAME_BYTES = auto()  # nothing to compare: the cited text decides
    CARRIED = auto()  # from the cited number's rendition `via`
    PROVISIONAL = auto()  # text against text, until there is such a rendition


class Way(NamedTuple):
    kind: Kind
    via: int | None = None


DIRECT = Way(Kind.DIRECT)
Pair = tuple[int, int]


def ways(pairs: Iterable[tuple[Edition, Edition]]) -> dict[Pair, Way]:
    """The way from each cited version to its target, by their ids. No query where all were read alike; else two."""
    asked = list(pairs)
    unlike = [(cited, target) for cited, target in asked if _was_read_unlike(cited, target)]
    found = {(cited.id, target.id): DIRECT for cited, target in asked}
    return found | (_looked_up(unlike) if unlike else {})


def _was_read_unlike(cited: Edition, target: Edition) -> bool:
    return (cited.extractor, cited.media_type) != (target.extractor, target.media_type)


def _looked_up(pairs: list[tuple[Edition, Edition]]) -> dict[Pair, Way]:
    sources = VersionSource.objects.filter(version__in={edition.id for pair in pairs for edition in pair})
    digests = dict(sources.values_list("version_id", "sha256"))
    digests |= {edition.id: edition.sha256 for pair in pairs for edition in pair if edition.sha256}
    renditions = _renditions(pairs)
    return {(cited.id, target.id): _way(cited, target, digests, renditions) for cited, target in pairs}


def _renditions(pairs: list[tuple[Edition, Edition]]) -> dict[tuple[int, int, str], int]:
    """Standing renditions of the cited numbers by the targets' extractors."""
    rows = Version.objects.filter(
        text_stands(""),
        document_id__in={cited.document_id for cited, _ in pairs},
        number__in={cited.number for cited, _ in pairs},
        extractor__in={target.extractor for _, target in pairs},
    )
    columns = ("document_id", "number", "extractor", "pk")
    return {(document, number, by): pk for document, number, by, pk in rows.order_by("rendition").values_list(*columns)}


def _way(cited: Edition, target: Edition, digests: dict[int, str], renditions: dict[tuple[int, int, str], int]) -> Way:
    if digests.get(cited.id, "cited") == digests.get(target.id, "target"):
        return Way(Kind.SAME_BYTES)
    if cited.media_type != target.media_type:
        return DIRECT
    via = renditions.get((cited.document_id, cited.number, target.extractor))
    return Way(Kind.PROVISIONAL) if via is None else Way(Kind.CARRIED, via)
