"""Whether readers see anything of a passage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.reading.seen import Seen

MARKDOWN, PLAIN = normalizer_for("text/markdown"), normalizer_for("text/plain")
TEXT = """**Shown**. <!-- a note --> ~~struck~~ <span hidden>tagged</span> [named](https://target.example) &amp;

<!--
a block

of notes
-->

<del>
deleted

over paragraphs
</del>

[definition]: https://defined.example

```language
code
```

Last words, partly ~~struck out~~.
"""


def test_a_picture_beside_words_is_not_hidden_text() -> None:
    text = '<img src="logo.png" alt="Us"> Welcome to <a href="https://us.example">our shop</a>'
    assert Seen(text=text, normalizer=MARKDOWN).shows(start=0, end=len(text))


def shows(cited: str, text: str = TEXT) -> bool:
    start = text.index(cited)
    return Seen(text=text, normalizer=MARKDOWN).shows(start=start, end=start + len(cited))


@pytest.mark.parametrize(
    "cited",
    [
        *("Shown", "**Shown**", "named", "[named](https://target.example)", "&amp;", "code", "Last"),
        "Last words, partly",
        *("Shown**. <!-- a note --> ~~struck~~ <span hidden>tagged</span> [named]", "```language\ncode\n```"),
        "[definition]: https://defined.example\n\n```language\ncode\n```\n\nLast words",
    ],
)
def test_what_a_reader_sees(cited: str) -> None:
    assert shows(cited)


@pytest.mark.parametrize(
    "cited",
    [
        *("**", "a note", "<!-- a note -->", "struck", "~~struck~~", "tagged", "https://target.example"),
        *("a block\n\nof notes", "deleted\n\nover paragraphs", "https://defined.example", "language", "struck out"),
    ],
)
def test_what_nobody_sees(cited: str) -> None:
    assert not shows(cited)


@pytest.mark.parametrize(
    "cited",
    [
        *(". <!-- a note -->", "Shown**. <!-- a note -->", "~~struck~~ <span hidden>tagged</span> [named]"),
        *("words, partly ~~struck out~~", "partly ~~struck out~~.", TEXT),
    ],
)
def test_words_nobody_sees_stand_only_between_words_readers_see(cited: str) -> None:
    """A full stop beside a hidden sentence would be found again for ever, whatever the sentence says."""
    assert not shows(cited)


PIECES = ["word ", "3.5 ", "~~", "<!--", "-->", "<del>", "</del>", "**", "`", "\n", "\n\n", "[a](b)", "&nbsp;", "期限"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.data())
def test_a_passage_shows_what_its_characters_show(text: str, data: st.DataObject) -> None:
    """Whatever the markup: a passage with no hidden words shows something just where a visible token lies within it."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for normalizer in (MARKDOWN, PLAIN):
        near = [t for t in normalizer.tokens(text) if t.start < end and t.end > start]
        touched, hidden = [t for t in near if t.visible], [t for t in near if not t.visible and t.value.isalnum()]
        seen = Seen(text=text, normalizer=normalizer).shows(start=start, end=end)
        assert seen or hidden or not any(start <= token.start and token.end <= end for token in touched)
        assert touched or not seen
