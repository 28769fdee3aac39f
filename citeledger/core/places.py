"""Where to look in a new version for a passage that is not there as it was, and what kind of change it met.

All of this only proposes: nothing here can make a citation current.
"""

import re
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from citeledger.core.alignment import Alignment
from citeledger.core.streams import Stream, Stretch

_REACH = 200  # tokens to look left and right for the nearest kept neighbour
_SLACK = 8  # tokens
ALIKE = 0.5  # share of common tokens from which a place counts as the edited passage
_WORST_FUZZY = 70.0
# The search by likeness costs the square of its text where everything is alike (measured: 0.1 s for 25,000 characters
# of one repeated word), so it goes window by window, from where the passage stood outwards, and not for ever (T84).
_WINDOW = 8_000  # characters
_LONGEST = 600  # characters of a passage that is searched for by likeness; windows overlap by as much
_WINDOWS = 100  # per pair of versions


class Change(StrEnum):
    """What kind of change a passage met, by its tokens."""

    EDITED = "edited"
    NUMBERS = "numbers"
    NEGATION = "negation"
    DELETED = "deleted"


# Words that turn a statement round, in the languages the tests cover; only the label of a change rests on them.
_NEGATIONS = re.compile(
    r"not|no|never|none|neither|nor|cannot|without|unless|except|nothing|nobody|.*n't"
    r"|nicht|kein|keine[nmrs]?|nie|ohne|weder|non|ne|pas|sans|jamais|aucune?|sin|nunca|não|nem|sem|senza"
    r"|не|нет|ни|без|нельзя|δεν|μην|όχι|χωρίς|لا|لم|لن|ليس|غير|دون|לא|אין|בלי|אינו|नहीं|न|मत|बिना"
    r"|不|没|沒|無|无|未|非|안|못|.*(?:않|없).*",
    re.DOTALL,
)
_NUMERIC = re.compile(r".*\d|[%‰°$€£¥+−±-]\Z")


class Places:
    """Looks for places in one pair of versions. Remembers what its fuzzy searches have cost."""

    def __init__(self, *, old: Stream, new: Stream, new_text: str) -> None:
        self._old, self._new, self._new_text = old, new, new_text
        self._windows_left = _WINDOWS

    def in_place(self, *, alignment: Alignment, passage: Stretch) -> Stretch | None:
        """What now stands between the kept neighbours of `passage`, if it is alike enough to be its edited form."""
        before, after = alignment.before(passage.first), alignment.after(passage.stop)
        if passage.first - before.first > _REACH or after.first - passage.stop > _REACH:
            return None
        between = Stretch(before.place + 1, after.place)
        if between.stop - between.first > 2 * (passage.stop - passage.first) + _SLACK:
            between = _around_kept(alignment, passage, between)
        return between if self._alike(passage, between) >= ALIKE else None

    def anywhere(self, *, exact: str, passage: Stretch) -> Stretch | None:
        """A stretch of the new version like `exact`, by characters; the nearest to where the passage stood in the old.

        None if nothing is like it, if the passage is long, or enough has been searched.
        """
        if not 0 < len(exact) <= _LONGEST:
            return None
        found = (self._like(exact, passage, first) for first in self._window_starts(passage))
        return next((stretch for stretch in found if stretch is not None), None)

    def _like(self, exact: str, passage: Stretch, first: int) -> Stretch | None:
        window = self._new_text[first : first + _WINDOW]
        hit = fuzz.partial_ratio_alignment(exact, window, score_cutoff=_WORST_FUZZY)
        if hit is None or hit.dest_start == hit.dest_end:
            return None
        found = self._new.stretch(start=first + hit.dest_start, end=first + hit.dest_end)
        return found if self._alike(passage, found) >= ALIKE else None

    def _window_starts(self, passage: Stretch) -> Iterator[int]:
        """Where the windows begin, nearest first to as far into the new text as the passage was into the old."""
        spot = len(self._new_text) * passage.first // max(1, len(self._old.values))
        starts = range(0, max(1, len(self._new_text) - _LONGEST), _WINDOW - _LONGEST)
        for start in sorted(starts, key=lambda first: abs(first + _WINDOW // 2 - spot)):
            self._windows_left -= 1
            if self._windows_left < 0:
                return
            yield start

    def change(self, *, passage: Stretch, place: Stretch | None) -> Change:
        """Name the change from `passage` to `place`: negation before numbers before any other edit."""
        if place is None:
            return Change.DELETED
        old = Counter(self._old.values[passage.first : passage.stop])
        new = Counter(self._new.values[place.first : place.stop])
        changed = [*(old - new), *(new - old)]
        if any(_negates(value) for value in changed):
            return Change.NEGATION
        if changed and all(_NUMERIC.match(value) for value in changed):
            return Change.NUMBERS
        return Change.EDITED

    def _alike(self, passage: Stretch, place: Stretch) -> float:
        """Share of tokens (0 to 1) the two stretches have in common, in order."""
        if place.first >= place.stop:
            return 0.0
        old, new = self._old.values[passage.first : passage.stop], self._new.values[place.first : place.stop]
        return Indel.normalized_similarity(old, new)


def _around_kept(alignment: Alignment, passage: Stretch, between: Stretch) -> Stretch:
    """The kept tokens of `passage` and as many more on each side as the passage has lost there."""
    kept = [(index, at) for index in range(*passage) if (at := alignment.place(index)) is not None]
    if not kept:
        return Stretch(between.first, between.first)
    lost_before, lost_after = kept[0][0] - passage.first, passage.stop - 1 - kept[-1][0]
    return Stretch(max(between.first, kept[0][1] - lost_before), min(between.stop, kept[-1][1] + 1 + lost_after))


def _negates(value: str) -> bool:
    return _NEGATIONS.fullmatch(value.casefold()) is not None
