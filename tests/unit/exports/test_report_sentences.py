"""The fixed words of a report."""

from collections import Counter

import pytest

from citeledger.core.states import State
from citeledger.interfaces.exports.sentences import NOTICES, basis_word, stamp, summary
from citeledger.interfaces.wording import BASES
from tests.unit.exports.samples import COMPUTED_AT


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ({}, "No citations"),
        ({State.CURRENT: 1}, "1 citation: 1 current"),
        (
            {State.UNAVAILABLE: 1, State.CURRENT: 5, State.SOURCE_CHANGED: 1},
            "7 citations: 5 current, 1 source changed, 1 unavailable",
        ),
        ({State.UNVERIFIED: 2}, "2 citations: 2 unverified"),
    ],
)
def test_the_summary_names_only_the_states_that_occur(counts: dict[State, int], sentence: str) -> None:
    assert summary(counts=Counter(counts)) == sentence


def test_the_stamp_says_for_whom_when_and_that_paper_ages() -> None:
    said = "States computed for Amira at 2026-11-30 10:42:07 UTC; a later copy cannot be revalidated."

    assert stamp(viewer_name="Amira", at=COMPUTED_AT) == said


def test_a_blank_name_leaves_no_hole_in_the_stamp() -> None:
    assert "for a viewer without a name at" in stamp(viewer_name=" ", at=COMPUTED_AT)


def test_an_outage_is_never_worded_as_unavailable() -> None:
    assert "available" not in NOTICES[State.UNVERIFIED]


def test_bases_use_the_words_of_every_surface_and_new_ones_are_printed_as_they_came() -> None:
    assert [basis_word(basis=basis) for basis in ("quoted", "overheard")] == [BASES["quoted"].word, "overheard"]
