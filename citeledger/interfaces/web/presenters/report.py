"""A page as it goes on paper: the same statements and states, with the day a cited passage changed."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from citeledger.interfaces.exports.export import (
    Export,
    ExportedAttestation,
    ExportedStatement,
    ExportedVersion,
    ExportKind,
)
from citeledger.interfaces.readings import notes_of_all
from citeledger.interfaces.wording import below_notice
from revalidation.attestations import Attested
from revalidation.passages import Passage
from revalidation.views import PageView, StatementView

EXPORTED_KINDS: Final[Mapping[str, ExportKind]] = {"runbook": "runbook", "ticket": "ticket"}


def report(
    *,
    found: PageView,
    kind: ExportKind,
    viewer_name: str,
    changed: Mapping[UUID, datetime],
    cited: Mapping[UUID, tuple[Passage, ...]],
    attested: Mapping[UUID, Attested],
    computed_at: datetime,
) -> Export:
    """What the viewer sees at `computed_at` (aware UTC).

    `changed`: when each changed citation did (aware UTC); `cited`: the passages of each; `attested`: who
    said that a changed one still holds.
    """
    return Export(
        kind=kind,
        title=found.page.title,
        host_reference=found.page.host_reference,
        viewer_name=viewer_name,
        computed_at=computed_at,
        segments=tuple(
            _statement(
                statement=statement,
                changed_at=changed.get(statement.citation),
                notes=notes_of_all(passages=cited.get(statement.citation, ())),
                attested=attested.get(statement.citation),
            )
            for statement in found.statements
        ),
    )


def _statement(
    *, statement: StatementView, changed_at: datetime | None, notes: tuple[str, ...], attested: Attested | None
) -> ExportedStatement:
    return ExportedStatement(
        ordinal=statement.ordinal,
        text=statement.text,
        citation_uid=str(statement.citation),
        state=statement.state.value,
        basis=statement.basis or "",
        changed_on=changed_at.astimezone(UTC).date() if changed_at else None,
        as_of=tuple(ExportedVersion(one.number, one.at.astimezone(UTC).date()) for one in statement.as_of),
        notes=(below, *notes) if (below := below_notice(bases=statement.below)) else notes,
        attestation=_attestation(attested=attested) if attested else None,
    )


def _attestation(*, attested: Attested) -> ExportedAttestation:
    on = attested.at.astimezone(UTC).date()
    return ExportedAttestation(by=attested.by, on=on, note=attested.note, still_applies=attested.still_applies)
