"""Where a quotation stands in a text when nobody said where: by its very characters, else by how they read.

Matching looks through spaces, line ends, hyphens at them, ligatures on pages, normal forms, kinds of quotation marks;
never through digits, signs, letters or missing words. What is found is a place in the text's own characters.
"""

from collections.abc import Iterator, Sequence

from citeledger.core.normalization import Normalizer, normalizer_for
from citeledger.core.outcomes import Locator
from citeledger.core.sides import Layer, PreparedSide
from citeledger.core.spans import SpanError
from citeledger.core.streams import Stretch

MOST_PLACES = 20


class QuoteNotFound(SpanError):
    """The text does not hold these words, or not between those. Check the version, and quote it word for word."""


class QuoteNotUnique(SpanError):
    """The quotation stands in several places (`candidates`, the first twenty). Send the words around it as well."""

    def __init__(self, candidates: Sequence[Locator]) -> None:
        super().__init__("The quotation stands in several places; say which by the words before or behind it.")
        self.candidates = tuple(candidates[:MOST_PLACES])


def located(*, side: PreparedSide, normalizer: Normalizer, quote: str, before: str = "", behind: str = "") -> Locator:
    """The one place of `quote` in a prepared text that stands right behind `before` and in front of `behind`.

    `normalizer` is the text's own. Raises QuoteNotFound and QuoteNotUnique.
    """
    places = [place for place in _verbatim(side.text, quote) if _is_between(side.text, place, before, behind)]
    places = [place for place in places if _is_seen(side.seen, place)]
    if not places:
        places = list(dict.fromkeys(_by_reading(side.seen, normalizer, quote, before, behind)))
    if not places:
        raise QuoteNotFound("The text does not hold this quotation.")
    if len(places) > 1:
        raise QuoteNotUnique(places)
    return places[0]


def _verbatim(text: str, quote: str) -> Iterator[Locator]:
    start = text.find(quote) if quote.strip() else -1
    while start >= 0:
        yield Locator(start, start + len(quote))
        start = text.find(quote, start + 1)


def _is_seen(layer: Layer, place: Locator) -> bool:
    stretch = layer.stream.stretch(start=place.start, end=place.end)
    return stretch.first < stretch.stop


def _is_between(text: str, place: Locator, before: str, behind: str) -> bool:
    return text[: place.start].endswith(before) and text.startswith(behind, place.end)


def _by_reading(layer: Layer, normalizer: Normalizer, quote: str, before: str, behind: str) -> Iterator[Locator]:
    """Places that read as the quotation does, whether it was copied from the source or from what is shown."""
    for reader in (normalizer, normalizer_for("text/plain")):
        words, left, right = (_values(reader, source) for source in (quote, before, behind))
        for looked_in in (layer, layer.joined) if layer.has_broken_words else (layer,):
            yield from _reading(looked_in, words, left, right)


def _reading(layer: Layer, words: tuple[str, ...], left: tuple[str, ...], right: tuple[str, ...]) -> Iterator[Locator]:
    for first in layer.stream.occurrences(words):
        stretch = Stretch(first, first + len(words))
        if _stands_between(layer, stretch, left, right):
            yield Locator(layer.stream.starts[stretch.first], layer.stream.ends[stretch.stop - 1])


def _values(normalizer: Normalizer, source: str) -> tuple[str, ...]:
    return tuple(token.value for token in normalizer.tokens(source) if token.visible)


def _stands_between(layer: Layer, stretch: Stretch, left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    first = stretch.first - len(left)
    there = first >= 0 and layer.values(Stretch(first, stretch.first)) == left
    return there and layer.values(Stretch(stretch.stop, stretch.stop + len(right))) == right
