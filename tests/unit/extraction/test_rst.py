"""reStructuredText: the source is the text, its lines are told apart."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.extraction import Extraction, Heading, Options, Unreadable, rst
from tests.rig.examples import examples
from tests.unit.extraction.readings import elsewhere, sound, spelled, steps, survives

PAGE = """=====
Title
=====

:Author: Ada

Intro *para*
in two lines.

The ``code`` of 期限
--------------------

- one
- two
  goes on

1. first
#. next

.. note:: Take care

   Body.

.. comment
   goes on

.. code-block:: py

   x = 1

.. [1] A note.

Example::

    as it

      stands

After.

+---+---+
| a | b |
+---+---+

===  ===
1    2
===  ===

Sub
~~~

    quoted

----

Second
------
right under
"""


def read(source: str) -> Extraction:
    return sound(rst.extract(source.encode(), Options()))


def kinds(source: str) -> list[tuple[str, str]]:
    found = read(source)
    return [(b.kind, found.text[b.start : b.end].split("\n")[0].strip()) for b in found.structure.blocks]


def test_the_source_is_the_text() -> None:
    assert read(PAGE.replace("\n", "\r\n")).text == PAGE
    assert read(PAGE).extractor == rst.EXTRACTOR


def test_every_kind_of_block_is_named() -> None:
    assert kinds(PAGE) == [
        ("heading", "====="),
        ("paragraph", ":Author: Ada"),
        ("paragraph", "Intro *para*"),
        ("heading", "The ``code`` of 期限"),
        ("list_item", "- one"),
        ("list_item", "- two"),
        ("list_item", "1. first"),
        ("list_item", "#. next"),
        ("directive", ".. note:: Take care"),
        ("comment", ".. comment"),
        ("code", ".. code-block:: py"),
        ("paragraph", ".. [1] A note."),
        ("paragraph", "Example::"),
        ("code", "as it"),
        ("paragraph", "After."),
        ("table", "+---+---+"),
        ("table", "===  ==="),
        ("heading", "Sub"),
        ("quote", "quoted"),
        ("rule", "----"),
        ("heading", "Second"),
        ("paragraph", "right under"),
    ]


def test_headings_have_levels_by_order_of_their_adornments() -> None:
    found = read(PAGE)
    assert [(heading.level, heading.title) for heading in found.structure.headings] == [
        (1, "Title"),
        (2, "The code of 期限"),
        (3, "Sub"),
        (2, "Second"),
    ]
    first = found.structure.headings[0]
    assert found.text[first.start : first.end] == "=====\nTitle\n====="
    assert {heading.start for heading in found.structure.headings} <= {block.start for block in found.structure.blocks}


@pytest.mark.parametrize(
    ("source", "headings"),
    [
        ("AB\n--", [Heading(1, 0, 5, "AB")]),
        ("Long title\n----", [Heading(1, 0, 15, "Long title")]),
        ("Long title\n---", []),
        ("text\n\n====\n\ntext", []),
        ("  indented\n----------", []),
        ("====\n  T\n====", [Heading(1, 0, 13, "T")]),
        ("====\nT\n----", []),
    ],
)
def test_what_makes_a_heading(source: str, headings: list[Heading]) -> None:
    assert list(read(source).structure.headings) == headings


def test_encodings_of_old_are_read_and_named() -> None:
    found = rst.extract("Rückgabe\n========\n\nFür alle möglich.".encode("cp1252"), Options())
    assert found.structure.details["encoding"] == "windows-1252"
    assert found.structure.headings[0].title == "Rückgabe"


@pytest.mark.parametrize("data", [b"", b"a\0b", "año".encode("cp1252")])
def test_what_cannot_be_read_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        rst.extract(data, Options())


def test_it_is_the_same_in_every_process() -> None:
    assert {elsewhere("rst", PAGE.encode(), seed=seed) for seed in (1, 2)} == {spelled(read(PAGE))}


@pytest.mark.parametrize(
    "unit", ["a\n=\n", "- a\n", "a::\n\n  b\n", ".. a::\n", "\n\n", "====\n", "  a\n", "a\n\n\n\n"]
)
def test_work_grows_with_the_source(unit: str) -> None:
    small, large = (steps(rst, (unit * count + "x").encode()) for count in (50, 400))
    assert large < 10 * small


PIECES = st.lists(
    st.sampled_from([*"a \n-=~*.:|+>", "::", ".. ", "====\n", "\n\n", "   ", ".. note::", "+---+", "1. ", "é"]),
    max_size=40,
)


@settings(deadline=None, max_examples=examples(200))
@given(PIECES.map("".join).map(str.encode) | st.binary(max_size=60))
def test_any_source_is_read_or_refused(data: bytes) -> None:
    survives(rst, data)
