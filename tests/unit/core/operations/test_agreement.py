"""A statement says the value that was worked out, digit for digit, or the gate refuses it."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.operations.agreement import CODES, DoesNotAgree, prove_agreement, rounded
from citeledger.core.operations.limits import LONGEST_RESULT
from citeledger.core.operations.values import Date, Order, Text, Truth, Value
from tests.unit.core.anchored import steps
from tests.unit.core.operations.computed import computed, of


def disagreement(statement: str, claim: str, value: Value, language: str = "en") -> tuple[str, str]:
    with pytest.raises(DoesNotAgree) as refused:
        prove_agreement(statement=statement, claim=claim, value=value, language=language)
    assert refused.value.detail == CODES[refused.value.code]
    return refused.value.code, refused.value.because


JUNE_14 = Date(date(2026, 6, 14))
ORDER = Order((of(14, "days"), of(30, "days"), of(45, "days")))
THIRD = of("1/3")


@pytest.mark.parametrize(
    ("statement", "claim", "value", "language"),
    [
        ("The period fell by 16 days.", "16 days", of(16, "days"), "en"),
        ("The period fell by 16 days (16 days).", "16 days", of(16, "days"), "en"),
        ("Die Frist sank um 16 Tage.", "16 Tage", of(16, "days"), "de"),
        ("期限缩短了16天。", "16天", of(16, "days"), "zh"),
        ("Two weeks is 14 days.", "14 days", of(2, "weeks"), "en"),
        ("16 days are 2.3 weeks.", "2.3 weeks", of(16, "days"), "en"),
        ("There are 17 employees.", "17", of(17), "en"),
        ("There are about 17 employees.", "17", of(17), "en"),
        ("It is 0.33 of all.", "0.33", THIRD, "en"),
        ("It is 0.333333 of all.", "0.333333", THIRD, "en"),
        ("Es sind 0,33.", "0,33", THIRD, "de"),
        ("Exactly 17.00.", "17.00", of(17), "en"),
        ("A half is 3.", "3", of("2.5"), "en"),
        ("A half is 4.", "4", of("3.5"), "en"),
        ("A half is -3.", "-3", of("-2.5"), "en"),
        ("It changed by \u221253.3 %.", "\u221253.3 %", of("-160/3", "%"), "en"),
        ("€1.2 million in all.", "€1.2 million", of(1234567, "EUR"), "en"),
        ("1 234,50 € au total.", "1 234,50 €", of("1234.5", "EUR"), "fr"),
        ("It ends on 14 June 2026.", "14 June 2026", JUNE_14, "en"),
        ("Il finit le 14 juin 2026.", "14 juin 2026", JUNE_14, "fr"),
        ("Of 14 days, 30 days and 45 days the last is longest.", "14 days, 30 days and 45 days", ORDER, "en"),
        ("Her name is Ada Lovelace.", "Ada Lovelace", Text("Ada Lovelace"), "en"),
        ("Cafe\u0301 Central is open.", "Café Central", Text("Café Central"), "en"),
        ("A is longer than B.", "longer than", Truth("greater", True), "en"),
        ("A is no later than B.", "no later than", Truth("at_most", True), "en"),
        ("30 days > 14 days", ">", Truth("greater", True), ""),
        ("A ist höchstens B.", "höchstens", Truth("at_most", True), "de-CH"),
    ],
)
def test_a_statement_that_says_the_value_agrees(statement: str, claim: str, value: Value, language: str) -> None:
    prove_agreement(statement=statement, claim=claim, value=value, language=language)


@pytest.mark.parametrize(
    ("statement", "claim", "value", "code"),
    [
        ("It fell by 30 days.", "3", of(3), "claim_not_whole"),
        ("It fell by 30 days.", "30", of(30), "claim_not_whole"),
        ("It fell by 30\n\n  days.", "30", of(30), "claim_not_whole"),
        ("It fell by -5.", "5", of(5), "claim_not_whole"),
        ("It fell by 1.5.", "5", of(5), "claim_not_whole"),
        ("It fell by 1.5.", "1", of(1), "claim_not_whole"),
        ("There are 17 million.", "17", of(17), "claim_not_whole"),
        ("There are 17 mld.", "17", of(17), "claim_not_whole"),
        ("There are 17 %.", "17", of(17), "claim_not_whole"),
        ("It costs €17.", "17", of(17), "claim_not_whole"),
        ("It costs 17 EUR per month.", "17 EUR", of(17, "EUR"), "claim_not_whole"),
        ("On 14 June 2026 they met.", "14", of(14), "claim_not_whole"),
        ("In 2026-06-14 or so.", "2026", of(2026), "claim_not_whole"),
        ("Less than <17.", "17", of(17), "claim_not_whole"),
        ("There are about 17.", "about 17", of(17), "claim_not_whole"),
        ("There are seventeen.", "seventeen", of(17), "claim_not_whole"),
        ("There are 17 of them.", "17 of them", of(17), "claim_not_whole"),
        ("Version v17.", "17", of(17), "claim_not_whole"),
        ("There are 17.", "18", of(18), "claim_not_in_statement"),
        ("There are 17.", "", of(17), "claim_not_in_statement"),
        ("There are 17.", " 17", of(17), "claim_not_in_statement"),
        ("There are 17 or 18.", "17 or 18", of(17), "claim_unreadable"),
        ("\u202e17\u202c", "17", of(17), "claim_unreadable"),
        ("17".rjust(LONGEST_RESULT + 1), "17", of(17), "claim_unreadable"),
        ("It fell by 16 months.", "16 months", of(16, "days"), "unit_not_agreed"),
        ("It costs 16 USD.", "16 USD", of(16, "EUR"), "unit_not_agreed"),
        ("It rose by 2 %.", "2 %", of(2, "percentage points"), "unit_not_agreed"),
        ("It is 25 %.", "25 %", of("0.25"), "unit_not_agreed"),
        ("It is 16 hours.", "16 hours", of(16, "days"), "value_not_agreed"),
        ("It is 2 weeks.", "2 weeks", of(18, "days"), "value_not_agreed"),
        ("It is about 17.", "17", of(18), "value_not_agreed"),
        ("It is 2.", "2", of("2.5"), "value_not_agreed"),
        ("It is 0.66.", "0.66", of("2/3"), "value_not_agreed"),
        ("It is 0.667.", "0.667", of("0.6666"), None),
        ("It is 53.3 %.", "53.3 %", of("-160/3", "%"), "value_not_agreed"),
        ("It is 1,000.", "1,000", of(1234), "value_not_agreed"),
        ("€1.2 million.", "€1.2 million", of(1250000, "EUR"), "value_not_agreed"),
        ("It ends on 15 June 2026.", "15 June 2026", JUNE_14, "value_not_agreed"),
        ("It ends on 14 June 2026.", "14 June", JUNE_14, "claim_not_whole"),
        ("It ends on 06/07/2026.", "06/07/2026", Date(date(2026, 7, 6)), "claim_not_whole"),
        ("30 days, 14 days, 45 days", "30 days, 14 days, 45 days", ORDER, "value_not_agreed"),
        ("14 days, 30 days", "14 days, 30 days", ORDER, "claim_unreadable"),
        ("14 days, 30 days, 45 days", "14 days, 30 days", ORDER, "claim_unreadable"),
        ("Her name is Ada Lovelace.", "Ada Lovelac", Text("Ada Lovelac"), "claim_not_whole"),
        ("Her name is Ada Lovelace.", "ada lovelace", Text("Ada Lovelace"), "claim_not_in_statement"),
        ("Her name is Ada.", "Ada", Text("Ada Lovelace"), "value_not_agreed"),
        ("A is longer than B.", "longer than", Truth("greater", False), "relation_not_agreed"),
        ("A is longer than B.", "longer than", Truth("less", True), "relation_not_agreed"),
        ("A is not longer than B.", "longer than", Truth("greater", True), "relation_not_understood"),
        ("A isn’t longer than B.", "longer than", Truth("greater", True), "relation_not_understood"),
        ("Non è vero che 30 > 14.", ">", Truth("greater", True), "relation_not_understood"),
        ("A is not less than B.", "less than", Truth("less", True), "relation_not_understood"),
        ("A is bigger than B.", "bigger than", Truth("greater", True), "relation_not_understood"),
        ("A is longer than B.", "A", Truth("greater", True), "relation_not_understood"),
        ("More than C, A is longer than B.", "longer than", Truth("greater", True), "relation_not_understood"),
    ],
)
def test_every_other_statement_is_refused(statement: str, claim: str, value: Value, code: str | None) -> None:
    if code is None:
        prove_agreement(statement=statement, claim=claim, value=value, language="en")
    else:
        assert disagreement(statement, claim, value)[0] == code


def test_a_refusal_says_why_the_claim_was_not_read() -> None:
    assert disagreement("It ends on 06/07/2026.", "06/07/2026", JUNE_14)[1] == "ambiguous_date"
    assert disagreement("Il est de 1.234.", "1.234", of(1234), "")[1] == "ambiguous_number"
    assert disagreement("17 or 18", "17 or 18", of(17))[1] == "several_values"


def test_a_phrase_in_a_language_that_is_not_known_says_so() -> None:
    shorter = ("14 days are less than 60 days.", "less than", Truth("less", True))
    assert disagreement(*shorter, "")[0] == "language_not_named"
    assert disagreement(*shorter, "it")[0] == "language_without_phrases"
    assert disagreement(*shorter, "de")[0] == "relation_not_understood"
    prove_agreement(statement="14 giorni < 60 giorni.", claim="<", value=Truth("less", True), language="it")


def test_what_is_worked_out_and_said_agrees_from_end_to_end() -> None:
    value = computed("percentage_change/1", "30 days", "Refunds close after 14 days.", language="en")
    prove_agreement(statement="The period changed by −53.3 %.", claim="−53.3 %", value=value, language="en")
    assert disagreement("The period changed by −53.4 %.", "−53.4 %", value)[0] == "value_not_agreed"


FRACTIONS = st.fractions(-(10**6), 10**6, max_denominator=10**4)


@given(amount=FRACTIONS, decimals=st.integers(0, 8))
def test_rounding_is_to_the_nearest_and_halves_go_away_from_zero(amount: Fraction, decimals: int) -> None:
    nearest, step = rounded(amount, -decimals), Fraction(1, 10**decimals)
    assert nearest / step == int(nearest / step)
    assert abs(nearest - amount) <= step / 2
    assert abs(nearest) >= abs(amount) if abs(nearest - amount) == step / 2 else True
    assert rounded(-amount, -decimals) == -nearest


def said(amount: Fraction, decimals: int) -> str:
    """The amount in plain decimals, written without the code that is under test."""
    whole = abs(int(amount * 10**decimals))
    digits = f"{whole:0{decimals + 1}d}"
    part = f".{digits[-decimals:]}" if decimals else ""
    return ("-" if amount < 0 else "") + digits[: len(digits) - decimals] + part


UNIT_WORDS = {"": "", "days": " days", "%": " %", "EUR": " EUR"}


@given(
    amount=FRACTIONS,
    decimals=st.integers(0, 4),
    unit=st.sampled_from(sorted(UNIT_WORDS)),
    other=st.sampled_from([*sorted(UNIT_WORDS), "months"]),
    data=st.data(),
)
def test_no_digit_sign_or_unit_can_be_changed(
    amount: Fraction, decimals: int, unit: str, other: str, data: st.DataObject
) -> None:
    right = said(rounded(amount, -decimals), decimals)
    value = of(str(amount), unit)
    prove_agreement(
        statement=f"It is {right}{UNIT_WORDS[unit]}, in all.",
        claim=right + UNIT_WORDS[unit],
        value=value,
        language="en",
    )
    place = data.draw(st.sampled_from([place for place, sign in enumerate(right) if sign.isdigit()]))
    digit = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != right[place]]))
    turned = right.removeprefix("-") if right.startswith("-") else f"-{right}"
    wrongs = [right[:place] + digit + right[place + 1 :] + UNIT_WORDS[unit], turned + UNIT_WORDS[unit]]
    if other != unit:
        wrongs.append(right + UNIT_WORDS.get(other, " months"))
    for wrong in wrongs:
        disagreement(f"It is {wrong}, in all.", wrong, value)


@given(
    statement=st.text(max_size=80),
    edges=st.tuples(st.integers(0, 80), st.integers(0, 80)),
    language=st.text(max_size=3),
)
def test_asking_raises_nothing_but_the_refusal(statement: str, edges: tuple[int, int], language: str) -> None:
    claim = statement[min(edges) : max(edges)]
    for value in (of(3), JUNE_14, ORDER, Text("a"), Truth("less", True)):
        try:
            prove_agreement(statement=statement, claim=claim, value=value, language=language)
        except DoesNotAgree as refusal:
            refused = refusal.code
            assert refused in CODES


@pytest.mark.parametrize(("piece", "claim"), [("5 ", "5"), ("5 5 ", "5 5"), ("1 June 2026, 5 ", "5")])
def test_many_places_and_many_values_are_not_asked_each_for_each(piece: str, claim: str) -> None:
    def asking(times: int) -> int:
        return steps(lambda: disagreement(piece * times, claim, of(7)))

    assert asking(160) < 5 * asking(40)
