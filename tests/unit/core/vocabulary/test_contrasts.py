"""A title that means the opposite, or another one of its kind, is no new name of what stands under it."""

import pytest

from tests.unit.core.anchored import outcome

SAID = "The gate is open from nine to five and the warden is there."
PAIRS = [
    ("Adults", "Children"),
    ("For adults", "For children"),
    ("Summer hours", "Winter hours"),
    ("On Mondays", "On Tuesdays"),
    ("Required", "Optional"),
    ("In scope", "Out of scope"),
    ("Pros", "Cons"),
    ("France", "Germany"),
    ("In France", "In Germany"),
    ("Estonia", "Finland"),
    ("Brazil", "Bulgaria"),
    ("Production", "Staging"),
    ("Install on Windows", "Install on Linux"),
    ("Full-time staff", "Part-time staff"),
    ("Mieter", "Vermieter"),
    ("Vorteile", "Nachteile"),
    ("Avant la visite", "Après la visite"),
    ("Взрослые", "Дети"),
    ("春", "秋"),
]
RENAMED = [
    ("Children", "Kids"),
    ("Adults", "Adult rules"),
    ("Summer hours", "Hours"),
    ("Required", "Mandatory"),
    ("Hours in summer", "Hours: summer"),
    ("Step 1", "Step 2"),
    ("France", "The France office"),
    ("Windows and Linux", "Linux and Windows"),
]
PUT = ["## {0}\n\n{1}", "**{0}**\n\n{1}", "{0}:\n\n- {1}", "**{0}:** {1}"]


def _page(title: str, put: str) -> str:
    return f"# House\n\nWords for all.\n\n{put.format(title, SAID)}\n\n## Keys\n\nKeys are kept at the desk.\n"


@pytest.mark.parametrize(("before", "now"), PAIRS)
@pytest.mark.parametrize("put", PUT)
def test_another_one_of_a_kind_alarms(before: str, now: str, put: str) -> None:
    assert not outcome(_page(before, put), _page(now, put), SAID).is_current
    assert outcome(_page(now, put), f"New.\n\n{_page(now, put)}", SAID).is_current


@pytest.mark.parametrize(("before", "now"), RENAMED)
def test_another_name_does_not(before: str, now: str) -> None:
    assert outcome(_page(before, PUT[0]), _page(now, PUT[0]), SAID).is_current


def test_a_year_above_numbers_is_theirs() -> None:
    old, new = (
        f"# House\n\n## Fees {year}\n\nThe fee is 30 euros. The warden is there for all.\n" for year in (2024, 2025)
    )
    assert not outcome(old, new, "The fee is 30 euros.").is_current
    assert outcome(old, new, "The warden is there for all.").is_current
    assert outcome(old.replace(" 2024", ""), new, "The fee is 30 euros.").is_current


def test_a_date_that_a_text_begins_with_is_brought_up_to_date() -> None:
    old, new = (
        f"# House\n\nEffective date: **{date}**\n\nThe fee is 30 euros. {SAID}\n"
        for date in ("December 30, 2020", "January 6, 2021")
    )
    assert outcome(old, new, "The fee is 30 euros.").is_current
