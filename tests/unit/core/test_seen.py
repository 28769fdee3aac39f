"""Whether readers see anything of a passage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.normalization import normalizer_for
from citeledger.core.seen import Seen

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


def shows(cited: str, text: str = TEXT) -> bool:
    start = text.index(cited)
    return Seen(text=text, normalizer=MARKDOWN).shows(start=start, end=start + len(cited))


@pytest.mark.parametrize(
    "cited", ["Shown", "**Shown**", "named", "&amp;", "code", "Last", "partly ~~struck out~~", TEXT]
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


PIECES = ["word ", "3.5 ", "~~", "<!--", "-->", "<del>", "</del>", "**", "`", "\n", "\n\n", "[a](b)", "&nbsp;", "期限"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.data())
def test_a_passage_shows_what_its_characters_show(text: str, data: st.DataObject) -> None:
    """Whatever the markup: a passage shows something just where a visible token of the whole text lies within it."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for normalizer in (MARKDOWN, PLAIN):
        touched = [t for t in normalizer.tokens(text) if t.visible and t.start < end and t.end > start]
        seen = Seen(text=text, normalizer=normalizer).shows(start=start, end=end)
        assert seen or not any(start <= token.start and token.end <= end for token in touched)
        assert touched or not seen
