"""Where the words of a query stand in what was found, for a copy that is shown. Pure."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.reading.streams import Stream
from citeledger.core.reading.tokens import is_unspaced
from citeledger.documents.search.passages import words_seen
from citeledger.documents.search.terms import alike

Place = tuple[int, int]


def places_of(*, terms: Collection[str], text: str, media_type: str = "text/plain") -> tuple[Place, ...]:
    """Start and end (code points, end exclusive) of whatever of `text` a query for `terms` looks up, in text order.

    What overlaps or touches is one place. Raises `core.reading.normalization.UnknownNormalizer`.
    """
    seen, joined = words_seen(text=text, edges=(), normalizer=normalizer_for(media_type))
    return _apart(sorted([*_words(seen, terms), *_pairs(seen, terms), *_words(joined, terms)]))


def _words(stream: Stream, terms: Collection[str]) -> Iterator[Place]:
    for value, start, end in zip(stream.values, stream.starts, stream.ends, strict=True):
        if alike(value) in terms:
            yield start, end


def _pairs(stream: Stream, terms: Collection[str]) -> Iterator[Place]:
    """Letters of scripts without spaces stand in a query with the next one."""
    letters = [alike(value) for value in stream.values]
    for at, (first, second) in enumerate(pairwise(letters)):
        if first and second and is_unspaced(first) and is_unspaced(second) and first + second in terms:
            yield stream.starts[at], stream.ends[at + 1]


def _apart(places: Sequence[Place]) -> tuple[Place, ...]:
    found: list[Place] = []
    for start, end in places:
        if found and start <= found[-1][1]:
            start, end = found[-1][0], max(end, found.pop()[1])
        found.append((start, end))
    return tuple(found)
