"""Cutting a text into sentences."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.markers.sentences import sentences


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("", []),
        (" \n\n\t", []),
        ("One. Two! Three", ["One.", " Two!", " Three"]),
        ("See Art. 5 of it. Done.", ["See Art. 5 of it.", " Done."]),
        (
            "# Refunds\n\nWithin 30 days.\n\n- One.\n- Two.",
            ["# Refunds\n\n", "Within 30 days.\n\n", "- One.\n", "- Two."],
        ),
        ("退货期为三十天。礼品卡除外。", ["退货期为三十天。", "礼品卡除外。"]),
        ("Run:\n\n```\na. b. c\nd. e. f\n```\nDone.", ["Run:\n\n", "```\na. b. c\nd. e. f\n```\n", "Done."]),
        ("\n\n Said.", ["\n\n Said."]),
        (". , ", []),
        (". Said. ... - Done", [". Said. ...", " - Done"]),
    ],
)
def test_a_text_is_cut_where_statements_are(text: str, cut: list[str]) -> None:
    assert sentences(text) == cut


@given(st.text(alphabet="ab.!? \n`#-。$", max_size=80))
def test_nothing_is_lost_and_no_sentence_says_nothing(text: str) -> None:
    cut = sentences(text)
    assert "".join(cut) == (text if any(map(str.isalnum, text)) else "")
    assert all(any(map(str.isalnum, sentence)) for sentence in cut)


def test_long_texts_take_linear_time() -> None:
    started = time.perf_counter()
    assert len(sentences(("A sentence. " * 200 + "\n") * 200)) == 40_000
    assert time.perf_counter() - started < 5
