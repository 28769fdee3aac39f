"""How lives are drawn: each kind in a shape of its own, columns for versions, words that tell the same."""

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from citeledger.core.states import State
from citeledger.interfaces.web.presenters import life as presenter
from citeledger.interfaces.web.presenters.life import LifePage, life_page
from revalidation.lives import Became, LaneCitation, Life, LifeVersion, PassageLife
from revalidation.passages import Passage

MARCH = datetime(2026, 3, 2, tzinfo=UTC)
DOCUMENT = UUID(int=1)


@pytest.fixture(autouse=True)
def no_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenter, "document_heading", lambda *, document: document)


def versions(count: int) -> tuple[LifeVersion, ...]:
    return tuple(LifeVersion(UUID(int=100 + n), n, MARCH + timedelta(days=n)) for n in range(1, count + 1))


def passage(born: int, *outcomes: str | None, text: str = "Thirty days.", more: int = 0) -> PassageLife:
    became = tuple(Became(UUID(int=100 + n), n, kind) for n, kind in enumerate(outcomes, start=born + 1))
    place = SimpleNamespace(text=text, number=born)
    cited = (LaneCitation(UUID(int=7), State.SOURCE_CHANGED),)
    return PassageLife(UUID(int=9), _passage(place), cited, more, became)


def _passage(place: Any) -> Passage:
    return place  # only its text and number are drawn


def drawn(count: int, *passages: PassageLife) -> LifePage:
    return life_page(document=SimpleNamespace(), life=Life(DOCUMENT, versions(count), passages, None))  # type: ignore[arg-type]  # the heading is replaced


def test_a_lane_begins_where_it_was_cited_and_ends_at_the_newest() -> None:
    page = drawn(4, passage(2, "intact", "intact"))
    (lane,) = page.lanes
    (run,) = lane.runs
    assert lane.dot == page.column + page.column // 2
    assert run.path.startswith(f"M{lane.dot} ")
    assert f"H{page.width}" in run.path
    assert page.width == 4 * page.column


def test_every_kind_has_a_shape_of_its_own() -> None:
    (lane,) = drawn(5, passage(1, "moved", "edited", None, "intact")).lanes
    assert [run.kind for run in lane.runs] == ["intact", "moved", "changed", "unknown", "intact"]
    shapes = [re.sub(r"[\d.-]+", "", run.path).replace(" ", "") for run in lane.runs[:4]]
    assert len({shape[:4] for shape in shapes}) == 4


def test_neighbours_of_one_kind_are_one_stretch() -> None:
    (lane,) = drawn(6, passage(1, "edited", "numbers", "deleted", "intact", "intact")).lanes
    assert [run.kind for run in lane.runs] == ["intact", "changed", "intact"]
    assert lane.turns == (drawn(6).column,)


def test_stretches_follow_each_other_without_a_gap() -> None:
    page = drawn(6, passage(1, "edited", "intact", "moved", None, "edited"))
    starts = [int(re.match(r"M(\d+) ", run.path)[1]) for run in page.lanes[0].runs]  # type: ignore[index]  # each begins so
    assert starts == [page.column // 2, *(page.column * n for n in range(1, 6))]


def test_the_words_tell_the_same() -> None:
    (lane,) = drawn(5, passage(1, "intact", "moved", "numbers", None)).lanes
    assert lane.says == (
        "Cited from version 1, 3 March 2026. Unchanged through version 2. In another place since version 3, 5 March"
        " 2026. Changed in version 4, 6 March 2026: A number in the cited words was changed. Not compared yet from"
        " version 5, 7 March 2026 on."
    )
    assert drawn(2, passage(1, "intact")).lanes[0].says.endswith("Unchanged to this day.")
    undone = drawn(3, passage(1, "edited", "intact")).lanes[0]
    assert undone.says.endswith("were edited. As cited again since version 3, 5 March 2026.")
    assert undone.runs[-1].says == "As cited again since version 3, 5 March 2026."


def test_a_bar_stands_over_each_version_that_changed_something() -> None:
    page = drawn(
        4, passage(1, "intact", "edited", "edited"), passage(2, "deleted", "intact"), passage(1, None, "edited")
    )
    (crest,) = page.crests
    assert (crest.reach, crest.y, crest.height) == (2 * page.column, 0, page.crest_height)
    assert crest.reach < crest.x < crest.x + crest.width < crest.reach + page.column
    assert crest.says.startswith("Version 3, 5 March 2026: 2 passages changed.")
    assert crest.address == f"/documents/{DOCUMENT}/changes/{UUID(int=102)}/{UUID(int=103)}"
    assert page.summary == "3 cited passages through 4 versions; 2 differ now."


def test_lower_bars_where_less_changed() -> None:
    page = drawn(3, passage(1, "edited", "edited"), passage(2, "edited"), passage(1, "intact", "edited"))
    assert [crest.height for crest in page.crests] == [page.crest_height // 2, page.crest_height]


@pytest.mark.parametrize(("count", "column"), [(1, 150), (5, 150), (13, 58), (40, 18), (100, 12)])
def test_columns_are_as_wide_as_there_is_room(count: int, column: int) -> None:
    assert drawn(count).column == column


def test_few_versions_are_named_with_their_days_under_their_columns() -> None:
    page = drawn(2)
    assert [(tick.label, tick.day) for tick in page.ticks] == [
        ("Version 1", "3 March 2026"),
        ("Version 2", "4 March 2026"),
    ]
    assert (page.first, page.last) == ("", "")


@pytest.mark.parametrize("count", [6, 16, 17, 60, 120, 140])
def test_of_many_versions_a_few_numbers_are_told_the_first_and_the_last_among_them(count: int) -> None:
    page = drawn(count)
    told = [tick.label for tick in page.ticks if tick.label]
    assert len(page.ticks) * page.column == page.width
    assert (told[0], told[-1]) == (str(max(1, count - 119)), str(count))
    assert 3 <= len(told) <= 9
    assert page.last.startswith(f"Version {count}, ")


def test_of_very_many_versions_the_newest_are_drawn_and_all_are_told() -> None:
    old, new = passage(1, *["intact"] * 139), passage(139, "edited")
    gone = passage(1, *["edited"] * 139)
    page = drawn(140, old, new, gone)
    assert (page.width, page.earlier, page.first) == (120 * 12, "20 earlier versions", "Version 21, 23 March 2026")
    assert [lane.dot for lane in page.lanes] == [None, 118 * 12 + 6, None]
    assert [[run.path.split()[0] for run in lane.runs] for lane in page.lanes] == [["M0"], ["M1422", "M1428"], ["M0"]]
    assert "Changed in version 2" in page.lanes[2].says
    assert len(page.crests) == 1


def test_a_label_is_one_short_line() -> None:
    (lane,) = drawn(1, passage(1, text=" One\n\n  two " + "three " * 40)).lanes
    assert lane.label.startswith("One two three")
    assert len(lane.label) <= 91
    assert lane.label.endswith("…")


def test_further_statements_are_counted() -> None:
    assert drawn(1, passage(1, more=3)).lanes[0].others == "and 3 more statements"
