"""Each operation with values worked out by hand, what it refuses, and what must hold of it for every input."""

import decimal
import locale
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.operations.agreement import DoesNotAgree, prove_agreement
from citeledger.core.operations.computing import compute
from citeledger.core.operations.limits import LONGEST_INPUT, LONGEST_RESULT, MOST_INPUTS
from citeledger.core.operations.reading import Input
from citeledger.core.operations.refusing import CODES, NotComputable
from citeledger.core.operations.registry import REGISTRY
from citeledger.core.operations.values import Date, Number, Truth
from tests.unit.core.operations.computed import computed, of, refusal, result
from tests.unit.core.operations.test_numbers import TAGS, TEXTS


@pytest.mark.parametrize(
    ("operation", "texts", "language", "parameters", "expected"),
    [
        ("sum/1", ("14 days", "2 weeks", "24 hours"), "en", {}, "29 days"),
        ("sum/1", ("0.1", "0.2"), "en", {}, "0.3"),
        ("sum/1", ("€1,000.50", "EUR 99.50"), "en", {}, "1100 EUR"),
        ("sum/1", ("1 year", "6 months"), "en", {}, "1.5 years"),
        ("sum/1", ("5 %", "3 %"), "en", {}, "8 %"),
        ("sum/1", ("99999999999999999999", "1"), "", {}, "100000000000000000000"),
        ("difference/1", ("30 days", "14 days"), "en", {}, "16 days"),
        ("difference/1", ("14 days", "30 days"), "en", {}, "-16 days"),
        ("difference/1", ("5 %", "3 %"), "en", {}, "2 percentage points"),
        ("difference/1", ("5 percentage points", "1.5 percentage points"), "en", {}, "3.5 percentage points"),
        ("difference/1", ("1 GiB", "1 GB"), "", {}, "≈ 0.068677425385 GiB"),
        ("product/1", ("3", "4", "0.5"), "en", {}, "6"),
        ("product/1", ("€50", "20 %"), "en", {}, "10 EUR"),
        ("product/1", ("20 %", "€50"), "en", {}, "10 EUR"),
        ("quotient/1", ("€100", "3"), "en", {}, "≈ 33.333333333333 EUR"),
        ("quotient/1", ("9 km", "2"), "en", {}, "4.5 km"),
        ("ratio/1", ("30 days", "2 weeks"), "en", {}, "≈ 2.142857142857"),
        ("ratio/1", ("€25", "€100"), "en", {"as": "percent"}, "25 %"),
        ("ratio/1", ("6 %", "3 %"), "en", {}, "2"),
        ("percentage_change/1", ("30 days", "14 days"), "en", {}, "≈ -53.333333333333 %"),
        ("percentage_change/1", ("30 days", "15 days"), "en", {"as": "decrease"}, "50 %"),
        ("percentage_change/1", ("80", "100"), "en", {"as": "increase"}, "25 %"),
        ("percentage_change/1", ("5 %", "6 %"), "en", {}, "20 %"),
        ("conversion/1", ("2 weeks",), "en", {"unit": "days"}, "14 days"),
        ("conversion/1", ("1 mile",), "en", {"unit": "km"}, "1.609344 km"),
        ("conversion/1", ("2 years",), "en", {"unit": "months"}, "24 months"),
        ("conversion/1", ("5 ‰",), "en", {"unit": "%"}, "0.5 %"),
        ("count/1", ("a", "b", "a"), "", {}, "3"),
        ("count/1", ("a b", "c", " a\n b "), "", {"distinct": True}, "2"),
        ("min/1", ("2 weeks", "10 days", "1 week"), "en", {}, "1 weeks"),
        ("max/1", ("2 weeks", "10 days"), "en", {}, "2 weeks"),
        ("min/1", ("14 June 2026", "2025-12-31"), "en", {}, "2025-12-31"),
        ("max/1", ("14 June 2026", "2025-12-31"), "en", {}, "2026-06-14"),
        ("max/1", ("-5", "-7"), "", {}, "-5"),
        ("mean/1", ("1", "2", "4"), "", {}, "≈ 2.333333333333"),
        ("mean/1", ("10 days", "2 weeks"), "en", {}, "12 days"),
        ("comparison/1", ("30 days", "2 weeks"), "en", {"relation": "greater"}, "greater: holds"),
        ("comparison/1", ("7 days", "1 week"), "en", {"relation": "equal"}, "equal: holds"),
        ("comparison/1", ("7 days", "1 week"), "en", {"relation": "less"}, "less: does not hold"),
        ("comparison/1", ("7 days", "1 week"), "en", {"relation": "at_most"}, "at_most: holds"),
        ("comparison/1", ("7 days", "1 week"), "en", {"relation": "not_equal"}, "not_equal: does not hold"),
        ("comparison/1", ("2026-06-14", "13 June 2026"), "en", {"relation": "at_least"}, "at_least: holds"),
        ("ordering/1", ("30", "14", "45"), "", {"direction": "ascending"}, "14 · 30 · 45"),
        (
            "ordering/1",
            ("7 days", "2 weeks", "1 week"),
            "en",
            {"direction": "descending"},
            "2 weeks · 7 days · 1 weeks",
        ),
        ("ordering/1", ("14 June 2026", "2026-01-01"), "en", {"direction": "ascending"}, "2026-01-01 · 2026-06-14"),
        ("date_difference/1", ("1 March 2024", "1 March 2025"), "en", {}, "365 days"),
        ("date_difference/1", ("28 February 2024", "1 March 2024"), "en", {}, "2 days"),
        ("date_difference/1", ("14 June 2026", "31 May 2026"), "en", {}, "-14 days"),
        ("date_difference/1", ("1 June 2026", "14 June 2026"), "en", {"both_days": True}, "14 days"),
        ("concatenation/1", (" Ada ", "Lovelace"), "en", {}, "Ada Lovelace"),
        ("concatenation/1", ("a", "b", "c"), "", {"separator": ", "}, "a, b, c"),
    ],
)
def test_an_operation_gives_what_a_hand_gives(
    operation: str, texts: tuple[str, ...], language: str, parameters: dict[str, object], expected: str
) -> None:
    assert result(operation, *texts, language=language, **parameters) == expected


