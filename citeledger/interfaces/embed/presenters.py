"""From verdicts and panels to the few primitives an embed may carry."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from citeledger.core.states import State
from citeledger.interfaces.names import shown_name
from revalidation.panels import Panel
from revalidation.service import Verdict

LONGEST_NAME: Final = 40
"""Code points of a name, what has to be said about it included: a card is small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPanel:
    """`changed_on` is the ISO date (UTC) since which the citation has needed review, None where nothing is to say.

    `attested_by` said on the day `attested_on` that it still holds; both are told while that applies. The note stands
    on the citation's page. `published_by_program` names the program that published a cited version, where no person
    adopted it, with how many more there are. A name has at most LONGEST_NAME code points here.
    """

    state: str
    changed_on: str | None = None
    attested_on: str | None = None
    attested_by: str | None = None
    published_by_program: str | None = None


NOTHING_SHOWN = ShownPanel(state=State.UNVERIFIED.value)
"""For nobody we know: the same for every citation (DESIGN rule 13)."""


def shown_panel(*, panel: Panel) -> ShownPanel:
    """The earliest date at which a span of the citation first differed; the panel has it only after the fold."""
    program = _programs(panel)
    if panel.state is not State.SOURCE_CHANGED:
        return ShownPanel(state=panel.state.value, published_by_program=program)
    said = panel.attestation if panel.attestation and panel.attestation.still_applies else None
    return ShownPanel(
        state=panel.state.value,
        changed_on=_day(panel.changed_at),
        attested_on=_day(said.at) if said else None,
        attested_by=_name(said.by) if said else None,
        published_by_program=program,
    )


def _programs(panel: Panel) -> str | None:
    """Of versions that are cited; a panel has sources only where all of them may be read."""
    programs = list(dict.fromkeys(source.cited.program for source in panel.sources if source.cited.program))
    if not programs:
        return None
    return _name(programs[0], more=f" and {len(programs) - 1} more" if len(programs) > 1 else "")


def _name(by: str, *, more: str = "") -> str:
    name = shown_name(text=by)
    caution = (f" ({name.caution})" if name.caution else "") + more
    room = LONGEST_NAME - len(caution)
    return (name.text if len(name.text) <= room else f"{name.text[: room - 1]}…") + caution


def _day(at: datetime | None) -> str | None:
    return at.astimezone(UTC).date().isoformat() if at else None


def shown_states(*, verdicts: Iterable[Verdict]) -> tuple[tuple[str, str], ...]:
    """Pairs of uid and state, in order."""
    return tuple((str(verdict.citation), verdict.state.value) for verdict in verdicts)


def unverified_states(*, citations: Iterable[UUID]) -> tuple[tuple[str, str], ...]:
    """The same for all of them, because nobody knows for whom to ask."""
    return tuple((str(citation), State.UNVERIFIED.value) for citation in citations)
