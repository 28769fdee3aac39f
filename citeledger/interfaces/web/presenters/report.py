"""A page or a text as it goes on paper: the same statements and states, with the day a cited passage changed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, get_args
from uuid import UUID

from citeledger.interfaces.exports.export import (
    Export,
    ExportedAttestation,
    ExportedHeading,
    ExportedSegment,
    ExportedSource,
    ExportedStatement,
    ExportedStructure,
    ExportedVersion,
    ExportKind,
)
from citeledger.interfaces.readings import notes_of_all
from citeledger.interfaces.web.presenters.lines import Line, as_written
from citeledger.interfaces.wording import below_notice, handed_notice
from revalidation.attestations import Attested
from revalidation.passages import CitedPassage
from revalidation.views import AnswerView, PageView, StatementView

EXPORTED_KINDS: Final[Mapping[str, ExportKind]] = {kind: kind for kind in get_args(ExportKind)}


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of citations beside their states.

    `changed`: when each changed citation did (aware UTC); `cited`: the passages of each; `attested`: who
    said that a changed one still holds.
    """

    changed: Mapping[UUID, datetime]
    cited: Mapping[UUID, tuple[CitedPassage, ...]]
    attested: Mapping[UUID, Attested]


def page_report(*, found: PageView, kind: ExportKind, viewer_name: str, told: Told, computed_at: datetime) -> Export:
    """What the viewer sees at `computed_at` (aware UTC) of a page."""
    return Export(
        kind=kind,
        title=found.page.title,
        host_reference=found.page.host_reference,
        viewer_name=viewer_name,
        computed_at=computed_at,
        segments=tuple(_statement(statement, told) for statement in found.statements),
    )


def answer_report(
    *, found: AnswerView, kind: ExportKind, viewer_name: str, told: Told, computed_at: datetime
) -> Export:
    """Likewise of a text, called after the question it answers where the viewer may know that."""
    lines = as_written(segments=found.segments)
    return Export(
        kind=kind,
        title=found.question,
        host_reference=None,
        viewer_name=viewer_name,
        computed_at=computed_at,
        segments=tuple(segment for line in lines for segment in _line(line, told)),
        withheld=found.withheld,
        handed_withheld=found.handed_withheld,
    )


def _line(line: Line[StatementView], told: Told) -> Iterator[ExportedSegment]:
    if line.level:
        yield ExportedHeading(level=line.level, text=line.text)
    elif line.text:
        yield ExportedStructure(text=line.text)
    for place, statement in enumerate(line.statements):
        yield replace(_statement(statement, told), mark="" if place else line.mark)


def _statement(statement: StatementView, told: Told) -> ExportedStatement:
    changed_at, attested = told.changed.get(statement.citation), told.attested.get(statement.citation)
    cited = told.cited.get(statement.citation, ())
    return ExportedStatement(
        ordinal=statement.ordinal,
        text=statement.text,
        citation_uid=str(statement.citation),
        state=statement.state.value,
        basis=statement.basis or "",
        changed_on=changed_at.astimezone(UTC).date() if changed_at else None,
        as_of=tuple(ExportedVersion(one.number, one.at.astimezone(UTC).date()) for one in statement.as_of),
        notes=tuple(_notes(statement, cited)),
        attestation=_attestation(attested=attested) if attested else None,
        sources=tuple(dict.fromkeys(map(_source, cited))),
    )


def _source(cited: CitedPassage) -> ExportedSource:
    return ExportedSource(cited.title, cited.passage.number, cited.passage.at.astimezone(UTC).date())


def _notes(statement: StatementView, cited: tuple[CitedPassage, ...]) -> Iterator[str]:
    if below := below_notice(bases=statement.below):
        yield below
    if statement.handed:
        yield handed_notice(basis=statement.handed)
    yield from notes_of_all(passages=[each.passage for each in cited])


def _attestation(*, attested: Attested) -> ExportedAttestation:
    on = attested.at.astimezone(UTC).date()
    return ExportedAttestation(by=attested.by, on=on, note=attested.note, still_applies=attested.still_applies)
