"""Where a quotation stands in a text when nobody said where: by its very characters, else by what a reader sees.

What is looked through, and what never, is the rule of `core.quotation.quoting`. What is found is a place in the text's
own characters.
"""

from collections.abc import Iterator, Sequence

from citeledger.core.outcomes import Locator
from citeledger.core.quotation.quoting import AS_WRITTEN, Words
from citeledger.core.reading.normalization import Normalizer
from citeledger.core.spans import SpanError

MOST_PLACES = 20


class QuoteNotFound(SpanError):
    """The text does not hold these words, or not between those. Check the version, and quote it word for word."""


class QuoteNotUnique(SpanError):
    """The quotation stands in several places (`candidates`, the first twenty). Send the words around it as well."""

    def __init__(self, candidates: Sequence[Locator]) -> None:
        super().__init__("The quotation stands in several places; say which by the words before or behind it.")
        self.candidates = tuple(candidates[:MOST_PLACES])


def located(*, words: Words, normalizer: Normalizer, quote: str, before: str = "", behind: str = "") -> Locator:
    """The one place of `quote` among the words of a text that stands right behind `before` and in front of `behind`.

    `normalizer` is the text's own. Raises QuoteNotFound and QuoteNotUnique.
    """
    places = [place for place in _verbatim(words.source, quote) if _is_between(words.source, place, before, behind)]
    places = [place for place in places if _is_seen(words, place)]
    if not places:
        places = list(dict.fromkeys(_by_reading(words, normalizer, quote, before, behind)))
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


def _is_seen(words: Words, place: Locator) -> bool:
    stretch = words.stream.stretch(start=place.start, end=place.end)
    return stretch.first < stretch.stop


def _is_between(text: str, place: Locator, before: str, behind: str) -> bool:
    return text[: place.start].endswith(before) and text.startswith(behind, place.end)


def _by_reading(words: Words, normalizer: Normalizer, quote: str, before: str, behind: str) -> Iterator[Locator]:
    """Places that read as the quotation does, whether it was copied from the source or from what is shown."""
    for reader in (normalizer, AS_WRITTEN):
        left, right = (Words(source, reader) for source in (before, behind))
        for start, end in words.places(Words(quote, reader)):
            if words.stand_between(left, right, start=start, end=end):
                yield Locator(start, end)
