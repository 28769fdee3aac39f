"""Whether the cited words, found in a new version, are the passage itself or a copy of what it said before.

An edited passage whose old words are quoted next to it looks to every difference of two texts like a passage before
which something similar was put in. So whoever finds the cited words asks here what stands where the passage stood: if
that is an edited form of it, the words found are not confirmed.
"""

from collections.abc import Iterator

from rapidfuzz.distance import Indel

from citeledger.core.alignment import Alignment
from citeledger.core.sides import Layer
from citeledger.core.streams import Stretch

_SLACK = 8  # tokens an edited form may be longer than the passage
_ALIKE = 0.5  # share of common tokens from which a stretch is an edited form of a passage of a few words
_ALIKE_LONG = 0.6  # of a longer one
ALIKE_AROUND = 0.75  # of the sentence or block around it
_LONG = 8  # words from which neighbours of a kind that differ in one place are rather one that was edited
_FEW = 2  # tokens that may take the place of even fewer
_REACH = 200  # tokens


class Rivals:
    """Looks for edited forms in one pair of layers."""

    def __init__(self, *, old: Layer, new: Layer, alignment: Alignment) -> None:
        self._old, self._new, self._alignment = old, new, alignment

    def of(self, passage: Stretch, place: Stretch, *, alike: float = 0.0) -> Stretch | None:
        """What `passage` was edited into if that stands where it stood, so that `place` holds only a copy of it."""
        alike = alike or (_ALIKE if passage.stop - passage.first < _LONG else _ALIKE_LONG)
        for window in self._windows(passage, place):
            form = self._form(passage, window, alike)
            is_other = form is not None and (form.stop <= place.first or place.stop <= form.first)
            if form is not None and is_other and not self._is_neighbour_of_a_kind(passage, place, form):
                return form
        return self._replacement(passage, place)

    def _replacement(self, passage: Stretch, place: Stretch) -> Stretch | None:
        """Other words between the very neighbours of a passage of a few words; they need have nothing in common with it."""
        before, after = self._alignment.before(passage.first), self._alignment.after(passage.stop)
        between = Stretch(before.place + 1, after.place)
        tight = passage.first - 1 == before.first and after.first == passage.stop
        is_other = place.stop <= between.first or between.stop <= place.first
        length = passage.stop - passage.first
        fits = length < _LONG and 0 < between.stop - between.first <= length + _FEW
        return between if tight and is_other and fits else None

    def _windows(self, passage: Stretch, place: Stretch) -> Iterator[Stretch]:
        """Where the passage stood: behind the nearest words kept before it, and in front of those kept after it."""
        before, after = self._alignment.before(passage.first), self._alignment.after(passage.stop)
        lost_before, lost_after = passage.first - before.first - 1, after.first - passage.stop
        length = passage.stop - passage.first + _SLACK
        if lost_before <= _REACH:
            end = place.first if before.place < place.first else len(self._new.stream.values)
            yield Stretch(before.place + 1, min(end, before.place + 1 + lost_before + length))
        if lost_after <= _REACH:
            start = place.stop if place.stop <= after.place else 0
            yield Stretch(max(start, after.place - lost_after - length), after.place)

    def _form(self, passage: Stretch, window: Stretch, alike: float) -> Stretch | None:
        """The stretch of the window that has enough tokens in common with the passage, in order."""
        if window.stop - window.first < (passage.stop - passage.first) / 3:
            return None
        words = self._old.stream.values[passage.first : passage.stop]
        there = self._new.stream.values[window.first : window.stop]
        equal = [block for block in Indel.opcodes(words, there) if block.tag == "equal"]
        if not equal:
            return None
        first = max(0, equal[0].dest_start - equal[0].src_start)
        stop = min(len(there), equal[-1].dest_end + len(words) - equal[-1].src_end)
        fits = alike <= Indel.normalized_similarity(words, there[first:stop]) < 1
        return Stretch(window.first + first, window.first + stop) if fits else None

    def _is_neighbour_of_a_kind(self, passage: Stretch, place: Stretch, form: Stretch) -> bool:
        """Say whether `form` belongs to an item, row or paragraph put in or moved next to the passage's whole one.

        Lists are full of such. Where so much is equal and only one place differs, it may as well be an edited one.
        """
        old, new = self._old.blocks.frame(passage), self._new.blocks.frame(place)
        other = self._new.blocks.frame(form)
        words, others = (self._old.stream.values[slice(*old)], self._new.stream.values[slice(*other)])
        if words != self._new.stream.values[slice(*new)] or (other.stop > new.first and new.stop > other.first):
            return False
        return bool(self._old.stream.occurrences(others)) or not _differ_in_one_place(words, others)


def _differ_in_one_place(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    equal = [block for block in Indel.opcodes(one, other) if block.tag == "equal"]
    common = [word for block in equal for word in one[block.src_start : block.src_end] if word[0].isalnum()]
    return len(common) >= _LONG and len(equal) <= 2
