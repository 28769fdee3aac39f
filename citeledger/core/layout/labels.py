"""What a value is said of on its line or in its sentence: "30" behind "Gold", "14 days" in front of "for Silver".

Lines that somebody broke on purpose are read like rows: their first or last words name what stands beside them.
Values exchanged between labels and labels exchanged between values are the same edit to a reader.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.vocabulary.negations import is_negation_of, negates
from citeledger.core.vocabulary.stops import COLONS, FULL_STOPS
from citeledger.core.vocabulary.words import Words, word_list
from citeledger.core.wording.amounts import is_counted_otherwise
from citeledger.core.wording.beside import Beside
from citeledger.core.wording.subjects import is_another_label

_ENDS = FULL_STOPS | {"…"}
_PARTS = frozenset(":：=|→–—-")  # a label from its value
_BEFORE_LABELS = frozenset("-*+•‣◦▪·[]")
YES_OR_NO = word_list(
    r"yes|no|ja|nein|oui|non|sí|si|sì|sim|não|nee|nej|nei|tak|nie|evet|hayır|да|нет|так|ні|ναι|όχι|نعم|لا|כן|לא|हाँ"
    r"|नहीं|예|네|아니요|아니오|是|否|on|off|true|false|enabled|disabled"
)
_ABBREVIATED = word_list(r"ca|approx|max|min|mind|höchst|env|aprox|ung")  # before a number, with a dot
_LABEL = 12  # tokens at an edge of a line or sentence that may be what the rest is said of
_VALUE = 4  # tokens by which it is known what is said of a label
_ROW = 16  # tokens of a line or item that reads like a row of a table
_FAR = 64  # tokens on each side that are looked at


class Labels:
    """The lines and sentences of one stream, cut where blocks and kept lines begin. Linear in the text."""

    def __init__(self, *, breaks: Iterable[int], lines: Iterable[int], stream: Stream) -> None:
        self._values = stream.values
        starts, firsts = ({bisect_left(stream.starts, offset) for offset in offsets} for offsets in (breaks, lines))
        self._edges = sorted({0, len(self._values), *starts, *firsts, *_behind_ends(self._values)})
        self._above = list(self._lines_above(starts))
        self._lines = frozenset(self._above) - {()}

    def beside(self, stretch: Stretch) -> Beside:
        """What the lines or sentences that a stretch touches say beside it."""
        first = self._edges[bisect_right(self._edges, stretch.first) - 1]
        stop = self._edges[bisect_left(self._edges, stretch.stop)]
        before = self._values[max(first, stretch.first - _FAR) : stretch.first]
        return Beside(before, self._values[stretch.stop : min(stop, stretch.stop + _FAR)])

    def above(self, stretch: Stretch) -> Words:
        """The line in a paragraph that the ones below it stand under, without a number or a full stop as they have."""
        return self._above[bisect_right(self._edges, stretch.first) - 1]

    def has_line(self, label: Words) -> bool:
        """Whether anything stands under this line."""
        return label in self._lines

    def _lines_above(self, breaks: Container[int]) -> Iterator[Words]:
        above: Words = ()
        lines = [self._values[first:stop] for first, stop in pairwise(self._edges)]
        for first, line, before in zip(self._edges, lines, ((), *lines), strict=False):
            if first in breaks:
                above = ()
            elif _is_title(before) and (before[-1] in COLONS or _is_said(line)):
                above = before
            yield above

    def behind(self, label: Words) -> set[Words]:
        """What is said behind these words where a line or sentence begins with them."""
        return self._behind.of(label)

    def before(self, label: Words) -> set[Words]:
        """What is said before these words where a line or sentence ends with them. All words come last one first."""
        return self._before.of(label)

    @cached_property
    def _behind(self) -> "_Continued":
        return _Continued([self._values[first:stop] for first, stop in pairwise(self._edges)])

    @cached_property
    def _before(self) -> "_Continued":
        return _Continued([self._values[first:stop][::-1] for first, stop in pairwise(self._edges)])


class _Continued:
    """How lines go on behind their first words. Linear in the lines for each number of words that is asked about."""

    def __init__(self, lines: Sequence[Words]) -> None:
        self._lines = lines
        self._known: dict[int, dict[Words, set[Words]]] = {}

    def of(self, words: Words) -> set[Words]:
        """What comes next in the lines that begin with these words and do not end there."""
        if not 0 < len(words) <= _LABEL:
            return set()
        if len(words) not in self._known:
            self._known[len(words)] = self._behind(len(words))
        return self._known[len(words)].get(words, set())

    def _behind(self, length: int) -> dict[Words, set[Words]]:
        found: dict[Words, set[Words]] = {}
        for line in self._lines:
            if len(line) > length:
                found.setdefault(line[:length], set()).add(line[length : length + _VALUE])
        return found


def _behind_ends(values: Sequence[str]) -> Iterator[int]:
    """Where something new is said: behind a sign that ends sentences.

    Several dots lead the eye to a value, and one stands behind what bounds a number: "approx. 30".
    """
    for index, (value, following) in enumerate(pairwise((*values, ""))):
        before = values[index - 1] if index else ""
        is_leader = value == "." and ("." in (following, before) or _ABBREVIATED.fullmatch(before.casefold()))
        if value in _ENDS and not is_leader:
            yield index + 1


class Exchanges:
    """Compares what passages are said of in one pair of streams."""

    def __init__(self, *, old: Labels, new: Labels) -> None:
        self._old, self._new = old, new

    def is_said_of_another(self, passage: Stretch, place: Stretch, values: Words, *, is_long: bool) -> bool:
        """Whether the words beside a passage have another value at `place`, and those there had another one before.

        `values` are the passage's tokens. A long passage says itself what it is about, as long as no other took its
        label.
        """
        above, now_above = self._old.above(passage), self._new.above(place)
        if above != now_above and self._old.has_line(now_above) and self._new.has_line(above):
            return True
        if above != now_above and is_negation_of(above, now_above):
            return True
        was, now = self._old.beside(passage), self._new.beside(place)
        if was == now:
            return False
        if was.is_turned(now) or is_counted_otherwise(values, was, now) or _has_another_value(values, was, now):
            return True
        if not is_long and (was.is_denied(now) or _is_of_another(was.before, now.before)):
            return True
        is_row = not is_long and max(was.size, now.size) + len(values) <= _ROW
        heads = _Labelled(was.before, now.before, self._old.behind, self._new.behind, values[0])
        tails = _Labelled(was.behind[::-1], now.behind[::-1], self._old.before, self._new.before, values[-1])
        if is_row and any(pair.is_known() or pair.without_values().is_known() for pair in (heads, tails)):
            return True
        return (not is_long and was.is_rearranged(now)) or heads.is_exchanged() or tails.is_exchanged()


class _Labelled(NamedTuple):
    """What stands on one side of a passage, outermost first, in both texts, and what these say behind such words."""

    was: Words
    now: Words
    said: Callable[[Words], set[Words]]
    says: Callable[[Words], set[Words]]
    value: str

    def is_known(self) -> bool:
        """Whether something was said of the label that is there now, and not of the one that was.

        Behind a comma it is the sentence that goes on.
        """
        return bool(self.was) and self.was != self.now and any(value[0] != "," for value in self.said(self.now))

    def is_exchanged(self) -> bool:
        """Whether what one label lost, another one gained: the same, or a number for a number."""
        if self.was == self.now:
            return False
        gained, lost = self.says(self.was) - self.said(self.was), self.said(self.now) - self.says(self.now)
        are_numbers = _is_number(self.value) and all(any(_is_number(one[0]) for one in some) for some in (gained, lost))
        return bool(gained & lost) or are_numbers

    def without_values(self) -> "_Labelled":
        """The same with the words alone, up to the first number behind them."""
        return self._replace(was=_words(self.was), now=_words(self.now))


def _has_another_value(values: Words, was: Beside, now: Beside) -> bool:
    """Whether the passage is the label of a line, and what is said of it there now is no longer what was."""
    is_label = values[0][-1].isalnum() and len(values) <= _LABEL and _BEFORE_LABELS.issuperset(was.before + now.before)
    if not is_label:
        return False
    one, other = sorted((_value(values, side.behind) for side in (was, now)), key=len)
    if not one or other[: len(one)] == one:
        return False
    is_turned = one[0] != other[0] and any(negates(word) or YES_OR_NO.fullmatch(word) for word in (one[0], other[0]))
    return len(one) <= _VALUE or is_turned


def _is_of_another(was: Words, now: Words) -> bool:
    """Whether a label directly before a value is another one by a word: "Adult fee:" made "Child fee:"."""
    are_labels = was[-1:] != () and now[-1:] != () and was[-1] in COLONS and now[-1] in COLONS
    return are_labels and is_another_label(was[:-1], now[:-1])


def _value(label: Words, behind: Words) -> Words:
    """The words that are said of a label, casefolded, without a stop behind them; none where no word follows it."""
    if label[-1] not in _PARTS:
        behind = behind[1:] if behind and behind[0] in _PARTS else ()
    if not behind or not behind[0][-1].isalnum():
        return ()
    return tuple(value.casefold() for value in (behind[:-1] if behind[-1] in _ENDS else behind))


def _is_title(line: Words) -> bool:
    return 0 < len(line) <= _LABEL and line[-1] not in _ENDS and not any(map(_is_number, line))


def _is_said(line: Words) -> bool:
    return _is_number(line[0]) or line[-1] in _ENDS


def _words(label: Words) -> Words:
    """The words of a label up to its first number, without a sign before it."""
    number = next((at for at, value in enumerate(label) if at and _is_number(value)), len(label))
    while number > 1 and number < len(label) and not label[number - 1][-1].isalnum():
        number -= 1
    return label[:number]


def _is_number(value: str) -> bool:
    return any(map(str.isdigit, value))
