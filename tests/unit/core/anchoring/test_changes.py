import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.core.anchoring import changes
from citeledger.core.anchoring.changes import Op, Piece, describe, word_difference
from citeledger.core.outcomes import OutcomeKind
from tests.rig.examples import examples

TEXT = st.text("ab3 .\n期\u0301", max_size=60)


def test_a_changed_number_is_one_removal_and_one_addition() -> None:
    assert word_difference(old="within 30 days.", new="within 60 days.") == (
        Piece(Op.EQUAL, "within "),
        Piece(Op.REMOVED, "30 "),
        Piece(Op.ADDED, "60 "),
        Piece(Op.EQUAL, "days."),
    )


def test_other_spaces_make_no_other_word() -> None:
    found = word_difference(old="see it.\nNow more", new="see it.~~\nNow  more")
    assert [(piece.op, piece.text.strip()) for piece in found if piece.text.strip()] == [
        (Op.EQUAL, "see it."),
        (Op.ADDED, "~~"),
        (Op.EQUAL, "Now"),
        (Op.EQUAL, "more"),
    ]


def test_equal_texts_are_one_piece_and_empty_ones_none() -> None:
    assert word_difference(old="a b", new="a b") == (Piece(Op.EQUAL, "a b"),)
    assert word_difference(old="", new="") == ()


@settings(deadline=None, max_examples=examples(200))
@given(TEXT, TEXT)
def test_the_pieces_give_both_texts_back(old: str, new: str) -> None:
    pieces = word_difference(old=old, new=new)
    assert "".join(piece.text for piece in pieces if piece.op is not Op.ADDED) == old
    assert "".join(piece.text for piece in pieces if piece.op is not Op.REMOVED) == new
    assert all(piece.text for piece in pieces)
    assert all(one.op is not other.op for one, other in itertools.pairwise(pieces))


def test_texts_too_long_to_compare_are_replaced_whole(monkeypatch) -> None:
    monkeypatch.setattr(changes, "_MOST_CELLS", 3)
    pieces = word_difference(old="see a b c end", new="see d e f end")
    assert [piece.op for piece in pieces] == [Op.EQUAL, Op.REMOVED, Op.ADDED, Op.EQUAL]
    assert pieces[1].text == "a b c "


@pytest.mark.parametrize("kind", OutcomeKind)
def test_every_kind_has_a_sentence_of_its_own(kind: OutcomeKind) -> None:
    assert describe(kind).endswith(".")
    assert len({describe(other) for other in OutcomeKind}) == len(OutcomeKind)
