"""What the beginning of a sentence says of words cited behind it: that they do not hold, of how many, when or where."""

import pytest

from tests.unit.core.anchored import outcome

CITED = "enter the vault after nine."
BEFORE, BEHIND = (
    "# House\n\nThe house is open.\n\n",
    " The warden keeps the key.\n\nThe last one says something else.\n",
)


def _is_current(was: str, now: str) -> bool:
    old, new = (f"{BEFORE}{begun} {CITED}{BEHIND}" for begun in (was, now))
    return outcome(old, new, CITED).is_current


@pytest.mark.parametrize(
    "now",
    [
        "Guests are forbidden to",
        "Guests often fail to",
        "Few guests may",
        "Only some guests may",
        "Former guests may",
        "Guests may hardly",
        "Allegedly guests may",
        "It is not the case that guests may",
        "We reject the claim that guests may",
        "On Sundays guests may",
        "On Sundays, guests may",
        "In the winter months guests may",
        "With a warden, guests may",
        "From May guests may",
        "Guests used to",
        "Guests would",
        "All but guests may",
        "The proposed guests may",
        "Guests sleep here rather than",
    ],
)
def test_a_beginning_that_denies_or_says_when_alarms(now: str) -> None:
    assert not _is_current("Guests may", now)
    assert not _is_current(now, "Guests may")
    assert _is_current(now, now)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("A card is used by guests to", "A card is used to"),
        ("Guests may", "All the guests may"),
        ("Guests may", "For example, guests may"),
        ("Guests may", "In general, guests may"),
        ("Guests may", "In this house guests may"),
        ("Guests of the house may", "Guests who stay here, and are not asked to wait for the warden first, may"),
    ],
)
def test_polish_does_not(was: str, now: str) -> None:
    assert _is_current(was, now)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("As of 1 May 2024, guests who live here may", "As of 1 May 2025, guests who live here may"),
        ("Since 1 May 2024, guests who live here may", "Since 1 June 2024, guests who live here may"),
        ("In May 2024, guests who live here may", "In May 2023, guests who live here may"),
        ("Guests must sign the form, and staff must", "Guests must sign the form. Staff"),
        ("Guests may", "Guests"),
    ],
)
def test_another_date_or_no_modal_any_more_alarms(was: str, now: str) -> None:
    assert not _is_current(was, now)
    assert not _is_current(now, was)


FRAMED = "# House\n\nAsk the warden for more.\n\n{}{}\n\nThe last one says something else.\n"
GUESTS = "Guests may enter the vault after nine."


@pytest.mark.parametrize(
    "line",
    [
        "On Sundays:",
        "In an emergency:",
        "Before the reform:",
        "For members only:",
        "If the warden agrees:",
        "When it rains:",
        "Once the new lock is installed:",
        "According to Carl:",
        "Some say:",
        "Carl claims:",
        "The policy used to say:",
    ],
)
def test_a_line_above_that_says_when_for_whom_or_who_alarms(line: str) -> None:
    plain, framed = FRAMED.format("", GUESTS), FRAMED.format(f"{line}\n\n", GUESTS)
    assert not outcome(plain, framed, GUESTS).is_current
    assert not outcome(framed, plain, GUESTS).is_current
    assert outcome(framed, f"Put in above.\n\n{framed}", GUESTS).is_current


@pytest.mark.parametrize(
    "line", ["Entry:", "The rules are:", "To find the vault:", "For example:", "A key is used to:", "A few rules:"]
)
def test_one_that_only_leads_there_does_not(line: str) -> None:
    assert outcome(FRAMED.format("", GUESTS), FRAMED.format(f"{line}\n\n", GUESTS), GUESTS).is_current
