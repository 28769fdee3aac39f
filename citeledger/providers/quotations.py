"""Where a quotation stands in the documents of a request, looking through what printing and typing make of it.

On top of `core.quotes`: kinds of dashes and hyphens are one, except where one is written onto a number as its sign.
"""

import re
from dataclasses import dataclass, field

from citeledger.core.anchoring import PreparedSide, Side, prepare
from citeledger.core.normalization import normalizer_for
from citeledger.core.outcomes import Locator
from citeledger.core.quotes import QuoteNotFound, located
from citeledger.providers.documents import RequestDocument

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


@dataclass(slots=True)
class Quotations:
    """Finds quotations in stretches of documents, normalising each stretch once."""

    _prepared: dict[tuple[RequestDocument, Locator, bool], PreparedSide] = field(default_factory=dict)

    def find(self, *, document: RequestDocument, within: Locator, quotation: Quotation) -> Locator:
        """The one place of the quotation in the stretch, in code points of the document.

        Raises QuoteNotFound and QuoteNotUnique.
        """
        try:
            place = self._located(document, within, quotation, plain=False)
        except QuoteNotFound:
            place = self._located(document, within, quotation.with_plain_dashes(), plain=True)
        return Locator(within.start + place.start, within.start + place.end)

    def _located(self, document: RequestDocument, within: Locator, quotation: Quotation, *, plain: bool) -> Locator:
        return located(
            side=self._side(document, within, plain),
            normalizer=normalizer_for(document.media_type),
            quote=quotation.words,
            before=quotation.before,
            behind=quotation.behind,
        )

    def _side(self, document: RequestDocument, within: Locator, plain: bool) -> PreparedSide:
        key = (document, within, plain)
        if key not in self._prepared:
            stretch = document.text[within.start : within.end]
            text = _plain_dashes(stretch) if plain else stretch
            self._prepared[key] = prepare(Side(text, _NoStructure(), normalizer_for(document.media_type)))
        return self._prepared[key]


def _plain_dashes(text: str) -> str:
    return _DASHES.sub("-", text)
