"""A text reads as it was written: its lines are lines, and what was withheld leaves none behind."""

import re
from collections.abc import Sequence

import pytest

from citeledger.core.statements import Role
from citeledger.emission.cutting import cut
from citeledger.interfaces.web.presenters.lines import Line, as_written
from revalidation.views import StructureView
from tests.functional.web.samples import samples
from tests.unit.interfaces.test_signs import shown

CITED = " [cite:5c8e9907-7957-4c9b-9e35-446b5952a6dd]"


def lines_of(text: str, *, kept: bool = False) -> tuple[Line[str], ...]:
    """As the gate records marked text with `drop`: what no marker closes is gone, unless `kept`."""
    pieces = cut(text.replace("†", CITED))
    segments: Sequence[StructureView | str] = [
        StructureView(piece.role, piece.text) if piece.role else piece.text
        for piece in pieces
        if piece.role or piece.names or kept
    ]
    return as_written(segments=segments)


def told(lines: Sequence[Line[str]]) -> list[str]:
    """Each line as it is to be read."""
    return [
        "  " * line.depth
        + ("> " if line.is_quoted else "")
        + (f"{line.mark} " if line.mark else "")
        + (f"h{line.level} " if line.level else "")
        + (line.text or " | ".join(line.statements))
        for line in lines
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Returns\n\n- A†, and B†.\n- Gone.\n- Gone.\n\n> Good luck!\n", ["h1 Returns", "• A, | and B."]),
        ("A†. Gone. B†.\n\n\n\nGone.\n\nC†.", ["A. | B.", "C."]),
        (
            "1. One†. Two†.\n   - in it†\n      * deeper†\n2) Last†",
            ["1. One. | Two.", "  • in it", "    • deeper", "2) Last"],
        ),
        ("> - said†\n> more†", ["> • said", "> more"]),
        (
            "### Deep\nA†.\n###### Deeper\nB†.\n### Deep again\nC†.",
            ["h1 Deep", "A.", "h2 Deeper", "B.", "h1 Deep again", "C."],
        ),
        ("Sources\n\n* A†\n", ["Sources", "• A"]),
        ("一つ。†二つ。†\n三つ。†\n", ["一つ。 | 二つ。", "三つ。"]),
        ("   indented†.\n\tand so†.", ["indented.", "and so."]),
    ],
)
def test_marked_text_reads_as_it_was_written(text: str, said: list[str]) -> None:
    assert told(lines_of(text)) == said


def test_every_line_of_a_text_of_which_nothing_is_gone_is_there() -> None:
    text = "# One\n\nA†, b†.\n\n- C†\n- D†\n\n## Two\n\n> E†\n\nNote\n\nF†."
    lines = [line for line in text.replace("†", "").splitlines() if line]
    assert len(lines_of(text, kept=True)) == len(lines)


def test_an_answer_without_breaks_has_a_line_for_every_statement() -> None:
    segments = [
        StructureView(Role.HEADING, "Returns"),
        "A.",
        "B.",
        StructureView(Role.LIST_MARKER, "- "),
        "C.",
        StructureView(Role.PHRASE, "In short"),
        "D.",
        StructureView(Role.LIST_MARKER, "- "),
    ]
    assert told(as_written(segments=segments)) == ["h1 Returns", "A.", "B.", "• C.", "In short", "D."]


def test_nothing_is_no_line() -> None:
    assert as_written(segments=[StructureView(Role.BREAK, "\n"), StructureView(Role.LIST_MARKER, "- ")]) == ()


def test_a_page_has_headings_items_and_clauses_each_with_its_own_badge_and_sign() -> None:
    html = shown("ledger/answer.html", page=samples()["answer-marked"].page)
    row = re.search(r'<div class="statement-text together".*?</div>', html, re.DOTALL)
    order = re.findall(r'class="(clause|badge|sign)"', row[0]) if row else []

    assert order == ["clause", "badge", "sign"] * 2
    assert re.findall(r"<h[234] [^>]*>([^<]*)<", html) == ["Returns", "Store credit"]
    assert html.count('<li class="statement') == 5 + 1, "five lines, and how much was withheld"
    assert re.findall(r'"line-mark">([^<]*)<', html) == ["•", "1."]
    assert (html.count("is-quoted"), html.count('data-depth="1"')) == (1, 1)
    assert len(set(re.findall(r'id="(statement-\d)"', html))) == 5


def test_a_search_says_what_for_and_where() -> None:
    html = shown("ledger/answer.html", page=samples()["answer-marked"].page)
    note = re.search(r"Searched for .*?</li>", html, re.DOTALL)
    said = " ".join(re.sub(r"<[^>]*>", "", note[0]).split()) if note else ""

    assert said == (
        "Searched for the words store credit in the snapshot Returns, today "
        "(12 documents, pinned 12 June 2026, 09:30 UTC), and found nothing."
    )
