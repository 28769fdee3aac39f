"""A heading above a passage that gains or loses a word by which what stands under it does not hold."""

import pytest

from citeledger.core.anchoring import OutcomeKind
from tests.unit.core.anchored import outcome

SAID = "The guests may enter the vault after nine in the evening."
TEXT = (
    "# {}\n\nThis is the book of the house.\n\n## {}\n\nThe first paragraph is about other things.\n\n"
    f"{SAID}\n\nThe last one says something else.\n\n## Other\n\nMore of it here, for all who ask.\n"
)


def became(before: str, now: str, *, of_all: bool = False) -> OutcomeKind:
    old, new = (TEXT.format(*((title, "Entry") if of_all else ("House", title))) for title in (before, now))
    return outcome(old, new, SAID).kind


@pytest.mark.parametrize(
    "now",
    [
        "Old rules",
        "Former rules",
        "Proposed rules",
        "Example rules",
        "Rules (deprecated)",
        "Rules [repealed]",
        "Rules – archived",
        "Rules: examples",
        "Rules not in force",
        "Rules (no longer valid)",
        "Rules (out of date)",
        "Rules until 2024",
        "Rules before 2020",
        "Rules before 2.0",
        "Rules (removed in 3.0)",
        "Unsupported rules",
        "Past rules",
        "Rules that applied in 2019",
        "Rules which were once in force",
        "Rules as used to apply",
        "Rules, die bis 2019 galten",
        "Alte Rules",
        "Rules (nicht mehr gültig)",
        "Rules bis 2024",
        "Rules έως 2024",
        "Anciennes Rules",
        "Rules (ejemplo)",
        "Rules (voorbeeld)",
        "Rules (устаревшие)",
        "Rules до 2024",
        "Rules (مثال)",
        "旧 Rules",
        "Rules（示例）",
        "Rules（2024年まで）",
        "~~Rules~~",
    ],
)
def test_a_word_put_into_it_that_voids_what_is_under_it_alarms(now: str) -> None:
    assert became("Rules", now) is OutcomeKind.AMBIGUOUS
    assert became("Rules", now, of_all=True) is OutcomeKind.AMBIGUOUS


def test_in_a_long_one_what_was_added_counts() -> None:
    long = "Retention of visitor data and logs at the gate"
    assert became(long, f"{long} (deprecated)") is OutcomeKind.AMBIGUOUS
    assert became(long, f"Deprecated: {long.lower()}") is OutcomeKind.AMBIGUOUS
    assert became(long, f"{long} (since 2024)").is_current


@pytest.mark.parametrize(
    ("before", "now"),
    [("Old rules", "Rules"), ("Forbidden", "Allowed"), ("Draft rules", "Rules"), ("Don'ts", "Dos"), ("Dos", "Don'ts")],
)
def test_one_that_loses_such_a_word_says_something_else_as_well(before: str, now: str) -> None:
    assert became(before, now) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    "now",
    [
        "House rules",
        "Rules of the house",
        "Rules and more",
        "Rules in force",
        "Rules (new)",
        "Rules 2025",
        "Rules since 2024",
        "Regulations",
        "3. Rules",
        "Rules for old people's homes",
        "Rules for proposals",
        "Rules on the archive",
        "Rules and examples",
        "Rules before noon",
        "Rules that apply in 2019",
        "Rules that are used at the gate",
        "Rules past the gate",
        "Hausrules",
        "Rules du jour",
        "Rules 规定",
    ],
)
def test_one_that_is_renamed_does_not(now: str) -> None:
    assert became("Rules", now).is_current


@pytest.mark.parametrize(
    ("title", "is_current"),
    [("Removed rules", False), ("Previous rules", False), ("A quick example", True), ("Example", False)],
)
def test_one_put_in_above_that_begins_so_alarms_and_one_about_an_example_does_not(
    title: str, *, is_current: bool
) -> None:
    old = TEXT.format("House", "Rules")
    assert outcome(old, old.replace(SAID, f"### {title}\n\n{SAID}"), SAID).is_current is is_current


@pytest.mark.parametrize(
    ("title", "is_current"), [("What does not work", False), ("Rules (old)", False), ("What does work", True)]
)
def test_one_put_in_beside_the_one_before_takes_the_place_of_none(title: str, *, is_current: bool) -> None:
    old = TEXT.format("House", "Rules")
    assert outcome(old, old.replace(SAID, f"## {title}\n\n{SAID}"), SAID).is_current is is_current
    assert outcome(old, old.replace("## Rules", "## Things one cannot find"), SAID).is_current


@pytest.mark.parametrize(
    ("label", "is_current"),
    [("Default: False", True), ("False", False), ("False:", False), ("Example:", False), ("Status: deprecated", False)],
)
def test_a_line_put_above_takes_back_what_is_below_it_unless_it_is_a_value(label: str, *, is_current: bool) -> None:
    old = TEXT.format("House", "Rules")
    assert outcome(old, old.replace(SAID, f"{label}\n\n{SAID}"), SAID).is_current is is_current


def test_of_a_long_line_above_the_last_sentence_counts() -> None:
    line = "This is for all who may enter{}. The base of it is what the house has always had. Guests and staff know it:"
    old, new = (
        TEXT.format("House", "Rules").replace(SAID, f"{line.format(put)}\n\n- {SAID}") for put in ("", " (except Carl)")
    )
    assert outcome(old, new, SAID).is_current
    assert not outcome(old, old.replace("staff know", "staff no longer know"), SAID).is_current


@pytest.mark.parametrize("lead", ["Until 2024:", "**Until 31 December 2024**", "Bis 2024:", "Jusqu'au 1er mai 2024 :"])
def test_a_line_put_above_that_says_up_to_when_alarms(lead: str) -> None:
    old = TEXT.format("House", "Rules")
    assert outcome(old, old.replace(SAID, f"{lead}\n\n{SAID}"), SAID).kind is OutcomeKind.AMBIGUOUS
    assert outcome(old, old.replace(SAID, f"Since 2024:\n\n{SAID}"), SAID).is_current


@pytest.mark.parametrize(
    "lead",
    [
        "In theory:",
        "In an ideal world:",
        "Suppose that:",
        "Hypothetically:",
        "For the sake of argument:",
        "Angenommen:",
    ],
)
def test_a_lead_that_only_supposes_takes_back(lead: str) -> None:
    said = "The guests may enter the vault after nine in the evening."
    old, new = f"# House\n\nWords.\n\n{said}\n\n7.\n", f"# House\n\nWords.\n\n{lead}\n\n{said}\n\n7.\n"
    assert not outcome(old, new, said).is_current
    assert outcome(new, f"New.\n\n{new}", said).is_current
    assert outcome(old, new.replace(lead, "The rule of the house:"), said).is_current
