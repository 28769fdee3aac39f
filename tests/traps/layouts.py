"""Edits of how a whole text is written down: line ends, widths, headings, lists, quotes. None may alarm."""

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CURRENT, Edit, Operation
from tests.traps.sources import Passage, paragraphs

Change = Callable[[str], str]
_LINE_START_MARK = re.compile(r"(?:[#>+*=|:~`<\[-]|\d+[.)])")


def operations() -> Iterator[Operation]:
    """Every way of writing the same text down."""
    for name, (trap, change) in WHOLE_TEXT.items():
        yield Operation(name, trap, CURRENT, _planting(change))


def _planting(change: Change) -> Callable[[Passage, Random], Edit | None]:
    def plant(passage: Passage, _: Random) -> Edit | None:
        new = change(passage.text)
        return Edit(passage.text, new, passage.start, passage.end) if new != passage.text else None

    return plant


def _wrapped(paragraph: str, width: int) -> str:
    """Wrapped without a line that would start like a list item, a quote or a heading."""
    lines = textwrap.wrap(" ".join(paragraph.split()), width, break_long_words=False, break_on_hyphens=False)
    safe = lines[:1]
    for line in lines[1:]:
        if _LINE_START_MARK.match(line) or safe[-1].endswith("\\"):
            safe[-1] += f" {line}"
        else:
            safe.append(line)
    return "\n".join(safe)


def _all_wrapped(width: int) -> Callable[[str], str]:
    def rewrap(text: str) -> str:
        edge, pieces = 0, []
        for start, end in paragraphs(text):
            pieces += [text[edge:start], _wrapped(text[start:end], width)]
            edge = end
        return "".join([*pieces, text[edge:]])

    return rewrap


def _curly(text: str) -> str:
    text = re.sub(r"(?<=\w)'(?=\w)", "’", text)
    text = re.sub(r"(?<=\w)'", "’", text)
    return re.sub(r'"([^"\n]*)"', "“\\1”", text)


def _straight(text: str) -> str:
    return text.translate(str.maketrans("‘’“”", "''\"\""))


def _setext(text: str) -> str:
    text = re.sub(r"^# +([^\n#]+?) *#*$", r"\1\n====", text, flags=re.MULTILINE)
    return re.sub(r"^## +([^\n#]+?) *#*$", r"\1\n----", text, flags=re.MULTILINE)


def _outside_fences(change: Callable[[str], str]) -> Callable[[str], str]:
    """Change the lines outside fenced code."""

    def changed(text: str) -> str:
        parts = re.split(r"(^ {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[^\n]*$)", text, flags=re.MULTILINE)
        return "".join(part if index % 2 else change(part) for index, part in enumerate(parts))

    return changed


def _renumbered(text: str) -> str:
    return re.sub(r"^( *)(\d{1,8})([.)] )", lambda m: f"{m[1]}{int(m[2]) + 3}{m[3]}", text, flags=re.MULTILINE)


WHOLE_TEXT: dict[str, tuple[str, Change]] = {
    "quotes_curled": ("curly quotes", _curly),
    "quotes_straightened": ("straight quotes", _straight),
    "decomposed": ("NFD", lambda t: unicodedata.normalize("NFD", t)),
    "composed": ("NFC", lambda t: unicodedata.normalize("NFC", t)),
    "wrapped_30": ("re-wrapped", _all_wrapped(30)),
    "wrapped_60": ("re-wrapped", _all_wrapped(60)),
    "wrapped_100": ("re-wrapped", _all_wrapped(100)),
    "unwrapped": ("one line a paragraph", _all_wrapped(100_000)),
    "trailing_spaces": ("spaces at line ends", lambda t: re.sub(r"(?m)(?<=\S)$", "   ", t)),
    "crlf": ("CR LF", lambda t: t.replace("\n", "\r\n")),
    "cr": ("CR alone", lambda t: t.replace("\n", "\r")),
    "byte_order_mark": ("a mark in front", lambda t: f"\ufeff{t}"),
    "no_last_line_end": ("no line end at the end", str.rstrip),
    "blank_lines_doubled": ("more blank lines", lambda t: t.replace("\n\n", "\n\n\n")),
    "blank_lines_with_spaces": ("blank lines that are not empty", lambda t: t.replace("\n\n", "\n \t\n")),
    "headings_underlined": ("headings by underline", _outside_fences(_setext)),
    "headings_closed": (
        "hashes behind headings",
        _outside_fences(lambda t: re.sub(r"(?m)^(#+) (.*\S) *$", r"\1 \2 \1", t)),
    ),
    "headings_deeper": ("all headings one deeper", _outside_fences(lambda t: re.sub(r"(?m)^(#{1,5}) ", r"#\1 ", t))),
    "headings_bold": ("bold headings", _outside_fences(lambda t: re.sub(r"(?m)^(#+) (.*\S) *$", r"\1 **\2**", t))),
    "headings_with_anchors": (
        "anchors on headings",
        _outside_fences(lambda t: re.sub(r"(?m)^(#+) (.*\S) *$", r"\1 \2 {#a-b}", t)),
    ),
    "headings_renumbered": ("numbers before headings", _outside_fences(lambda t: re.sub(r"(?m)^(#+) ", r"\1 7. ", t))),
    "bullets_changed": ("other bullets", _outside_fences(lambda t: re.sub(r"(?m)^( *)[-*+] (?=[^-*_\s])", r"\1+ ", t))),
    "items_renumbered": ("other item numbers", _outside_fences(_renumbered)),
    "front_matter_added": (
        "front matter",
        lambda t: t if t.startswith("---") else f"---\ntitle: X\ndays: 30\n---\n\n{t}",
    ),
}
