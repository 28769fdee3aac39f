"""How a text was written, step by step: what its writer searched, read and took, and when, before it was written."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from citeledger.emission.kinds import StepKind
from citeledger.emission.sessions import StepView
from citeledger.emission.written import Writing
from citeledger.interfaces.names import shown_text
from citeledger.interfaces.web.presenters.frame import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingStep:
    """What was done, in words, and when (aware UTC); `query` is what was searched, as it was typed."""

    words: str
    at: datetime
    query: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingPart:
    """The steps in order; `earlier` says how many are left out in front of them."""

    steps: tuple[WritingStep, ...]
    earlier: str = ""


_DONE: Final[Mapping[StepKind, Callable[[int], str]]] = {
    StepKind.OPENED: lambda _: "Began",
    StepKind.READ: lambda count: f"Read {counted(count=count, one='text', many='texts')}",
    StepKind.MINTED: lambda count: f"Took {counted(count=count, one='passage', many='passages')} to cite",
    StepKind.EMITTED: lambda count: f"Wrote {counted(count=count, one='other text', many='other texts')}",
}


def writing_part(*, writing: Writing | None) -> WritingPart | None:
    """What was done before, alike steps in a row as one; the last is that this text was written."""
    if writing is None:
        return None
    *before, written = writing.steps
    earlier = counted(count=writing.earlier, one="earlier step", many="earlier steps") if writing.earlier else ""
    last = WritingStep(words="Wrote this text", at=written.at)
    return WritingPart(steps=(*_told(before), last), earlier=earlier)


def _told(steps: Iterable[StepView]) -> Iterator[WritingStep]:
    for kind, alike in groupby(steps, key=lambda step: step.kind):
        if kind is StepKind.SEARCHED:
            yield from (WritingStep(words="Searched", at=each.at, query=_query(each)) for each in alike)
        else:
            yield _together(kind, list(alike))


def _query(step: StepView) -> str:
    return shown_text(text=step.query or "")


def _together(kind: StepKind, alike: list[StepView]) -> WritingStep:
    return WritingStep(words=_DONE[kind](len({step.subject for step in alike})), at=alike[-1].at)
