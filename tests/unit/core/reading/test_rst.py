"""How reStructuredText reads: markup is looked through, what a reader does not see is kept apart."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.core.reading.normalization import normalizer_for
from tests.rig.examples import examples
from tests.unit.core.anchored import tokens

# One token a word. Frozen: a change here is a new rule version, not an edit.
GOLDEN = [
    ("Keep **not**\\ es for *30* days.", "Keep notes for 30 days ."),
    ("2*3*4, 5 * 6, **open and a*b and snake_case_name", "2 * 3 * 4 , 5 * 6 , * * open and a * b and snake_case_name"),
    ("``a*b*c \\d`` and \\*plain\\*", "a * b * c \\ d and * plain *"),
    ("(*in brackets*), '*quoted*', *end*.", "( in brackets ) , ' quoted ' , end ."),
    ("`text <https://a.example/30>`_ and `other <x_>`__", "text and other"),
    ("`interpreted` and :ref:`Title <label>` and :doc:`/path`", "interpreted and Title and / path"),
    ("10\\ :sup:`2` H\\ :sub:`2`\\ O", "10 ^ 2 H_2O"),
    ("keep :del:`this` not", "keep not"),
    ("see name_, other_ and `long name`_\n\n.. _name: https://a.example", "see name , other_ and long name"),
    ("see [1]_ and [#auto]_, [CIT2002]_", "see [ 1 ] and [ # auto ] , [ CIT2002 ]"),
    ("as |product| says, |unknown| too\n\n.. |product| replace:: The *Ledger*", "as The Ledger says , | unknown | too"),
    ("a _`inline target` b", "a inline target b"),
    ("Title\n=====\n\nText\n\n----\n\nAB\n--\n\nEnd", "Title Text AB End"),
    ("=====\nTitle\n=====", "Title"),
    ("ABC\n--\nEnd", "ABC - - End"),
    ("- one\n- two\n\n  more\n\n1. a\n2. b\n#. c\n\n(3) d", "one two more a b c d"),
    ("The period, in days, is\n30. Then\n- not an item", "The period , in days , is 30 . Then - not an item"),
    ("15. Januar ist Stichtag.\n\n1. a\n2. b", "15 . Januar ist Stichtag . a b"),
    (".. only:: draft\n\n   no\n\n.. todo:: no\n\n.. ifconfig:: x\n\n   no\n\nyes", "yes"),
    (".. container:: note hidden\n\n   no\n\n   no\n\n.. class:: strike\n\nno\n\n.. class:: big\n\nyes", "yes"),
    (
        "yes :strikethrough:`no` :gone:`no` :loud:`yes`\n\n.. role:: gone\n   :class: strike\n\n.. role:: loud",
        "yes yes",
    ),
    ("|n| days |c|\n\n.. |n| unicode:: 0x33 U+30 .. number\n.. |c| unicode:: (c)", "30 days ( c )"),
    ("A. Smith wrote\n\na) letter", "A . Smith wrote a ) letter"),
    (".. comment\n   more\n\n   still\n\nseen", "seen"),
    ("..\n   hidden\n\nseen\n\n..\n\n   seen too", "seen seen too"),
    (".. _target: https://a.example\n\n__ https://b.example\n\nseen", "seen"),
    (".. note:: Take *care*\n   of 30\n\n   Body", "note Take care of 30 Body"),
    (".. image:: 30.png\n   :alt: words\n\nseen", "seen"),
    (".. figure:: 30.png\n   :width: 5\n\n   The caption", "The caption"),
    (".. code-block:: python\n\n   a = b*c*d\n\nafter", "a = b * c * d after"),
    (".. raw:: html\n\n   <b>no</b>\n\nafter", "after"),
    (".. unknown:: words\n\n   body", "unknown words body"),
    (".. [1] The *note*.\n   Goes on", "[ 1 ] The note . Goes on"),
    ("Example::\n\n   *as* it\n\n   stands\n\nafter *x*", "Example : * as * it stands after x"),
    ("Example: ::\n\n   x\n\n::\n\n   *y*", "Example : x * y *"),
    ("- item::\n\n     *lit*\n\n  *not*", "item : * lit * not"),
    ("| line *one*\n| line two", "line one line two"),
    ("+---+----+\n| a | 30 |\n+===+====+\n| b | 60 |\n+---+----+", "a | 30 | b | 60 |"),
    ("===  ===\nA    B\n===  ===\n1    2\n===  ===", "A B 1 2"),
    (":Author: Ada\n:Date: 2024", ": Author : Ada : Date : 2024"),
    ("期限は\\ **30日**\\ です", "期 限 は 30 日 で す"),
]


@pytest.mark.parametrize(("source", "reading"), GOLDEN)
def test_it_reads_as(source: str, reading: str) -> None:
    assert tokens(source, "text/x-rst") == reading.split(" ")


def test_hidden_text_is_kept_apart_and_marked() -> None:
    found = normalizer_for("text/x-rst").tokens("old :del:`30` days\n\n.. gone")
    assert [(token.value, token.visible) for token in found if token.value.isalnum()] == [
        ("old", True),
        ("30", False),
        ("days", True),
        ("gone", False),
    ]


def test_what_a_substitution_shows_is_what_is_compared() -> None:
    source = "within |days| days\n\n.. |days| replace:: {}"
    assert tokens(source.format("30"), "text/x-rst") != tokens(source.format("60"), "text/x-rst")


def test_what_substitutions_show_grows_with_the_text_and_not_with_its_square() -> None:
    source = "Hello.\n\n.. |a| replace:: " + "x " * 3_000 + "\n\n" + "|a| " * 3_000
    assert len(tokens(source, "text/x-rst")) < 2 * len(source)


def test_a_substitution_used_too_often_still_differs_when_its_words_do() -> None:
    source = ".. |a| replace:: {} " + "x " * 2_000 + "\n\n" + "|a| " * 20 + "\n\nThe last: |a|."
    thirty, sixty = (tokens(source.format(days), "text/x-rst") for days in (30, 60))
    assert thirty[-5:-2] == sixty[-5:-2] == ["The", "last", ":"]
    assert thirty[-2] != sixty[-2]


PIECES = st.sampled_from(
    [
        *"ab30 .\n*_`|[]()<>:\\-=+~\u0301\u200b期",
        "``",
        "**",
        ".. ",
        "::",
        ":sup:`",
        "   ",
        ".. |a| replace:: ",
        "|a|",
        ".. _a:",
        "a_",
    ]
)


@settings(deadline=None, max_examples=examples(300))
@given(st.lists(PIECES, max_size=40).map("".join))
def test_tokens_of_any_source_stand_in_order_inside_it(source: str) -> None:
    """Several tokens may stand at one place: what a substitution shows."""
    found = normalizer_for("text/x-rst").tokens(source)
    for visible in (True, False):
        starts, ends = ([token[side] for token in found if token.visible is visible] for side in (1, 2))
        assert starts == sorted(starts)
        assert ends == sorted(ends)
        assert all(0 <= start < end <= len(source) for start, end in zip(starts, ends, strict=True))


@settings(deadline=None, max_examples=examples(200))
@given(st.lists(PIECES, max_size=40).map("".join))
def test_every_letter_is_seen_or_kept_as_hidden(source: str) -> None:
    """Nothing of the words is lost: each letter or digit of the source is in some token or stands for one."""
    found = normalizer_for("text/x-rst").tokens(source)
    covered = {place for token in found for place in range(token.start, token.end)}
    names = ("sup", "replace")
    lost = [place for place, sign in enumerate(source) if sign.isalnum() and place not in covered]
    words = "".join(source[place] for place in lost)
    assert not words or any(name in source for name in names) or set(words) <= set("0123456789")


@pytest.mark.parametrize(
    "pump",
    [
        *(
            "*a ",
            "**a ",
            "``a ",
            "`a ",
            "|a ",
            "a_ ",
            "\\",
            "a::\n",
            "- a\n",
            "- ",
            ".. a\n",
            ".. _a:\n",
            ".. note:: a\n",
        ),
        *(
            ".. |a| replace:: b\n",
            "|a|",
            "====\n",
            "a\n==\n",
            "   a\n",
            "[a]_ ",
            ":a:`b",
            "`a <",
            "\n\n",
            "::\n\n  a\n",
            "a.b-c_",
        ),
    ],
)
def test_the_reader_is_linear(pump: str) -> None:
    """Eight times the input, counted in steps and not by the clock: a quadratic reader takes 64 times as many."""
    small, large = (_steps((pump * size)[:size]) for size in (2_000, 16_000))
    assert large < 14 * small + 20_000


def _steps(source: str) -> int:
    steps = 0

    def count(*_: object) -> object:
        nonlocal steps
        steps += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        normalizer_for("text/x-rst").tokens(source)
    finally:
        sys.settrace(before)
    return steps
