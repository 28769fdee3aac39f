"""Differences of whole documents: exact on both sides, readable, and bounded in cost."""

import time
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.changes import Piece
from citeledger.documents.comparison import LINES_COMPARED, text_difference

HISTORIES = Path(__file__).parents[3] / "citeledger/lab/data/histories"
TEXTS = st.text(alphabet="ab \n\r\u2028", max_size=40)


def sides(pieces: tuple[Piece, ...]) -> tuple[str, str]:
    old = "".join(piece.text for piece in pieces if piece.op != "added")
    new = "".join(piece.text for piece in pieces if piece.op != "removed")
    return old, new


@given(old=TEXTS, new=TEXTS)
def test_the_pieces_spell_both_sides(old: str, new: str) -> None:
    pieces = text_difference(old=old, new=new)
    assert sides(pieces) == (old, new)
    assert all(piece.text for piece in pieces)


@given(text=TEXTS)
def test_equal_texts_have_one_equal_piece_or_none(text: str) -> None:
    assert text_difference(old=text, new=text) == ((Piece("equal", text),) if text else ())


def test_only_the_changed_words_of_a_long_text_are_marked() -> None:
    filler = "".join(f"Line {number} stays as it was, word for word.\n" for number in range(3000))
    pieces = text_difference(old=f"{filler}Within 30 days.\n{filler}", new=f"{filler}Within 14 days.\n{filler}")
    assert [(piece.op, piece.text.strip()) for piece in pieces if piece.op != "equal"] == [
        ("removed", "30"),
        ("added", "14"),
    ]


def test_consecutive_versions_of_a_real_policy_are_mostly_equal() -> None:
    files = sorted((HISTORIES / "github-privacy-statement").glob("*.md"))
    old, new = (path.read_text(encoding="utf-8") for path in files[:2])
    pieces = text_difference(old=old, new=new)
    assert sides(pieces) == (old, new)
    assert sum(len(piece.text) for piece in pieces if piece.op == "equal") > 0.95 * len(old)


def test_hostile_sizes_cost_little() -> None:
    old = "".join(f"{number}\n" for number in range(LINES_COMPARED * 20))
    new = "".join(f"{number} \n" for number in range(LINES_COMPARED * 20))
    started = time.process_time()
    assert sides(text_difference(old=old, new=new)) == (old, new)
    assert time.process_time() - started < 5
