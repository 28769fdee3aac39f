"""The line that introduces a list is part of what each item says."""

import pytest

from citeledger.core.anchoring import OutcomeKind
from tests.unit.core.anchored import outcome

TEXT = (
    "# Expenses\n\nMeals are not paid.\n\n{}\n\n- Book by rail.\n- Keep the receipts.\n\nThe line manager approves.\n"
)
LONG = "Use a text editor to change the word pick to {} for the commits you want to join, then save {}:"


def became(before: str, now: str, *, cited: str = "Book by rail.", text: str = TEXT) -> OutcomeKind:
    return outcome(text.format(before), text.format(now), cited).kind


@pytest.mark.parametrize(
    "now",
    [
        "Employees need not:",
        "Employees no longer have to:",
        "It is forbidden to:",
        "Employees may, if they like:",
        "Employees may:",
        "Employees must sometimes:",
        "Guests must:",
        "Suspended since March:",
        "Employees must not:",
        "Meals aside, guests must:",
        "Must employees?",
    ],
)
def test_a_lead_that_says_otherwise_leaves_its_items_in_doubt(now: str) -> None:
    assert became("Employees must:", now) is OutcomeKind.AMBIGUOUS
    assert became(now, "Employees must:") is OutcomeKind.AMBIGUOUS
    paragraph = "# Expenses\n\n{}\n\nBook by rail. Keep the receipts, all of them, for a year.\n"
    assert became("Employees must:", now, text=paragraph) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Employees must:", "**Employees** must:"),
        ("Employees must:", "EMPLOYEES must:"),
        ("Employees must:", "3. Employees must:"),
        ("Exit critera:", "Exit criteria:"),
        ("Critera criteri for the exit gate:", "Criteria criteria for the exit gate:"),
        ("Such uses may include:", "Data is used to improve the service. Such uses may include:"),
        ("The following projects are owned by us:", "The following projects owned by us:"),
        (
            "If the report is n/a, send the appropriate message:",
            "If the report impact is none, send the appropriate message:",
        ),
        (LONG.format("fixup", "your changes"), LONG.format("squash", "your changes")),
        ("Employees must", "Staff must"),
        ("Effective: 1 May", "Effective: 2 June"),
    ],
)
def test_one_set_differently_corrected_or_touched_elsewhere_does_not(before: str, now: str) -> None:
    assert became(before, now).is_current


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Mitarbeiter dürfen:", "Mitarbeiter müssen:"),
        ("Les employés peuvent:", "Les visiteurs peuvent:"),
        ("员工必须：", "客人必须："),
        ("Сотрудники должны:", "Сотрудники могут:"),
    ],
)
def test_it_is_asked_in_every_language(before: str, now: str) -> None:
    assert became(before, now) is OutcomeKind.AMBIGUOUS


def test_in_a_long_one_the_words_at_its_end_count_each() -> None:
    assert became(LONG.format("fixup", "your changes"), LONG.format("fixup", "no changes")) is OutcomeKind.AMBIGUOUS


def test_a_paragraph_behind_the_list_is_not_under_the_lead() -> None:
    assert became("Employees must:", "Guests must:", cited="The line manager approves.").is_current


RATES = "# Rates\n\nMeals.\n\n{}\n\n| City | Rate |\n| --- | --- |\n| Berlin | 35 euros |\n| Rome | 40 euros |\n"


@pytest.mark.parametrize("cited", ["35 euros", "Berlin | 35 euros"])
def test_a_table_stands_under_its_lead_cell_by_cell(cited: str) -> None:
    assert became("These rates hold:", "These no longer hold:", cited=cited, text=RATES) is OutcomeKind.AMBIGUOUS
    assert became("", "Repealed:", cited=cited, text=RATES) is OutcomeKind.AMBIGUOUS
    assert became("", "These rates hold:", cited=cited, text=RATES).is_current
