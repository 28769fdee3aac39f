"""Places of Markdown for showing: marks that belong to their words come with them, words never do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.anchoring.whole_marks import whole_marks
from citeledger.core.outcomes import Locator


def wider(text: str, words: str, media_type: str = "text/markdown") -> str:
    start = text.index(words)
    place = whole_marks(text=text, place=Locator(start, start + len(words)), media_type=media_type)
    return text[place.start : place.end]


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        ("A **Unopened goods** may go.", "Unopened goods** may go.", "**Unopened goods** may go."),
        ("within **60 days** of", "within **60 days", "within **60 days**"),
        ("***both** of* us", "both** of* us", "***both** of* us"),
        ("not ~~now~~ then", "now~~ then", "~~now~~ then"),
        ("use `code` here", "code` here", "`code` here"),
        (
            "see [the *fees*](https://a.example/x) now",
            "the *fees*](https://a.example/x)",
            "[the *fees*](https://a.example/x)",
        ),
        ("see [the fees](https://a.example/x) now", "see [the fees", "see [the fees](https://a.example/x)"),
        ("plain words here", "words", "words"),
        ("a **b** c", "**b**", "**b**"),
        ("5 * 3 is 15", "5 *", "5 *"),
    ],
)
def test_a_mark_that_is_cut_comes_whole(text: str, words: str, shown: str) -> None:
    assert wider(text, words) == shown
    assert wider(text, words, "text/plain") == words


@given(
    text=st.text(alphabet="ab *_~`[]()", min_size=2, max_size=60),
    ends=st.tuples(st.integers(0, 60), st.integers(0, 60)),
)
def test_no_word_comes_to_it_but_where_a_link_leads(text: str, ends: tuple[int, int]) -> None:
    start, end = min(*ends, len(text) - 1), max(ends)
    end = max(start + 1, min(end, len(text)))
    place = whole_marks(text=text, place=Locator(start, end), media_type="text/markdown")
    assert place.start <= start < end <= place.end
    assert not any(sign.isalnum() for sign in text[place.start : start])
