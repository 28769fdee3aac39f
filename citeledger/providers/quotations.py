"""Where a quotation stands in the documents of a request. What is looked through: `core.quotation.quoting`."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from citeledger.core.outcomes import Locator
from citeledger.core.quotation.quotes import located
from citeledger.core.quotation.quoting import Words
from citeledger.core.reading.normalization import normalizer_for
from citeledger.providers.documents import RequestDocument
from citeledger.providers.reasons import Reason, Unreadable

FREE_TO_SEARCH: Final = 1_000_000  # code points normalised for one response, and so often the documents' length:
TIMES_SEARCHED: Final = 6


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words, and those that stand right before and behind them (empty: any)."""

    words: str
    before: str = ""
    behind: str = ""


class Quotations:
    """Finds quotations in stretches of the documents of one request, normalising each stretch once.

    Overlapping ranges of pages could ask for one text thousands of times; what is normalised in all is bounded.
    """

    def __init__(self, documents: Iterable[RequestDocument]) -> None:
        self._prepared: dict[tuple[RequestDocument, Locator], Words] = {}
        self._left = FREE_TO_SEARCH + TIMES_SEARCHED * sum(len(document.text) for document in documents)

    def find(self, *, document: RequestDocument, within: Locator, quotation: Quotation) -> Locator:
        """The one place of the quotation in the stretch, in code points of the document.

        Raises QuoteNotFound, QuoteNotUnique and Unreadable (`too_much_to_search`).
        """
        place = located(
            words=self._words(document, within),
            normalizer=normalizer_for(document.media_type),
            quote=quotation.words,
            before=quotation.before,
            behind=quotation.behind,
        )
        return Locator(within.start + place.start, within.start + place.end)

    def _words(self, document: RequestDocument, within: Locator) -> Words:
        key = (document, within)
        if key not in self._prepared:
            self._left -= within.end - within.start
            if self._left < 0:
                raise Unreadable(Reason.TOO_MUCH_TO_SEARCH)
            self._prepared[key] = Words(document.text[slice(*within)], normalizer_for(document.media_type))
        return self._prepared[key]
