"""Spans, answers and what still holds of them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger_client.members import Members
from citeledger_client.states import Advice, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Proved characters of a version: code points from 0, end exclusive."""

    uid: UUID
    version: UUID
    start: int
    end: int

    @classmethod
    def of(cls, given: Members) -> "Span":
        return cls(
            uid=given.uid("uid"),
            version=given.uid("version"),
            start=given.number("start"),
            end=given.number("end"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """A statement that was not emitted, for want of proof: `at` says which one of those sent, `code` why."""

    at: str
    code: str
    detail: str

    @classmethod
    def of(cls, given: Members) -> "Withheld":
        return cls(at=given.text("at"), code=given.text("code"), detail=given.text("detail"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Emitted:
    """An answer that was just recorded: one citation for each statement that was emitted, in order."""

    uid: UUID
    citations: tuple[UUID, ...]
    withheld: tuple[Withheld, ...]

    @classmethod
    def of(cls, given: Members) -> "Emitted":
        return cls(
            uid=given.uid("uid"),
            citations=given.uids("citations"),
            withheld=given.many("withheld", Withheld.of),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerItem:
    """A row of the list of answers you may read."""

    uid: UUID
    kind: str
    writer: str
    question: str
    at: datetime

    @classmethod
    def of(cls, given: Members) -> "AnswerItem":
        return cls(
            uid=given.uid("uid"),
            kind=given.text("kind"),
            writer=given.text("writer"),
            question=given.text("question"),
            at=given.moment("at"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A statement, or structure (no citation, no state, no advice). `text` is None where it is not to be repeated."""

    type: str
    role: str | None
    text: str | None
    citation: UUID | None
    state: State | None
    advice: Advice | None
    basis: str | None

    @classmethod
    def of(cls, given: Members) -> "Segment":
        state, advice = _judged(given) if given.any("type") != "structure" else (None, None)
        return cls(
            type=given.text("type"),
            role=given.maybe(given.text, "role"),
            text=given.maybe(given.text, "text"),
            citation=given.maybe(given.uid, "citation"),
            state=state,
            advice=advice,
            basis=given.maybe(given.text, "basis"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A stored answer or derived text, as it may be read now. `withheld` counts sentences left out as unproved."""

    uid: UUID
    kind: str
    writer: str
    question: str
    at: datetime
    segments: tuple[Segment, ...]
    withheld: int

    @classmethod
    def of(cls, given: Members) -> "Answer":
        return cls(
            uid=given.uid("uid"),
            kind=given.text("kind"),
            writer=given.text("writer"),
            question=given.text("question"),
            at=given.moment("at"),
            segments=given.many("segments", Segment.of),
            withheld=given.maybe(given.number, "withheld") or 0,
        )

    @property
    def statements(self) -> tuple[Segment, ...]:
        """Without headings and other structure."""
        return tuple(segment for segment in self.segments if segment.state is not None)

    @property
    def usable(self) -> tuple[Segment, ...]:
        """The statements that may be repeated now."""
        return tuple(statement for statement in self.statements if statement.advice is Advice.USE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The state of one citation at the moment of the request. Never keep it: ask again."""

    citation: UUID
    state: State
    advice: Advice

    @classmethod
    def of(cls, given: Members) -> "Verdict":
        state, advice = _judged(given)
        return cls(citation=given.uid("citation"), state=state, advice=advice)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedAnswer:
    """An answer of yours with those of its citations that are not current now."""

    uid: UUID
    kind: str
    at: datetime
    citations: tuple[Verdict, ...]

    @classmethod
    def of(cls, given: Members) -> "ChangedAnswer":
        return cls(
            uid=given.uid("uid"),
            kind=given.text("kind"),
            at=given.moment("at"),
            citations=given.many("citations", Verdict.of),
        )


def _judged(given: Members) -> tuple[State, Advice]:
    state = State.of(given.any("state"))
    return state, Advice.of(given.any("advice"), state=state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A passage of a source, in one of its versions."""

    version: UUID
    number: int
    at: datetime
    start: int
    end: int
    text: str

    @classmethod
    def of(cls, given: Members) -> "Cited":
        return cls(
            version=given.uid("version"),
            number=given.number("number"),
            at=given.moment("at"),
            start=given.number("start"),
            end=given.number("end"),
            text=given.text("text"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One source of a citation: the passage as it was `cited`, and where it is `now` (None: nowhere)."""

    document: UUID
    title: str
    cited: Cited
    now: Cited | None
    current_version: UUID
    outcome: str
    change: str
    changed_at: datetime | None

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
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A citation with its sources, where all of them may be read; the bare state everywhere else."""

    state: State
    advice: Advice
    basis: str | None
    statement: str | None
    sources: tuple[Source, ...]

    @classmethod
    def of(cls, given: Members) -> "Panel":
        state, advice = _judged(given)
        return cls(
            state=state,
            advice=advice,
            basis=given.maybe(given.text, "basis"),
            statement=given.maybe(given.text, "statement"),
            sources=given.many("sources", Source.of),
        )
