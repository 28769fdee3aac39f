"""Beside its claim a computed statement says what its inputs say, and no other number or date."""

import pytest

from citeledger.core.operations.agreement import CODES, DoesNotAgree
from citeledger.core.operations.other_values import refuse_other_values
from citeledger.core.operations.reading import Input
from tests.unit.core.anchored import steps

DAYS = ("30 days", "Refunds close after 14 days.")
EUROS = ("1.500 EUR", "1.000 EUR")


def asked(statement: str, claim: str, inputs: tuple[str, ...], language: str = "en", written_in: str = "en") -> None:
    read = [Input(each, written_in) for each in inputs]
    refuse_other_values(statement=statement, claim=claim, inputs=read, language=language)


@pytest.mark.parametrize(
    ("statement", "claim", "inputs"),
    [
        ("Fell by 16 days.", "16 days", DAYS),
        ("Fell by 16 days from 30 to 14.", "16 days", DAYS),
        ("Fell by 16 days from 30 days to 2 weeks.", "16 days", DAYS),
        ("The 14-day period is 16 days shorter, these 16.", "16 days", DAYS),
        ("From 2026-06-01 to 14 June 2026 it is 13 days.", "13 days", ("1 June 2026", "14 June 2026")),
        ("14 days, 30 days", "14 days, 30 days", DAYS),
        ("Both rooms, 4-12 and 7, make 2.", "2", ("Room 4-12", "Room 7")),
        ("14 days are less than 30 days.", "less than", DAYS),
        ("Rose by half from -2 to -1.", "half", ("-2", "-1")),
    ],
)
def test_what_the_inputs_say_may_be_said(statement: str, claim: str, inputs: tuple[str, ...]) -> None:
    asked(statement, claim, inputs)


@pytest.mark.parametrize(
    ("statement", "claim", "inputs", "other"),
    [
        ("Fell by 16 days from 90 to 74.", "16 days", DAYS, "90"),
        ("Fell by 16 days from 30 to 74.", "16 days", DAYS, "74"),
        ("Fell by 16 days from 30 hours.", "16 days", DAYS, "30 hours"),
        ("Fell by 16 days from 30 days in 2024.", "16 days", DAYS, "2024"),
        ("Since 1 May 2026 it fell by 16 days.", "16 days", DAYS, "1 May 2026"),
        ("The 14-year period fell by 16 days.", "16 days", DAYS, "14-year"),
        ("Fell by 16 days from 30 million days.", "16 days", DAYS, "30 million days"),
        ("Fell by 16 days from -30.", "16 days", DAYS, "-30"),
        ("Fell by 16 days from 30\u2013174.", "16 days", DAYS, "30"),
        ("Fell by 16 days, \u00bd of it.", "16 days", DAYS, "\u00bd"),
        ("Version v30 fell by 16.", "16", ("30", "14"), "30"),
        ("Of 30 days fell 16 days, \u224830.", "16 days", DAYS, "30"),
        ("90 days are more than 14 days.", "more than", DAYS, "90 days"),
        ("From 2026-06-01 it is 13 days to 15 June 2026.", "13 days", ("1 June 2026", "14 June 2026"), "15 June 2026"),
    ],
)
def test_any_other_number_or_date_is_refused_and_named(
    statement: str, claim: str, inputs: tuple[str, ...], other: str
) -> None:
    with pytest.raises(DoesNotAgree) as refused:
        asked(statement, claim, inputs)
    assert (refused.value.code, refused.value.written) == ("other_value", other)
    assert refused.value.detail == CODES["other_value"]


def test_a_number_is_read_as_its_own_text_writes_it() -> None:
    """Alike in writing is not alike in value, where the language of the statement is known."""
    asked("Es sind 2.500 EUR, davon 1.500 EUR.", "2.500 EUR", EUROS, "de", "de")
    asked("It is 2,500 EUR, of which 1,500 EUR.", "2,500 EUR", EUROS, "en", "de")
    asked("1.500 EUR of it.", "it", EUROS, "", "de")
    with pytest.raises(DoesNotAgree):
        asked("It is 2,500 EUR, of which 1.500 EUR.", "2,500 EUR", EUROS, "en", "de")


def test_numbers_are_compared_with_places_of_the_claim_in_linear_time() -> None:
    few, many = ("5 " * size for size in (500, 2000))
    assert steps(lambda: asked(many, "5", DAYS)) < 5 * steps(lambda: asked(few, "5", DAYS))


def test_a_number_that_a_claim_only_touches_is_not_claimed() -> None:
    asked("5 6 5 6 5", "5 6 5", ("5", "6"))
    with pytest.raises(DoesNotAgree) as refused:
        asked("5 6 5 6 7", "5 6 5", ("5",))
    assert refused.value.written == "7"