def test_every_operation_is_in_the_table() -> None:
    marks = test_an_operation_gives_what_a_hand_gives.pytestmark
    assert {row[0] for row in marks[0].args[1]} == set(REGISTRY)


@pytest.mark.parametrize(
    ("operation", "texts", "parameters", "expected"),
    [
        ("sum/2", ("1", "2"), {}, ("unknown_operation", "operation")),
        ("sum", ("1", "2"), {}, ("unknown_operation", "operation")),
        ("sum/1", ("1",), {}, ("wrong_number_of_inputs", "inputs")),
        ("sum/1", ("1",) * (MOST_INPUTS + 1), {}, ("wrong_number_of_inputs", "inputs")),
        ("difference/1", ("1", "2", "3"), {}, ("wrong_number_of_inputs", "inputs")),
        ("count/1", (), {}, ("wrong_number_of_inputs", "inputs")),
        ("sum/1", ("1", "2"), {"round": "up"}, ("no_such_parameter", "parameters")),
        ("conversion/1", ("2 weeks",), {}, ("parameter_missing", "parameters.unit")),
        ("conversion/1", ("2 weeks",), {"unit": "fortnights"}, ("parameter_not_allowed", "parameters.unit")),
        ("count/1", ("a",), {"distinct": 1}, ("parameter_not_allowed", "parameters.distinct")),
        ("ratio/1", ("1", "2"), {"as": None}, ("parameter_not_allowed", "parameters.as")),
        ("ratio/1", ("1", "2"), {"as": ["number"]}, ("parameter_not_allowed", "parameters.as")),
        ("concatenation/1", ("a", "b"), {"separator": " not "}, ("parameter_not_allowed", "parameters.separator")),
        ("sum/1", ("14 days", "2 months"), {}, ("units_differ", "inputs.1")),
        ("sum/1", ("14 days", "3"), {}, ("units_differ", "inputs.1")),
        ("sum/1", ("5", "5 %"), {}, ("units_differ", "inputs.1")),
        ("sum/1", ("5 %", "5 percentage points"), {}, ("units_differ", "inputs.1")),
        ("sum/1", ("€5", "€6", "US$7"), {}, ("currencies_differ", "inputs.2")),
        ("sum/1", ("€5", "6 days"), {}, ("units_differ", "inputs.1")),
        ("sum/1", ("5", "x"), {}, ("no_value", "inputs.1")),
        ("sum/1", ("5", "1,234"), {}, ("ambiguous_number", "inputs.1")),
        ("ratio/1", ("€5", "US$7"), {}, ("currencies_differ", "inputs.1")),
        ("ratio/1", ("5", "0"), {}, ("division_by_zero", "inputs.1")),
        ("quotient/1", ("5", "0.00"), {}, ("division_by_zero", "inputs.1")),
        ("quotient/1", ("5", "2 days"), {}, ("unit_not_plain", "inputs.1")),
        ("product/1", ("5 days", "2 days"), {}, ("unit_not_plain", "inputs.1")),
        ("percentage_change/1", ("0", "5"), {}, ("base_not_positive", "inputs.0")),
        ("percentage_change/1", ("-5", "5"), {}, ("base_not_positive", "inputs.0")),
        ("conversion/1", ("2 months",), {"unit": "days"}, ("units_differ", "inputs.0")),
        ("min/1", ("5", "2026-06-14"), {}, ("kinds_differ", "")),
        ("comparison/1", ("€5", "US$4"), {"relation": "less"}, ("currencies_differ", "inputs.1")),
        ("ordering/1", ("1 month", "30 days"), {"direction": "ascending"}, ("units_differ", "inputs.1")),
        ("min/1", ("03/04/2026", "2026-06-14"), {}, ("ambiguous_date", "inputs.0")),
        ("date_difference/1", ("14 June 2026", "5"), {}, ("no_value", "inputs.1")),
        (
            "date_difference/1",
            ("14 June 2026", "13 June 2026"),
            {"both_days": True},
            ("dates_reversed", "inputs.1"),
        ),
        ("concatenation/1", ("a", "  "), {}, ("no_value", "inputs.1")),
        ("concatenation/1", ("a" * LONGEST_INPUT,) * 11, {}, ("result_too_long", "")),
        ("concatenation/1", ("a", "b\u202ec"), {}, ("hidden_direction", "inputs.1")),
    ],
)
def test_what_cannot_be_worked_out_is_refused_with_its_reason(
    operation: str, texts: tuple[str, ...], parameters: dict[str, object], expected: tuple[str, str]
) -> None:
    assert refusal(operation, *texts, **parameters) == expected


