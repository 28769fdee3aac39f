"""What a statement rests on is named on paper and in the attached file, to those it is shown to."""

import json
from datetime import date

import pytest

from citeledger.interfaces.exports.attachment import attachment
from citeledger.interfaces.exports.layout import report_data
from citeledger.interfaces.exports.pdf import ExportedSource, render_pdf
from tests.unit.exports.paper import Paper
from tests.unit.exports.samples import export, statement

POLICY = ExportedSource(title="Returns policy", number=3, on=date(2026, 3, 2))
FEES = ExportedSource(title="Fees <1>", number=1, on=date(2025, 1, 9))


def test_each_version_is_named_once_with_all_that_rests_on_it() -> None:
    made = export(
        statement("Thirty days.", sources=(POLICY,)),
        statement("Free of charge.", number=2, sources=(FEES, POLICY)),
    )
    assert [(row["version"], row["on"], row["links"], row["more"]) for row in report_data(export=made)["sources"]] == [
        ("3", "2026-03-02", [{"to": 0, "number": "1"}, {"to": 1, "number": "2"}], 0),
        ("1", "2025-01-09", [{"to": 1, "number": "2"}], 0),
    ]
    paper = Paper(render_pdf(export=made)).unbroken
    assert "SourcesDocumentVersionDatedCitedinReturnspolicy32026-03-021,2Fees<1>12025-01-092" in paper
    told = [segment["sources"] for segment in json.loads(attachment(export=made))["segments"]]
    assert told[1] == [
        {"title": "Fees <1>", "number": 1, "on": "2025-01-09"},
        {"title": "Returns policy", "number": 3, "on": "2026-03-02"},
    ]


@pytest.mark.parametrize("state", ["unavailable", "unverified"])
def test_what_is_not_shown_names_nothing(state: str) -> None:
    hidden = export(statement("Thirty days.", state=state, sources=(POLICY,)))
    bare = export(statement("Thirty days.", state=state))
    assert report_data(export=hidden) == report_data(export=bare)
    assert attachment(export=hidden) == attachment(export=bare)
    assert render_pdf(export=hidden) == render_pdf(export=bare)


def test_a_title_that_cannot_be_printed_is_told_of() -> None:
    odd = ExportedSource(title="Fees \u202e", number=1, on=date(2025, 1, 9))
    made = json.loads(attachment(export=export(statement("Free.", sources=(odd,)))))
    assert made["substitutions"] == [{"where": 0, "characters": ["U+202E"]}]
