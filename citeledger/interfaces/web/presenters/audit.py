"""Pages behind the audit right: why somebody sees a state, and what was said originally."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.urls import reverse

from citeledger.core.states import Cause, Finding
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.badges import Badge, Sign, badge, basis_sign
from citeledger.interfaces.web.presenters.frame import Fact, day, facts
from citeledger.interfaces.web.presenters.ledger import AskingPage, answer_title, kind_in_words
from citeledger.interfaces.web.presenters.lines import Line, as_written
from citeledger.interfaces.web.presenters.said import SaidPart, said_parts
from citeledger.interfaces.web.presenters.statements import citation_address
from revalidation.decisions import Original, OriginalStatement, Trace
from revalidation.views import StructureView

_CAUSES: Final[Mapping[Cause, str]] = MappingProxyType(
    {
        Cause.UNKNOWN: "no such citation",
        Cause.ERASED: "its lineage was erased",
        Cause.RETIRED: "retired",
        Cause.WITHDRAWN: "the cited version was withdrawn",
        Cause.DENIED: "may not be read by this viewer",
        Cause.UNDECIDABLE: "could not be checked",
        Cause.BROKEN: "its proof failed",
        Cause.SUPERSEDED: "superseded by another document",
        Cause.CHANGED: "the cited passage changed",
        Cause.INTACT: "readable, and the passage stands",
    }
)
"""What was found about one source, in words for auditors."""

_READABLE: Final = "may be read by this viewer"
"""All that is found about a source before the passages are compared; whether they stand is not asked then."""

_SOURCES: Final = {"document": "Passage of the document", "derived": "Derived text", "citation": "The citation itself"}
_CHECK: Final = "The check"
_UNPROVED: Final = "This quotation cannot be cut from its source any more, so it is not shown."


@dataclass(frozen=True, slots=True)
class Step:
    """One source, its uid where it has one, and what was found about it."""

    source: str
    uid: str
    finding: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyPage:
    """Before a viewer is chosen there is neither badge nor step, and nothing was looked at or logged."""

    citation: UUID
    address: str
    viewer: Name | None = None
    badge: Badge | None = None
    stages: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalSegment:
    parts: tuple[SaidPart, ...]
    basis: Sign | None = None
    is_withheld: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalPage:
    title: Name
    lines: tuple[Line[OriginalSegment], ...]
    facts: tuple[Fact, ...]


def why_page(*, citation: UUID, trace: Trace | None) -> WhyPage:
    """Why a viewer sees the state of a citation; a bare form while none was chosen."""
    address = citation_address(citation=citation)
    if trace is None:
        return WhyPage(citation=citation, address=address)
    return WhyPage(
        citation=citation,
        address=address,
        viewer=shown_name(text=trace.viewer),
        badge=badge(state=trace.state, anchor="badge-1", address=address),
        stages=_stages(trace=trace),
        steps=tuple(_step(finding=finding, compared=trace.readable) for finding in trace.findings),
    )


def _stages(*, trace: Trace) -> str:
    if trace.readable:
        return "This viewer may read every source, so the passages were compared."
    return "This viewer may not read every source, so nothing was compared."


def found(*, cause: Cause, compared: bool) -> str:
    """What was found about one source, in words; `compared` where every source could be read, so passages were."""
    return _CAUSES[cause] if compared or cause is not Cause.INTACT else _READABLE


def _step(*, finding: Finding, compared: bool) -> Step:
    kind, _, uid = finding.source.partition(":")
    return Step(source=_SOURCES.get(kind, _CHECK), uid=uid, finding=found(cause=finding.cause, compared=compared))


def before_original() -> AskingPage:
    """Before an original is read. The same for every uid: nothing is looked up yet."""
    return AskingPage(
        heading="Read the original",
        title=None,
        consequences=(
            "You will see what was recorded, also where you may not read the sources it rests on.",
            "That you looked is logged.",
        ),
        button="Read the original",
        back=reverse("web:ledger"),
    )


def original_page(*, original: Original) -> OriginalPage:
    """An answer as it was recorded."""
    said = {"Kind": kind_in_words(kind=original.kind), "Written by": original.writer, "Recorded": day(at=original.at)}
    return OriginalPage(
        title=answer_title(question=original.question, kind=original.kind),
        lines=as_written(segments=[_segment(segment=segment) for segment in original.segments]),
        facts=facts(pairs={label: shown_name(text=value).text for label, value in said.items()}),
    )


def _segment(*, segment: OriginalStatement | StructureView) -> OriginalSegment | StructureView:
    if isinstance(segment, StructureView):
        return segment
    if segment.text is None:
        return OriginalSegment(parts=said_parts(text=_UNPROVED), is_withheld=True)
    return OriginalSegment(parts=said_parts(text=segment.text), basis=basis_sign(basis=segment.basis))
