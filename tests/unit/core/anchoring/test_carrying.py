"""Spans carried from one reading of some bytes to another."""

from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.anchoring.carrying import carried
from citeledger.core.outcomes import Locator

OLD = "Fee cap (2.5% of spend) applies."
NEW = "Fee cap (2.5%of spend) applies."


def place(old: str, new: str, passage: str) -> str | None:
    start = old.index(passage)
    (found,) = carried(old=old, new=new, spans=[Locator(start, start + len(passage))])
    return None if found is None else new[found.start : found.end]


def test_other_spaces_are_the_same_passage() -> None:
    assert place(OLD, NEW, "2.5% of spend") == "2.5%of spend"
    assert place(NEW, OLD, "2.5%of spend") == "2.5% of spend"
    assert place("a  b\n\nc", "x a b c", "b\n\nc") == "b c"


def test_other_letters_are_not() -> None:
    assert place(OLD, NEW.replace("2.5", "2.6"), "2.5% of spend") is None
    assert place("co-operate", "cooperate", "co-operate") is None


def test_a_passage_that_is_there_twice_has_no_plain_place() -> None:
    assert place("30 days. 30 days.", "30 days.", "30 days.") is None
    assert place("30 days.", "30 days. 3 0days.", "30 days.") is None
    assert place("aaa", "aaa", "aa") is None


def test_space_alone_is_nowhere() -> None:
    assert place("a \n b", "a b", " \n ") is None


def test_long_passages_are_told_apart_behind_equal_beginnings() -> None:
    text = "Wait for 30 days. Wait for 30 hours. Wait for 30 days or so."
    assert place(text, text, "Wait for 30 hours.") == "Wait for 30 hours."
    assert place(text, text, "Wait for 30 days or so.") == "Wait for 30 days or so."
    assert place(text, text, "Wait for 30 days") is None


@given(st.lists(st.text("ab \n1", min_size=1, max_size=14), min_size=1, max_size=12), st.data())
def test_what_is_carried_has_the_same_letters_and_is_unique(words: list[str], data: st.DataObject) -> None:
    old, new = " ".join(words), "\n".join(words)
    start = data.draw(st.integers(0, len(old) - 1))
    end = data.draw(st.integers(start + 1, len(old)))
    (found,) = carried(old=old, new=new, spans=[Locator(start, end)])
    if found is not None:
        letters = "".join(old[start:end].split())
        assert "".join(new[found.start : found.end].split()) == letters
        assert new[found.start : found.end].strip() == new[found.start : found.end]
        assert sum("".join(new.split()).startswith(letters, at) for at in range(len(new))) == 1
