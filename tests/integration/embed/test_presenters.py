"""What of a panel an embed may carry: the state, and since when it needs review."""

from datetime import UTC, datetime
from types import SimpleNamespace
from uuid import UUID

import pytest

from citeledger.core.states import State
from citeledger.interfaces.embed.presenters import shown_panel
from revalidation.panels import Panel

MARCH, JUNE = datetime(2026, 3, 2, 23, 30, tzinfo=UTC), datetime(2026, 6, 14, 9, 0, tzinfo=UTC)


def panel(state: State, *moments: datetime | None) -> Panel:
    return Panel(
        UUID(int=1), state, sources=tuple(SimpleNamespace(changed_at=moment, as_of=None) for moment in moments)
    )


def test_the_date_is_the_earliest_since_which_the_citation_needed_review() -> None:
    assert shown_panel(panel=panel(State.SOURCE_CHANGED, JUNE, None, MARCH)).changed_on == "2026-03-02"


def test_there_is_no_date_where_nothing_says_when() -> None:
    assert shown_panel(panel=panel(State.SOURCE_CHANGED, None)).changed_on is None


@pytest.mark.parametrize("state", [State.CURRENT, State.UNAVAILABLE, State.UNVERIFIED])
def test_only_a_changed_source_has_a_date(state: State) -> None:
    assert shown_panel(panel=panel(state, JUNE)).changed_on is None
