"""Beside the outcome: what differs that does not alarm."""

import pytest

from citeledger.core.anchoring import Locator, reanchor
from citeledger.core.anchoring.notes import Note, notes
from tests.unit.core.anchored import side

BEFORE = "# Returns\n\n## Limits\n\nAsk the desk first. "
CITED = "See [the rule][r] for items kept over 30 days in the store."
AFTER = " It applies to all.\n\nEnd.\n\n[r]: https://a.example/1\n"


def told(old: str, new: str, cited: str = CITED) -> tuple[Note, ...]:
    before, after = side(old), side(new)
    start = old.index(cited)
    span = Locator(start, start + len(cited))
    (outcome,) = reanchor(old=before, new=after, spans=[span])
    return notes(old=before, new=after, span=span, outcome=outcome)


OLD = BEFORE + CITED + AFTER
TOLD = [
    ("nothing", "Ask the desk", "Ask the desk", ()),
    ("far text", "End.", "The end of it all.", ()),
    ("bold", "30 days", "**30** days", (Note.FORMATTING,)),
    ("wrapped", "over 30", "over\n30", (Note.FORMATTING,)),
    ("a label's target", "a.example/1", "a.example/2", (Note.LINK_TARGET,)),
    ("a link of its own", "[the rule][r]", "[the rule](https://b.example)", (Note.FORMATTING, Note.LINK_TARGET)),
    ("the same target", "[the rule][r]", "[the rule](https://a.example/1)", (Note.FORMATTING,)),
    ("a heading", "## Limits", "## Time limits", (Note.HEADING,)),
    ("an outer heading", "# Returns", "# Sending back", (Note.HEADING,)),
    ("a heading's marks", "## Limits", "## *limits* ##", ()),
    ("taken back behind", " It applies", " This ended in May. It applies", (Note.SURROUNDINGS,)),
    ("a sentence in front", "first. ", "first. The following began in May. ", (Note.SURROUNDINGS,)),
    ("the next sentence", "applies to all", "applies to members", (Note.SURROUNDINGS,)),
    ("the next paragraph", "to all.\n\n", "to all.\n\nNo more.\n\n", ()),
    ("marks next to it", "It applies", "It **applies**", ()),
]


@pytest.mark.parametrize(("_name", "before", "after", "expected"), TOLD, ids=[case[0] for case in TOLD])
def test_it_is_told(_name: str, before: str, after: str, expected: tuple[Note, ...]) -> None:
    assert before in OLD
    assert told(OLD, OLD.replace(before, after)) == expected


def test_nothing_is_told_of_a_passage_that_changed() -> None:
    assert told(OLD, OLD.replace("30", "60").replace("Limits", "Ends")) == ()


def test_another_footnote_is_another_target_and_another_name_is_none() -> None:
    old = "Kept for 30 days[^a] here.\n\n[^a]: See Smith, p. 4.\n[^b]: See Smith, p. 9.\n"
    cited = "Kept for 30 days[^a] here."
    assert told(old, old.replace("days[^a]", "days[^b]"), cited) == (Note.FORMATTING, Note.LINK_TARGET)
    assert told(old, old.replace("[^a]", "[^x]"), cited) == (Note.FORMATTING,)


def test_a_footnote_to_the_sentence_of_the_cited_words_is_told() -> None:
    old = "Some words. Kept for 30 days in all of our shops. More.\n\n[^a]: Working days.\n"
    assert told(old, old.replace("shops.", "shops.[^a]"), "Kept for 30 days") == (Note.LINK_TARGET,)
    assert told(old, old.replace("More.", "More.[^a]"), "Kept for 30 days") == ()
