"""Which notes a passage has: those whose marks stand in it or right behind it. What they say, it says.

"Refunds within 30 days.¹" is another statement once ¹ says "Only in Spain." A note that only names a source is none
of that: where a passage was found may be written down, and brought up to date, at any time.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from citeledger.core.vocabulary.negations import negates
from citeledger.core.vocabulary.voiding import voids

_CLOSERS = re.compile(r"[.,;:!?。，；：！？)\]}”’\"'»]*[ \u00a0]?")  # what may stand between words and their mark
_LABEL = re.compile(r"[\[(]?([0-9]{1,3}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|[*†‡§]{1,3})[\])]?[.:]?\s*")
_SOURCE = re.compile(
    r"https?://|\bwww\.|\bdoi\b|\bisbn\b|\barxiv\b|\bet al\b|\bibid|\bop\. cit|\bpp?\. ?\d|\bS\. ?\d"
    r"|\((?:18|19|20)\d\d[a-z]?\)|^(?:see|cf|compare|source|vgl|siehe|quelle|voir|ver|véase|fuente|vedi|fonte|zie|bron"
    r"|źródło|см)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w[\w'’]*")
# What a note says: its numbers, words and signs, however they are set and where commas and stops stand.
_SAID = re.compile(r"\d+(?:[.,]\d+)*|[^\W_][\w'’]*|[^\w\s.,;:!*`\"“”]")
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>()]+")  # its words say nothing
_LONGEST = 300  # characters of a note that may be nothing but a source
_MOST = 50  # notes of one passage that are looked at
_MARKDOWN_MARK = re.compile(r"\[\^([^\[\]\s]{1,99})\](?!:)")
_MARKDOWN_NOTE = re.compile(r"^ {0,3}\[\^([^\[\]\s]{1,99})\]:", re.MULTILINE)
_GOES_ON = re.compile(r"\n\s*\n(?=(?: {4}|\t)[ \t]*\S)")  # an empty line behind which a note of Markdown goes on
# "<sup>1</sup>", a note where it begins a line.
_RAISED = re.compile(
    r"<sup\b[^<>]*>\s*(?:<a\b[^<>]*>)?[\[(]?(\d{1,3}|[a-z*†‡§])[\])]?(?:</a>)?\s*</sup>", re.IGNORECASE
)
# Signs and numbers that people write themselves: "30\\*", "30†", "a fee [1]", each a note where it begins a line.
_SIGNED = re.compile(
    r"(?<=[\w.,;:!?)%€$£\"”’])(?:\\\*(?:\\?\*){0,2}|(?<=[\d%)€$£])\*{1,3}(?![\w*])|[†‡]{1,3}"
    r"| ?\\?\[\d{1,3}\\?\](?![\[(:]))"
)
_SIGNED_NOTE = re.compile(
    r"^[ \t>]*(\\\*(?:\\?\*){0,2}|\*{1,3}(?=[^\s*][^*\n]*$)|[†‡]{1,3}|\\?\[\d{1,3}\\?\]:?)(?=[ \t]*\S)", re.MULTILINE
)
_NAMES = str.maketrans("", "", "\\[]: ")
_BEGINS = re.compile(r"[ \t>*+-]*(?:<(?:p|li|small|br ?/?)\b[^<>]*>)*[ \t]*")
_RST_MARK = re.compile(r"(?<!\S)\[(\d{1,4}|#[\w-]*|\*|[A-Za-z][\w.-]{0,99})\]_(?!_)")
_RST_NOTE = re.compile(
    r"^\.\. \[(\d{1,4}|#[\w-]*|\*|[A-Za-z][\w.-]{0,99})\](?=[ \t]).*+(?:\n[ \t]+\S.*+)*+", re.MULTILINE
)
_Name = tuple[str, int]  # and its number, where it names nothing
_UNNAMED = frozenset("#*")  # marks and notes of RST that belong together by their order


class NoteLike(Protocol):
    """A note: where the mark that names it stands (maybe of no length), and its text; in code points."""

    @property
    def mark_start(self) -> int: ...
    @property
    def mark_end(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class Located(NamedTuple):
    """A note in source that is text."""

    mark_start: int
    mark_end: int
    start: int
    end: int


class Footnotes:
    """The notes of one text, by where their marks stand."""

    def __init__(self, notes: Iterable[NoteLike], text: str) -> None:
        self._notes = sorted(notes, key=lambda note: (note.mark_start, note.start))
        self._marks = [note.mark_start for note in self._notes]
        self._text = text

    @property
    def are_none(self) -> bool:
        """Whether the text has no note."""
        return not self._notes

    def conditions(self, *, start: int, end: int) -> Counter[str]:
        """What the notes of a passage (code points) say, but for those that only name a source."""
        notes = (said for said in self.said(start=start, end=end) if not _names_a_source(said))
        return Counter(" ".join(_SAID.findall(note)) for note in notes)

    def said(self, *, start: int, end: int) -> Iterator[str]:
        """What the notes of a passage say, in one line each, without their labels."""
        for note in self._of(start, end):
            said = " ".join(self._text[note.start : note.end].split())
            label, mark = _LABEL.match(said), self._text[note.mark_start : note.mark_end].strip("[]()")
            yield said[label.end() :] if label and _plain(label[1]) == _plain(mark) else said

    def _of(self, start: int, end: int) -> Iterator[NoteLike]:
        at = bisect_left(self._marks, start)
        for note in self._notes[at : at + _MOST]:
            if note.mark_start >= end and not _CLOSERS.fullmatch(self._text, end, note.mark_start):
                return
            yield note
            end = max(end, note.mark_end)


def _plain(label: str) -> str:
    return unicodedata.normalize("NFKC", label)


def _names_a_source(said: str) -> bool:
    is_source = len(said) <= _LONGEST and _SOURCE.search(said) is not None
    return is_source and not any(voids(word) or negates(word) for word in _WORD.findall(_ADDRESS.sub("", said)))


def markdown_footnotes(text: str) -> Iterator[NoteLike]:
    """The footnotes of Markdown source: `[^name]` and `[^name]: text`, raised numbers, or signs of one's own."""
    if "<sup" in text:
        yield from _raised(text)
    yield from _signed(text)
    texts = _markdown_notes(text)
    if texts:
        yield from _paired(_MARKDOWN_MARK, texts, text)


