"""Where a quotation stands in the documents of a request, looking through what printing and typing make of it.

On top of `core.quotes`: kinds of dashes and hyphens are one, except where one is written onto a number as its sign.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from citeledger.core.anchoring import PreparedSide, Side, prepare
from citeledger.core.normalization import normalizer_for
from citeledger.core.outcomes import Locator
from citeledger.core.quotes import QuoteNotFound, located
from citeledger.providers.documents import RequestDocument
from citeledger.providers.reasons import Reason, Unreadable

FREE_TO_SEARCH: Final = 1_000_000  # code points normalised for one response, and so often the documents' length:
TIMES_SEARCHED: Final = 6

# One for one, so that offsets stay. U+2212 is a sign and no dash; "–5" behind a space reads as minus five.
_DASHES = re.compile("(?<=\\w)[‐‑‒–—―﹘﹣－]|[‐‑‒–—―﹘﹣－](?!\\d)")


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words, and those that stand right before and behind them (empty: any)."""

    words: str
    before: str = ""
    behind: str = ""

    def with_plain_dashes(self) -> "Quotation":
        """The same with every dash and hyphen as the plain one."""
        return Quotation(*(_plain_dashes(text) for text in (self.words, self.before, self.behind)))


@dataclass(frozen=True, slots=True)
class _NoStructure:
    headings: tuple[()] = ()
    blocks: tuple[()] = ()
    cells: tuple[()] = ()
    regions: tuple[()] = ()


class Quotations:
    """Finds quotations in stretches of the documents of one request, normalising each stretch once.

    Overlapping ranges of pages could ask for one text thousands of times; what is normalised in all is bounded.
    """

    def __init__(self, documents: Iterable[RequestDocument]) -> None:
        self._prepared: dict[tuple[RequestDocument, Locator, bool], PreparedSide] = {}
        self._left = FREE_TO_SEARCH + TIMES_SEARCHED * sum(len(document.text) for document in documents)

    def find(self, *, document: RequestDocument, within: Locator, quotation: Quotation) -> Locator:
        """The one place of the quotation in the stretch, in code points of the document.

        Raises QuoteNotFound, QuoteNotUnique and Unreadable (`too_much_to_search`).
        """
        try:
            place = self._located(document, within, quotation, plain=False)
        except QuoteNotFound:
            place = self._located(document, within, quotation.with_plain_dashes(), plain=True)
            self._check_seen(document, within, place)
        return Locator(within.start + place.start, within.start + place.end)

    def _located(self, document: RequestDocument, within: Locator, quotation: Quotation, *, plain: bool) -> Locator:
        return located(
            side=self._side(document, within, plain=plain),
            normalizer=normalizer_for(document.media_type),
            quote=quotation.words,
            before=quotation.before,
            behind=quotation.behind,
        )

    def _check_seen(self, document: RequestDocument, within: Locator, place: Locator) -> None:
        """A dash made plain may end a comment: what is hidden in the text as it stands is not found by that."""
        hidden = self._side(document, within, plain=False).unseen.stream.stretch(start=place.start, end=place.end)
        if hidden.first < hidden.stop:
            raise QuoteNotFound("The text does not show this quotation.")

    def _side(self, document: RequestDocument, within: Locator, *, plain: bool) -> PreparedSide:
        key = (document, within, plain)
        if key not in self._prepared:
            self._left -= within.end - within.start
            if self._left < 0:
                raise Unreadable(Reason.TOO_MUCH_TO_SEARCH)
            stretch = document.text[within.start : within.end]
            text = _plain_dashes(stretch) if plain else stretch
            self._prepared[key] = prepare(Side(text, _NoStructure(), normalizer_for(document.media_type)))
        return self._prepared[key]


def _plain_dashes(text: str) -> str:
    return _DASHES.sub("-", text)
