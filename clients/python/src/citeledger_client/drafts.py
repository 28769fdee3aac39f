"""Answers while they are written: segments in order, each statement with what it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from citeledger_client.answers import Span
from citeledger_client.uids import uid_of

Rests = Span | UUID | Sequence[Span | UUID]
"""One source, or several."""
Texts = UUID | Sequence[UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """How the answer came about, in the writer's words."""

    agent: str = ""
    model_version: str = ""
    run_id: str = ""
    question: str = ""
    surface: str = ""

    def body(self) -> dict[str, str]:
        """What is known of it."""
        names = ("agent", "model_version", "run_id", "question", "surface")
        return {name: value for name in names if (value := getattr(self, name))}


class Draft:
    """Ordered segments. There is no way to add a claim without saying what it rests on."""

    def __init__(self) -> None:
        self.segments: list[dict[str, Any]] = []

    def say(
        self,
        text: str,
        *,
        quoting: Span | UUID | None = None,
        resting_on: Rests = (),
        derived_from: Texts = (),
        as_of: Rests = (),
    ) -> None:
        """A statement: `quoting` one span word for word, or in your words `resting_on` spans, `derived_from` texts.

        One source needs no list. `as_of` names those of the spans that are bound to their version on purpose. Raises
        ValueError where the statement rests on nothing, or is quoted and something else as well; TypeError and
        ValueError for what is no span and no uid.
        """
        quoted, spans, texts = (_uids(() if each is None else each) for each in (quoting, resting_on, derived_from))
        if bool(quoted) == bool(spans or texts):
            raise ValueError("say what the statement rests on: either quoting, or resting_on or derived_from")
        basis = "quoted" if quoted else "paraphrased"
        self._add(text, basis, spans=quoted or spans, derived_from=texts, as_of=_uids(as_of))

    def compute(
        self,
        text: str,
        *,
        operation: str,
        inputs: Sequence["Span | UUID | tuple[Span | UUID, str]"],
        value: str,
        parameters: Mapping[str, Any] | None = None,
        language: str | None = None,
        as_of: Rests = (),
    ) -> None:
        """A statement whose `value`, a part of its text in `language`, the site works out again from what spans say.

        `operation` is "difference/1", for example. An input may be a pair with the language it is to be read in.
        """
        said = {"operation": operation, "inputs": [_input(one) for one in inputs], "value": value}
        more = {"parameters": parameters and dict(parameters), "language": language}
        computation = said | {name: given for name, given in more.items() if given}
        self._add(text, "computed", computation=computation, as_of=_uids(as_of))

    def absent(self, text: str, *, query: Mapping[str, Any], snapshot: UUID) -> None:
        """A statement that `query` finds nothing in the documents of a snapshot."""
        self._add(text, "absence", absence={"query": dict(query), "snapshot": str(uid_of(snapshot))})

    def heading(self, text: str) -> None:
        self.structure("heading", text)

    def structure(self, role: str, text: str) -> None:
        """A `heading`, `list_marker`, `phrase` or `break`: no claim, no citation."""
        self.segments.append({"type": "structure", "role": role, "text": text})

    def _add(self, text: str, basis: str, **members: Any) -> None:
        kept = {name: value for name, value in members.items() if value}
        self.segments.append({"type": "statement", "text": text, "basis": basis, **kept})


def marker(*rests: "Span | UUID") -> str:
    """What stands right behind a sentence or a clause of marked text, naming what it rests on: spans, derived texts."""
    return f"[cite:{','.join(_uids(rests))}]"


def _uids(things: Rests) -> list[str]:
    """A text that is given alone is one uid: it is not walked by its letters."""
    several = (things,) if isinstance(things, Span | UUID | str) else things
    return [str(thing.uid if isinstance(thing, Span) else uid_of(thing)) for thing in several]


def _input(given: "Span | UUID | tuple[Span | UUID, str]") -> dict[str, str]:
    span, language = given if isinstance(given, tuple) else (given, None)
    (uid,) = _uids([span])
    return {"span": uid} if language is None else {"span": uid, "language": language}
