import pytest

from citeledger.extraction import BrokenStructure, Heading, Structure, extract

PAGE = """---
title: Leave
tags:
  - a
---
Lead paragraph
in two lines.

# Refunds of *opened* items

- one
- two
  - nested

> # Not a section

Setext title
------------

```
# not a heading
```

| a | b |
|---|---|
| 1 | 2 |

<div>raw</div>

***

### Deep &amp; `code` [link](x) ###
[r]: /u
"""


def structure(source: str, media_type: str = "text/markdown") -> Structure:
    return extract(data=source.encode(), media_type=media_type).structure


def test_headings_outside_quotes_and_fences_are_found_with_their_titles() -> None:
    headings = [(heading.level, heading.title) for heading in structure(PAGE).headings]
    assert headings == [(1, "Refunds of opened items"), (2, "Setext title"), (3, "Deep & code link")]


def test_a_heading_covers_its_source_lines() -> None:
    heading = structure(PAGE).headings[1]
    assert PAGE[heading.start : heading.end] == "Setext title\n------------\n"


def test_every_kind_of_block_is_named() -> None:
    kinds = [block.kind for block in structure(PAGE).blocks]
    assert kinds == [
        *["front_matter", "paragraph", "heading", "list_item", "list_item", "list_item", "quote", "heading", "code"],
        *["table", "html", "rule", "heading"],
    ]


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    assert [heading.title for heading in structure("---\n\n# Title\n\n---\n").headings] == ["Title"]


def test_line_separators_that_markdown_does_not_know_do_not_shift_blocks() -> None:
    source = "one\u2028still one\x0bstill one\x85\n\n# Title\n"
    heading = structure(source).headings[0]
    assert source[heading.start : heading.end] == "# Title\n"


def test_plain_text_has_paragraphs_and_no_headings() -> None:
    source = "\n\n# one\ntwo\n \n\nthree\n\n"
    found = structure(source, "text/plain")
    assert found.headings == ()
    assert [source[block.start : block.end] for block in found.blocks] == ["\n\n", "# one\ntwo\n \n\n", "three\n\n"]


class TestStoredForm:
    def test_it_comes_back_equal_and_spelled_the_same(self) -> None:
        stored = structure(PAGE).to_json()
        assert Structure.from_json(stored) == structure(PAGE)
        assert Structure.from_json(stored).to_json() == stored

    def test_letters_stay_readable_in_it(self) -> None:
        assert structure("# Rückgabe 期限").to_json() == (
            '{"blocks":[["heading",0,13]],"headings":[[1,0,13,"Rückgabe 期限"]]}'
        )

    @pytest.mark.parametrize(
        "damaged",
        [
            "",
            "null",
            "[]",
            "{}",
            '{"blocks":[],"headings":[[1,0,4,"T"]]}',
            '{"blocks":[["p",1,4]],"headings":[]}',
            '{"blocks":[["p",0,4],["p",5,9]],"headings":[]}',
            '{"blocks":[["p",0,0]],"headings":[]}',
            '{"blocks":[["p",0]],"headings":[]}',
            '{"blocks":[["p",0,4]],"headings":[[1,2,9,"T"]]}',
            "[" * 100000,
        ],
    )
    def test_a_damaged_one_is_refused(self, damaged: str) -> None:
        with pytest.raises(BrokenStructure) as refusal:
            Structure.from_json(damaged)
        assert '"p"' not in str(refusal.value)


def test_a_title_of_absurd_length_is_kept_as_it_is() -> None:
    source = "# " + "*a* " * 1_000
    assert structure(source).headings == (Heading(1, 0, len(source), source[2:].strip()),)