NUMBERS = st.lists(st.decimals(-(10**9), 10**9, places=3).map(lambda amount: f"{amount:f}"), min_size=2, max_size=8)
ANY = {
    "conversion/1": {"unit": "days"},
    "comparison/1": {"relation": "less"},
    "ordering/1": {"direction": "ascending"},
}


def signless_zero(text: str) -> str:
    return text.removeprefix("-") if set(text) <= set("-0.") else text


@given(texts=NUMBERS.map(lambda texts: [*map(signless_zero, texts)]), random=st.randoms())
def test_a_sum_and_a_mean_do_not_depend_on_the_order(texts: list[str], random: object) -> None:
    shuffled = list(texts)
    random.shuffle(shuffled)
    for operation in ("sum/1", "mean/1", "min/1", "max/1"):
        assert computed(operation, *texts, language="en") == computed(operation, *shuffled, language="en")
    assert computed("sum/1", *texts, language="en") == of(str(sum(map(Fraction, texts))))


@given(texts=st.lists(st.integers(0, 10**12).map(str), min_size=2, max_size=2))
def test_a_difference_turned_round_changes_its_sign(texts: list[str]) -> None:
    there, back = computed("difference/1", *texts), computed("difference/1", *reversed(texts))
    assert isinstance(there, Number)
    assert isinstance(back, Number)
    assert there.amount == -back.amount


@given(days=st.lists(st.dates().map(lambda day: day.isoformat()), min_size=2, max_size=2))
def test_days_between_dates_turned_round_change_their_sign(days: list[str]) -> None:
    there, back = computed("date_difference/1", *days), computed("date_difference/1", *reversed(days))
    assert there.amount == -back.amount


