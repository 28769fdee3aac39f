"""A difference as people see it: marked words, folded stretches, nothing lost of the new text."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.anchoring.changes import Piece, word_difference
from citeledger.documents.comparison import text_difference
from citeledger.interfaces.web.presenters.difference import _hunks, moved_apart
from citeledger.interfaces.web.presenters.worded import (
    DifferencePart,
    Stretch,
    compared_parts,
    has_rows,
    parts_of,
    stretches,
)

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
    shown = [part for hunk in _hunks(parts=parts, as_rows=False) for each in hunk.stretches for part in each.parts]
    assert _spelled(shown, "equal", "added") == new


def test_a_long_unchanged_stretch_is_folded_between_lines_of_context() -> None:
    lines = [f"line {n}\n" for n in range(30)]
    parts = (DifferencePart("removed", "a"), DifferencePart("equal", "".join(lines)), DifferencePart("added", "b"))
    hunks = list(_hunks(parts=parts, as_rows=False))
    assert [hunk.unchanged for hunk in hunks] == [False, True, False]
    assert hunks[1].summary == "26 unchanged lines"


def test_the_space_after_a_changed_word_is_not_part_of_the_mark() -> None:
    pieces = [Piece("removed", "30 "), Piece("added", "14 "), Piece("equal", "days")]
    shown = [(part.kind, part.text) for part in parts_of(pieces=pieces)]
    assert shown == [("removed", "30"), ("added", "14"), ("equal", " "), ("equal", "days")]


def _laid(old: str, new: str) -> tuple[Stretch, ...]:
    return stretches(parts=compared_parts(pieces=word_difference(old=old, new=new), as_rows=True), as_rows=True)


def _cells(stretch: Stretch) -> list[list[str]]:
    signs = {"removed": "-", "added": "+", "equal": ""}
    return [[" ".join(f"{signs[part.kind]}{part.text}" for part in cell) for cell in row] for row in stretch.rows]


def test_rows_of_a_table_are_rows_and_what_changed_is_in_its_cell() -> None:
    before, table = _laid("Fees\nNorth\t180\tEUR\nSouth\t20\tEUR\n", "Fees\nNorth\t195\tEUR\nSouth\t20\tEUR\n")
    assert [part.text for part in before.parts] == ["Fees", "\n"]
    assert _cells(table) == [["North", "-180 +195", "EUR"], ["South", "20", "EUR"]]


def test_a_row_put_in_and_a_row_taken_out_are_rows_of_their_own() -> None:
    (put_in,) = _laid("A\t1\nC\t3\n", "A\t1\nB\t2\nC\t3\n")
    assert _cells(put_in) == [["A", "1"], ["+B", "+2"], ["C", "3"]]
    (taken_out,) = _laid("A\t1\nB\t2\nC\t3\n", "A\t1\nC\t3\n")
    assert _cells(taken_out) == [["A", "1"], ["-B", "-2"], ["C", "3"]]


@given(old=st.text(alphabet="ab \n\t", max_size=40), new=st.text(alphabet="ab \n\t", max_size=40))
def test_no_word_is_lost_in_rows(old: str, new: str) -> None:
    laid = _laid(old, new)
    shown = [p for each in laid for p in (*each.parts, *(q for row in each.rows for cell in row for q in cell))]
    for kinds, text in ((("equal", "added"), new), (("equal", "removed"), old)):
        assert "".join(_spelled(shown, *kinds).split()) == "".join(text.split())


def test_tabs_of_a_text_that_is_its_own_source_part_nothing() -> None:
    assert [has_rows(media_type=kind) for kind in ("text/plain", "text/markdown", "text/x-rst", "text/csv")] == [
        *(False, False, False, True),
    ]


def _page_parts(old: str, new: str) -> tuple[DifferencePart, ...]:
    return moved_apart(compared_parts(pieces=text_difference(old=old, new=new), as_rows=False))


def test_a_sentence_that_went_elsewhere_is_neither_taken_out_nor_put_in() -> None:
    old = "It was approved by the board. Gift cards are left out.\n\nWrite to us.\n"
    new = "Gift cards are left out. New.\n\nWrite to us. It was approved by the board.\n"
    shown = [(part.kind, part.text.strip()) for part in _page_parts(old, new) if part.kind != "equal"]
    assert shown == [
        ("left", "It was approved by the board."),
        ("added", "New."),
        ("arrived", "It was approved by the board."),
    ]


@given(old=TEXTS, new=TEXTS)
def test_what_moved_is_of_the_new_text(old: str, new: str) -> None:
    assert _spelled(_page_parts(old, new), "equal", "added", "arrived") == new


def test_a_line_taken_out_leaves_the_next_in_a_line_of_its_own() -> None:
    parts = _page_parts("| A | 1 |\n| B | 2 |\n| C | 3 |\n", "| A | 1 |\n| C | 3 |\n")
    assert "".join(part.text for part in parts) == "| A | 1 |\n| B | 2 |\n| C | 3 |\n"
    assert _spelled(parts, "removed") == "| B | 2 |\n"


def test_lines_of_a_drawn_table_are_apart_from_the_text_around_them() -> None:
    old = "Fees:\n\n+-----+---+\n| A   | 1 |\n+-----+---+\n\nPaid by a | b.\n"
    found = stretches(parts=_page_parts(old, old.replace("| 1 |", "| 2 |")), as_rows=False)
    assert [each.is_drawn for each in found] == [False, True, False]
    assert _spelled(found[1].parts, "equal", "added") == "+-----+---+\n| A   | 2 |\n+-----+---+\n"
