"""What of a panel an embed may carry: the state, and since when it needs review."""

from datetime import UTC, datetime
from types import SimpleNamespace
from uuid import UUID

import pytest

from citeledger.core.states import State
from citeledger.interfaces.embed.answers import panel_answer
from citeledger.interfaces.embed.presenters import ShownPanel, shown_panel
from revalidation.attestations import Attested
from revalidation.panels import Panel

MARCH, JUNE = datetime(2026, 3, 2, 23, 30, tzinfo=UTC), datetime(2026, 6, 14, 9, 0, tzinfo=UTC)


def panel(state: State, *moments: datetime | None) -> Panel:
    cited = SimpleNamespace(program=None)
    sources = tuple(SimpleNamespace(changed_at=moment, as_of=None, cited=cited) for moment in moments)
    return Panel(UUID(int=1), state, sources=sources)


def test_the_date_is_the_earliest_since_which_the_citation_needed_review() -> None:
    assert shown_panel(panel=panel(State.SOURCE_CHANGED, JUNE, None, MARCH)).changed_on == "2026-03-02"


def test_there_is_no_date_where_nothing_says_when() -> None:
    assert shown_panel(panel=panel(State.SOURCE_CHANGED, None)).changed_on is None


@pytest.mark.parametrize("state", [State.CURRENT, State.UNAVAILABLE, State.UNVERIFIED])
def test_only_a_changed_source_has_a_date(state: State) -> None:
    assert shown_panel(panel=panel(state, JUNE)).changed_on is None


def published_by(*programs: str | None, state: State = State.CURRENT) -> ShownPanel:
    sources = tuple(SimpleNamespace(changed_at=None, as_of=None, cited=SimpleNamespace(program=p)) for p in programs)
    return shown_panel(panel=Panel(UUID(int=1), state, sources=sources))


@pytest.mark.parametrize("state", [State.CURRENT, State.SOURCE_CHANGED])
def test_the_program_that_published_what_is_cited_is_named(state: State) -> None:
    assert published_by(None, state=state).published_by_program is None
    assert published_by(None, "sync", "sync", state=state).published_by_program == "sync"
    assert published_by("sync", "copier", state=state).published_by_program == "sync and 1 more"
    long = published_by("x" * 60, "copier", state=state).published_by_program
    assert long == f"{'x' * 28}… and 1 more"
    plain = panel_answer(shown=published_by(None, state=state))
    assert len(panel_answer(shown=published_by("\U00020000" * 60, state=state)).content) == len(plain.content)


def attested_by(name: str) -> ShownPanel:
    said = Attested(name, JUNE, "It holds.", still_applies=True)
    return shown_panel(panel=Panel(UUID(int=1), State.SOURCE_CHANGED, attestation=said))


def test_a_name_is_shown_for_what_it_is_and_as_long_as_a_card_has_room() -> None:
    assert attested_by("ada\u202e").attested_by == "ada⟨U+202E⟩"
    assert attested_by("аda").attested_by == "аda (mixed alphabets)"
    assert attested_by("x" * 40).attested_by == "x" * 40
    assert attested_by("x" * 41).attested_by == f"{'x' * 39}…"
    assert attested_by("а" + "x" * 149).attested_by == f"а{'x' * 20}… (mixed alphabets)"


@pytest.mark.parametrize(
    "name",
    ["a", "x" * 150, "\u3164" * 150, "\U00020000" * 150, '"' * 150],
    ids=["short", "long", "blank", "rare", "quotes"],
)
def test_no_name_makes_an_answer_longer(name: str) -> None:
    plain = panel_answer(shown=shown_panel(panel=panel(State.CURRENT)))
    assert len(panel_answer(shown=attested_by(name)).content) == len(plain.content)
