"""Spans, answers and the states of their statements."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from citeledger_client.members import Malformed, Members
from citeledger_client.states import Advice, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Proved characters of a version: code points from 0, end exclusive.

    `published_by_yourself`: you are a program and published that version, so nothing you record can rest on it until a
    person adopts it (`own_publication`); people may cite it.
    """

    uid: UUID
    version: UUID
    start: int
    end: int
    published_by_yourself: bool = False

    @classmethod
    def of(cls, given: Members) -> "Span":
        return cls(
            uid=given.uid("uid"),
            version=given.uid("version"),
            start=given.number("start"),
            end=given.number("end"),
            published_by_yourself=given.any("published_by_yourself") is True,
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
    """An answer that was just recorded: one citation for each statement that was emitted, in order.

    `states` are those of the citations for you, read back at that moment: a version that is not current may be cited.
    """

    uid: UUID
    citations: tuple[UUID, ...]
    withheld: tuple[Withheld, ...]
    states: tuple["Verdict", ...]

    @classmethod
    def of(cls, given: Members) -> "Emitted":
        return cls(
            uid=given.uid("uid"),
            citations=given.uids("citations"),
            withheld=given.many("withheld", Withheld.of),
            states=given.many("states", Verdict.of),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """An envelope for its receiver, and what is still between them and the text.

    `envelope` is as it came: its receiver needs every member of it. `unshared` are texts of yours below the one handed
    over that no grant of yours lets them read: share these too, or what they take over is `unavailable`, or refused.
    """

    envelope: Mapping[str, Any]
    unshared: tuple[UUID, ...]

    @classmethod
    def of(cls, given: Members) -> "HandedOver":
        envelope = given.any("envelope")
        if not isinstance(envelope, Mapping):
            raise Malformed("no envelope")
        return cls(envelope=envelope, unshared=given.uids("unshared"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOver:
    """A text of yours, made from what was handed to you; `left_out` counts statements that you may not read."""

    uid: UUID
    citations: tuple[UUID, ...]
    left_out: int

    @classmethod
    def of(cls, given: Members) -> "TakenOver":
        return cls(uid=given.uid("uid"), citations=given.uids("citations"), left_out=given.number("left_out"))


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
class AsOf:
    """A version that a statement speaks of on purpose: say its number and date (`at`) wherever you repeat it."""

    version: UUID
    number: int
    at: datetime

    @classmethod
    def of(cls, given: Members) -> "AsOf":
        return cls(version=given.uid("version"), number=given.number("number"), at=given.moment("at"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """Structure (a heading, a list mark, …: `role` says which), or a Statement. `text` is None where it is withheld."""

    type: str
    role: str | None
    text: str | None

    @classmethod
    def of(cls, given: Members) -> "Segment":
        """Whatever is no structure is a statement, with all that this takes."""
        if given.any("type") != "structure":
            return Statement.of(given)
        return cls(type=given.text("type"), role=given.text("role"), text=given.maybe(given.text, "text"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Segment):
    """A sentence or clause with its citation. `text` is None where it is not to be repeated.

    `bases_below`: how the texts it rests on rest on their own sources, weakest first ("absence", …): say so
    wherever you repeat it. `handed_basis`: how the same words did in the text that was handed over.
    """

    citation: UUID
    state: State
    advice: Advice
    basis: str | None
    as_of: tuple[AsOf, ...]
    bases_below: tuple[str, ...]
    handed_basis: str | None

    @classmethod
    def of(cls, given: Members) -> "Statement":
        state, advice = judged(given)
        return cls(
            type=given.text("type"),
            role=given.maybe(given.text, "role"),
            text=given.maybe(given.text, "text"),
            citation=given.uid("citation"),
            state=state,
            advice=advice,
            basis=given.maybe(given.text, "basis"),
            as_of=given.many("as_of", AsOf.of),
            bases_below=given.texts("bases_below"),
            handed_basis=given.maybe(given.text, "handed_basis"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A stored answer or derived text, as it may be read now. `withheld` counts sentences left out as unproved,
    `handed_withheld` those of the text that was handed over to become this one.

    `on_behalf_of` is the name of the person it was written for, `agent` what its writer calls the agent. `session` is
    the session of yours from which it was emitted; None where there is none, or it is not yours.
    """

    uid: UUID
    session: UUID | None
    kind: str
    writer: str
    on_behalf_of: str | None
    agent: str
    question: str
    at: datetime
    segments: tuple[Segment, ...]
    withheld: int
    handed_withheld: int

    @classmethod
    def of(cls, given: Members) -> "Answer":
        return cls(
            uid=given.uid("uid"),
            session=given.maybe(given.uid, "session"),
            kind=given.text("kind"),
            writer=given.text("writer"),
            on_behalf_of=given.maybe(given.text, "on_behalf_of"),
            agent=given.text("agent"),
            question=given.text("question"),
            at=given.moment("at"),
            segments=given.many("segments", Segment.of),
            withheld=given.maybe(given.number, "withheld") or 0,
            handed_withheld=given.maybe(given.number, "handed_withheld") or 0,
        )

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Without headings and other structure."""
        return tuple(segment for segment in self.segments if isinstance(segment, Statement))

    @property
    def usable(self) -> tuple[Statement, ...]:
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
        state, advice = judged(given)
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


def judged(given: Members) -> tuple[State, Advice]:
    """The state and the advice of anything that has them."""
    state = State.of(given.any("state"))
    return state, Advice.of(given.any("advice"), state=state)
