"""Every basis on paper: its word, its own drawing in grey, and what has to be said beside it."""

import json
from collections import Counter
from datetime import date

import pytest

from citeledger.core.statements import FROM_SOURCES
from citeledger.interfaces.exports.attachment import attachment
from citeledger.interfaces.exports.export import ExportedVersion
from citeledger.interfaces.exports.layout import report_data
from citeledger.interfaces.exports.pdf import render_pdf
from citeledger.interfaces.wording import AS_OF, BASES, WITHHELD
from tests.unit.exports.paper import Paper
from tests.unit.exports.samples import export, statement
from tests.unit.exports.test_report_pdf import squeezed

BOUND = ExportedVersion(number=42, on=date(2026, 3, 2))


def strokes(**more: object) -> Counter[str]:
    return Paper(render_pdf(export=export(statement("Words.", **more)))).strokes


def test_each_basis_is_drawn_with_a_shape_of_its_own() -> None:
    plain = strokes(basis="overheard")
    added = [strokes(basis=basis) - plain for basis in FROM_SOURCES]
    assert all(added)
    assert all(added.count(one) == 1 for one in added)


def test_a_bound_version_and_what_was_withheld_are_drawn_too() -> None:
    plain = strokes(basis="quoted")
    assert strokes(basis="quoted", as_of=(BOUND,)) - plain
    withheld = Paper(render_pdf(export=export(statement("Words."), withheld=2)))
    assert withheld.strokes - plain
    assert squeezed("2 sentences withheld as unproved.") in withheld.unbroken


@pytest.mark.parametrize("basis", FROM_SOURCES)
def test_its_word_and_remark_stand_beside_the_state(basis: str) -> None:
    words = BASES[basis]
    paper = Paper(render_pdf(export=export(statement("Words.", basis=basis))))
    remark = f", {words.remark}" if words.remark else ""
    assert squeezed(f"Current · {words.word}{remark}") in paper.unbroken


def test_an_absence_is_said_to_be_weaker() -> None:
    paper = Paper(render_pdf(export=export(statement("Words.", basis="absence"))))
    assert squeezed("Not found, weaker than a passage that says so") in paper.unbroken


def test_a_bound_version_is_worded_and_typed() -> None:
    bound = export(statement("Words.", as_of=(BOUND,)))
    assert squeezed("Quoted · as of version 42, 2026-03-02") in Paper(render_pdf(export=bound)).unbroken
    assert json.loads(attachment(export=bound))["segments"][0]["as_of"] == [{"number": 42, "on": "2026-03-02"}]


def test_what_is_not_shown_says_no_version() -> None:
    hidden = export(statement(None, state="unavailable", as_of=(BOUND,)))
    assert attachment(export=hidden) == attachment(export=export(statement(None, state="unavailable")))
    assert report_data(export=hidden) == report_data(export=export(statement(None, state="unavailable")))


def test_the_legend_explains_every_sign() -> None:
    paper = Paper(render_pdf(export=export()))
    for words in (*(BASES[basis] for basis in FROM_SOURCES), AS_OF, WITHHELD):
        assert squeezed(f"{words.word} {words.meaning}") in paper.unbroken
