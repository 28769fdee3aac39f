"""Words of queries and of texts made comparable: as readings cut them, whatever the case and the setting in type."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from citeledger.core.quotation.quoting import as_set_in_type
from citeledger.core.reading.hyphens import HYPHENS, JoinedStream, has_broken_words
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.reading.streams import Stream

BEGIN, END = "\0<", "\0>"  # the edges of each word of a reading for patterns; no canonical text holds a NUL
_AS_WRITTEN = normalizer_for("text/html")
_ALIKE = str.maketrans("‘’‚‛“”„‟‒–—―−", "''''\"\"\"\"-----")

WIDTHS = {
    code_point: chr(int(parts[1], 16))
    for code_point in (0x3000, *range(0xFE50, 0xFE70), *range(0xFF00, 0xFFF0))
    if (parts := unicodedata.decomposition(chr(code_point)).split()) and parts[0] in {"<wide>", "<narrow>", "<small>"}
}
"""Full-width, half-width and small forms, and the one character each is a form of (field 5 of UnicodeData.txt)."""


def in_print(value: str) -> str:
    """The value with its letters, marks, dashes and widths of one kind: for an absence even a minus is a dash."""
    return as_set_in_type(value.translate(WIDTHS)).translate(_ALIKE)


@lru_cache(maxsize=65536)
def spelled_out(value: str) -> str:
    """The value with letters whose other case is several, or another one, as those: "ß" as "ss", "İ" as "i"."""
    folded = _without_case(value)
    return value if folded == value.lower() else folded


def _without_case(value: str) -> str:
    """Of a Turkish "I" nobody can tell whether it has a dot without knowing the language, so none has."""
    folded = unicodedata.normalize("NFC", value.casefold())
    return folded.replace("i\u0307", "i").replace("ı", "i")


@lru_cache(maxsize=65536)
def _caseless(value: str) -> str:
    return _without_case(in_print(value))


@dataclass(frozen=True)
class Words:
    """The words of a source, where they stand in it (code points, end exclusive), and the source."""

    source: str
    values: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def of(cls, source: str) -> "Words":
        """Those of a text that is taken as it is written, in one width: a sign is told from a letter by its form."""
        even = source.translate(WIDTHS)
        return cls(even, *_AS_WRITTEN.columns(even)[0])

    @cached_property
    def stream(self) -> Stream:
        """The words without case."""
        return Stream(map(_caseless, self.values), self.starts, self.ends)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Each of them once: most words of most queries stand nowhere."""
        return frozenset(self.stream.values)

    @cached_property
    def joined(self) -> JoinedStream:
        """The same, where hyphens may be gone that a line end explains."""
        return JoinedStream.of(text=self.source, stream=self.stream, breaks=())

    @cached_property
    def has_broken_words(self) -> bool:
        """Whether a line ends in a hyphen."""
        return has_broken_words(self.source)

    def mended(self, hyphen: str) -> "Words":
        """The same with the words whole that a line end broke, `hyphen` where one stood."""
        values, starts, ends = list[str](), list[int](), list[int]()
        mending = False
        for at, value in enumerate(self.values):
            if mending:
                values[-1], ends[-1], mending = f"{values[-1]}{hyphen}{value}", self.ends[at], False
            elif self._breaks_a_word(at):
                mending = True
            else:
                values.append(value)
                starts.append(self.starts[at])
                ends.append(self.ends[at])
        return Words(self.source, values, starts, ends)

    def _breaks_a_word(self, at: int) -> bool:
        """Whether a hyphen at a line end stands here, between letters."""
        if self.values[at] not in HYPHENS or not 0 < at < len(self.values) - 1 or self.ends[at - 1] != self.starts[at]:
            return False
        is_inside = self.values[at - 1][-1].isalpha() and self.values[at + 1][0].isalpha()
        return is_inside and "\n" in self.source[self.ends[at] : self.starts[at + 1]]

    def readings(self) -> Iterator["Reading"]:
        """The words for patterns: markup between two may be read as a space ("&nbsp;") or not ("**").

        Letters are read as they stand, and spelled out.
        """
        between = [self.source[end:start] for end, start in zip(self.ends, self.starts[1:], strict=False)]
        spaced = [any(map(str.isspace, gap)) for gap in between]
        apart = [bool(gap) for gap in between]
        shown = [in_print(value) for value in self.values]
        letters = [spelled_out(value) for value in shown]
        for gaps in (spaced, apart) if apart != spaced else (spaced,):
            yield Reading.of(shown, gaps=gaps)
            if letters != shown:
                yield Reading.of(letters, gaps=gaps)


@dataclass(frozen=True, slots=True)
class Reading:
    """Words in a row, with edges, and where each begins in it (in code points)."""

    text: str
    begins: Sequence[int]

    @classmethod
    def of(cls, values: Iterable[str], *, gaps: Iterable[bool]) -> "Reading":
        """`gaps`: for each word but the first, whether it stands apart from the one before."""
        pieces, begins, length = list[str](), list[int](), 0
        spaces = iter(gaps)
        for number, value in enumerate(values):
            word = (" " if number and next(spaces) else "", BEGIN, value, END)
            begins.append(length + len(word[0]))
            pieces += word
            length += sum(map(len, word))
        return cls("".join(pieces), begins)
