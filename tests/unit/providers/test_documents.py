"""The documents of a request, the table of units, and the list of readers."""

import re
from pathlib import Path

import pytest

import citeledger.providers
from citeledger.core.outcomes import Locator
from citeledger.providers import PROVIDERS, BadRequestDocument, Reason, RequestDocument, UnknownProvider, ingest
from citeledger.providers.reasons import NoteKind
from citeledger.providers.units import READINGS

_DOCS = (Path(citeledger.providers.__file__).parents[2] / "docs" / "providers.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "wrong",
    [
        {"parts": (Locator(0, 9),)},
        {"parts": (Locator(-1, 2),)},
        {"parts": (Locator(2, 1),)},
        {"parts": (Locator(0, 1), Locator(1, 2))},
        {"media_type": "application/x-unheard-of"},
    ],
)
def test_a_document_described_wrongly_is_refused_before_anything_is_read(wrong: dict[str, object]) -> None:
    with pytest.raises(BadRequestDocument):
        RequestDocument(text="Four", **wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_an_unknown_reader_is_the_callers_mistake() -> None:
    with pytest.raises(UnknownProvider):
        ingest(provider="Anthropic", response={}, documents=())


@pytest.mark.parametrize("response", [None, [], "text", 5, True])
@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_is_no_object_is_no_response(provider: str, response: object) -> None:
    ingested = ingest(provider=provider, response=response, documents=())
    assert [one.reason for one in ingested.report.rejections] == [Reason.NOT_A_RESPONSE]


def test_the_documentation_says_how_every_type_of_number_is_read() -> None:
    rows = re.findall(r"^\| `([a-z_]+\.\w+)` \|(.*)\|$", _DOCS, re.MULTILINE)
    told = dict(rows)
    assert told.keys() == READINGS.keys()
    for kind, readings in READINGS.items():
        declared, *others = readings
        words = "inclusive" if declared.end_inclusive else "exclusive"
        cells = [cell.strip() for cell in told[kind].split("|")]
        assert cells[:3] == [declared.unit.value.replace("_", " "), str(declared.first), words], kind
        assert bool(cells[3]) is bool(others), kind


def test_the_documentation_names_every_reader_reason_and_note() -> None:
    for name in (*PROVIDERS, *Reason, *NoteKind):
        assert f"`{name}`" in _DOCS, name
