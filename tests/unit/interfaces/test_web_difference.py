"""A difference as people see it: marked words, folded stretches, nothing lost of the new text."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.changes import Piece, word_difference
from citeledger.interfaces.web.presenters.difference import DifferencePart, _hunks, parts_of

TEXTS = st.text(alphabet="ab \n.", max_size=40)


def _spelled(parts: Sequence[DifferencePart], *kinds: str) -> str:
    return "".join(part.text for part in parts if part.kind in kinds)


@given(old=TEXTS, new=TEXTS)
def test_what_is_not_struck_out_is_the_new_text(old: str, new: str) -> None:
    parts = tuple(parts_of(pieces=word_difference(old=old, new=new)))
    assert _spelled(parts, "equal", "added") == new


@given(old=TEXTS, new=TEXTS)
def test_no_mark_is_made_of_spaces(old: str, new: str) -> None:
    parts = tuple(parts_of(pieces=word_difference(old=old, new=new)))
    assert all(part.text.strip() for part in parts if part.kind != "equal")


@given(old=TEXTS, new=TEXTS)
def test_folding_loses_nothing(old: str, new: str) -> None:
    parts = tuple(parts_of(pieces=word_difference(old=old, new=new)))
    shown = [part for hunk in _hunks(parts=parts) for part in hunk.parts]
    assert _spelled(shown, "equal", "added") == new


def test_a_long_unchanged_stretch_is_folded_between_lines_of_context() -> None:
    lines = [f"line {n}\n" for n in range(30)]
    parts = (DifferencePart("removed", "a"), DifferencePart("equal", "".join(lines)), DifferencePart("added", "b"))
    hunks = list(_hunks(parts=parts))
    assert [hunk.unchanged for hunk in hunks] == [False, True, False]
    assert hunks[1].summary == "26 unchanged lines"


def test_the_space_after_a_changed_word_is_not_part_of_the_mark() -> None:
    pieces = [Piece("removed", "30 "), Piece("added", "14 "), Piece("equal", "days")]
    shown = [(part.kind, part.text) for part in parts_of(pieces=pieces)]
    assert shown == [("removed", "30"), ("added", "14"), ("equal", " "), ("equal", "days")]
