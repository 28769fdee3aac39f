"""Words are found in passages, and places kept through frameworks; or it is told that they are not."""

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from citeledger_client import Draft, NotInPassage, StandsRepeatedly, place
from citeledger_client.frameworks import Retrieved, node, page, retrieved
from hypothesis import given
from hypothesis import strategies as st

VERSION = uuid4()
TEXT = "One 👩‍⚖️ and one. Then one more.\n"


def passage(text: str = TEXT, start: int = 100) -> Retrieved:
    return Retrieved(version=VERSION, start=start, text=text)


def test_all_of_a_passage_is_what_stands_between_its_spaces() -> None:
    found = place(passage("\n  All of it. \n"))

    assert (found.start, found.end, found.exact) == (103, 113, "All of it.")


def test_words_are_found_once_or_not_at_all() -> None:
    assert place(passage(), "and one").start == 100 + TEXT.index("and one")
    with pytest.raises(StandsRepeatedly, match="2 times"):
        place(passage(), " one")
    assert place(passage(), " one", nth=1).start == 100 + TEXT.rindex(" one")
    assert place(passage("aaa"), "aa", nth=1).start == 101, "also where they overlap"


@pytest.mark.parametrize(
    ("exact", "nth"), [("One and one", None), ("ONE 👩", None), ("", None), (" one", 2), (" one", -1), ("more.", 1)]
)
def test_what_does_not_stand_there_is_not_cited(exact: str, nth: int | None) -> None:
    with pytest.raises(NotInPassage):
        place(passage(), exact, nth=nth)


def test_nothing_of_a_blank_passage_is_cited() -> None:
    with pytest.raises(NotInPassage):
        place(passage(" \n "))


@given(st.text(min_size=1), st.integers(0, 10_000), st.data())
def test_a_place_is_where_its_words_are(text: str, start: int, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(text) - 1))
    exact = text[first : data.draw(st.integers(first + 1, len(text)))]
    found = place(passage(text, start), exact, nth=0)

    assert text[found.start - start : found.end - start] == found.exact == exact


@dataclass
class Page:
    """As a LangChain document."""

    page_content: str
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass
class Node:
    """As a LlamaIndex text node."""

    text: str
    metadata: dict[str, Any] = field(default_factory=dict)
    start_char_idx: int | None = None


@dataclass
class Scored:
    """As a LlamaIndex node with its score."""

    node: Node


@pytest.mark.parametrize(
    "held",
    [
        Page(**page(passage(), topic="x")),
        Node(**node(passage())),
        Scored(Node(**node(passage()), start_char_idx=0)),
        Page(TEXT, page(passage())["metadata"] | {"start_index": 0}),
    ],
)
def test_a_passage_comes_back_with_its_place(held: Any) -> None:
    assert retrieved(held) == passage()


@pytest.mark.parametrize(
    "held",
    [
        Page(TEXT[4:], page(passage())["metadata"] | {"start_index": 4}),
        Node(TEXT[4:], node(passage())["metadata"], start_char_idx=4),
    ],
)
def test_a_piece_of_a_passage_comes_back_with_its_own(held: Any) -> None:
    assert retrieved(held) == passage(TEXT[4:], 104)


@pytest.mark.parametrize(
    "held",
    [
        Page(TEXT),
        Page(TEXT, {"citeledger": "yes"}),
        Page(TEXT, {"citeledger": {"version": "1", "start": 0, "length": len(TEXT)}}),
        Page(TEXT, {"citeledger": {"version": str(VERSION), "start": "0", "length": len(TEXT)}}),
        Page(TEXT.strip(), page(passage())["metadata"]),
        Page(TEXT.strip(), page(passage())["metadata"] | {"start_index": -1}),
    ],
)
def test_a_lost_place_is_told_and_can_be_found_again(held: Page) -> None:
    with pytest.raises(NotInPassage):
        retrieved(held)
    assert retrieved(held, within=passage()) == passage(held.page_content)


def test_words_that_stand_twice_have_no_place_of_their_own() -> None:
    with pytest.raises(StandsRepeatedly):
        retrieved(Page("one"), within=passage())


@pytest.mark.parametrize(
    "rests",
    [
        {},
        {"resting_on": []},
        {"quoting": VERSION, "resting_on": [VERSION]},
        {"quoting": VERSION, "derived_from": [VERSION]},
    ],
)
def test_a_claim_that_rests_on_nothing_cannot_be_drafted(rests: dict[str, Any]) -> None:
    draft = Draft()
    with pytest.raises(ValueError, match="rests on"):
        draft.say("It is so.", **rests)
    assert draft.segments == []
