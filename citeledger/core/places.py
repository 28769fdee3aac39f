"""Where to look in a new version for a passage that is not there as it was, and what kind of change it met.

All of this only proposes: nothing here can make a citation current.
"""

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from citeledger.core.alignment import Alignment
from citeledger.core.likeness import alike, edited_form
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.streams import Stream, Stretch

_REACH = 200  # tokens to look left and right for the nearest kept neighbour
_SLACK = 8  # tokens
_ALIKE = 0.5  # share of common tokens from which a place counts as the edited passage
_RARE = 8  # places from which a pair of words says nothing about where to look
_FEW = 64  # tokens

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
    """Looks for places in one pair of versions."""

    def __init__(self, *, old: Stream, new: Stream, alignment: Alignment) -> None:
        self._old, self._new, self._alignment = old, new, alignment

    def in_place(self, passage: Stretch) -> Stretch | None:
        """What now stands between the kept neighbours of `passage`, if it is alike enough to be its edited form."""
        before, after = self._alignment.before(passage.first), self._alignment.after(passage.stop)
        if passage.first - before.first > _REACH or after.first - passage.stop > _REACH:
            return None
        between = Stretch(before.place + 1, after.place)
        if between.stop - between.first > 2 * (passage.stop - passage.first) + _SLACK:
            between = self._around_kept(passage, between)
        words, there = self._old.values[slice(*passage)], self._new.values[slice(*between)]
        return between if there and alike(words, there) >= _ALIKE else None

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
        """The part of the new version where the passage's rare pairs of words stand, if it is alike enough."""
        words = self._old.values[slice(*passage)]
        length, pairs = len(words), self._new.runs(2)
        votes: Counter[int] = Counter()  # for where the passage would begin
        for offset, pair in enumerate(pairwise(words)):
            places = pairs.places(pair, most=_RARE + 1)
            votes.update(place - offset for place in places if len(places) <= _RARE)
        if not votes:
            return None
        # What was put in or taken out in the middle parts the votes: those for about the same place count together.
        near: Counter[int] = Counter()
        for first, count in votes.items():
            near.update({first // length: count, first // length + 1: count})
        begins = max(
            votes, key=lambda first: (max(near[first // length], near[first // length + 1]), votes[first], -first)
        )
        window = max(0, begins - length // 4), begins + length + length // 4 + _SLACK
        form = edited_form(words, self._new.values[slice(*window)], at_least=_ALIKE)
        return form and Stretch(window[0] + form.first, window[0] + form.stop)

    def change(self, *, passage: Stretch, place: Stretch | None) -> OutcomeKind:
        """Name the change from `passage` to `place`: negation before numbers before any other edit."""
        if place is None:
            return OutcomeKind.DELETED
        changed = _changed(self._old.values[slice(*passage)], self._new.values[slice(*place)])
        if any(map(_negates, changed)):
            return OutcomeKind.NEGATION
        return OutcomeKind.NUMBERS if changed and all(map(_NUMERIC.match, changed)) else OutcomeKind.EDITED


def _changed(old: tuple[str, ...], new: tuple[str, ...]) -> list[str]:
    """The tokens that one side has more often than the other."""
    if max(len(old), len(new)) > _FEW:
        olds, news = Counter(old), Counter(new)
        return [*(olds - news), *(news - olds)]
    gone, added = list(old), []
    for value in new:
        if value in gone:
            gone.remove(value)
        else:
            added.append(value)
    return gone + added


@lru_cache(maxsize=4096)
def _negates(value: str) -> bool:
    return _NEGATIONS.fullmatch(value.casefold()) is not None
