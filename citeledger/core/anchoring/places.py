"""Where to look in a new version for a passage that is not there as it was, and what kind of change it met.

All of this only proposes: nothing here can make a citation current.
"""

from collections import Counter
from collections.abc import Iterator

from citeledger.core.anchoring.alignment import Alignment
from citeledger.core.anchoring.likeness import alike, edited_form
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.reading.tokens import is_unspaced
from citeledger.core.wording.kinds import kind_of_change

_REACH = 200  # tokens to look left and right for the nearest kept neighbour
_SLACK = 8  # tokens
ALIKE = 0.5
"""The share of common tokens from which a place counts as the edited passage."""
_WORDS, _LETTERS = 2, 4  # in a row that are looked for, in scripts with spaces and without
_SPOTS = 4  # that are looked at
_RARE = 8  # places from which these say nothing about where to look


class Places:
    """Looks for places in one pair of versions."""

    def __init__(self, *, old: Stream, new: Stream, alignment: Alignment) -> None:
        self._old, self._new, self._alignment = old, new, alignment

    def in_place(self, passage: Stretch) -> Stretch | None:
        """What now stands between the kept neighbours of `passage`, if it is alike enough to be its edited form."""
        lost, stop, new_first, new_stop = self._alignment.lost_around(passage)
        if passage.first - lost >= _REACH or stop - passage.stop > _REACH:
            return None
        between = Stretch(new_first, new_stop)
        if new_stop - new_first > 2 * (passage.stop - passage.first) + _SLACK:
            between = self._around_kept(passage, between)
        words, there = self._old.values[slice(*passage)], self._new.values[slice(*between)]
        return between if there and alike(words, there) >= ALIKE else None

    def _around_kept(self, passage: Stretch, between: Stretch) -> Stretch:
        """The kept tokens of `passage` and as many more on each side as the passage has lost there."""
        kept = list(self._alignment.pieces(passage))
        if not kept:
            return Stretch(between.first, between.first)
        lost_before = kept[0].first - passage.first
        lost_after = passage.stop - kept[-1].first - kept[-1].length
        stop = kept[-1].place + kept[-1].length
        return Stretch(max(between.first, kept[0].place - lost_before), min(between.stop, stop + lost_after))

    def anywhere(self, passage: Stretch) -> Stretch | None:
        """The part of the new version where the passage's rare runs of words stand, if it is alike enough."""
        return next(self.forms(passage, at_least=ALIKE), None)

    def forms(self, passage: Stretch, *, but: Stretch | None = None, at_least: float) -> Iterator[Stretch]:
        """Parts of the new version with rare runs of the passage's words that are alike enough, likely ones first.

        `but` is left out: a place that is known already.
        """
        words = self._old.values[slice(*passage)]
        for begins in self._spots(words, range(*but) if but else range(0)):
            window = max(0, begins - len(words) // 4), begins + len(words) + len(words) // 4 + _SLACK
            window = _clipped(window, begins, but) if but else window
            form = edited_form(words, self._new.values[slice(*window)], at_least=at_least)
            if form is not None:
                yield Stretch(window[0] + form.first, window[0] + form.stop)

    def _spots(self, words: tuple[str, ...], taken: range) -> list[int]:
        """Where the passage would begin, by most of its rare runs of words; a few spots, not near one another."""
        length, run = len(words), _LETTERS if is_unspaced(words[len(words) // 2]) else _WORDS
        votes: Counter[int] = Counter()
        for offset in range(length - run + 1):
            places = self._new.runs(run).places(words[offset : offset + run], most=_RARE + 1)
            votes.update(place - offset for place in places if len(places) <= _RARE and place not in taken)
        # What was put in or taken out in the middle parts the votes: those for about the same place count together.
        near: Counter[int] = Counter()
        for first, count in votes.items():
            near.update({first // length: count, first // length + 1: count})
        best = sorted(
            votes, key=lambda first: (-max(near[first // length], near[first // length + 1]), -votes[first], first)
        )
        spots: list[int] = []
        for begins in best:
            if len(spots) < _SPOTS and all(abs(begins - other) > length // 2 for other in spots):
                spots.append(begins)
        return spots

    def change(self, *, passage: Stretch, place: Stretch | None) -> OutcomeKind:
        """Name the change from `passage` to `place`."""
        if place is None:
            return OutcomeKind.DELETED
        return kind_of_change(self._old.values[slice(*passage)], self._new.values[slice(*place)])


def _clipped(window: tuple[int, int], begins: int, but: Stretch) -> tuple[int, int]:
    """The part of a window that lies before a stretch, or behind it, where the window's passage would begin."""
    first, stop = window
    return (first, min(stop, but.first)) if begins < but.first else (max(first, but.stop), stop)