@given(
    operation=st.sampled_from(sorted(REGISTRY)),
    inputs=st.lists(st.builds(Input, TEXTS, TAGS), max_size=3),
    parameters=st.dictionaries(st.sampled_from(["as", "unit", "distinct", "x"]), st.from_type(object), max_size=2),
)
def test_computing_raises_nothing_but_the_refusal(
    operation: str, inputs: list[Input], parameters: dict[str, object]
) -> None:
    refused: list[NotComputable] = []
    for choices in (parameters, ANY.get(operation, {})):
        try:
            compute(operation=operation, inputs=inputs, parameters=choices)
        except NotComputable as refusal:
            refused.append(refusal)
    assert all(refusal.code in CODES for refusal in refused)


CASES = [
    ("sum/1", ("1.234,56 €", "0,44 €"), "de", {}),
    ("mean/1", ("1", "2", "4"), "en", {}),
    ("percentage_change/1", ("30 days", "14 days"), "en", {}),
    ("date_difference/1", ("29 March 2026", "30 March 2026"), "en", {}),
]
HERE = ["1235 EUR", "≈ 2.333333333333", "≈ -53.333333333333 %", "1 days"]


@pytest.fixture
def _another_zone() -> Iterator[None]:
    """A zone whose 29 March 2026 has 23 hours, in a process that writes decimals with commas where it can."""
    zone, numeric = os.environ.get("TZ"), locale.setlocale(locale.LC_ALL)
    os.environ["TZ"] = "Europe/Berlin"
    time.tzset()
    yield
    os.environ.pop("TZ") if zone is None else os.environ.__setitem__("TZ", zone)
    time.tzset()
    locale.setlocale(locale.LC_ALL, numeric)


@pytest.mark.usefixtures("_another_zone")
def test_nothing_depends_on_the_decimal_context_or_the_zone_of_the_process() -> None:
    narrow = decimal.Context(prec=1, rounding=decimal.ROUND_UP, Emax=1, Emin=-1, traps=[decimal.Inexact])
    with decimal.localcontext(narrow):
        assert [result(name, *texts, language=tag, **choices) for name, texts, tag, choices in CASES] == HERE


def other_locales() -> list[str]:
    listed = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=True).stdout.split()
    return [name for name in listed if name not in ("C", "POSIX")]


def test_nothing_depends_on_the_locale_or_the_hash_seed_of_the_process() -> None:
    """In processes of their own: the locale is set before the first import, sets are walked in other orders."""
    code = (
        "import locale; locale.setlocale(locale.LC_ALL, '')\n"
        "from tests.unit.core.operations.test_computing import CASES\n"
        "from tests.unit.core.operations.computed import result\n"
        "print([result(n, *t, language=l, **c) for n, t, l, c in CASES])"
    )
    for seed, name in enumerate([*other_locales()[:2], "C"]):
        environment = {**os.environ, "LC_ALL": name, "PYTHONHASHSEED": str(seed), "PYTHONIOENCODING": "utf-8"}
        ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, encoding="utf-8")
        assert ran.stdout.strip() == str(HERE), ran.stderr


def test_the_largest_and_the_worst_inputs_are_answered_soon() -> None:
    """No input within the caps takes long. The bound is generous: it catches a power, not a slow machine."""
    started = time.process_time()
    assert computed("sum/1", *["9" * 40] * MOST_INPUTS) == of(int("9" * 40) * MOST_INPUTS)
    for worst in ("1 " * 500, "1." * 500, "a" * 1000, " " * 1000, "1" + " " * 998 + "a", "€" * 1000, "1 111" * 200):
        for operation in ("sum/1", "max/1", "date_difference/1"):
            with pytest.raises(NotComputable):
                computed(operation, worst, worst, language="fr")
    assert time.process_time() - started < 5


def test_the_worst_statements_are_answered_soon() -> None:
    started = time.process_time()
    for worst in ("1 ", "1.", "1/1/1", "14 June 2026 ", "may 1, ", "1 111", "*1", "日1", "less than ", "\t", "€"):
        statement = (worst * LONGEST_RESULT)[:LONGEST_RESULT]
        for value in (of(7), Date(date(2026, 1, 1)), Truth("less", True)):
            with pytest.raises(DoesNotAgree):
                prove_agreement(statement=statement, claim="1" if "1" in worst else "less", value=value, language="fr")
    assert time.process_time() - started < 10
