"""Structure of Markdown source: which lines are headings, paragraphs, list items, ...; never rendered, only located."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from citeledger.extraction import encodings
from citeledger.extraction import text as plain
from citeledger.extraction.extracted import Extraction, Options
from citeledger.extraction.structure import Block, Heading, Structure

# Inline parsing is off: block positions are all we need, and it is where pathological input costs most (T84).
_BLOCKS = MarkdownIt("commonmark").enable("table").disable("inline")
_INLINE = MarkdownIt("commonmark", {"maxNesting": 20})
# A first line "---" alone could be a rule; followed by "key:" it opens a front matter.
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?=[\w.-]+:)(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_LONGEST_TITLE = 1_000
EXTRACTOR = plain.EXTRACTOR
_KINDS = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "list_item_open": "list_item",
    "blockquote_open": "quote",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "hr": "rule",
}


def extract(data: bytes, options: Options) -> Extraction:
    """The source is the canonical text; markup is located, never rendered. Raises Unreadable."""
    del options  # nothing of it matters to text
    read = encodings.decoded(data)
    return encodings.extraction(read, structure=structure(read.text), extractor=EXTRACTOR)


def structure(text: str) -> Structure:
    """Headings and blocks of a Markdown canonical text; ranges index `text` itself.

    Only headings outside quotes and lists open sections. A YAML front matter is a block of its own, since CommonMark
    would read its last line as a heading.
    """
    front_matter = _FRONT_MATTER.match(text)
    body = front_matter.end() if front_matter else 0
    lines = _line_starts(text=text, first=body)
    tokens = _BLOCKS.parse(text[body:])
    return Structure(
        headings=tuple(_headings(tokens=tokens, lines=lines)),
        blocks=tuple(_blocks(text=text, tokens=tokens, lines=lines)),
    )


def _line_starts(*, text: str, first: int) -> list[int]:
    """Offsets at which the lines after `first` start, and the end of the text as often as a line map may ask."""
    lengths = (len(line) + 1 for line in text[first:].split("\n"))
    starts = [min(offset, len(text)) for offset in accumulate(lengths, initial=first)]
    return [*starts, len(text)]


def _headings(*, tokens: Sequence[Token], lines: Sequence[int]) -> Iterator[Heading]:
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open" and opening.level == 0 and opening.map:
            start, end = (lines[line] for line in opening.map)
            yield Heading(int(opening.tag[1:]), start, end, _title(content.content))


def _title(source: str) -> str:
    """The heading's words without their marks. A title no person wrote (over 1,000 characters) keeps its marks."""
    if len(source) > _LONGEST_TITLE:
        return source
    children = _INLINE.parseInline(source)[0].children or []
    return " ".join("".join(_readable(child) for child in children).split())


def _readable(token: Token) -> str:
    return " " if token.type in {"softbreak", "hardbreak"} else token.content if token.type != "html_inline" else ""


def _blocks(*, text: str, tokens: Sequence[Token], lines: Sequence[int]) -> Iterator[Block]:
    """Cut at every line on which a block starts; blank lines and unclaimed lines stay with the block before."""
    kinds = {0: "front_matter"} if lines[0] > 0 else {}
    for line, kind in _openings(tokens):
        kinds.setdefault(lines[line], kind)
    starts = sorted(start for start in kinds if start < len(text)) or [0]
    edges = [0, *starts[1:], len(text)]
    for found, start, end in zip(starts, edges, edges[1:], strict=False):
        yield Block(kinds.get(found, "paragraph"), start, end)


def _openings(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    quotes = 0
    for token in tokens:
        quotes += (token.type == "blockquote_open") - (token.type == "blockquote_close")
        kind = _KINDS.get(token.type)
        if kind and token.map:
            yield token.map[0], "quote" if quotes and kind == "paragraph" else kind
