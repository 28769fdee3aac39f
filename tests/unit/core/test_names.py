"""What a name may be."""

import pytest

from citeledger.core.names import BadName, checked_name


def test_it_is_spelled_one_way_without_space_around_it() -> None:
    assert checked_name(text="  Cafe\u0301 rules ", longest=10) == "Café rules"


@pytest.mark.parametrize("text", ["", " ", "\u200b", " \u200b ", "\u3164", "\u2800\u00a0", "\u200d\ufe0f"])
def test_something_of_it_is_seen(text: str) -> None:
    with pytest.raises(BadName, match="needed"):
        checked_name(text=text, longest=10)


@pytest.mark.parametrize("text", ["a\nb", "a\u202eb", "a\x00b", "a\u2028b", "x" * 11, "\u0323\u0301" * 21])
def test_it_is_one_line_that_reads_as_written(text: str) -> None:
    with pytest.raises(BadName):
        checked_name(text=text, longest=10)


def test_a_heap_of_marks_is_refused_before_it_is_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citeledger.core.names.unicodedata", None)
    with pytest.raises(BadName, match="At most 10"):
        checked_name(text="a" + "\u0323\u0301" * 40_000, longest=10)


def test_three_characters_may_compose_to_one() -> None:
    assert len(checked_name(text="\u1100\u1161\u11a8" * 10, longest=10)) == 10
