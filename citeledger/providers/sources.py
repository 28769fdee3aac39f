"""Passages of the request's documents, each cut out of its document and compared with the text the response cites.

The text decides: a passage whose characters are not those cited is refused, whatever the numbers say.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from citeledger.core.outcomes import Locator
from citeledger.core.spans import prove_new
from citeledger.providers.documents import Form, RequestDocument, Requested, Requests
from citeledger.providers.drafts import DraftSpan, Place
from citeledger.providers.quotations import Quotation, Quotations
from citeledger.providers.reasons import NoteKind, Reason, Unreadable
from citeledger.providers.units import Fit, Numbers, Reading, Unit, fitting, place_of


class Passages(NamedTuple):
    """Spans that one citation leads to, and what is to be noted about it."""

    spans: tuple[DraftSpan, ...]
    notes: tuple[NoteKind, ...] = ()


class Sources(Requests):
    """The documents of one request, and passages in them. Every method raises Unreadable or a SpanError."""

    def __init__(self, documents: Sequence[RequestDocument]) -> None:
        super().__init__(documents)
        self._quotations = Quotations(documents)

    def characters(self, *, source: Requested, numbers: Numbers, cited: str) -> Passages:
        """The passage at two offsets into what was sent of a text; it must be `cited`, character for character."""
        _must_be(source, Form.TEXT)
        sent = source.document.excerpt
        text = source.document.text[slice(*sent)]
        fit = fitting(kind=numbers.kind, attempt=partial(place_of, text=text, numbers=numbers, wanted=cited))
        return Passages((_span(source, _shifted(fit.result, sent.start)),), _noted(fit))

    def blocks(self, *, source: Requested, numbers: Numbers, cited: str) -> Passages:
        """The blocks in a range, one span each; put together without anything between them they must be `cited`."""
        _must_be(source, Form.BLOCKS, Form.SEARCH_RESULT)
        fit = fitting(kind=numbers.kind, attempt=partial(_cited_blocks, source.document, numbers, cited))
        parts = source.document.parts
        readable = [n for n in range(*fit.result) if source.document.text[slice(*parts[n])].strip()]
        if not readable:
            raise Unreadable(Reason.EMPTY_RANGE)
        return Passages(tuple(_span(source, parts[n], _block(n, parts)) for n in readable), _noted(fit))

    def pages(self, *, source: Requested, numbers: Numbers, cited: str) -> Passages:
        """The one place of `cited` on a range of pages; how a page was printed is looked through."""
        _must_be(source, Form.PAGES)

        def on_pages(reading: Reading) -> tuple[Locator, Locator]:
            pages = _numbered_parts(reading, source.document, numbers)
            return pages, self._found(source, _stretch(source.document, pages), Quotation(cited))

        fit = fitting(kind=numbers.kind, attempt=on_pages)
        pages, place = fit.result
        shown = Place(Unit.PAGES, pages.start + 1, pages.end, len(source.document.parts))
        span = _span(source, place, shown)
        return Passages((span,), (*_noted(fit), *_read_through(span, cited)))

    def quotation(self, *, source: Requested, quotation: Quotation) -> Passages:
        """The one place of a quotation in what was sent of a document."""
        parts = source.document.parts or (source.document.excerpt,)
        whole = _stretch(source.document, Locator(0, len(parts)))
        span = _span(source, self._found(source, whole, quotation))
        return Passages((span,), _read_through(span, quotation.words))

    def _found(self, source: Requested, within: Locator, quotation: Quotation) -> Locator:
        if not quotation.words.strip():
            raise Unreadable(Reason.CITED_TEXT_MISSING)
        return self._quotations.find(document=source.document, within=within, quotation=quotation)


def _must_be(source: Requested, *forms: Form) -> None:
    if source.document.form not in forms:
        raise Unreadable(Reason.WRONG_DOCUMENT_FORM)


def _numbered_parts(reading: Reading, document: RequestDocument, numbers: Numbers) -> Locator:
    chosen = reading.half_open(numbers)
    if chosen.start >= chosen.end:
        raise Unreadable(Reason.EMPTY_RANGE)
    if chosen.start < 0 or chosen.end > len(document.parts):
        raise Unreadable(Reason.OFFSET_OUT_OF_RANGE)
    return chosen


def _cited_blocks(document: RequestDocument, numbers: Numbers, cited: str, reading: Reading) -> Locator:
    chosen = _numbered_parts(reading, document, numbers)
    if "".join(document.text[slice(*part)] for part in document.parts[slice(*chosen)]) != cited:
        raise Unreadable(Reason.CITED_TEXT_MISMATCH)
    return chosen


def _block(number: int, parts: Sequence[Locator]) -> Place:
    return Place(Unit.BLOCKS, number + 1, number + 1, len(parts))


def _stretch(document: RequestDocument, parts: Locator) -> Locator:
    """From the first to the last character of some parts; of a text sent as a whole, the excerpt."""
    chosen = document.parts[slice(*parts)] or (document.excerpt,)
    return Locator(min(part.start for part in chosen), max(part.end for part in chosen))


def _shifted(place: Locator, by: int) -> Locator:
    return Locator(place.start + by, place.end + by)


def _span(source: Requested, place: Locator, shown: Place | None = None) -> DraftSpan:
    text = source.document.text
    exact = text[slice(*place)]
    prove_new(text=text, start=place.start, end=place.end, exact=exact)
    characters = Place(Unit.CODE_POINTS, place.start, place.end, len(text))
    return DraftSpan(source.position, place.start, place.end, exact, shown or characters)


def _noted(fit: Fit[Locator] | Fit[tuple[Locator, Locator]]) -> tuple[NoteKind, ...]:
    return (NoteKind.OTHER_READING,) if fit.is_other_reading else ()


def _read_through(span: DraftSpan, cited: str) -> tuple[NoteKind, ...]:
    return () if span.exact == cited else (NoteKind.READ_THROUGH,)
