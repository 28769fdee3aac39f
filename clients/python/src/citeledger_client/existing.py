"""Text that exists: a provider's response, read by the site; and any other, beside passages that may support it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from citeledger_client.members import Members
from citeledger_client.searching import Hit
from citeledger_client.states import State
from citeledger_client.uids import uid_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SentDocument:
    """A version as a request to a model carried it: as `text`, `pages`, `blocks` or a `search_result`.

    `parts` are the ranges that were sent: code points, end exclusive; of a text the one excerpt, none is all of it.
    `ref` is the identifier that the request or its store gave it.
    """

    version: UUID
    form: str = "text"
    parts: Sequence[tuple[int, int]] = ()
    ref: str = ""

    def body(self) -> dict[str, Any]:
        """As the API takes it."""
        ranges = [{"start": start, "end": end} for start, end in self.parts]
        more = {"ref": self.ref, "parts": ranges}
        return {"version": str(uid_of(self.version)), "form": self.form} | {
            name: said for name, said in more.items() if said
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestedStatement:
    """A piece of the answer, at these code points of its text.

    With `spans` it rests on proved passages, and has a `citation` once it is recorded. Without any it has a `label`, is
    always unverified, and is not to be repeated as if a source said it. `withheld` says why it was not recorded.
    """

    start: int
    end: int
    text: str
    basis: str
    label: str | None
    state: State | None
    spans: tuple[UUID, ...]
    versions: tuple[UUID, ...]
    citation: UUID | None
    withheld: str | None

    @classmethod
    def of(cls, given: Members) -> "IngestedStatement":
        return cls(
            start=given.number("start"),
            end=given.number("end"),
            text=given.text("text"),
            basis=given.text("basis"),
            label=given.maybe(given.text, "label"),
            state=given.maybe(lambda name: State.of(given.any(name)), "state"),
            spans=given.uids("spans"),
            versions=given.uids("versions"),
            citation=given.maybe(given.uid, "citation"),
            withheld=given.maybe(given.text, "withheld"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Something refused or noted: a code, and the path in the response, or `statements.N`."""

    code: str
    at: str

    @classmethod
    def of(cls, given: Members) -> "Remark":
        return cls(code=given.text("code"), at=given.text("at"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link of the answer, as text; never a citation. `cite` are versions with this address: cite from those."""

    shown: str
    href: str | None
    cite: tuple[UUID, ...]

    @classmethod
    def of(cls, given: Members) -> "Link":
        return cls(shown=given.text("shown"), href=given.maybe(given.text, "href"), cite=given.uids("cite"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingested:
    """What became of a response. `answer` is what was recorded of it; `withheld` counts what is not in that."""

    text: str
    statements: tuple[IngestedStatement, ...]
    not_from_sources: int
    answer: UUID | None
    withheld: int
    rejections: tuple[Remark, ...]
    notes: tuple[Remark, ...]
    links: tuple[Link, ...]

    @classmethod
    def of(cls, given: Members) -> "Ingested":
        return cls(
            text=given.text("text"),
            statements=given.many("statements", IngestedStatement.of),
            not_from_sources=given.number("not_from_sources"),
            answer=given.maybe(given.uid, "answer"),
            withheld=given.number("withheld"),
            rejections=given.many("rejections", Remark.of),
            notes=given.many("notes", Remark.of),
            links=given.many("links", Link.of),
        )

    @property
    def proved(self) -> tuple[IngestedStatement, ...]:
        """Those that rest on passages of the documents."""
        return tuple(statement for statement in self.statements if statement.spans)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of the text (code points), always unverified, and passages that share words with it: look at them."""

    start: int
    end: int
    text: str
    basis: str
    label: str
    state: State
    candidates: tuple[Hit, ...]

    @classmethod
    def of(cls, given: Members) -> "Sentence":
        return cls(
            start=given.number("start"),
            end=given.number("end"),
            text=given.text("text"),
            basis=given.text("basis"),
            label=given.text("label"),
            state=State.of(given.any("state")),
            candidates=given.many("candidates", Hit.of),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrofit:
    """The sentences of a text, in order. `pending` versions were not searched yet."""

    sentences: tuple[Sentence, ...]
    pending: int

    @classmethod
    def of(cls, given: Members) -> "Retrofit":
        return cls(sentences=given.many("sentences", Sentence.of), pending=given.number("pending"))
