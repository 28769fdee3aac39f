"""Letters that a character in the text sets in another order than they are written: 30 that a reader sees as 03."""

import re
from collections.abc import Iterator
from typing import Final

from citeledger.extraction.structure import REORDERED_NOTE, Region, RegionKind

# From an override (to the right, to the left) to the end of its line, or to what ends it (UAX 9).
_OVERRIDDEN: Final = re.compile("[\u202d\u202e]([^\u202c\n]+)")


def reordered(text: str) -> Iterator[Region]:
    """The stretches of a text that are shown in another order: kept for reading, and supporting nothing."""
    for found in _OVERRIDDEN.finditer(text):
        yield Region(RegionKind.UNQUOTABLE, *found.span(1), note=REORDERED_NOTE)
