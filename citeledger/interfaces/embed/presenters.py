"""From verdicts and panels to the few primitives an embed may carry."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from citeledger.core.states import State
from revalidation.panels import Panel
from revalidation.service import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPanel:
    """`changed_on` is the ISO date (UTC) since which the citation has needed review, None where nothing is to say.

    `attested_on` is the day on which somebody said that it still holds, while that applies. Who said so, and why, is
    told on the citation's page.
    """

    state: str
    changed_on: str | None = None
    attested_on: str | None = None


NOTHING_SHOWN = ShownPanel(state=State.UNVERIFIED.value)
"""For nobody we know: the same for every citation (DESIGN rule 13)."""


def shown_panel(*, panel: Panel) -> ShownPanel:
    """The earliest date at which a span of the citation first differed; the panel has it only after the fold."""
    if panel.state is not State.SOURCE_CHANGED:
        return ShownPanel(state=panel.state.value)
    said = panel.attestation
    return ShownPanel(
        state=panel.state.value,
        changed_on=_day(panel.changed_at),
        attested_on=_day(said.at) if said and said.still_applies else None,
    )


def _day(at: datetime | None) -> str | None:
    return at.astimezone(UTC).date().isoformat() if at else None


def shown_states(*, verdicts: Iterable[Verdict]) -> tuple[tuple[str, str], ...]:
    """Pairs of uid and state, in order."""
    return tuple((str(verdict.citation), verdict.state.value) for verdict in verdicts)


def unverified_states(*, citations: Iterable[UUID]) -> tuple[tuple[str, str], ...]:
    """The same for all of them, because nobody knows for whom to ask."""
    return tuple((str(citation), State.UNVERIFIED.value) for citation in citations)
