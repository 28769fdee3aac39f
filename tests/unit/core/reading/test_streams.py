from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.core.reading.streams import MOST_OCCURRENCES, Stream, Stretch
from citeledger.core.reading.tokens import Token
from tests.rig.examples import examples


def stream(values: list[str]) -> Stream:
    return Stream.of(Token(value, 2 * index, 2 * index + 1, True) for index, value in enumerate(values))


@settings(deadline=None, max_examples=examples(150))
@given(st.lists(st.sampled_from("ab"), max_size=120), st.lists(st.sampled_from("ab"), min_size=1, max_size=12))
def test_every_occurrence_is_found_with_and_without_an_index(values: list[str], wanted: list[str]) -> None:
    expected = [i for i in range(len(values) - len(wanted) + 1) if values[i : i + len(wanted)] == wanted]
    looked_in = stream(values)
    # The first look-ups scan, the later ones use the index of single tokens or, for long passages, of runs.
    assert all(looked_in.occurrences(wanted) == expected for _ in range(12))


def test_looking_stops_in_a_crowd() -> None:
    crowd = stream(["a"] * 5_000)
    for _ in range(12):
        assert len(crowd.occurrences(["a"] * 9)) == MOST_OCCURRENCES + 1


def test_no_passage_occurs_nowhere() -> None:
    assert stream(["a"]).occurrences([]) == []


def test_a_range_touches_the_tokens_it_cuts() -> None:
    words = Stream.of([Token("30", 0, 2, True), Token("days", 3, 7, True)])
    assert words.stretch(start=0, end=1) == Stretch(0, 1)
    assert words.stretch(start=1, end=4) == Stretch(0, 2)
    assert words.stretch(start=2, end=3) == Stretch(1, 1)
