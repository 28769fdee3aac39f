"""Headings are free text of a writer: each stands only over something that is said below it (ADR 7)."""

import re
from collections.abc import Sequence
from typing import Final

_MARKS: Final = re.compile(r"\s*(#{1,6})(?!#)")
_UNMARKED: Final = 7
"""Of a heading without `#`: nothing says that it is above another, so it stands over what follows it directly."""


def bare_headings(outline: Sequence[str | bool]) -> frozenset[int]:
    """Places of the headings over nothing. `outline`: a heading's text, or whether what stands there says something.

    A heading reaches to the next of its own level or a higher one, by its `#`s: `# Title` stands over `## Part`.
    """
    bare, barrier = set[int](), 0
    for place, part in reversed(list(enumerate(outline))):
        if isinstance(part, str):
            level = _level(part)
            if level >= barrier:
                bare.add(place)
            barrier = min(barrier, level)
        elif part:
            barrier = _UNMARKED + 1
    return frozenset(bare)


def _level(heading: str) -> int:
    marks = _MARKS.match(heading)
    return len(marks[1]) if marks else _UNMARKED
