"""Days as languages write them; a date that can be two days is none."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.operations.reading import Input, read_date
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.values import Date


def day(text: str, language: str = "") -> date:
    value = read_date(Input(text, language), "inputs.0")
    assert isinstance(value, Date)
    return value.day


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("2026-06-14", ""),
        ("2026/06/14", ""),
        ("2026-6-14", ""),
        ("14 June 2026", ""),
        ("14 JUNE 2026", "en"),
        ("14th of June 2026", "en"),
        ("14 Jun 2026", "en"),
        ("Jun. 14, 2026", "en"),
        ("June 14, 2026", ""),
        ("June 14th, 2026", "en"),
        ("Sunday, 14 June 2026.", "en"),
        ("effective from June 14, 2026, for all", "en"),
        ("14.06.2026", ""),
        ("14. 6. 2026", "cs"),
        ("14. Juni 2026", "de"),
        ("14 juin 2026", "fr"),
        ("14 de junio de 2026", "es"),
        ("14 giugno 2026", "it"),
        ("14 juni 2026", "nl"),
        ("14 de junho de 2026", "pt"),
        ("14 juni 2026", "sv"),
        ("14. juni 2026", "nb"),
        ("14 czerwca 2026", "pl"),
        ("14. lipnja 2026", "hr"),
        ("14 июня 2026 года", "ru"),
        ("2026年6月14日", "ja"),
        ("自2026年6月14日起", "zh"),
        ("2026년 6월 14일", "ko"),
        ("14/06/2026", "en-GB"),
        ("06/14/2026", "en-US"),
        ("06/14/2026", ""),
        ("14-06-2026", "nl"),
        ("١٤/٠٦/٢٠٢٦", "ar"),
    ],
)
def test_a_date_is_read_as_its_language_writes_it(text: str, language: str) -> None:
    assert day(text, language) == date(2026, 6, 14)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("03/04/2026", "en-GB", date(2026, 4, 3)),
        ("03/04/2026", "en-US", date(2026, 3, 4)),
        ("03/04/2026", "de", date(2026, 4, 3)),
        ("03.04.2026", "", date(2026, 4, 3)),
        ("05/05/2026", "", date(2026, 5, 5)),
        ("14 listopada 2026", "pl", date(2026, 11, 14)),
        ("14 listopada 2026", "hr", date(2026, 10, 14)),
        ("1er janvier 2026", "fr", date(2026, 1, 1)),
        ("1. Jänner 2026", "de-AT", date(2026, 1, 1)),
        ("14 fe\u0301vrier 2026", "fr", date(2026, 2, 14)),
        ("29 February 2024", "en", date(2024, 2, 29)),
        ("0001-01-01", "", date.min),
        ("9999-12-31", "", date.max),
    ],
)
def test_the_language_decides(text: str, language: str, expected: date) -> None:
    assert day(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "code"),
    [
        ("03/04/2026", "", "ambiguous_date"),
        ("03/04/2026", "en", "ambiguous_date"),
        ("03/04/2026", "en-CA", "ambiguous_date"),
        ("03/04/2026", "fr-CA", "ambiguous_date"),
        ("03-04-2026", "", "ambiguous_date"),
        ("14 listopada 2026", "", "ambiguous_date"),
        ("30 February 2026", "en", "no_such_date"),
        ("29 February 2026", "en", "no_such_date"),
        ("2026-13-01", "", "no_such_date"),
        ("2026-00-10", "", "no_such_date"),
        ("0000-01-01", "", "no_such_date"),
        ("32/13/2026", "", "no_such_date"),
        ("14/06/2026", "en-US", "no_such_date"),
        ("14 June 2026 BC", "en", "no_such_date"),
        ("14. Juni 2026 v. Chr.", "de", "no_such_date"),
        ("-2026-06-14", "", "no_value"),
        ("14/06/26", "en-GB", "two_digit_year"),
        ("14 June 26", "en", "two_digit_year"),
        ("14 June 20260", "en", "two_digit_year"),
        ("12026-06-14", "", "two_digit_year"),
        ("۱۴۰۵/۰۳/۲۴", "fa", "calendar_unknown"),
        ("14/06/2569", "th", "calendar_unknown"),
        ("2018-10-02", "am-ET", "calendar_unknown"),
        ("June 2026", "en", "no_value"),
        ("14 June", "en", "no_value"),
        ("14 days 2026", "en", "no_value"),
        ("2026-06-14T10:00", "", "no_value"),
        ("192.168.1.1", "", "no_value"),
        ("yesterday", "en", "no_value"),
        ("114 June 2026", "en", "no_value"),
        ("14 and 16 June 2026", "en", "several_values"),
        ("14 June 2026 at 10:30", "en", "several_values"),
        ("14 June 2026 to 16 June 2026", "en", "several_values"),
        ("1" * 1001, "", "input_too_long"),
    ],
)
def test_what_names_no_one_day_is_refused(text: str, language: str, code: str) -> None:
    with pytest.raises(NotComputable) as refused:
        day(text, language)
    assert refused.value.code == code


@given(wanted=st.dates(min_value=date(1000, 1, 1)))
def test_without_a_language_a_numeric_date_is_read_only_where_one_reading_exists(wanted: date) -> None:
    text = f"{wanted.day:02d}/{wanted.month:02d}/{wanted.year}"
    if wanted.day > 12 or wanted.day == wanted.month:
        assert day(text) == wanted
    else:
        with pytest.raises(NotComputable) as refused:
            day(text)
        assert refused.value.code == "ambiguous_date"


@given(wanted=st.dates(min_value=date(1000, 1, 1)))
def test_an_iso_date_is_read_back(wanted: date) -> None:
    assert day(wanted.isoformat()) == wanted
