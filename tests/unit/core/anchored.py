"""Shorthand for the anchoring tests: cite a passage of one text, ask what became of it in another."""

import sys
from collections.abc import Callable

from citeledger.core.anchoring import Locator, Side, SpanOutcome, reanchor
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import extract


def side(text: str, media_type: str = "text/markdown") -> Side:
    extraction = extract(data=text.encode(), media_type=media_type)
    return Side(extraction.text, extraction.structure, normalizer_for(media_type))


def outcome(old: str, new: str, cited: str, *, nth: int = 0, media_type: str = "text/markdown") -> SpanOutcome:
    start = -1
    for _ in range(nth + 1):
        start = old.index(cited, start + 1)
    spans = [Locator(start, start + len(cited))]
    return reanchor(old=side(old, media_type), new=side(new, media_type), spans=spans)[0]


def tokens(text: str, media_type: str = "text/markdown") -> list[str]:
    """Values of what a reader sees."""
    return [token.value for token in normalizer_for(media_type).tokens(text) if token.visible]


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python run: a measure of time that no busy machine changes."""
    taken = 0

    def count(*_: object) -> object:
        nonlocal taken
        taken += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return taken
