"""Whether the cited words, found in a new version, are the passage itself or a copy of what it said before.

An edited passage whose old words are quoted next to it looks to every difference of two texts like a passage before
which something similar was put in. So whoever finds the cited words asks here what stands where the passage stood: if
that is an edited form of it, the words found are not confirmed.
"""

from collections.abc import Iterator

from citeledger.core.anchoring.alignment import Alignment
from citeledger.core.anchoring.likeness import differ_in_one_place, edited_form
from citeledger.core.layout.sides import Layer
from citeledger.core.reading.streams import Stream, Stretch

_SLACK = 8  # tokens an edited form may be longer than the passage
_ALIKE = 0.5  # share of common tokens from which a stretch is an edited form of a passage of a few words
_ALIKE_LONG = 0.6  # of a longer one
_ALIKE_AROUND = 0.75  # of the sentence or block around it
_LONG = 8  # words from which neighbours of a kind that differ in one place are rather one that was edited
_FEW = 2  # tokens that may take the place of even fewer
_REACH = 200  # tokens


class Rivals:
    """Looks for edited forms in one pair of layers."""

    def __init__(self, *, old: Layer, new: Layer, alignment: Alignment) -> None:
        self._old, self._new, self._alignment = old, new, alignment
        self._around: dict[tuple[Stretch, Stretch], Stretch | None] = {}
        self._forms: dict[Stretch, Stream] = {}
        self._kinds: dict[tuple[Stretch, Stretch, Stretch], bool] = {}

    def of(self, passage: Stretch, place: Stretch) -> Stretch | None:
        """What `passage` was edited into if that stands where it stood, so that `place` holds only a copy of it."""
        at_least = _ALIKE if passage.stop - passage.first < _LONG else _ALIKE_LONG
        return self._form_of(passage, place, at_least) or self._replacement(passage, place)

    def around(self, passage: Stretch, frame: Stretch, moved: Stretch) -> Stretch | None:
        """The same for the sentence or block that holds the passage and stands at `moved` now.

        An edited form of it that still holds the passage is none: that edit was beside the passage.
        """
        if (frame, moved) not in self._around:
            self._around[frame, moved] = self._form_of(frame, moved, _ALIKE_AROUND)
        form = self._around[frame, moved]
        return form if form and not self._holds(form, passage) else None

    def _holds(self, form: Stretch, passage: Stretch) -> bool:
        """Whether a form holds the passage's words; asked for each passage in a frame, so the form keeps an index."""
        if form not in self._forms:
            self._forms[form] = Stream(self._new.values(form), (), ())
        return bool(self._forms[form].occurrences(self._old.values(passage)))

    def _form_of(self, passage: Stretch, place: Stretch, at_least: float) -> Stretch | None:
        words = self._old.values(passage)
        for window in self._windows(passage, place):
            if window.stop - window.first < len(words) / 3:
                continue
            form = edited_form(words, self._new.values(window), at_least=at_least)
            if form is not None:
                found = Stretch(window.first + form.first, window.first + form.stop)
                if not _overlap(found, place) and not self.is_of_a_kind(passage, place, found):
                    return found
        return None

    def _replacement(self, passage: Stretch, place: Stretch) -> Stretch | None:
        """Other words between the very neighbours of a few words; they need have nothing in common with these."""
        before, after = self._alignment.before(passage.first), self._alignment.after(passage.stop)
        between = Stretch(before.place + 1, after.place)
        tight = passage.first - 1 == before.first and after.first == passage.stop
        length = passage.stop - passage.first
        fits = length < _LONG and 0 < between.stop - between.first <= length + _FEW
        return between if tight and fits and not _overlap(between, place) else None

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

    def is_of_a_kind(self, passage: Stretch, place: Stretch, form: Stretch) -> bool:
        """Whether `form` belongs to an item, row or paragraph put in or moved beside the passage's whole one.

        Lists are full of such. Where so much is equal and only one place differs, it may as well be an edited one.
        """
        old, new = self._old.blocks.frame(passage), self._new.blocks.frame(place)
        other = self._new.blocks.frame(form)
        if (old, new, other) not in self._kinds:
            self._kinds[old, new, other] = self._are_of_a_kind(old, new, other)
        return self._kinds[old, new, other]

    def _are_of_a_kind(self, old: Stretch, new: Stretch, other: Stretch) -> bool:
        words, others = self._old.values(old), self._new.values(other)
        if words != self._new.values(new) or _overlap(other, new):
            return False
        return bool(self._old.stream.occurrences(others)) or not differ_in_one_place(words, others, words=_LONG)


def _overlap(one: Stretch, other: Stretch) -> bool:
    return one.first < other.stop and other.first < one.stop
