"""Which words are the words of a passage, and whether a statement quotes it: shown are always the source's own.

Looked through: kind and amount of white space, line ends and hyphens at them, ligatures and the shapes letters take in
print, canonical equivalents, kinds of quotation marks, apostrophes, hyphens and dashes. Never: a letter, a digit, a
sign, case, a word more or less, an ellipsis. A dash beside a number may be a sign, so there its kind counts.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from citeledger.core.reading.hyphens import JoinedStream, has_broken_words
from citeledger.core.reading.normalization import Normalizer, normalizer_for
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.reading.tokens import Reading

_AROUND = 200  # code points on either side of a passage in which a word that it cuts is looked for
AS_WRITTEN = normalizer_for("text/html")  # no markup to look through, but soft hyphens at line ends
_HYPHENS, _DASHES = "-‐‑", "‒–—―﹘﹣－"
_MARKS = "'\"‘’‚‛“”„‟«»‹›"
_PUNCTUATION = frozenset(_HYPHENS[1:] + _DASHES + _MARKS)


class Likeness(StrEnum):
    """How the words sent are like the source's."""

    VERBATIM = "verbatim"
    AS_READ = "as_read"
    PUNCTUATION_FOLDED = "punctuation_folded"


@dataclass(frozen=True, slots=True)
class Quotation:
    """`text` is the source's own: its very characters, or what a reader sees of them where markup was left out."""

    likeness: Likeness
    text: str


def quotation(*, quote: str, text: str, start: int, end: int, normalizer: Normalizer) -> Quotation | None:
    """What `quote` quotes if it says, from edge to edge, what a reader sees at `text[start:end]`; else None.

    `normalizer` is the text's own; offsets are code points, end exclusive. A quote is shown as plain text everywhere,
    so it is read as plain text: it may be the source as written, or what the source's markup shows, and nothing of it
    may hide in markup of its own. A passage that cuts a word or parts a number from its sign quotes nothing: "30" of
    "300" and "7" of "~7%" say what the source does not.
    """
    exact = text[start:end]
    shown = Words(exact, normalizer)
    if not shown.stream.values or not is_whole(text=text, start=start, end=end, normalizer=normalizer):
        return None
    said = Words(quote, AS_WRITTEN)
    if quote == exact or said.say(Words(exact, AS_WRITTEN)):
        return Quotation(_likeness(quote, exact), exact)
    if said.say(shown):
        own = _shown(exact, normalizer)
        return Quotation(_likeness(quote, own), own)
    return None


def is_whole(*, text: str, start: int, end: int, normalizer: Normalizer) -> bool:
    """Whether a passage holds all of its first and last word and number, with their signs: not "14" of "1,014".

    Offsets are code points, end exclusive. Something of the passage must be seen.
    """
    first = max(0, start - _AROUND)
    around = text[first : end + _AROUND]
    tokens = normalizer.tokens(around)
    if any(token.start < edge < token.end for token in tokens for edge in (start - first, end - first)):
        return False
    seen = Stream.of(token for token in tokens if token.visible)
    stretch = seen.stretch(start=start - first, end=end - first)
    return stretch.first < stretch.stop and seen.widened(stretch, text=around) == stretch


