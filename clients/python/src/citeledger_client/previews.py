"""What publishing a text would do to citations, told before it is done."""

from dataclasses import dataclass
from uuid import UUID

from citeledger_client.members import Members
from citeledger_client.panels import Cited


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAhead:
    """Characters of the text that is not published yet: code points, end exclusive."""

    start: int
    end: int
    text: str

    @classmethod
    def of(cls, given: Members) -> "PlaceAhead":
        return cls(start=given.number("start"), end=given.number("end"), text=given.text("text"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedPassage:
    """A passage that would not stand: as it was `cited`, and its place `now`, or the one nearest to it (None: none).

    `by_way`: a text below the statement cites it, not the statement itself.
    """

    cited: Cited
    outcome: str
    change: str
    now: PlaceAhead | None
    by_way: bool

    @classmethod
    def of(cls, given: Members) -> "TurnedPassage":
        return cls(
            cited=given.one("cited", Cited.of),
            outcome=given.text("outcome"),
            change=given.text("change"),
            now=given.maybe(lambda name: given.one(name, PlaceAhead.of), "now"),
            by_way=given.truth("by_way"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedCitation:
    """A citation that would say `source_changed`. `found`: what its search, which found nothing, would find."""

    citation: UUID
    answer: UUID
    basis: str
    statement: str
    passages: tuple[TurnedPassage, ...]
    found: tuple[PlaceAhead, ...]

    @classmethod
    def of(cls, given: Members) -> "TurnedCitation":
        return cls(
            citation=given.uid("citation"),
            answer=given.uid("answer"),
            basis=given.text("basis"),
            statement=given.text("statement"),
            passages=given.many("passages", TurnedPassage.of),
            found=given.many("found", PlaceAhead.of),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Of citations in answers you may read: `turned` stand in `answers` answers, the numbers count the others.

    `current_version` is what it was compared against: publish over that (`expected`). `to_review` counts, in whatever
    answer, what would turn and then await your own review. `moved` stay current elsewhere in the text, `returning` are
    current again, `differing` go on differing, `unknown` were not compared; `is_capped`: there are more.
    """

    document: UUID
    current_version: UUID | None
    is_new: bool
    turned: tuple[TurnedCitation, ...]
    answers: int
    to_review: int
    current: int
    moved: int
    returning: int
    differing: int
    unknown: int
    is_capped: bool

    @classmethod
    def of(cls, given: Members) -> "Preview":
        return cls(
            document=given.uid("document"),
            current_version=given.maybe(given.uid, "current_version"),
            is_new=given.truth("is_new"),
            turned=given.many("turned", TurnedCitation.of),
            answers=given.number("answers"),
            to_review=given.number("to_review"),
            current=given.number("current"),
            moved=given.number("moved"),
            returning=given.number("returning"),
            differing=given.number("differing"),
            unknown=given.number("unknown"),
            is_capped=given.truth("is_capped"),
        )
