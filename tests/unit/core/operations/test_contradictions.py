"""A language that a writer names decides what the document leaves open, and contradicts it nowhere."""

from datetime import date

import pytest

from citeledger.core.operations.contradictions import contradiction
from citeledger.core.operations.reading import Input
from citeledger.core.operations.values import Date, Value
from tests.unit.core.operations.computed import of


def found(text: str, named: str, of_document: str, operation: str = "sum/1") -> tuple[Value, Value] | None:
    return contradiction(operation=operation, source=Input(text, named), of_document=of_document)


def test_two_readings_that_differ_are_both_told() -> None:
    assert found("1.500 EUR", "en", "de") == (of(1500, "EUR"), of("1.5", "EUR"))
    assert found("1,500 EUR", "de", "en-GB") == (of(1500, "EUR"), of("1.5", "EUR"))
    assert found("5 billion", "en", "de") == (of(5 * 10**12), of(5 * 10**9))
    april, march = Date(date(2026, 4, 3)), Date(date(2026, 3, 4))
    assert found("03/04/2026", "en-US", "en-GB", "max/1") == (april, march)


@pytest.mark.parametrize(
    ("text", "named", "of_document"),
    [
        ("1.500 EUR", "de", "de"),
        ("1500 EUR", "en", "de"),
        ("1.500 EUR", "en", ""),
        ("1.500 EUR", "es-MX", "es"),
        ("1,234.56 EUR", "en", "de"),
        ("1.500 EUR", "", "de"),
    ],
)
def test_what_the_document_reads_alike_or_not_at_all_contradicts_nothing(
    text: str, named: str, of_document: str
) -> None:
    assert found(text, named, of_document) is None


def test_words_have_no_other_reading() -> None:
    assert found("1.500 EUR", "en", "de", "count/1") is None
