"""Numbers as languages write them: read as what they are, or refused; never read as something smaller."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.operations.limits import LONGEST_INPUT, MOST_DIGITS
from citeledger.core.operations.reading import Input, read_date, read_number, read_quantity, read_text
from citeledger.core.operations.refusing import CODES, NotComputable
from tests.unit.core.operations.computed import number, number_refusal, of

MINUS, NO_BREAK, NARROW = "\u2212", "\u00a0", "\u202f"


@pytest.mark.parametrize(
    ("text", "language", "amount"),
    [
        ("1,234.56", "en", "1234.56"),
        ("1,234", "en", "1234"),
        ("1.234", "en", "1.234"),
        ("1.234,56", "de", "1234.56"),
        ("1.234", "de", "1234"),
        ("1,234", "de", "1.234"),
        ("1 234,56", "fr", "1234.56"),
        (f"1{NARROW}234{NARROW}567,8", "fr", "1234567.8"),
        (f"1{NO_BREAK}234", "en", "1234"),
        ("12,34,567.5", "en-IN", "1234567.5"),
        ("12,34,567", "hi", "1234567"),
        ("1'234.50", "de-CH", "1234.50"),
        ("1’234’567", "de-CH", "1234567"),
        ("1.234", "de-CH", "1.234"),
        ("1.234.567", "", "1234567"),
        ("1,234.56", "", "1234.56"),
        ("1.234,56", "", "1234.56"),
        ("12,34,567", "", "1234567"),
        ("0.125", "", "0.125"),
        ("0,125", "", "0.125"),
        ("1234", "", "1234"),
        ("3.5", "", "3.5"),
        ("1234.567", "", "1234.567"),
        ("-5", "", "-5"),
        (f"{MINUS}5", "", "-5"),
        ("+5", "", "5"),
        ("\u200e-5", "ar", "-5"),
        ("١٬٢٣٤٫٥", "ar", "1234.5"),
        ("۱۲۳", "fa", "123"),
        ("१२,३४,५६७", "hi", "1234567"),
        ("１２３．４", "ja", "123.4"),
        ("１，２３４", "ja", "1234"),
        ("0", "", "0"),
        ("2.50", "en", "2.5"),
    ],
)
def test_a_number_is_read_as_its_language_writes_it(text: str, language: str, amount: str) -> None:
    assert number(text, language) == of(amount)


@pytest.mark.parametrize(
    ("text", "language", "amount", "unit"),
    [
        ("5 %", "", "5", "%"),
        ("5%", "", "5", "%"),
        ("5 ％", "ja", "5", "%"),
        ("5 per cent", "en", "5", "%"),
        ("5 percentage points", "en", "5", "percentage points"),
        ("2,5 Prozentpunkte", "de", "2.5", "percentage points"),
        ("7 ‰", "", "7", "‰"),
        ("€5", "", "5", "EUR"),
        ("€ 5.20", "en", "5.2", "EUR"),
        ("5,20 €", "de", "5.2", "EUR"),
        (f"{MINUS}5 €", "", "-5", "EUR"),
        ("-€5", "", "-5", "EUR"),
        ("€-5", "", "-5", "EUR"),
        ("EUR 1,000", "en", "1000", "EUR"),
        ("1 000 EUR", "fr", "1000", "EUR"),
        ("US$3", "", "3", "USD"),
        ("$3", "en-US", "3", "USD"),
        ("$3", "en-CA", "3", "CAD"),
        ("$3 CAD", "en-US", "3", "CAD"),
        ("£3", "en", "3", "GBP"),
        ("¥300", "ja", "300", "JPY"),
        ("￥300", "zh", "300", "CNY"),
        ("30 kr", "sv", "30", "SEK"),
        ("30 kr", "da", "30", "DKK"),
        ("₹1,00,000", "en-IN", "100000", "INR"),
        ("5 million EUR", "en", "5000000", "EUR"),
        ("€1.5 million", "en", "1500000", "EUR"),
        ("1,5 Mio. €", "de", "1500000", "EUR"),
        ("2 billion", "en", "2000000000", ""),
        ("2 Billionen", "de", "2000000000000", ""),
        ("3 crore", "en-IN", "30000000", ""),
        ("5万円", "ja", "50000", "JPY"),
        ("5千円", "ja", "5000", "JPY"),
        ("5 % points", "en", "5", "percentage points"),
        ("25 bps", "en", "0.25", "percentage points"),
        ("14 days", "en", "14", "days"),
        ("14\ndays", "en", "14", "days"),
        ("14 DAYS", "en", "14", "days"),
        ("14 Tage", "de", "14", "days"),
        ("14 дней", "ru", "14", "days"),
        ("14天", "zh", "14", "days"),
        ("14日間", "ja", "14", "days"),
        ("14 ans", "fr", "14", "years"),
        ("2 months", "", "2", "months"),
        ("5km", "", "5", "km"),
        ("10 GB", "", "10", "GB"),
        ("10 GiB", "", "10", "GiB"),
        ("3 kg", "", "3", "kg"),
    ],
)
def test_a_number_carries_its_unit(text: str, language: str, amount: str, unit: str) -> None:
    assert number(text, language).to(of(0, unit).unit) == of(amount, unit)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Refunds close after 14 days.", "en"),
        ("  14 days.  ", "en"),
        ("“14 days”", "en"),
        ("**14 days**", "en"),
        ("(14 days)", "en"),
        ("| 14 days |", "en"),
        ("within 14 days’ notice", "en"),
        ("自收到之日起14天内，客户可以退款。", "zh"),
        ("退款（14天）", "zh"),
    ],
)
def test_the_only_number_of_a_passage_is_meant(text: str, language: str) -> None:
    assert number(text, language) == of(14, "days")


@pytest.mark.parametrize(
    ("text", "language", "code"),
    [
        ("1,234", "", "ambiguous_number"),
        ("1.234", "", "ambiguous_number"),
        ("1.234", "tlh", "ambiguous_number"),
        ("1.234", "es", "ambiguous_number"),
        ("1 234,56", "", "ambiguous_number"),
        ("1 234", "en", "several_values"),
        ("1,23", "en", "not_a_number"),
        ("1.234.56", "de", "not_a_number"),
        ("1,234.567,8", "en", "not_a_number"),
        ("1 234,56,7", "fr", "several_values"),
        ("007", "", "not_a_number"),
        ("-0", "", "not_a_number"),
        ("--5", "", "not_a_number"),
        ("-€-5", "", "not_a_number"),
        ("1٢", "", "not_a_number"),
        ("1\u200b4", "", "several_values"),
        ("4\u200b", "", "not_a_number"),
        ("10-14", "", "several_values"),
        ("10–14 days", "en", "several_values"),
        ("3/4", "", "several_values"),
        ("10:30", "", "several_values"),
        ("v1.2", "", "not_a_number"),
        ("COVID-19", "", "not_a_number"),
        ("5-day", "en", "not_a_number"),
        ("1st", "en", "not_a_number"),
        ("5.x", "en", "not_a_number"),
        (".5", "en", "not_a_number"),
        ("5-", "en", "not_a_number"),
        ("§14", "", "not_a_number"),
        ("§ 14", "", "not_exact"),
        ("~ 5", "", "not_exact"),
        ("≤ 5", "", "not_exact"),
        ("± 5", "", "not_exact"),
        ("- 5", "", "ambiguous_sign"),
        ("– 5", "", "ambiguous_sign"),
        ("(5)", "", "in_brackets"),
        ("(EUR 5)", "", "in_brackets"),
        ("thirty (30) days", "en", "in_brackets"),
        ("½", "", "not_a_number"),
        ("3 ½", "", "several_values"),
        ("10²", "", "several_values"),
        ("Ⅳ", "", "not_a_number"),
        ("fourteen days", "en", "no_value"),
        ("", "", "no_value"),
        ("NaN", "", "no_value"),
        ("Infinity", "", "no_value"),
        ("∞", "", "no_value"),
        ("1e9", "", "several_values"),
        ("1e999999999", "", "several_values"),
        ("1E+5", "", "several_values"),
        ("14 employees", "en", "unit_not_known"),
        ("14 business days", "en", "unit_not_known"),
        ("5 mİllion", "en", "ambiguous_scale"),
        ("5 mİnutes", "en", "unit_not_known"),
        ("5 billion", "", "ambiguous_scale"),
        ("5 billion", "it", "ambiguous_scale"),
        ("5 m", "", "ambiguous_unit"),
        ("5 KB", "", "ambiguous_unit"),
        ("5 pounds", "en", "ambiguous_unit"),
        ("5 TONS", "en", "ambiguous_unit"),
        ("€5m", "en", "not_a_number"),
        ("€5 days", "en", "not_a_number"),
        ("$5", "en", "ambiguous_currency"),
        ("$5", "", "ambiguous_currency"),
        ("¥5", "en", "ambiguous_currency"),
        ("5 kr", "en", "ambiguous_currency"),
        ("€5 USD", "en", "currencies_differ"),
        ("5 eur", "en", "unit_not_known"),
        ("5 EUR per month", "en", "is_a_rate"),
        ("5 km/h", "", "not_a_number"),
        ("20 °C", "", "unit_not_known"),
        ("20 ¢", "", "unit_not_known"),
        ("₿ 20", "", "unit_not_known"),
        ("20 ± 1", "", "several_values"),
        ("20 ± a little", "en", "not_exact"),
        ("20\u0338", "", "not_a_number"),
        ("minus 5 EUR", "en", "ambiguous_sign"),
        ("Moins 5 EUR", "fr", "ambiguous_sign"),
        ("マイナス5円", "ja", "ambiguous_sign"),
        ("5 dollars", "en-US", "ambiguous_unit"),
        ("&minus;5", "", "not_a_number"),
        ("~~5~~", "", "not_a_number"),
        ("5 EUR / month", "", "is_a_rate"),
        ("3 days a year", "en", "is_a_rate"),
        ("14 days or 30 days", "en", "several_values"),
        ("14 June 2026", "en", "several_values"),
        ("1" * (MOST_DIGITS + 1), "", "too_many_digits"),
        ("1" * (LONGEST_INPUT + 1), "", "input_too_long"),
        ("1" * 1_000_000, "", "input_too_long"),
        ("\u202e14\u202c", "", "hidden_direction"),
        ("14\u2066", "", "hidden_direction"),
    ],
)
def test_whatever_is_not_strictly_understood_is_refused(text: str, language: str, code: str) -> None:
    assert number_refusal(text, language) == code


def test_the_caps_themselves_are_allowed() -> None:
    assert number("1" * MOST_DIGITS) == of("1" * MOST_DIGITS)
    assert number("14".rjust(LONGEST_INPUT)) == of(14)


def written(amount: int, decimals: str, *, point: str, group: str, sizes: tuple[int, ...]) -> str:
    """An amount as a person of some language writes it; independent of the code that reads."""
    rest, groups, size = str(amount), [], list(sizes)
    while rest:
        width = size.pop(0) if len(size) > 1 else size[0]
        groups.insert(0, rest[-width:])
        rest = rest[:-width]
    return group.join(groups) + (point + decimals if decimals else "")


LANGUAGES = {
    "en": (".", ",", (3,)),
    "en-IN": (".", ",", (3, 2)),
    "hi": (".", ",", (3, 2)),
    "de": (",", ".", (3,)),
    "de-CH": (".", "’", (3,)),
    "it": (",", ".", (3,)),
    "fr": (",", NARROW, (3,)),
    "ru": (",", " ", (3,)),
    "pl": (",", NO_BREAK, (3,)),
    "ja": (".", ",", (3,)),
    "pt": (",", ".", (3,)),
}
ZEROS = {"en": "0", "hi": "०", "ja": "０"}


@given(
    language=st.sampled_from(sorted(LANGUAGES)),
    amount=st.integers(0, 10**15),
    decimals=st.text("0123456789", max_size=6),
    negative=st.booleans(),
)
def test_what_a_language_writes_is_read_back(language: str, amount: int, decimals: str, negative: bool) -> None:
    point, group, sizes = LANGUAGES[language]
    text = written(amount, decimals, point=point, group=group, sizes=sizes)
    expected = Fraction(f"{amount}.{decimals or 0}")
    zero = ord(ZEROS.get(language, "0"))
    shaped = text.translate({ord("0") + digit: chr(zero + digit) for digit in range(10)})
    if negative and expected:
        shaped, expected = MINUS + shaped, -expected
    assert number(shaped, language) == of(str(expected))


@given(amount=st.integers(1, 999), thousandths=st.integers(100, 999))
def test_three_digits_after_one_separator_never_count_without_a_language(amount: int, thousandths: int) -> None:
    for sign in ".,":
        assert number_refusal(f"{amount}{sign}{thousandths}") == "ambiguous_number"


TEXTS = st.text(
    st.one_of(st.sampled_from("0123456789.,' -−+€$%()/:年月日万٫٬०\n" + NARROW + NO_BREAK), st.characters()),
    max_size=60,
)
TAGS = st.one_of(st.sampled_from(["", "en", "en-US", "de", "fr", "zh", "ar", "th"]), st.text(max_size=5))


@given(text=TEXTS, language=TAGS)
def test_reading_raises_nothing_but_the_refusal(text: str, language: str) -> None:
    refused: list[NotComputable] = []
    for read in (read_number, read_date, read_quantity, read_text):
        try:
            read(Input(text, language), "inputs.0")
        except NotComputable as refusal:
            refused.append(refusal)
    assert all(refusal.code in CODES and refusal.at == "inputs.0" for refusal in refused)
