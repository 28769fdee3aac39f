"""Which section of a document a place stands in: the chain of headings above it, as a reader reads them."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from citeledger.core.reading.streams import Stream

_NUMBER = re.compile(r"\d+(\.\d+)*")
_DIGITS = 3  # of a number of a section at most; more are a year
# Where a name of a file or a sheet joins words: "prices_old", "PricesOld", "HRPolicy", "Prices2024".
# Names are parted before their case is folded: \xdf is the letter that folding writes as ss.
_JOINT = re.compile(
    r"_+|(?<=[a-z\xdf-öø-ÿа-яё0-9])(?=[A-ZÀ-ÖØ-ÞА-ЯЁ])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z\xdf-öø-ÿа-яё])(?=\d)"
)
_STOPS = frozenset((".", ")", ":", "-", "–", "—"))
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
        self._numbers: list[tuple[str, ...]] = [()]
        chain: list[tuple[int, tuple[str, ...], str]] = []
        titles = [stream.values[slice(*stream.stretch(start=each.start, end=each.end))] for each in headings]
        counted = _counted([each.level for each in headings], titles)
        for at, (heading, words) in enumerate(zip(headings, titles, strict=True)):
            chain = [above for above in chain if above[0] < heading.level]
            chain.append((heading.level, as_title(_unnumbered(words)), words[0] if at in counted else _number(words)))
            self._paths.append(tuple(title for _, title, _ in chain))
            self._numbers.append(tuple(number for _, _, number in chain if number))
        self._copies = Counter(self._paths)

    def path(self, offset: int) -> Path:
        """The path of the section that holds the code point at `offset`."""
        return self._paths[bisect_right(self._starts, offset)]

    def numbers(self, offset: int) -> tuple[str, ...]:
        """The numbers of the sections that hold the code point at `offset`, as their headings begin with them."""
        return self._numbers[bisect_right(self._starts, offset)]

    def first(self, offset: int) -> int:
        """Where the section that holds the code point at `offset` begins, with its heading; 0 before the first."""
        at = bisect_right(self._starts, offset)
        return self._starts[at - 1] if at else 0

    def copies(self, path: Path) -> int:
        """How many sections have this path: 0 if none is left, more than 1 if the path names no single place."""
        return self._copies[path]


def as_title(values: Iterable[str]) -> tuple[str, ...]:
    """The words of a title without case, those that names join parted."""
    return tuple(word.casefold() for joined in values for word in _JOINT.split(joined) if word)


def _unnumbered(values: Sequence[str]) -> Sequence[str]:
    """What tells a section from others: its title without its number ("7." or "7.1", not "7 days")."""
    number = _NUMBER.fullmatch(values[0]) if len(values) > 1 else None
    rest = 0 if number is None else 2 if values[1] in (".", ")", ":") else int(number.group(1) is not None)
    return values[rest:] or values


def _counted(levels: Sequence[int], titles: Sequence[Sequence[str]]) -> frozenset[int]:
    """Which headings count on without a stop, by their place: "3 Pets" where "4 Guests" comes next on its level."""
    found, last = set[int](), dict[int, tuple[int, int]]()
    for at, (level, words) in enumerate(zip(levels, titles, strict=True)):
        last = {above: place for above, place in last.items() if above <= level}
        if len(words) > 1 and words[1].isalpha() and words[0].isdecimal() and len(words[0]) <= _DIGITS:
            before, number = last.get(level, (at, 0)), int(words[0])
            if number == before[1] + 1 and before[0] != at:
                found |= {before[0], at}
            last[level] = at, number
    return frozenset(found)


def _number(values: Sequence[str]) -> str:
    """The number a title begins with, "4." or "§ 4" or "Article 4:"; "" if it has none, as "7 days"."""
    named = [value for value in values[:2] if _NUMBER.fullmatch(value)]
    if not named or (len(values) > 1 and _NUMBER.fullmatch(values[0]) and len(_unnumbered(values)) == len(values)):
        return ""
    at = values.index(named[0])
    is_told = not at or values[0] == "§" or len(values) == 2 or values[2] in _STOPS
    return named[0] if is_told else ""
