"""Words broken at a line end: "infor-" + "mation" reads "information", but "well-" + "known" may be "well-known".

So no rule joins them for good. Passages that are found nowhere are looked for once more in streams without the hyphens
inside words, and count as found only if a line end explains each hyphen that one side has and the other lacks.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from citeledger.core.reading.streams import Stream, Stretch

# In a cell of a printed table the lines are written as one, and the line end is a space.
_BROKEN_WORD = re.compile(r"[^\W\d_][-‐](?:[^\S\n]*\n| (?=[^\W\d_]))")
_BROKEN_IN_CELL = re.compile(r"(?<=[^\W\d_])[-‐] (?=[^\W\d_])")
HYPHENS = frozenset("-‐")
Joints = dict[int, bool]  # after how many letters of a word a hyphen stands, and whether a line ends there


def has_broken_words(text: str) -> bool:
    """Whether any line of the text or of a cell ends in a hyphen after a letter; if not, nothing is looked through."""
    return _BROKEN_WORD.search(text) is not None


def joined_in_cell(text: str) -> str:
    """The text of a cell with words put together that lines of it broke: what names cells is compared by this."""
    return _BROKEN_IN_CELL.sub("", text)


@dataclass(frozen=True, slots=True)
class JoinedStream:
    """A stream whose words are written without hyphens, and where those were."""

    stream: Stream
    joints: tuple[Joints, ...]

    @classmethod
    def of(cls, *, text: str, stream: Stream, breaks: Sequence[int], letters_before_break: int = 1) -> "JoinedStream":
        """Join the words of `stream`, which was cut from `text`. Linear.

        A line end explains a hyphen behind at least so many letters.
        """
        values, words = stream.values, _words(text, stream)
        joined = Stream(
            [values[first] if stop == first + 1 else "".join(values[first:stop:2]) for first, stop in words],
            [stream.starts[first] for first, _ in words],
            [stream.ends[stop - 1] for _, stop in words],
            breaks,
        )
        joints = (_joints(text, stream, first, stop, letters_before_break) for first, stop in words)
        return cls(joined, tuple(joints))

    def agrees(self, own: Stretch, other: "JoinedStream", stretch: Stretch) -> bool:
        """Say whether two stretches with the same letters differ only in hyphens that stand at a line end."""
        pairs = zip(self.joints[own.first : own.stop], other.joints[stretch.first : stretch.stop], strict=True)
        return all({**a, **b}[joint] for a, b in pairs for joint in a.keys() ^ b.keys())


def _words(text: str, stream: Stream) -> list[tuple[int, int]]:
    """The words of a stream (their first tokens, and those behind them): each a token, or token, hyphen, token, ..."""
    length = len(stream.values)
    hyphens = [at for at, value in enumerate(stream.values) if value in HYPHENS and 0 < at < length - 1]
    inside = {part for at in hyphens if _joins(text, stream, at) for part in (at, at + 1)}
    firsts = [at for at in range(length) if at not in inside]
    return list(pairwise([*firsts, length]))


def _joins(text: str, stream: Stream, hyphen: int) -> bool:
    """Say whether a hyphen stands inside a word, with letters on both sides."""
    values, starts, ends = stream.values, stream.starts, stream.ends
    if ends[hyphen - 1] != starts[hyphen]:
        return False
    touches = starts[hyphen + 1] == ends[hyphen] or _ends_line(text, stream, hyphen)
    return touches and values[hyphen - 1][-1].isalpha() and values[hyphen + 1][0].isalpha()


def _ends_line(text: str, stream: Stream, hyphen: int) -> bool:
    gap = text[stream.ends[hyphen] : stream.starts[hyphen + 1]]
    return "\n" in gap or gap == " "


def _joints(text: str, stream: Stream, first: int, stop: int, least: int) -> Joints:
    joints, letters = {}, 0
    for hyphen in range(first + 1, stop, 2):
        letters += len(stream.values[hyphen - 1])
        joints[letters] = letters >= least and _ends_line(text, stream, hyphen)
    return joints
