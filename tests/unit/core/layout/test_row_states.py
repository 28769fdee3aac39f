"""A cell that says its row does not hold says it of what is cited in another cell."""

import pytest

from tests.unit.core.anchored import outcome

SAID = "Guests may enter the vault after nine."
RULES = (
    "# Rules\n\n| No. | Rule | State |\n| --- | --- | --- |\n"
    f"| A | {SAID} | Active |\n| B | Dogs may enter the hall. | Active |\n"
)
ASKED = "| Action | Allowed |\n| --- | --- |\n| Enter the vault at night | {} |\n| Bring a dog | No |\n"


@pytest.mark.parametrize("state", ["Repealed", "Withdrawn in May", "Inactive", "No longer valid", "*Deprecated*"])
def test_a_state_that_ends_the_row_alarms(state: str) -> None:
    new = RULES.replace("nine. | Active", f"nine. | {state}")
    assert not outcome(RULES, new, SAID).is_current
    assert outcome(RULES, new, "Dogs may enter the hall.").is_current
    assert outcome(new, f"Put in above.\n\n{new}", SAID).is_current


@pytest.mark.parametrize("state", ["In force", "False", "Removed badges are kept at the desk for guests"])
def test_another_value_does_not(state: str) -> None:
    assert outcome(RULES, RULES.replace("nine. | Active", f"nine. | {state}"), SAID).is_current


def test_the_other_answer_to_a_row_that_asks_one_thing_alarms() -> None:
    cited = "Enter the vault at night"
    assert not outcome(ASKED.format("Yes"), ASKED.format("No"), cited).is_current
    assert not outcome(ASKED.format("✅"), ASKED.format("❌"), cited).is_current
    assert outcome(ASKED.format("Yes"), ASKED.format("Yes").replace("dog | No", "dog | Yes"), cited).is_current
    two = ASKED.format("Yes").replace(" |\n", " | Yes |\n")
    assert outcome(two, two.replace("night | Yes | Yes", "night | Yes | No"), cited).is_current
