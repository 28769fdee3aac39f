"""What a reader collects while it walks through a response: statements in order, and the report."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

from citeledger.core.outcomes import Locator
from citeledger.core.references import UntrustedLink, parse_reference
from citeledger.core.spans import SpanError
from citeledger.providers.answers import Cited, Mark, behind, references, statements
from citeledger.providers.documents import RequestDocument, Requested
from citeledger.providers.drafts import (
    CitedRange,
    DraftStatement,
    Grounds,
    Ingested,
    IngestReport,
    Note,
    Rejection,
    RemovedMarker,
)
from citeledger.providers.fields import Fields, several
from citeledger.providers.quotations import Quotation
from citeledger.providers.reasons import NoteKind, Reason, Unreadable, reason_in_answer, reason_in_source
from citeledger.providers.sources import Passages, Sources
from citeledger.providers.units import Numbers, declared, fitting, place_in, place_of, position_in

MOST_CITATIONS: Final = 2000  # of one response
MOST_REFERENCES: Final = 32_000  # of one response: 500 statements on 64 passages each are as many


class Intake:
    """One response on its way in. Nothing that was refused stops the rest."""

    def __init__(self, documents: Sequence[RequestDocument]) -> None:
        self.sources = Sources(documents)
        self._statements: list[DraftStatement] = []
        self._rejections: list[Rejection] = []
        self._notes: list[Note] = []
        self._links: list[UntrustedLink] = []
        self._ranges: list[CitedRange] = []
        self._markers: list[RemovedMarker] = []
        self._citations = 0
        self._references = 0

    def ingested(self) -> Ingested:
        """Everything collected."""
        report = IngestReport(
            rejections=tuple(self._rejections),
            notes=tuple(self._notes),
            links=tuple(dict.fromkeys(self._links)),
            ranges=tuple(self._ranges),
            markers=tuple(self._markers),
        )
        return Ingested(tuple(self._statements), report)

    @contextmanager
    def part(self, at: str) -> Iterator[None]:
        """Whatever is refused inside goes into the report, as met in a source, and the reader goes on."""
        try:
            yield
        except Unreadable as refused:
            self.refuse(refused.reason, at)
        except SpanError as error:
            self.refuse(reason_in_source(error), at)

    def objects(self, source: Fields, name: str, at: str = "") -> Iterator[tuple[str, Fields]]:
        """The objects of a list with their paths; what is not a list or not an object is refused."""
        path = f"{at}.{name}" if at else name
        items: list[object] = []
        with self.part(path):
            items = several(source, name)
        for number, item in enumerate(items):
            if isinstance(item, Mapping):
                yield f"{path}.{number}", item
            else:
                self.refuse(Reason.MALFORMED, f"{path}.{number}")

    def citations(self, source: Fields, name: str, at: str = "") -> Iterator[tuple[str, Fields]]:
        """`objects`, MOST_CITATIONS in all; those behind are refused unread."""
        for path, item in self.objects(source, name, at):
            self._citations += 1
            if self._citations <= MOST_CITATIONS:
                yield path, item
            else:
                self.refuse(Reason.TOO_MANY_CITATIONS, path)

    @contextmanager
    def _in_answer(self) -> Iterator[None]:
        try:
            yield
        except SpanError as error:
            raise Unreadable(reason_in_answer(error)) from error

    def refuse(self, reason: Reason, at: str) -> None:
        """Report that the part at a path is not taken over."""
        self._rejections.append(Rejection(reason, at))

    def note(self, kind: NoteKind, at: str) -> None:
        """Report something about the part at a path."""
        self._notes.append(Note(kind, at))

    def link(self, url: object) -> Grounds:
        """A link, never followed and never a citation. Raises Unreadable where there is none."""
        if not isinstance(url, str) or not url.strip():
            raise Unreadable(Reason.MALFORMED)
        reference = parse_reference(text=url)
        # A uid of this ledger among a provider's links names nothing the provider can know.
        link = reference if isinstance(reference, UntrustedLink) else UntrustedLink(shown=str(reference.citation))
        self._links.append(link)
        return Grounds(links=(link,))

    def place(self, *, text: str, numbers: Numbers, wanted: str | None, at: str) -> Locator:
        """The place in a text of the answer that numbers stand for, where `wanted` (if it came) stands.

        Raises Unreadable.
        """
        with self._in_answer():
            if not wanted:
                return place_in(reading=declared(numbers.kind), text=text, numbers=numbers)
            fit = fitting(kind=numbers.kind, attempt=partial(place_of, text=text, numbers=numbers, wanted=wanted))
        if fit.is_other_reading:
            self.note(NoteKind.OTHER_READING, at)
        return fit.result

    def position(self, *, text: str, kind: str, offset: int) -> int:
        """The place between two characters of a text of the answer that a number stands for. Raises Unreadable."""
        with self._in_answer():
            return position_in(reading=declared(kind), text=text, offset=offset)

    def retrieved(self, *, source: Requested, words: str | None, at: str) -> Grounds:
        """The passage that text brought along is of; without any the document as a whole, which proves nothing."""
        if not words:
            return Grounds(documents=(source.position,))
        return self.passages(self.sources.quotation(source=source, quotation=Quotation(words)), at)

    def passages(self, passages: Passages, at: str) -> Grounds:
        """Spans of a source, with what there is to note about them."""
        for kind in passages.notes:
            self.note(kind, at)
        return Grounds(spans=passages.spans)

    def marks(self, place: Locator, at: str) -> None:
        """Report which stretch of its text a citation marks."""
        self._ranges.append(CitedRange(at, place))

    def removed(self, marker: RemovedMarker) -> None:
        """Report a marker that is not part of the answer."""
        self._markers.append(marker)

    def say(self, *, text: str, grounds: Iterable[Grounds] = (), at: str) -> None:
        """Add a text that all of the grounds are for."""
        joined = Grounds.joined(grounds)
        if text:
            self._statements.append(DraftStatement(text, joined))
        elif joined != Grounds():
            self.refuse(Reason.NO_ANSWER_TEXT, at)

    def cited_by(self, *, marks: Sequence[Mark], removed: Sequence[Locator] = ()) -> list[Cited]:
        """The stretches that marks cite. A mark with nothing before it is refused."""
        cited = []
        for mark, stretch in behind(marks=marks, removed=removed):
            if stretch.start < stretch.end:
                cited.append(Cited(stretch, mark.grounds))
            else:
                self.refuse(Reason.NOTHING_BEFORE_POSITION, mark.at)
        return cited

    def say_cited(self, *, text: str, cited: Sequence[Cited], removed: Sequence[Locator] = (), at: str) -> None:
        """Add a text of which stretches are cited; one whose citations overlap too often loses all of them."""
        self._references += (wanted := references(text=text, cited=cited, removed=removed))
        if self._references > MOST_REFERENCES:
            self._references -= wanted
            self.refuse(Reason.TOO_MANY_CITATIONS, at)
            cited = ()
        self._statements.extend(statements(text=text, cited=cited, removed=removed))
