"""Differences of whole documents: exact on both sides, readable, and bounded in cost."""

import time
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.anchoring.changes import Piece
from citeledger.documents.comparison import LINES_COMPARED, sentences, text_difference

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


ROWS = "| Kind | Fee |\n| --- | --- |\n| Electronics | 12 EUR |\n| Clothing | 4 EUR |\n| Furniture | 35 EUR |\n"


def marked(old: str, new: str) -> list[tuple[str, str]]:
    return [(piece.op, piece.text.strip()) for piece in text_difference(old=old, new=new) if piece.op != "equal"]


def test_a_row_put_in_is_no_part_of_its_neighbours() -> None:
    new = ROWS.replace("12", "15").replace("4 EUR |\n", "5 EUR |\n| Books | 2 EUR |\n")
    assert marked(ROWS, new) == [
        *(("removed", "12"), ("added", "15")),
        *(("removed", "4"), ("added", "5")),
        ("added", "| Books | 2 EUR |"),
    ]


def test_sentences_are_taken_out_and_put_in_whole() -> None:
    old = "It applies to all. Opened goods: 30 days. Licences are not refunded. Keep the receipt.\n"
    new = "It applies to all. Licences are not refunded. Opened goods: 14 days. Keep the receipt.\n"
    assert marked(old, new) in (
        [("removed", "Opened goods: 30 days."), ("added", "Opened goods: 14 days.")],
        [("added", "Licences are not refunded."), ("removed", "30"), ("added", "14"),
         ("removed", "Licences are not refunded.")],
    )  # fmt: skip


@given(text=st.text(alphabet="ab .!*)\n", max_size=60))
def test_sentences_are_the_text(text: str) -> None:
    assert "".join(sentences(text)) == text


def test_consecutive_versions_of_a_real_policy_are_mostly_equal() -> None:
    files = sorted((HISTORIES / "github-privacy-statement").glob("*.md"))
    old, new = (path.read_text(encoding="utf-8") for path in files[:2])
    pieces = text_difference(old=old, new=new)
    assert sides(pieces) == (old, new)
    assert sum(len(piece.text) for piece in pieces if piece.op == "equal") > 0.95 * len(old)


def test_many_lines_alike_cost_little() -> None:
    old, new = (f"{'abc ' * 200}{sign}\n" * 45 + "same\n" for sign in "xy")
    started = time.process_time()
    assert sides(text_difference(old=old * 20, new=new * 20)) == (old * 20, new * 20)
    assert time.process_time() - started < 5


def test_hostile_sizes_cost_little() -> None:
    old = "".join(f"{number}\n" for number in range(LINES_COMPARED * 20))
    new = "".join(f"{number} \n" for number in range(LINES_COMPARED * 20))
    started = time.process_time()
    assert sides(text_difference(old=old, new=new)) == (old, new)
    assert time.process_time() - started < 5
