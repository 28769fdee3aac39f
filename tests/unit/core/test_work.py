"""How much is done for one more span, counted in calls and steps: what is asked for everything at once ends in squares.

T84: texts and questions are other people's, and there may be a hundred times as many tomorrow.
"""

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.anchoring import Locator, Pair, prepare, reanchor
from citeledger.core.anchoring.alignment import Alignment, Kept
from citeledger.core.anchoring.carrying import carried
from citeledger.core.anchoring.struck import Descriptions
from citeledger.core.anchoring.touching import Touching
from citeledger.core.evaluation import extraction
from citeledger.core.evaluation.pairing import pairs
from citeledger.core.evaluation.records import Claim, Place, SpanRule
from citeledger.core.layout import leads, row_states
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.reading import blocks
from citeledger.core.reading.streams import Stream, Stretch
from tests.unit.core.anchored import side, steps


def test_a_long_block_that_moved_beside_an_edited_form_of_it_is_looked_through_once() -> None:
    def deciding(count: int) -> int:
        words = [f"word{number}" for number in range(count)]
        edited = " ".join(["other", *words[1:]])
        old, block = "One stays as it is here.\n\n{}\n\nTwo stays as it is here.\n", " ".join(words)
        new = old.format(f"{edited}\n\n{block}")
        old = old.format(block)
        starts = [old.index(f" word{number} ") + 1 for number in range(1, count - 8, 4)]
        pair = Pair(prepare(side(old)), prepare(side(new)))
        spans = [Locator(start, start + 30) for start in starts]
        return steps(lambda: pair.outcomes(spans))

    few, many = deciding(100), deciding(800)
    assert many < 12 * few


class _Counted(list[Kept]):
    """Counts the members that are handed out."""

    taken = 0

    def __iter__(self) -> Iterator[Kept]:
        for each in super().__iter__():
            self.taken += 1
            yield each

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        self.taken += len(found) if isinstance(key, slice) else 1
        return found


def test_what_is_kept_of_a_stretch_is_found_without_a_walk_to_it() -> None:
    old, new = ([f"w{n}" if n % 2 else f"{side_}{n}" for n in range(4_000)] for side_ in "ab")
    alignment = Alignment(old=Stream(old, (), ()), new=Stream(new, (), ()))
    alignment._kept = counted = _Counted(alignment._kept)

    assert len(list(alignment.pieces(Stretch(3_900, 3_910)))) == 5
    assert 0 < counted.taken <= 8


def test_lines_are_judged_in_the_blocks_that_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    judge = blocks._kept
    monkeypatch.setattr(blocks, "_kept", lambda text, block: (read.append(block), judge(text, block))[1])
    lines = "Those who have number {n} wait here for all of a long day\nand then they go home again, with {n} left."
    text = "\n\n".join(lines.format(n=number) for number in range(200))
    start, passage = text.index("with 77 left"), "with 77 left"
    old, new = side(text), side(text.replace("number 150 wait", "number 150 stay"))

    assert reanchor(old=old, new=new, spans=[Locator(start, start + len(passage))])[0].is_current
    assert 0 < len(read) <= 8


