"""What a reader sees, cut into tokens: the unit in which two texts are compared.

Two texts say the same if their visible tokens have the same values in the same order. What does not count: normal
form (NFC, never NFKC: that turns 10² into 102), kind and amount of white space, invisible characters, curly or
straight quotes. What counts: case, digits, signs, dashes, every letter as it is (threat T82).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Run(NamedTuple):
    """A stretch of source (code points, end exclusive) as it reads: `shown` replaces it, None means as it stands.

    Runs come in text order; source between two runs is markup and gives nothing, not even a space.
    """

    start: int
    end: int
    shown: str | None = None
    visible: bool = True


class Token(NamedTuple):
    """A word, number or sign: its comparable value, its place in the source, and whether a reader sees it."""

    value: str
    start: int
    end: int
    visible: bool


class Columns(NamedTuple):
    """Tokens without an object for each of them (a megabyte has 200,000): values, starts and ends, in text order."""

    values: list[str]
    starts: list[int]
    ends: list[int]


def tokens(*, text: str, runs: Iterable[Run]) -> tuple[Token, ...]:
    """Tokens of what `runs` show of `text`, in text order. Hidden text never shares a token with visible text."""
    seen, unseen = columns(text=text, runs=runs)
    found = [
        Token(*row, visible) for part, visible in ((seen, True), (unseen, False)) for row in zip(*part, strict=True)
    ]
    if unseen.values:
        found.sort(key=lambda token: token.start)
    return tuple(found)


def columns(*, text: str, runs: Iterable[Run]) -> tuple[Columns, Columns]:
    """The same tokens, those a reader sees and those nobody does."""
    seen, unseen = Reading(text=text, visible=True), Reading(text=text, visible=False)
    for run in runs:
        (seen if run.visible else unseen).take(run)
    return seen.columns(), unseen.columns()


def as_read(text: str) -> str:
    """A short text without markup as a reader sees it, in one line: what is named by it is compared by this."""
    if not text.isascii():
        reading = Reading(text=text, visible=True)
        reading.take(Run(0, len(text)))
        text = composed("".join(reading.pieces).translate(_STRAIGHT))
    return " ".join(text.split())


class Reading:
    """The text that either the visible or the hidden runs make, with the way back to source offsets."""

    def __init__(self, *, text: str, visible: bool) -> None:
        self._text, self._visible = text, visible
        self.pieces: list[str] = []
        self._length, self._edge = 0, 0
        self._at: list[int] = []  # where each piece starts in this reading
        self._source: list[tuple[int, int, bool]] = []  # its source range, and whether it stands verbatim

    def take(self, run: Run) -> None:
        """Append a run. Hidden runs that do not touch are kept apart: nobody reads them as one word."""
        if not self._visible and run.start != self._edge:
            self._add(" ", run.start, run.start, verbatim=False)
        self._edge = run.end
        before = self.pieces[-1][-1] if self.pieces else ""
        if run.shown is not None:
            shown = "".join(run.shown[first:last] for first, last in _visible(run.shown, 0, len(run.shown), before))
            self._add(shown, run.start, run.end, verbatim=False)
            return
        for first, last in _visible(self._text, run.start, run.end, before):
            self._add(self._text[first:last], first, last, verbatim=True)

    def _add(self, piece: str, start: int, end: int, *, verbatim: bool) -> None:
        if piece:
            self._at.append(self._length)
            self._source.append((start, end, verbatim))
            self.pieces.append(piece)
            self._length += len(piece)

    def columns(self) -> Columns:
        """Cut the reading into tokens placed in the source. One walk over tokens and pieces side by side."""
        reading = "".join(self.pieces).translate(_STRAIGHT)
        pattern = _ASCII_TOKEN if reading.isascii() else _TOKEN
        values, starts, ends = found = Columns([], [], [])
        edges = [*self._at, self._length]
        piece, edge, stop = -1, 0, 0  # the piece being cut, and where it starts and ends in the reading
        origin, end, verbatim = 0, 0, False  # its source
        for match in pattern.finditer(reading):
            first, last = match.span()
            while stop <= first:
                piece, edge, stop = piece + 1, edges[piece + 1], edges[piece + 2]
                origin, end, verbatim = self._source[piece]
            starts.append(origin + first - edge if verbatim else origin)
            while stop < last:
                piece, edge, stop = piece + 1, edges[piece + 1], edges[piece + 2]
                origin, end, verbatim = self._source[piece]
            ends.append(origin + last - edge if verbatim else end)
            values.append(match.group())
        if pattern is _TOKEN:
            values[:] = [value if value.isascii() else composed(value) for value in values]
        return found


def composed(value: str) -> str:
    """A value in normal form; one with more marks in a row than any script writes stays as it is.

    Putting marks into their order takes time that grows with the square of their number (T84). The limit is that of
    the Stream-Safe Text Format (UAX 15, section 13).
    """
    return value if HEAP_OF_MARKS.search(value) else unicodedata.normalize("NFC", value)


def _visible(text: str, start: int, end: int, before: str) -> Iterator[tuple[int, int]]:
    """The parts of a range that count. What a joiner joins is what is read before it, which may stand before markup."""
    for match in _INVISIBLE.finditer(text, start, end):
        before = text[match.start() - 1] if match.start() > start else before
        if shapes(text[match.start()], before=before):
            continue
        yield start, match.start()
        start = match.end()
    yield start, end


def shapes(character: str, *, before: str) -> bool:
    """Whether the character is a joiner that shapes the letter or emoji read before it."""
    return character in _JOINERS and _SHAPED.match(before) is not None


def is_unspaced(value: str) -> bool:
    """Whether a token is a letter of a script written without spaces, which says less than a word."""
    return _IS_LETTER_SCRIPT.match(value) is not None


def _ranges(code_points: Iterable[int]) -> str:
    """The inside of a character class for code points in rising order."""
    edges: list[list[int]] = []
    for code_point in code_points:
        if edges and code_point == edges[-1][1] + 1:
            edges[-1][1] = code_point
        else:
            edges.append([code_point, code_point])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in edges)


# Scripts written without spaces between words: Thai to Lao, Myanmar, Khmer, kana, Bopomofo, Han, half-width kana.
# Each of their letters is a token, so that 3日 is never found inside 30日 and a citation may start anywhere.
_LETTER_SCRIPTS = (
    r"\u0e01-\u0edf\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3040-\u312f"
    r"\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b16f"
    r"\U00020000-\U0003ffff"
)
_IS_LETTER_SCRIPT = re.compile(f"[{_LETTER_SCRIPTS}]")
# Planes 0, 1 and the variation selectors hold every mark and every letter of a script with spaces.
_SCANNED = [*range(0x20000), *range(0xE0100, 0xE01F0)]
_MARKS = _ranges(code_point for code_point in _SCANNED if unicodedata.category(chr(code_point))[0] == "M")
HEAP_OF_MARKS = re.compile(f"[{_MARKS}]{{31,}}")
_WORD = _ranges(
    code_point
    for code_point in _SCANNED
    if (
        chr(code_point).isalnum()
        or chr(code_point) in "_\u200c\u200d"
        or unicodedata.category(chr(code_point))[0] == "M"
    )
    and (chr(code_point).isdigit() or not _IS_LETTER_SCRIPT.match(chr(code_point)))
)
# A sign written onto a number belongs to it ("-5" is not "- 5"), and so do separators inside it ("3.5", not "3. 5").
_WORDS = "[{word}]+(?:(?:'|(?<=\\d)[.,:/](?=\\d))[{word}]+)*"
_SIGNED = rf"{_WORDS}|(?<![^\s(\[{{{{\"'])[-+−±.](?=\d){_WORDS}"
_TOKEN = re.compile(rf"{_SIGNED.format(word=_WORD)}|[^\s][{_MARKS}\u200c\u200d]*")
_ASCII_TOKEN = re.compile(rf"{_SIGNED.format(word='0-9A-Za-z_')}|\S")
# Invisible and without meaning: soft hyphen, the stroke that draws Arabic words longer, zero-width space, word joiner,
# invisible operators, byte order mark, direction marks, and the choice between an emoji and its outline. Joiners count
# where they shape letters (Arabic to Sinhala, Tibetan to Mongolian) or emoji, and nowhere else.
# Embeddings and overrides (U+202A-202E, U+2066-2069) stay: they change the order a reader sees.
_JOINERS = frozenset("\u200c\u200d")
_SHAPED = re.compile(r"[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]")
_INVISIBLE = re.compile(r"[\u00ad\u061c\u0640\u200b\u200e\u200f\u2060-\u2064\ufe0e\ufe0f\ufeff]+|[\u200c\u200d]+")
_STRAIGHT = str.maketrans("‘’‚‛“”„‟\u2011", "''''\"\"\"\"-")
