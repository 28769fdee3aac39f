"""A list of which all items are meant is another one than a list of which one is: "and" made "or" between its items."""

import pytest

from tests.unit.core.anchored import outcome

CITED = ["a letter from home", "a passport", "a visa for the year"]


def _list(joiner: str, *, mark: str = "-") -> str:
    items = (f"{mark} {item}\n" for item in ("a letter from home;", f"a passport{joiner}", "a visa for the year."))
    return f"# A\n\nBring this with you:\n\n{''.join(items)}\nEnd.\n"


@pytest.mark.parametrize(
    ("all_", "one"),
    [
        ("and", "or"),
        ("und", "oder"),
        ("et", "ou"),
        ("y", "o"),
        ("и", "или"),
        ("e", "ou"),
        ("και", "ή"),
        ("و", "أو"),
        ("和", "或"),
    ],
)
@pytest.mark.parametrize("cited", CITED)
@pytest.mark.parametrize("mark", ["-", "1."])
def test_another_joiner_alarms_for_each_item(all_: str, one: str, cited: str, mark: str) -> None:
    old, new = (_list(f", {joiner}", mark=mark) for joiner in (all_, one))
    assert not outcome(old, new, cited).is_current
    assert not outcome(new, old, cited).is_current
    assert outcome(new, new.replace("End.", "This is the end."), cited).is_current


@pytest.mark.parametrize("cited", CITED)
def test_a_list_without_a_joiner_means_all(cited: str) -> None:
    assert outcome(_list(";"), _list("; and"), cited).is_current
    assert not outcome(_list(";"), _list("; or"), cited).is_current
    assert not outcome(_list(";"), _list(";").replace("- a visa", "- or a visa"), cited).is_current


def test_a_joiner_belongs_to_its_own_list() -> None:
    inner = "- Bring this:\n  - a letter from home, {}\n  - a passport.\n- Pay the fee at the gate.\n"
    old, new = (f"# A\n\n{inner.format(joiner)}\nEnd.\n" for joiner in ("and", "or"))
    assert not outcome(old, new, "a passport.").is_current
    assert outcome(old, new, "Pay the fee at the gate.").is_current
    other = "# A\n\n- one thing\n- two things\n\nWords between the lists.\n\n- a letter{}\n- a passport\n"
    assert outcome(other.format(", and"), other.format(", or"), "two things").is_current


def test_a_word_between_the_items_joins_them() -> None:
    old, new = (f"# A\n\n- a letter from home\n\n{joiner}\n\n- a passport\n" for joiner in ("and", "or"))
    assert not outcome(old, new, "a passport").is_current


def test_a_new_last_item_behind_the_same_joiner_does_not_alarm() -> None:
    old = _list(", or")
    new = old.replace(", or\n", ",\n").replace("for the year.", "for the year, or\n- a ticket.")
    assert outcome(old, new, "a letter from home").is_current
