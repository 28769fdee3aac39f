"""Which headings stand over something: by their levels, and over nothing that is not said."""

import pytest

from citeledger.core.headings import bare_headings


@pytest.mark.parametrize(
    ("outline", "bare"),
    [
        (["# Title", "## Part", True], []),
        (["# Title", "## Part", False], [0, 1]),
        (["# Title", "## First", False, "## Second", True], [1]),
        (["# Title", False, "# Other", True], [0]),
        (["## Deep", "# Title", True], [0]),
        (["# Title", True, "## Part", False], [2]),
        (["# One", "### Three", "## Two", True], [1]),
        (["Title", "Part", True], [0]),  # nothing says which is above the other
        (["# Title", "Part", True], []),
        (["Title", "## Part", True], [0]),
        (["Title", False, True], []),
        (["#hashtag", "## Part", True], []),
        (["#" * 7 + " Seven", "## Part", True], [0]),
        ([True, "# End"], [1]),
        ([], []),
    ],
)
def test_a_heading_reaches_to_the_next_of_its_level(outline: list[str | bool], bare: list[int]) -> None:
    assert sorted(bare_headings(outline)) == bare
