"""A short answer is said of its question: another question makes another statement of it."""

import pytest

from tests.unit.core.anchored import outcome

ASKED, OTHER = "May I smoke in the hall?", "May I drink in the hall?"
PUT = [
    "## {0}\n\n{1}",
    "Q: {0}\nA: {1}",
    "Q: {0}\n\nA: {1}",
    "**{0}**\n\n{1}",
    "{0} {1}",
    "- {0}\n  - {1}",
]


def _page(question: str, answer: str, put: str) -> str:
    return f"# House\n\nWords for all.\n\n{put.format(question, answer)}\n\n## Keys\n\nKeys are kept at the desk.\n"


@pytest.mark.parametrize("answer", ["Yes.", "No.", "Always.", "Only on Sundays.", "Yes, all of the guests may do so."])
@pytest.mark.parametrize("put", PUT)
def test_another_question_alarms(answer: str, put: str) -> None:
    old, new = (_page(question, answer, put) for question in (ASKED, OTHER))
    assert not outcome(old, new, answer).is_current
    assert outcome(new, f"New.\n\n{new}", answer).is_current


@pytest.mark.parametrize(
    "question", ["May I smoke here in the hall?", "Is smoking in the hall fine?", "May I smoke in the halls?"]
)
def test_the_same_question_in_other_words_does_not(question: str) -> None:
    put = "## {0}\n\n{1}"
    assert outcome(_page(ASKED, "Yes.", put), _page(question, "Yes.", put), "Yes.").is_current


def test_a_few_words_are_said_of_their_heading_and_a_whole_sentence_is_not() -> None:
    for cited, is_current in (("Forbidden.", False), ("The warden says what is allowed there.", True)):
        old, new = (_page(heading, cited, "## {0}\n\n{1}") for heading in ("Smoking", "Drinking"))
        assert outcome(old, new, cited).is_current is is_current
