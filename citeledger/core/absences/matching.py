"""Where a query hits a text: three readings of it are looked through, each in time linear in the text."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from citeledger.core.absences.patterns import matcher
from citeledger.core.absences.queries import Kind, Query
from citeledger.core.absences.words import Words
from citeledger.core.layout.sides import PreparedSide
from citeledger.core.outcomes import Locator
from citeledger.core.reading.streams import Stretch

MOST_HITS = 5


def hits(query: Query, side: PreparedSide) -> tuple[Locator, ...]:
    """The first few places of what the query looks for, rising; none: it is absent from this text."""
    readings = _readings(side)
    if query.kind is Kind.PATTERN:
        return _first(chain.from_iterable(_matches(query.terms[0], reading) for reading in readings))
    each = [_first(chain.from_iterable(_places(phrase, reading) for reading in readings)) for phrase in query.phrases]
    if query.kind is Kind.ALL and not all(each):
        return ()
    return _first(chain.from_iterable(each))


def steps(query: Query) -> int:
    """What RE2 does at most for each code point of a text: one step for each part of a pattern; none for words."""
    return int(matcher(query.terms[0]).programsize) if query.kind is Kind.PATTERN else 0


def _readings(side: PreparedSide) -> tuple[Words, ...]:
    """What readers see, the notes, what nobody sees, and all of it as written: a phrase may lie across these."""
    layers = (layer.stream for layer in side.layers)
    read = (Words(side.text, layer.values, layer.starts, layer.ends) for layer in layers)
    return (*read, Words.of(side.text))


def _first(places: Iterable[Locator]) -> tuple[Locator, ...]:
    return tuple(sorted(set(places))[:MOST_HITS])


def _places(phrase: Words, text: Words) -> Iterator[Locator]:
    own = phrase.stream.values
    for first in text.stream.occurrences(own) if text.vocabulary.issuperset(own) else ():
        yield Locator(text.starts[first], text.ends[first + len(own) - 1])
    if text.has_broken_words:
        yield from _joined_places(phrase, text)


def _joined_places(phrase: Words, text: Words) -> Iterator[Locator]:
    """Places where a line end broke words: its hyphen is the word's or not, both are hits."""
    own, others = phrase.joined, text.joined
    whole = Stretch(0, len(own.stream.values))
    for first in others.stream.occurrences(own.stream.values):
        stretch = Stretch(first, first + whole.stop)
        if own.agrees(whole, others, stretch):
            yield Locator(others.stream.starts[first], others.stream.ends[stretch.stop - 1])


def _matches(pattern: str, text: Words) -> Iterator[Locator]:
    for words in (text, text.mended(""), text.mended("-")) if text.has_broken_words else (text,):
        for reading in words.readings():
            for found in islice(matcher(pattern).finditer(reading.text), MOST_HITS):
                first = bisect_left(reading.begins, found.start())
                last = bisect_left(reading.begins, found.end()) - 1
                yield Locator(words.starts[first], words.ends[last])
