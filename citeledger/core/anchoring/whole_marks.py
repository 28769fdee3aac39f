"""A place of Markdown for showing, with the marks that belong to its words: "**goods** may" and not "goods** may".

Only signs beside the place are taken in, and only those whose other half stands in it: no word comes to it or goes.
"""

import re
from typing import Final

from citeledger.core.outcomes import Locator

_MARKS: Final = ("***", "**", "__", "~~", "`", "*", "_")
_LINK: Final = re.compile(r"\]\([^()\s]*\)|\]\[[^\[\]]*\]")


def whole_marks(*, text: str, place: Locator, media_type: str) -> Locator:
    """The place (code points), wider by the halves of marks and links that it cuts off. As it is in other media."""
    if media_type != "text/markdown":
        return place
    start, end = place
    while (wider := _wider(text, start, end)) != (start, end):
        start, end = wider
    return Locator(start, end)


def _wider(text: str, start: int, end: int) -> tuple[int, int]:
    inside = text[start:end]
    if text.endswith("[", max(0, start - 1), start) and inside.count("[") < inside.count("]"):
        return start - 1, end
    link = _LINK.match(text, end)
    if link and inside.count("[") > inside.count("]"):
        return start, link.end()
    for mark in _MARKS:
        if inside.count(mark) % 2:
            before = text.endswith(mark, max(0, start - len(mark)), start)
            return (start - len(mark), end) if before else _closed(text, start, end, mark)
    return start, end


def _closed(text: str, start: int, end: int, mark: str) -> tuple[int, int]:
    return (start, end + len(mark)) if text.startswith(mark, end) else (start, end)
