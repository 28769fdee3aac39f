"""User text made ready for the page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.interfaces.exports.glyphs import printed, width
from citeledger.interfaces.exports.passages import RUN_OF_A_CUT_WORD, Run, line, passage, shortened


def joined(runs: tuple[Run, ...]) -> str:
    return "".join(run if isinstance(run, str) else "".join(run) for run in runs)


def test_words_that_fit_stay_in_one_run() -> None:
    assert passage(text="Refunds within 30 days.").lines == (("Refunds within 30 days.",),)


def test_a_word_too_wide_for_a_line_is_cut_into_short_runs() -> None:
    ((before, cut, after),) = passage(text="see " + "x" * 10_000 + " end").lines

    assert (before, after) == ("see ", " end")
    assert "".join(cut) == "x" * 10_000
    assert max(width(pieces=(run,)) for run in cut) <= RUN_OF_A_CUT_WORD


def test_line_ends_are_kept_in_texts_and_become_spaces_in_names() -> None:
    assert passage(text="a\r\nb\rc\nd").lines == (("a",), ("b",), ("c",), ("d",))
    assert line(text="a\r\nb").lines == (("a b",),)


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("plain", "ltr"),
        ("", "ltr"),
        ("45 المهلة x", "rtl"),
        ("החזר 45", "rtl"),
        ("\u202ereversed", "ltr"),
        ("a المهلة", "ltr"),
    ],
)
def test_a_passage_runs_in_the_direction_of_its_first_letter(text: str, direction: str) -> None:
    assert passage(text=text).direction == direction


def test_a_shortened_text_says_so_and_never_ends_inside_a_mark() -> None:
    assert shortened(text="short", ems=20) == "short"
    assert shortened(text="退" * 20, ems=9).removesuffix("…") in {"[U+9000]", "[U+9000]" * 2}
    assert width(pieces=printed(text=shortened(text="W" * 500, ems=20))) < 22


@given(st.text())
def test_nothing_is_lost_on_the_way_to_the_page(text: str) -> None:
    kept = "\n".join(joined(runs) for runs in passage(text=text).lines)

    assert kept == "\n".join(
        "".join(printed(text=part))
        for part in text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ").split("\n")
    )