def markdown_sources(text: str) -> frozenset[str]:
    """The names of footnotes of Markdown source that only name a source: their marks say nothing."""
    return _sources(_markdown_notes(text), text)


def rst_sources(text: str) -> frozenset[str]:
    """The same of reStructuredText, its citations among them; those without a name have none."""
    return _sources(_rst_notes(text), text)


def _sources(texts: Mapping[_Name, tuple[int, int]], text: str) -> frozenset[str]:
    said = ((name, " ".join(text[start:end].split())) for (name, _), (start, end) in texts.items())
    return frozenset(name for name, words in said if name not in _UNNAMED and _names_a_source(words))


def _markdown_notes(text: str) -> dict[_Name, tuple[int, int]]:
    if "[^" not in text:
        return {}
    notes = [(name, *found.span()) for name, found in _named(_MARKDOWN_NOTE, text)]
    starts = [*(start for _, start, _ in notes[1:]), len(text)]
    return {name: (end, _end(text, end, stop)) for (name, _, end), stop in zip(notes, starts, strict=False)}


def _raised(text: str) -> Iterator[NoteLike]:
    """The notes that begin their line with a raised number, each for the marks elsewhere with the same one."""
    marks, texts = [], dict[str, tuple[int, int]]()
    for found in _RAISED.finditer(text):
        line = text.rfind("\n", 0, found.start()) + 1
        if not _BEGINS.fullmatch(text, line, found.start()):
            marks.append(found)
        elif found[1] not in texts:
            ends = (text.find(end, found.end()) for end in ("\n\n", "\n<sup", "<br"))
            texts[found[1]] = found.end(), min((end for end in ends if end >= 0), default=len(text))
    yield from (Located(*mark.span(), *texts[mark[1]]) for mark in marks if mark[1] in texts)


def _signed(text: str) -> Iterator[NoteLike]:
    """The notes that begin their line with a sign or a number in brackets, each for the same ones behind words."""
    notes = list(_SIGNED_NOTE.finditer(text))
    texts, begun = dict[str, tuple[int, int]](), {note.start(1) for note in notes}
    for note, stop in zip(notes, [*(note.start() for note in notes[1:]), len(text)], strict=False):
        end = text.find("\n\n", note.end(), stop)
        texts.setdefault(note[1].translate(_NAMES), (note.end(), end if end >= 0 else stop))
    for mark in _SIGNED.finditer(text) if notes else ():
        name = mark.group().translate(_NAMES)
        if name in texts and mark.start() not in begun:
            yield Located(*mark.span(), *texts[name])


def _end(text: str, start: int, stop: int) -> int:
    """Where a note of Markdown that begins at `start` ends: at an empty line that no indented one follows."""
    end = text.find("\n\n", start, stop)
    while end >= 0 and (going := _GOES_ON.match(text, end, stop)):
        end = text.find("\n\n", going.end(), stop)
    return end if end >= 0 else stop


def rst_footnotes(text: str) -> Iterator[NoteLike]:
    """Footnotes and citations of reStructuredText: `[1]_` and `.. [1] text`, those without a name in their order."""
    if "]_" in text:
        yield from _paired(_RST_MARK, _rst_notes(text), text)


def _rst_notes(text: str) -> dict[_Name, tuple[int, int]]:
    if "]" not in text:
        return {}
    return {name: (found.end(1) + 1, found.end()) for name, found in _named(_RST_NOTE, text)}


def no_footnotes(text: str) -> Iterator[NoteLike]:
    """Where the structure says which notes there are."""
    del text
    return iter(())


def _paired(marks: re.Pattern[str], texts: Mapping[_Name, tuple[int, int]], text: str) -> Iterator[NoteLike]:
    for name, mark in _named(marks, text):
        if name in texts:
            yield Located(*mark.span(), *texts[name])


def _named(pattern: re.Pattern[str], text: str) -> Iterator[tuple[_Name, re.Match[str]]]:
    counts = Counter[str]()
    for found in pattern.finditer(text):
        name = found.group(1)
        counts[name] += 1
        yield (name, counts[name] if name in _UNNAMED else 0), found
