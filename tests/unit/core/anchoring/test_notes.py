"""Beside the outcome: what differs that does not alarm."""

import pytest

from citeledger.core.anchoring import Locator, Side, reanchor
from citeledger.core.anchoring.notes import Note, notes
from citeledger.core.reading.normalization import between, normalizer_for
from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.structure import RegionKind
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


POLICY = "# Policy\n\n## 3. Shipping\n\nIt is free.\n\n## 4. Refund window\n\nAll may come back within 30 days.\n"
RULE = "All may come back within 30 days."
PRINTED = ("Policy", "3. Shipping", "It is free.", "4. Refund window", RULE)


def printed(lines: tuple[str, ...], marked: tuple[str, ...], running: str) -> Side:
    """A page whose `marked` lines are told for headings, all of one level; `running` stands on top of the last line."""
    builder = TextBuilder()
    for line in lines:
        if line == RULE and running:
            with builder.region(RegionKind.RUNNING):
                builder.write(f"{running}\n")
        if line in marked:
            builder.heading(level=2, title=line)
        else:
            with builder.block("paragraph"):
                builder.write(f"{line}\n\n")
    _, normalizer = between(normalizer_for("text/markdown"), normalizer_for("application/pdf"))
    return Side(builder.text(), builder.structure(), normalizer)


@pytest.mark.parametrize(
    ("lines", "marked", "running", "is_told"),
    [
        (PRINTED, (), "", False),
        (PRINTED, ("Policy", "3. Shipping", "4. Refund window"), "", False),
        (PRINTED, ("3. Shipping",), "3. Shipping", False),
        (("Policy", "4. Refund window", "3. Shipping", RULE), (), "", True),
        (("Policy", "3. Shipping", "4. Refund period", RULE), (), "", True),
        (("House policy", "3. Shipping", "4. Refund window", RULE), (), "", True),
        ((*PRINTED[:4], "5. Gifts", RULE), ("5. Gifts",), "", True),
    ],
)
def test_the_same_title_in_another_format_is_none_that_reads_differently(
    lines: tuple[str, ...], marked: tuple[str, ...], running: str, is_told: bool
) -> None:
    normalizer, _ = between(normalizer_for("text/markdown"), normalizer_for("application/pdf"))
    old = Side(POLICY, side(POLICY).structure, normalizer)
    new = printed(lines, marked, running)
    span = Locator(POLICY.index(RULE), POLICY.index(RULE) + len(RULE))
    (outcome,) = reanchor(old=old, new=new, spans=[span])
    assert outcome.is_current
    assert (Note.HEADING in notes(old=old, new=new, span=span, outcome=outcome)) is is_told
