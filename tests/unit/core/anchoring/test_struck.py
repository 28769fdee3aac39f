"""What is said of cited words that stand in the new text and are not read there any more."""

import pytest

from citeledger.core.anchoring import Locator, Side, reanchor
from citeledger.core.anchoring.changes import describe
from citeledger.core.anchoring.struck import Descriptions
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import extract

WORDS = "Opened electronics may be returned within 30 days of delivery."
TEXT = f"# Returns\n\nFirst things first.\n\n{WORDS}\n\nLast things last, as always.\n"
STRUCK = "The cited words are struck through now."
PARTLY = "Some of the cited words are struck through now."
COMMENTED = "The cited words are commented out now: readers do not see them."
HIDDEN = "The cited words are hidden now: readers do not see them."


def side(text: str) -> Side:
    read = extract(data=text.encode(), media_type="text/markdown")
    return Side(read.text, read.structure, normalizer_for("text/markdown"))


def said_of(words: str) -> str:
    """What is said once `words` stand where the cited ones stood."""
    new, start = side(TEXT.replace(WORDS, words)), TEXT.index(WORDS)
    (outcome,) = reanchor(old=side(TEXT), new=new, spans=[Locator(start, start + len(WORDS))])
    assert not outcome.is_current
    return Descriptions(new.text).of(kind=outcome.kind, cited=WORDS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f"~~{WORDS}~~", STRUCK),
        (f"~{WORDS}~", STRUCK),
        (f"<del>{WORDS}</del>", STRUCK),
        (f'<span style="text-decoration: line-through">{WORDS}</span>', STRUCK),
        ("".join(f"{sign}\u0336" for sign in WORDS), STRUCK),
        (f"{{--{WORDS}--}}", STRUCK),
        (f"~~Not this, but:\n{WORDS.replace('30 days', '**30 days**')}~~", STRUCK),
        (f"<!-- {WORDS} -->", COMMENTED),
        (f"<!--\nSet aside:\n\n{WORDS}\n\nuntil June.\n-->", COMMENTED),
        (f"{{# {WORDS} #}}", COMMENTED),
        (f"<p hidden>{WORDS}</p>", HIDDEN),
        (f'<div style="display:none">\n{WORDS}\n</div>', HIDDEN),
        (WORDS.replace("30 days", "~~30 days~~"), "Some of the cited words are struck through now."),
        (
            WORDS.replace("Opened electronics", "~~Opened electronics~~"),
            "Some of the cited words are struck through now.",
        ),
    ],
)
def test_words_that_stand_there_unseen_are_told_by_what_hides_them(words: str, said: str) -> None:
    assert said_of(words) == said


@pytest.mark.parametrize(
    "words",
    [
        "Left blank.",
        WORDS.replace("30", "14"),
        f"~~Gone.~~ {WORDS.replace('may', 'may not')}",
        f"<!-- kept --> {WORDS.replace('30 days', '30 or more days')}",
    ],
)
def test_everything_else_is_told_as_ever(words: str) -> None:
    assert said_of(words) in set(map(describe, OutcomeKind))


@pytest.mark.parametrize("text", [TEXT, f"<div style='color:red'>{TEXT}".replace("returned", "returned now")])
def test_words_within_others_are_not_the_words(text: str) -> None:
    assert Descriptions(text).of(kind=OutcomeKind.DELETED, cited="turned") == describe(OutcomeKind.DELETED)


def test_the_same_words_in_another_place_are_told_of() -> None:
    said = Descriptions(TEXT).of(kind=OutcomeKind.EDITED, cited=WORDS, stands_elsewhere=True)
    assert said.startswith(describe(OutcomeKind.EDITED))
    assert said.endswith("cannot be told.")
    again = Descriptions(TEXT).of(kind=OutcomeKind.AMBIGUOUS, cited=WORDS, stands_elsewhere=True)
    assert again == describe(OutcomeKind.AMBIGUOUS)


def test_what_stands_or_may_stand_is_never_called_unseen() -> None:
    struck = f"~~{WORDS}~~"
    for kind in (OutcomeKind.INTACT, OutcomeKind.MOVED, OutcomeKind.AMBIGUOUS):
        assert Descriptions(struck).of(kind=kind, cited=WORDS) == describe(kind)
