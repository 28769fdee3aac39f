"""What comes out of a response: ordered pieces of the answer with what each rests on, and a report of the rest.

Offsets are zero-based code points, end exclusive. Nothing here repeats a title, and no link is a citation.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from citeledger.core.outcomes import Locator
from citeledger.core.references import UntrustedLink
from citeledger.providers.reasons import NoteKind, Reason
from citeledger.providers.units import Unit

_NAMES = {Unit.PAGES: ("page", "pages"), Unit.BLOCKS: ("block", "blocks")}


@dataclass(frozen=True, slots=True)
class Place:
    """Where the provider said a passage stands, in the provider's unit, as a person would say it.

    Pages and blocks are counted from one and `last` belongs to them, `count` is how many the document has; characters
    are offsets in the document's text, end exclusive.
    """

    unit: Unit
    first: int
    last: int
    count: int

    @property
    def label(self) -> str:
        """For people, for example "page 3", "pages 3-4", "block 2 of 2" or "characters 0-10"."""
        if self.unit not in _NAMES:
            return f"characters {self.first}-{self.last}"
        one, several = _NAMES[self.unit]
        label = f"{one} {self.first}" if self.first == self.last else f"{several} {self.first}-{self.last}"
        return f"{label} of {self.count}" if self.unit is Unit.BLOCKS else label


@dataclass(frozen=True, slots=True)
class DraftSpan:
    """A passage of a document of the request: `exact` is its text at the offsets, whatever the provider wrote."""

    document: int
    start: int
    end: int
    exact: str
    place: Place


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a piece of the answer is said to rest on.

    `documents` are positions in the request's list for which no passage is known: no citation until one is bound.
    """

    spans: tuple[DraftSpan, ...] = ()
    documents: tuple[int, ...] = ()
    links: tuple[UntrustedLink, ...] = ()

    @property
    def size(self) -> int:
        """How many things these are."""
        return len(self.spans) + len(self.documents) + len(self.links)

    @classmethod
    def joined(cls, several: Iterable["Grounds"]) -> "Grounds":
        """All of several, each thing once, in order."""
        grounds = tuple(several)
        return cls(
            spans=tuple(dict.fromkeys(span for one in grounds for span in one.spans)),
            documents=tuple(dict.fromkeys(document for one in grounds for document in one.documents)),
            links=tuple(dict.fromkeys(link for one in grounds for link in one.links)),
        )


@dataclass(frozen=True, slots=True)
class DraftStatement:
    """A piece of the answer. Without spans it is kept as text that nothing proves: `unverified`."""

    text: str
    grounds: Grounds = Grounds()

    @property
    def spans(self) -> tuple[DraftSpan, ...]:
        """The passages it rests on."""
        return self.grounds.spans


@dataclass(frozen=True, slots=True)
class Rejection:
    """A part of the response that was not taken over; `at` is its path, for example `content.1.citations.0`."""

    reason: Reason
    at: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth knowing about the part at `at`."""

    kind: NoteKind
    at: str


@dataclass(frozen=True, slots=True)
class CitedRange:
    """What the citation at `at` marks in its text of the response. An empty range is a mark behind what is cited."""

    at: str
    place: Locator


@dataclass(frozen=True, slots=True)
class RemovedMarker:
    """A citation marker taken out of a text: its place in the text as it came, its position in what was left."""

    at: str
    place: Locator
    text: str
    position: int


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What became of everything in the response that is not text of the answer."""

    rejections: tuple[Rejection, ...] = ()
    notes: tuple[Note, ...] = ()
    links: tuple[UntrustedLink, ...] = ()
    ranges: tuple[CitedRange, ...] = ()
    markers: tuple[RemovedMarker, ...] = ()


@dataclass(frozen=True, slots=True)
class Ingested:
    """The answer as ordered pieces that make up its whole text, and the report."""

    statements: tuple[DraftStatement, ...]
    report: IngestReport

    @property
    def text(self) -> str:
        """The answer as it came, without the markers the report lists."""
        return "".join(statement.text for statement in self.statements)
