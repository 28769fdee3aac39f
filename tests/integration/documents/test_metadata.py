"""Names are one line in one spelling; whatever else they are is refused."""

from typing import Any

import pytest

from citeledger.core.refusals import Refused
from citeledger.documents.metadata import Metadata, Status, checked

GOOD = Metadata(title="Refunds")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", ""),
        ("title", "  "),
        ("title", "x" * 301),
        ("title", "two\nlines"),
        ("title", "bell\x07"),
        ("title", "nul\x00"),
        ("title", "half \ud800"),
        ("title", "exe.\u202etxt"),
        ("owner", "x" * 201),
        ("owner", "separated\u2028name"),
        ("originator", "x" * 201),
        ("classification", "x" * 101),
        ("source_quality", "x" * 501),
        ("language", ""),
        ("language", "e"),
        ("language", "en_GB"),
        ("language", "en-"),
        ("language", "en-GB\n"),
        ("language", "en-" + "-".join(["variants"] * 4)),
        ("status", "secret"),
    ],
)
def test_a_bad_field_is_named(field: str, value: Any) -> None:
    with pytest.raises(Refused) as refused:
        checked(Metadata(**{"title": "Refunds", field: value}))
    assert (refused.value.code, refused.value.at) == ("invalid_metadata", field)


@pytest.mark.parametrize("language", ["en", "pt-BR", "zh-Hant-TW", "sl-rozaj-biske", "de-1901"])
def test_language_tags_of_the_right_shape_pass(language: str) -> None:
    assert checked(Metadata(title="Refunds", language=language)).language == language


def test_names_are_stored_in_one_spelling() -> None:
    said = checked(Metadata(title=" Cafe\u0301 ", owner="Zoe\u0308"))
    assert (said.title, said.owner) == ("Caf\u00e9", "Zo\u00eb")


def test_lengths_are_counted_in_the_stored_spelling() -> None:
    assert len(checked(Metadata(title="e\u0301" * 300)).title) == 300


def test_a_status_given_as_a_word_becomes_a_status() -> None:
    assert checked(Metadata(title="Refunds", status="draft")).status is Status.DRAFT  # type: ignore[arg-type]  # as an edge might