class Words:
    """The words a reader sees of a source, as they are compared and looked up: letters and hyphens of one kind."""

    def __init__(self, source: str, normalizer: Normalizer) -> None:
        values, starts, ends = normalizer.columns(source)[0]
        self.source = source
        self.stream = Stream(map(as_set_in_type, values), starts, ends)

    def say(self, other: "Words") -> bool:
        """Whether these are the other's words, one by one, or were before a line end broke them."""
        if _dashes_alike(self.stream.values) == _dashes_alike(other.stream.values):
            return True
        return self.may_be_joined(other) and self.agree_joined(other, Stretch(0, len(other.joined.stream.values)))

    def places(self, quote: "Words") -> Iterator[tuple[int, int]]:
        """Where the quote's words stand, in code points of the source, end exclusive. Some places may come twice."""
        wanted = _dashes_alike(quote.stream.values)
        for stretch in _occurrences(self.any_dashes, quote.stream):
            if _dashes_alike(self.stream.values[slice(*stretch)]) == wanted:
                yield self.stream.starts[stretch.first], self.stream.ends[stretch.stop - 1]
        if quote.may_be_joined(self):
            for stretch in _occurrences(self.any_dashes_joined, quote.joined.stream):
                if quote.agree_joined(self, stretch):
                    yield self.joined.stream.starts[stretch.first], self.joined.stream.ends[stretch.stop - 1]

    def stand_between(self, before: "Words", behind: "Words", *, start: int, end: int) -> bool:
        """Whether what stands from `start` to `end` stands right behind and in front of these words."""
        if _is_between(self.any_dashes, before.any_dashes, behind.any_dashes, start, end):
            return True
        around = before.any_dashes_joined, behind.any_dashes_joined
        return self.may_be_joined(before) and _is_between(self.any_dashes_joined, *around, start, end)

    def may_be_joined(self, other: "Words") -> bool:
        """Whether a line end may have broken a word on either side."""
        return self.has_broken_words or other.has_broken_words

    def agree_joined(self, other: "Words", stretch: Stretch) -> bool:
        """Whether these were the words on a stretch of the other's, joined, before line ends broke some of them."""
        own, others = self.joined, other.joined
        if _dashes_alike(own.stream.values) != _dashes_alike(others.stream.values[slice(*stretch)]):
            return False
        return own.agrees(Stretch(0, len(own.stream.values)), others, stretch)

    @cached_property
    def has_broken_words(self) -> bool:
        return has_broken_words(self.source)

    @cached_property
    def joined(self) -> JoinedStream:
        """The same without the hyphens inside words (see `hyphens`)."""
        return JoinedStream.of(text=self.source, stream=self.stream, breaks=())

    @cached_property
    def any_dashes(self) -> Stream:
        """To look places up in: more may stand there than is said, never less."""
        return _with_plain_dashes(self.stream)

    @cached_property
    def any_dashes_joined(self) -> Stream:
        """The same, joined."""
        return _with_plain_dashes(self.joined.stream)


def _with_plain_dashes(stream: Stream) -> Stream:
    return Stream(("-" if value in _DASHES else value for value in stream.values), stream.starts, stream.ends)


def _is_between(stream: Stream, before: Stream, behind: Stream, start: int, end: int) -> bool:
    first, stop = stream.stretch(start=start, end=end)
    left, right = before.values, behind.values
    return stream.values[max(0, first - len(left)) : first] == left and stream.values[stop : stop + len(right)] == right


def _occurrences(looked_in: Stream, quote: Stream) -> Iterator[Stretch]:
    wanted = _with_plain_dashes(quote).values
    return (Stretch(first, first + len(wanted)) for first in looked_in.occurrences(wanted))


def as_set_in_type(value: str) -> str:
    """The same letters without the forms print gives them; hyphens and angled quotation marks of one kind."""
    return value.translate(_LETTERS)


def _dashes_alike(values: Sequence[str]) -> list[str]:
    return ["-" if value in _DASHES and not _is_by_a_number(values, at) else value for at, value in enumerate(values)]


def _is_by_a_number(values: Sequence[str], at: int) -> bool:
    return any(
        character.isnumeric() for value in (values[max(0, at - 1)], *values[at + 1 : at + 2]) for character in value
    )


def _shown(source: str, normalizer: Normalizer) -> str:
    reading = Reading(text=source, visible=True)
    for run in normalizer.read(source):
        if run.visible:
            reading.take(run)
    return "".join(reading.pieces).strip()


def _likeness(quote: str, own: str) -> Likeness:
    if quote == own:
        return Likeness.VERBATIM
    return Likeness.AS_READ if _marks(quote) == _marks(own) else Likeness.PUNCTUATION_FOLDED


def _marks(source: str) -> list[str]:
    return [character for character in source if character in _PUNCTUATION]


def _print_forms() -> Iterator[tuple[int, str]]:
    """Ligatures and positional shapes: compatibility characters that are the same letters, set for a page.

    Source: field 5 of UnicodeData.txt. Other compatibility characters (10², ½, ③) say something else than their parts.
    """
    for code_point in (*range(0xFB00, 0xFB50), *range(0xFB50, 0xFE00), *range(0xFE70, 0xFF00)):
        tag, _, letters = unicodedata.decomposition(chr(code_point)).partition(" ")
        plain = unicodedata.normalize("NFKC", chr(code_point))
        if tag in {"<compat>", "<initial>", "<medial>", "<final>", "<isolated>"} and letters and " " not in plain:
            yield code_point, plain


_LETTERS: dict[int, str] = {
    **dict(_print_forms()),
    **{ord(mark): like for mark, like in zip("‐‑«»‹›", "--\"\"''", strict=True)},
}
