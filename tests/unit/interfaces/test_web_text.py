"""Canonical text in blocks: verbatim, with offsets, passages marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.extraction import Region, RegionKind, extract
from citeledger.interfaces.web.presenters import text as text_module
from citeledger.interfaces.web.presenters.text import Block, Passage, SourceBlock, laid_out

TEXT = "# One\n\nFirst 👩‍⚖️ words.\n\n- a\n- b\n"


def _blocks(text: str) -> list[SourceBlock]:
    structure = extract(data=text.encode(), media_type="text/markdown").structure
    return [SourceBlock(block.kind, block.start, block.end) for block in structure.blocks]


def _joined(blocks: tuple[Block, ...]) -> str:
    return "".join(part.text for block in blocks for part in block.parts)


@given(
    text=st.text(alphabet="ab #-*`\n👩é", min_size=1),
    ranges=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=3),
)
def test_the_parts_of_all_blocks_are_the_text_whatever_is_marked(text: str, ranges: list[tuple[int, int]]) -> None:
    passages = [Passage(min(pair), min(max(pair), len(text)), "p") for pair in ranges]
    for media_type in ("text/plain", "text/markdown", "text/x-rst"):
        blocks = laid_out(text=text, blocks=_blocks(text), passages=passages, media_type=media_type)
        assert _joined(blocks) == text


def test_what_readers_of_the_drawn_document_do_not_see_is_faint() -> None:
    text = "# One\n\nSome **bold** `code`, [a link](https://a.example) <!-- and why -->.\n\n- a\n"
    parts = [part for b in laid_out(text=text, blocks=_blocks(text), media_type="text/markdown") for part in b.parts]
    assert "".join(part.text for part in parts) == text
    assert [part.text.strip() for part in parts if part.faint] == (
        ["#", "**", "**", "`", "`", "[", "](https://a.example)", "<!-- and why -->", "-"]
    )


@pytest.mark.parametrize("text", ["~~Gone.~~\n", "Fees <del>went up</del>.\n", "~~One~~ and ~~two~~.\n"])
def test_what_strikes_words_through_is_as_faint_as_they_are(text: str) -> None:
    parts = [part for b in laid_out(text=text, blocks=_blocks(text), media_type="text/markdown") for part in b.parts]
    assert not any(sign in part.text for part in parts if not part.faint for sign in "~<>")


@given(
    text=st.text(alphabet="ab *`\n", min_size=1, max_size=40),
    ranges=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4),
)
def test_what_cannot_be_cited_is_barred_and_nothing_else(text: str, ranges: list[tuple[int, int]]) -> None:
    spans = [(min(pair), min(max(pair), len(text))) for pair in ranges]
    regions = [Region(RegionKind.UNQUOTABLE, start, end) for start, end in spans if start < end]
    other = Region(RegionKind.CAPTION, 0, len(text))
    blocks = laid_out(text=text, blocks=_blocks(text), regions=[*regions, other], media_type="text/markdown")
    assert _joined(blocks) == text
    barred = [part.barred for block in blocks for part in block.parts for _ in part.text]
    assert barred == [any(r.start <= at < r.end for r in regions) for at in range(len(text))]


def test_a_table_drawn_with_signs_is_laid_out_as_one() -> None:
    text = "Fees:\n\n+---+---+\n| A | 1 |\n+---+---+\n\nPaid | by us.\nOr not.\n"
    kinds = [block.kind for block in laid_out(text=text, blocks=_blocks(text), media_type="text/markdown")]
    assert kinds == ["paragraph", "table", "paragraph"]


def test_nothing_of_a_source_that_is_too_long_to_be_read_is_faint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_module, "LONGEST_READ", len(TEXT) - 1)
    blocks = laid_out(text=TEXT, blocks=_blocks(TEXT), media_type="text/markdown")
    assert _joined(blocks) == TEXT
    assert not any(part.faint for block in blocks for part in block.parts)


def test_nothing_of_a_text_that_is_not_drawn_is_faint() -> None:
    assert not any(part.faint for block in laid_out(text=TEXT, blocks=_blocks(TEXT)) for part in block.parts)


def test_every_block_carries_its_offsets() -> None:
    for block in laid_out(text=TEXT, blocks=_blocks(TEXT)):
        assert "".join(part.text for part in block.parts) == TEXT[block.start : block.end]


def test_a_passage_over_two_blocks_is_marked_in_both_and_anchored_once() -> None:
    start, end = TEXT.index("words"), TEXT.index("- b")
    blocks = laid_out(text=TEXT, blocks=_blocks(TEXT), passages=[Passage(start, end, "here")])
    marked = [part for block in blocks for part in block.parts if part.marked]
    assert "".join(part.text for part in marked) == TEXT[start:end]
    assert [part.anchor for part in marked if part.anchor] == ["here"]


def test_a_block_without_words_cannot_be_cited() -> None:
    (block,) = laid_out(text=" \n", blocks=[SourceBlock("paragraph", 0, 2)])
    assert not block.citable


def test_a_block_with_words_that_nothing_can_rest_on_is_not_offered_whole() -> None:
    text = "Gone words.\n\nWords that stand.\n"
    gone = Region(RegionKind.UNQUOTABLE, text.index("words"), text.index("."))
    blocks = laid_out(text=text, blocks=_blocks(text), regions=[gone])
    assert [block.citable for block in blocks if block.opening] == [False, True]


def test_a_block_of_which_readers_see_nothing_is_not_offered_whole() -> None:
    text = "~~Gone words.~~\n\n<!-- why -->\n\nWords ~~that~~ stand.\n"
    blocks = laid_out(text=text, blocks=_blocks(text), media_type="text/markdown")
    assert [block.opening for block in blocks if block.citable] == ["Words ~~that~~ stand."]


def test_the_label_of_a_block_is_its_opening_and_short() -> None:
    text = "word " * 100
    (block,) = laid_out(text=text, blocks=[SourceBlock("paragraph", 0, len(text))])
    assert block.opening.startswith("word word")
    assert len(block.opening) <= 61
