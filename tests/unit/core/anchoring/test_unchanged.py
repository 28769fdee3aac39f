"""Blocks that stand in both sources to the character: nothing in them is read, and nothing is said that is not so."""

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from citeledger.core.anchoring import Locator, OutcomeKind, Pair, Side, SpanOutcome, prepare, reanchor
from citeledger.core.layout.sides import Layer
from citeledger.core.reading.normalization import normalizer_for
from tests.unit.core.anchored import side

_RULES = "Guests may stay for a week.\n\nDogs stay at the gate. Cats may enter, if they are small.\n"


def _reads(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    read: list[object] = []
    passage = Layer.passage
    monkeypatch.setattr(Layer, "passage", lambda *at, **given: (read.append(given), passage(*at, **given))[1])
    return read


def test_what_is_cited_in_one_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read, text = _reads(monkeypatch), f"All of this is posted.\n\n{_RULES}"
    new = f"All of this is posted.\n\nThe gate closes at nine.\n\n{_RULES}"
    starts = [text.index(words) for words in ("Cats may", "gate. Ca", "if they ")]
    found = Pair(prepare(side(text)), prepare(side(new))).outcomes(Locator(start, start + 8) for start in starts)
    assert found == [SpanOutcome(OutcomeKind.INTACT, start + 26, start + 34) for start in starts]
    assert not read


def test_where_a_word_of_it_was_edited_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    read, start = _reads(monkeypatch), _RULES.index("Cats may")
    pair = Pair(prepare(side(_RULES)), prepare(side(_RULES.replace("Dogs stay", "Dogs wait"))))
    assert pair.outcomes([Locator(start, start + 8)])[0].is_current
    assert read


def _laid_out(text: str, blocks: Sequence[str], *, struck: Sequence[int] = ()) -> Side:
    """A text of paragraphs as an extractor may have stored it; at `struck`, three characters are struck through."""
    found = [SimpleNamespace(kind="paragraph", start=text.index(one), end=text.index(one) + len(one)) for one in blocks]
    parts = [SimpleNamespace(start=a, end=a + 3, is_apart=True, is_picture=False, is_footnote=False) for a in struck]
    structure = SimpleNamespace(headings=[], blocks=found, cells=[], regions=parts, notes=[])
    return Side(text, structure, normalizer_for("text/plain"))


def test_a_word_is_where_readers_see_it_also_in_the_same_characters() -> None:
    text = "Pay two two euros."
    old, new = (_laid_out(text, [text], struck=[at]) for at in (4, 8))
    assert reanchor(old=old, new=new, spans=[Locator(8, 11)]) == [SpanOutcome(OutcomeKind.INTACT, 4, 7)]


def test_a_word_that_goes_on_in_a_block_written_onto_its_own_is_read_to_its_end() -> None:
    olds, news = (["All of it is here, and it is non", f"-{kind} as we call it."] for kind in ("toxic", "flammable"))
    old, new = (_laid_out("".join(blocks), blocks) for blocks in (olds, news))
    start = old.text.index("non")
    assert not reanchor(old=old, new=new, spans=[Locator(start, start + 3)])[0].is_current


def test_a_space_in_one_is_no_passage() -> None:
    new = f"The gate closes at nine.\n\n{_RULES}"
    start = _RULES.index(" at the gate")
    assert reanchor(old=side(_RULES), new=side(new), spans=[Locator(start, start + 1)])[0].kind is OutcomeKind.AMBIGUOUS


def test_what_a_note_to_one_says_is_read() -> None:
    rules = f"Dogs may enter.[^1]\n\n{_RULES}\n[^1]: Only on a lead."
    old, new = side(rules), side(rules.replace("on a lead", "with a muzzle"))
    assert not reanchor(old=old, new=new, spans=[Locator(0, 15)])[0].is_current


def test_nor_is_one_that_goes_on_behind_it() -> None:
    old, new = side(_RULES), side(_RULES.replace("Dogs stay", "Dogs wait"))
    assert not reanchor(old=old, new=new, spans=[Locator(0, _RULES.index(" at"))])[0].is_current


def test_other_marks_are_other_characters() -> None:
    old, new = (side(f"Say {words} at the gate.\n\n{_RULES}") for words in ("“yes” twice", '"yes" twice'))
    assert reanchor(old=old, new=new, spans=[Locator(4, 10)]) == [SpanOutcome(OutcomeKind.INTACT, 4, 9)]