def test_how_far_a_label_reaches_is_found_once_for_its_block(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    reach = leads._reach
    monkeypatch.setattr(leads, "_reach", lambda *given: (read.append(given), reach(*given))[1])
    text = " ".join(["Note:", *(f"the fee {n:03d} is paid by us." for n in range(200))])
    spans = [Locator(at, at + 7) for at in range(len(text)) if text.startswith("fee ", at)]

    found = reanchor(old=side(text), new=side(text.replace("by us", "by all of us")), spans=spans)
    assert {one.kind for one in found} == {OutcomeKind.INTACT}
    assert len(read) == 2


def test_what_the_cells_of_a_row_say_of_it_is_read_once_for_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    is_over = row_states._is_over
    monkeypatch.setattr(row_states, "_is_over", lambda cell: (read.append(cell), is_over(cell))[1])
    headers, cells = (" | ".join(f"{word} {n:03d}" for n in range(100)) for word in ("head", "cell"))
    text = f"| {headers} |\n{'| --- ' * 100}|\n| {cells} |\n"
    spans = [Locator(at, at + 8) for at in range(len(text)) if text.startswith("cell ", at)]

    reanchor(old=side(text), new=side(text.replace("cell 000", "cell of us")), spans=spans)
    assert 0 < len(read) <= 2 * 100


@pytest.mark.parametrize("unit", ["{n:04d}x ", "0.0.0.0.0.{n:05d} "], ids=["short", "of parts that stand everywhere"])
def test_carrying_searches_no_more_often_for_more_spans(unit: str) -> None:
    def searches(count: int) -> int:
        text = "".join(unit.format(n=number) for number in range(1_000))
        length = len(unit.format(n=0)) - 1
        spans = [Locator(at * (length + 1), at * (length + 1) + length) for at in range(count)]
        found: list[Locator | None] = []
        called = _calls(lambda: found.extend(carried(old=text, new=text, spans=spans)), "find")
        assert sum(place == span for place, span in zip(found, spans, strict=True)) > count // 2
        return called

    assert searches(800) <= searches(100) <= 64


def _calls(work: Callable[[], object], name: str) -> int:
    """How often a method of that name, written in C, is called."""
    called = 0

    def count(_frame: object, event: str, argument: Any) -> None:
        nonlocal called
        called += event == "c_call" and argument.__name__ == name

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return called


def test_a_cell_of_a_wide_table_whose_rows_say_the_same_is_named_without_a_walk_for_each_column() -> None:
    def deciding(columns: int) -> int:
        heads, row = (f"|{'|'.join(f'{letter}{n:04d}' for n in range(columns))}|\n" for letter in "hw")
        old = f"{heads}|{'---|' * columns}\n{row}{row}{row}"
        new = old.replace("|h0001|h0002|", "|h0002|h0001|")
        start = old.index(row)
        pair = Pair(prepare(side(old)), prepare(side(new)))
        spans = [Locator(start + 1 + 6 * n, start + 6 + 6 * n) for n in range(3, 9)]
        return steps(lambda: pair.outcomes(spans))

    few, many = deciding(50), deciding(400)
    assert many < 12 * few


class _Seen:
    """A range that counts how often it is looked at."""

    looks = 0

    def __init__(self, start: int, end: int) -> None:
        self.start, self._end = start, end

    @property
    def end(self) -> int:
        _Seen.looks += 1
        return self._end


def test_one_passage_looks_at_the_ranges_it_touches() -> None:
    index = Touching([_Seen(start, start + 8) for start in range(0, 10_000, 10)])
    _Seen.looks = 0

    assert [at for at, _ in index.touched(5_003, 5_025)] == [500, 501, 502]
    assert _Seen.looks <= 4


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 12)), max_size=12), st.integers(0, 30), st.integers(1, 9))
def test_ranges_that_are_touched_are_those_that_share_a_character(
    given_: list[tuple[int, int]], start: int, size: int
) -> None:
    ranges = [Place("a", first, first + length) for first, length in given_]
    end = start + size

    expected = [(at, one) for at, one in enumerate(ranges) if set(range(one.start, one.end)) & set(range(start, end))]
    assert Touching(ranges).touched(start, end) == expected


def test_a_gold_statement_is_held_beside_those_near_it(monkeypatch: pytest.MonkeyPatch) -> None:
    held = []
    meets = extraction._meets
    monkeypatch.setattr(extraction, "_meets", lambda *given: (held.append(given), meets(*given))[1])
    claims = [_claim(Place("a", 100 * number, 100 * number + 80)) for number in range(300)]

    found = extraction.extraction(gold=claims, emitted=claims, rule=SpanRule(Fraction(1, 2)))
    assert found["quoted"].met == 300
    assert len(held) <= 3 * 300


PLACES = st.builds(
    lambda name, start, size: Place(name, start, start + size), st.sampled_from("ab"), *[st.integers(1, 9)] * 2
)
CLAIMS = st.lists(st.lists(PLACES, max_size=2).map(lambda places: _claim(*places)), max_size=6)


@given(CLAIMS, CLAIMS, st.fractions(Fraction(1, 10), 1))
def test_none_that_meets_is_left_out(gold: list[Claim], emitted: list[Claim], share: Fraction) -> None:
    rule = SpanRule(share)
    fits = [[at for at, said in enumerate(emitted) if extraction._meets(said, one, rule)] for one in gold]

    assert extraction.extraction(gold=gold, emitted=emitted, rule=rule)["quoted"].met == pairs(fits)


def _claim(*spans: Place) -> Claim:
    return Claim(id="-", question="q", basis="quoted", spans=spans, query="" if spans else "{}")


def test_a_text_is_walked_once_however_many_passages_are_told_of() -> None:
    told = Descriptions("\n\n".join(f"Rule {number} holds." for number in range(4_000)))

    def telling(number: int) -> int:
        return steps(lambda: told.of(kind=OutcomeKind.EDITED, cited=f"Rule {number} holds."))

    first = telling(3_000)
    assert 20 * telling(3_500) < first


def test_a_passage_whose_words_stand_here_in_another_order_costs_no_look_at_their_places() -> None:
    def looking(times: int) -> int:
        stream = Stream(["pay", "two", "euros", "at", "the", "gate"] * times, (), ())
        for _ in range(10):
            stream.occurrences(("pay", "two"))  # a few are looked up without an index
        return steps(lambda: stream.occurrences(("gate", "the", "at", "euros")))

    assert looking(10) == looking(1_000)


def test_a_passage_of_a_few_words_that_stands_everywhere_is_not_looked_for_everywhere() -> None:
    def looking(times: int) -> int:
        stream = Stream(["pay", "two", "euros", "at", "the", "gate"] * times, (), ())
        found = [
            stream.occurrences(("two", "euros", "at", "the")) for _ in range(10)
        ]  # without an index first, then with one
        assert all(one == found[0] for one in found)
        return steps(lambda: stream.occurrences(("euros", "at", "the", "gate")))

    assert looking(4_000) == looking(400)
