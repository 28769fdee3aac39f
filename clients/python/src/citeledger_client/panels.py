"""What a panel tells of a citation, to who may read all that it rests on."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger_client.answers import judged
from citeledger_client.members import Members
from citeledger_client.states import Advice, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A passage of a source, in one of its versions. `published_by_program`: the program that published that version,
    where no person adopted it.
    """

    version: UUID
    number: int
    at: datetime
    start: int
    end: int
    text: str
    published_by_program: str | None

    @classmethod
    def of(cls, given: Members) -> "Cited":
        return cls(
            version=given.uid("version"),
            number=given.number("number"),
            at=given.moment("at"),
            start=given.number("start"),
            end=given.number("end"),
            text=given.text("text"),
            published_by_program=given.maybe(given.text, "published_by_program"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One source of a citation: the passage as it was `cited`, and where it is `now` (None: nowhere).

    `as_of`: bound to the cited version on purpose, so that what became of the passage since decides nothing.
    `notes`: what differs beside a passage that still stands (formatting, order, link_target, heading, surroundings).
    `by_way`: a text below the statement cites it, not the statement itself.
    """

    document: UUID
    title: str
    cited: Cited
    now: Cited | None
    current_version: UUID
    outcome: str
    change: str
    changed_at: datetime | None
    superseded: bool
    as_of: bool
    by_way: bool
    notes: tuple[str, ...]

    @classmethod
    def of(cls, given: Members) -> "Source":
        return cls(
            document=given.uid("document"),
            title=given.text("title"),
            cited=given.one("cited", Cited.of),
            now=given.maybe(lambda name: given.one(name, Cited.of), "now"),
            current_version=given.uid("current_version"),
            outcome=given.text("outcome"),
            change=given.text("change"),
            changed_at=given.maybe(given.moment, "changed_at"),
            superseded=given.truth("superseded"),
            as_of=given.truth("as_of"),
            by_way=given.truth("by_way"),
            notes=given.texts("notes"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """What an operation gives from the places cited, and from where they stand now (None: unsure).

    The value alone was verified, not the sentence around it.
    """

    operation: str
    summary: str
    value: str
    value_now: str | None

    @classmethod
    def of(cls, given: Members) -> "Computed":
        return cls(
            operation=given.text("operation"),
            summary=given.text("summary"),
            value=given.text("value"),
            value_now=given.maybe(given.text, "value_now"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentNow:
    """A document in which an absence no longer holds, and where."""

    document: UUID
    title: str
    passages: tuple[Cited, ...]

    @classmethod
    def of(cls, given: Members) -> "PresentNow":
        return cls(
            document=given.uid("document"),
            title=given.text("title"),
            passages=given.many("passages", Cited.of),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A search that found nothing in `documents` documents as they stood at `at`; `present`: what it finds now."""

    kind: str
    terms: tuple[str, ...]
    documents: int
    at: datetime
    present: tuple[PresentNow, ...]

    @classmethod
    def of(cls, given: Members) -> "Search":
        return cls(
            kind=given.text("kind"),
            terms=given.texts("terms"),
            documents=given.number("documents"),
            at=given.moment("at"),
            present=given.many("present", PresentNow.of),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Roots:
    """How many passages and texts a statement cites itself, and how many documents all of that comes down to.

    `independent` counts once those whose cited texts are copies of one another.
    """

    cited: int
    documents: int
    independent: int

    @classmethod
    def of(cls, given: Members) -> "Roots":
        return cls(
            cited=given.number("cited"),
            documents=given.number("documents"),
            independent=given.number("independent"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A citation with its sources, where all of them may be read; the bare state everywhere else.

    `bases_below`: how the texts it rests on rest on their own sources, weakest first.
    """

    state: State
    advice: Advice
    basis: str | None
    bases_below: tuple[str, ...]
    statement: str | None
    sources: tuple[Source, ...]
    computed: Computed | None
    searches: tuple[Search, ...]
    roots: Roots | None

    @classmethod
    def of(cls, given: Members) -> "Panel":
        state, advice = judged(given)
        return cls(
            state=state,
            advice=advice,
            basis=given.maybe(given.text, "basis"),
            bases_below=given.texts("bases_below"),
            statement=given.maybe(given.text, "statement"),
            sources=given.many("sources", Source.of),
            computed=given.maybe(lambda name: given.one(name, Computed.of), "computed"),
            searches=given.many("searches", Search.of),
            roots=given.maybe(lambda name: given.one(name, Roots.of), "roots"),
        )
