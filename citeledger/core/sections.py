"""Which section of a document a place stands in: the chain of headings above it, as a reader reads them."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from citeledger.core.streams import Stream

_NUMBER = re.compile(r"\d+(\.\d+)*")
Path = tuple[tuple[str, ...], ...]


class HeadingLike(Protocol):
    """A heading: its level (1 is the outermost) and the source range of its line(s) in code points."""

    @property
    def level(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class Sections:
    """The sections of one document. A heading belongs to the section it opens; text before the first has path ()."""

    def __init__(self, *, headings: Sequence[HeadingLike], stream: Stream) -> None:
        self._starts = [heading.start for heading in headings]
        self._paths: list[Path] = [()]
        chain: list[tuple[int, tuple[str, ...]]] = []
        for heading in headings:
            first, stop = stream.stretch(start=heading.start, end=heading.end)
            chain = [(level, title) for level, title in chain if level < heading.level]
            chain.append((heading.level, _title(stream.values[first:stop])))
            self._paths.append(tuple(title for _, title in chain))
        self._copies = Counter(self._paths)

    def path(self, offset: int) -> Path:
        """The path of the section that holds the code point at `offset`."""
        return self._paths[bisect_right(self._starts, offset)]

    def first(self, offset: int) -> int:
        """Where the section that holds the code point at `offset` begins, with its heading; 0 before the first."""
        at = bisect_right(self._starts, offset)
        return self._starts[at - 1] if at else 0

    def copies(self, path: Path) -> int:
        """How many sections have this path: 0 if none is left, more than 1 if the path names no single place."""
        return self._copies[path]


def _title(values: Sequence[str]) -> tuple[str, ...]:
    """What tells a section from others: its title without case and without its number ("7." or "7.1", not "7 days")."""
    number = _NUMBER.fullmatch(values[0]) if len(values) > 1 else None
    rest = 0 if number is None else 2 if values[1] in (".", ")", ":") else int(number.group(1) is not None)
    return tuple(value.casefold() for value in values[rest:] or values)
