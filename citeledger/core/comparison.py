"""The decision for one passage in one pair of versions, in tokens. The order of the questions is the rule.

Thresholds are for context, which only ever confirms an occurrence of the very same tokens.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz.distance import Indel

from citeledger.core.alignment import Alignment
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.places import Places
from citeledger.core.rivals import ALIKE_AROUND, Rivals
from citeledger.core.sides import Layer
from citeledger.core.streams import MOST_OCCURRENCES, Stretch
from citeledger.core.tables import Cell

_CONTEXT = 24  # tokens on each side
_NEIGHBOURS = 4  # tokens on each side that, when equal, are context enough
_ENOUGH_CONTEXT = 0.5  # for a passage that is the only one of its kind
_ENOUGH_AMONG_EQUALS = 0.6  # for one of several equal passages
_SELF_STANDING = 8  # tokens from which a passage carries its own subject; a bare "30 days" does not
_MOST_CANDIDATES = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """The decision: kind, the stretch of the new stream it points at, and unconfirmed stretches with the same words."""

    kind: OutcomeKind
    stretch: Stretch | None = None
    candidates: tuple[Stretch, ...] = ()


class Comparison:
    """Two layers being compared. The difference of the whole is made at most once, and only if a passage needs it."""

    def __init__(self, *, old: Layer, new: Layer) -> None:
        self._old, self._new = old, new
        self._places = Places(old=old.stream, new=new.stream, new_text=new.text)
        self._rivals_of_frames: dict[tuple[Stretch, Stretch], Stretch | None] = {}

    @cached_property
    def _alignment(self) -> Alignment:
        return Alignment(old=self._old.stream, new=self._new.stream)

    @cached_property
    def _rivals(self) -> Rivals:
        return Rivals(old=self._old, new=self._new, alignment=self._alignment)

    @cached_property
    def _reads_the_same(self) -> bool:
        whole = Stretch(0, len(self._old.stream.values))
        return self._old.stream.values == self._new.stream.values and self._old.says_the_same(whole, self._new, whole)

    def finding(self, passage: Stretch) -> Finding:
        """Decide one passage (not empty) of the old stream."""
        if self._reads_the_same:
            return Finding(OutcomeKind.INTACT, passage)
        cell = self._old.tables.cell(passage)
        found = self._in_cell(passage, cell) if cell else None
        return found or self._cautious(passage, cell, self._anywhere(passage))

    def _anywhere(self, passage: Stretch) -> Finding:
        place = self._in_place(passage)
        if place is not None and all(self._is_confirmed(passage, *frame) for frame in self._frames(passage, place)):
            return Finding(OutcomeKind.INTACT, place)
        olds, news = self._occurrences(self._old, passage), self._occurrences(self._new, passage)
        if not news:
            return self._changed(passage, ())
        if max(len(olds), len(news)) > MOST_OCCURRENCES:
            return self._one_of_a_crowd(passage, news)
        if len(olds) == len(news) == 1:
            return self._only_one(passage, news[0])
        return self._one_of_several(passage, olds, news)

    def _in_cell(self, passage: Stretch, cell: Cell) -> Finding | None:
        """Decide a passage inside a cell whose name is that of one cell on both sides; None where it is not."""
        olds, news = self._old.tables.stretches(cell), self._new.tables.stretches(cell)
        if not len(olds) == len(news) == 1:
            return None
        own = [stretch for stretch in self._occurrences(self._old, passage) if _holds(olds[0], stretch)]
        places = [stretch for stretch in self._occurrences(self._new, passage) if _holds(news[0], stretch)]
        if not places:
            return self._changed_to(passage, news[0], ())
        place = places[own.index(passage)] if len(own) == len(places) else places[0]
        in_doubt = len(own) != len(places) or self._left_its_section(passage, place)
        if in_doubt or self._is_between_sections(passage, place):
            return Finding(OutcomeKind.AMBIGUOUS, place, tuple(places))
        stayed = self._alignment.place(passage.first) == place.first
        return Finding(OutcomeKind.INTACT if stayed else OutcomeKind.MOVED, place)

    def _cautious(self, passage: Stretch, cell: Cell | None, finding: Finding) -> Finding:
        """A few words in a cell nobody can name are confirmed only with their whole row, under the same header."""
        place = finding.stretch
        if cell is None or not finding.kind.is_current or place is None or _is_self_standing(passage):
            return finding
        row, new_cell = self._old.blocks.frame(passage), self._new.tables.cell(place)
        came_along = any(frame == row for frame, _ in self._frames(passage, place))
        if came_along and new_cell and new_cell.headers == cell.headers:
            return finding
        return Finding(OutcomeKind.AMBIGUOUS, place, (place,))

    def _occurrences(self, layer: Layer, passage: Stretch) -> list[Stretch]:
        """All stretches of a layer that say what the passage says."""
        values = self._old.stream.values[passage.first : passage.stop]
        found = (Stretch(first, first + len(values)) for first in layer.stream.occurrences(values))
        return [stretch for stretch in found if self._is_said(passage, layer, stretch)]

    def _is_said(self, passage: Stretch, layer: Layer, stretch: Stretch) -> bool:
        """Say whether a stretch with the passage's tokens says what the passage says."""
        return layer.is_complete(stretch) and self._old.says_the_same(passage, layer, stretch)

    def _in_place(self, passage: Stretch) -> Stretch | None:
        """Where the difference keeps the passage whole between its neighbours, under the headings it stood under."""
        first = self._alignment.together(passage)
        if first is None:
            return None
        place = Stretch(first, first + passage.stop - passage.first)
        if not self._is_said(passage, self._new, place) or self._is_between_sections(passage, place):
            return None
        return place

    def _is_between_sections(self, passage: Stretch, place: Stretch) -> bool:
        """Say whether the passage's section and another one are on both sides, and it went from one to the other."""
        path, new_path = self._old.path(passage), self._new.path(place)
        return path != new_path and bool(self._new.sections.copies(path) and self._old.sections.copies(new_path))

    def _stayed_in_its_sentence(self, passage: Stretch, place: Stretch) -> bool:
        """Say whether the kept words next to a few words are still in one sentence with them, if they were."""
        old, new = self._old.stream.sentence(passage), self._new.stream.sentence(place)
        before, after = self._alignment.before(passage.first), self._alignment.after(passage.stop)
        left = before.first >= old.first and before.place < new.first
        right = after.first < old.stop and after.place >= new.stop
        return _is_self_standing(passage) or not (left or right)

    def _left_its_section(self, passage: Stretch, place: Stretch) -> bool:
        """Say whether the passage's section is still there, and the passage not in it."""
        path = self._old.path(passage)
        return path != self._new.path(place) and bool(self._new.sections.copies(path))

    def _frames(self, passage: Stretch, place: Stretch) -> Iterator[tuple[Stretch, Stretch]]:
        """The sentences and the blocks a passage stands in, and where these are if they came along to `place`."""
        shift = place.first - passage.first
        for frame in (self._old.stream.sentence(passage), self._old.blocks.frame(passage)):
            moved = Stretch(frame.first + shift, frame.stop + shift)
            if moved.first >= 0 and self._old.stream.values[slice(*frame)] == self._new.stream.values[slice(*moved)]:
                yield frame, moved

    def _is_confirmed(self, passage: Stretch, frame: Stretch, moved: Stretch) -> bool:
        """Say whether a frame stands between its neighbours, or at least no edited form of it stands beside it."""
        return self._alignment.together(frame) == moved.first or self._rival_around(passage, frame, moved) is None

    def _rival_around(self, passage: Stretch, frame: Stretch, moved: Stretch) -> Stretch | None:
        """An edited form of a frame that does not hold the passage as well: if it does, the edit was beside it."""
        if (frame, moved) not in self._rivals_of_frames:
            self._rivals_of_frames[frame, moved] = self._rivals.of(frame, moved, alike=ALIKE_AROUND)
        rival = self._rivals_of_frames[frame, moved]
        return rival if rival and not self._holds(rival, passage) else None

    def _holds(self, rival: Stretch, passage: Stretch) -> bool:
        words, there = self._old.stream.values[slice(*passage)], self._new.stream.values[slice(*rival)]
        return any(there[at : at + len(words)] == words for at in range(len(there) - len(words) + 1))

    def _only_one(self, passage: Stretch, place: Stretch) -> Finding:
        """The passage's words stand in one place on both sides: the same place, moved, or a copy of what was edited."""
        rival = self._rival(passage, place)
        if rival is not None:
            return self._changed_to(passage, rival, (place,))
        if self._is_between_sections(passage, place):
            return Finding(OutcomeKind.AMBIGUOUS, place, (place,))
        if self._is_kept(passage, place) and self._stayed_in_its_sentence(passage, place):
            return Finding(OutcomeKind.INTACT, place)
        if self._left_its_section(passage, place):
            return Finding(OutcomeKind.AMBIGUOUS, place, (place,))
        stands_alone = self._is_same_section(passage, place) and self._is_self_standing(passage, place)
        if stands_alone or self._context(passage, place) >= _ENOUGH_CONTEXT:
            return Finding(OutcomeKind.MOVED, place)
        return Finding(OutcomeKind.AMBIGUOUS, place, (place,))

    def _is_self_standing(self, passage: Stretch, place: Stretch) -> bool:
        """Say whether a passage carries its own subject, or came along with the whole sentence or block that does."""
        frames = (frame for frame, _ in self._frames(passage, place))
        return any(_is_self_standing(stretch) for stretch in (passage, *frames))

    def _rival(self, passage: Stretch, place: Stretch) -> Stretch | None:
        """An edited form of the passage, or of the sentence or block that came along with it, where that stood."""
        found = (self._rival_around(passage, *frame) for frame in self._frames(passage, place))
        return self._rivals.of(passage, place) or next((rival for rival in found if rival is not None), None)

    def _one_of_several(self, passage: Stretch, olds: Sequence[Stretch], news: Sequence[Stretch]) -> Finding:
        """Equal passages on at least one side: current only if section counts, difference and context agree."""
        path = self._old.path(passage)
        old_counts = Counter(self._old.path(stretch) for stretch in olds)
        new_counts = Counter(self._new.path(stretch) for stretch in news)
        if not new_counts[path] and self._new.sections.copies(path):
            return self._changed(passage, news)
        kept = next((place for place in news if self._is_kept(passage, place)), None)
        if kept is not None:
            rival = self._rival(passage, kept)
            if rival is not None:
                return self._changed_to(passage, rival, news)
            has_all_copies = new_counts[self._new.path(kept)] >= old_counts[path]
            return self._confirmed(passage, kept, news) if not has_all_copies else Finding(OutcomeKind.INTACT, kept)
        if old_counts == new_counts:
            rank = [stretch for stretch in olds if self._old.path(stretch) == path].index(passage)
            same_rank = [stretch for stretch in news if self._new.path(stretch) == path][rank]
            return self._confirmed(passage, same_rank, news)
        if new_counts[path] < old_counts[path]:
            return self._changed(passage, news)
        return Finding(OutcomeKind.AMBIGUOUS, None, tuple(news[:_MOST_CANDIDATES]))

    def _one_of_a_crowd(self, passage: Stretch, news: Sequence[Stretch]) -> Finding:
        """So many equal passages that counting ends: only the kept one in its own context is confirmed."""
        first = self._alignment.place(passage.first)
        place = Stretch(first, first + passage.stop - passage.first) if first is not None else None
        if place is not None and self._is_kept(passage, place):
            return self._confirmed(passage, place, news)
        return Finding(OutcomeKind.AMBIGUOUS, None, tuple(news[:_MOST_CANDIDATES]))

    def _confirmed(self, passage: Stretch, place: Stretch, news: Sequence[Stretch]) -> Finding:
        """Current if `place` stands among the words the passage stood among; else one of several candidates."""
        by_neighbours = self._has_same_neighbours(passage, place)
        if not by_neighbours and self._context(passage, place) < _ENOUGH_AMONG_EQUALS:
            return Finding(OutcomeKind.AMBIGUOUS, place, tuple(news[:_MOST_CANDIDATES]))
        if self._rival(passage, place) is not None:
            return Finding(OutcomeKind.AMBIGUOUS, place, tuple(news[:_MOST_CANDIDATES]))
        return Finding(OutcomeKind.INTACT, place)

    def _changed(self, passage: Stretch, news: Sequence[Stretch]) -> Finding:
        """Not there any more: show what took its place, or the most similar passage."""
        place = self._places.in_place(alignment=self._alignment, passage=passage)
        if place is None and not news:
            place = self._places.anywhere(exact=self._source(passage), passage=passage)
        return self._changed_to(passage, place, news)

    def _changed_to(self, passage: Stretch, place: Stretch | None, news: Sequence[Stretch]) -> Finding:
        change = self._places.change(passage=passage, place=place)
        return Finding(OutcomeKind(change.value), place, tuple(news[:_MOST_CANDIDATES]))

    def _source(self, passage: Stretch) -> str:
        stream = self._old.stream
        return self._old.text[stream.starts[passage.first] : stream.ends[passage.stop - 1]]

    def _is_kept(self, passage: Stretch, place: Stretch) -> bool:
        """Say whether the difference leads from the passage to `place`, which holds the same tokens.

        Most of the tokens suffice: at its edges a difference may pair a full stop with an equal one further on. A few
        tokens that no neighbour came along with are a coincidence.
        """
        length = passage.stop - passage.first
        if 2 * self._alignment.kept(passage, at=place.first) <= length:
            return False
        return _is_self_standing(passage) or self._has_kept_neighbour(passage, place)

    def _has_kept_neighbour(self, passage: Stretch, place: Stretch) -> bool:
        return self._meets(passage.first - 1, place.first - 1) or self._meets(passage.stop, place.stop)

    def _meets(self, old: int, new: int) -> bool:
        """Say whether the difference pairs these two tokens; the ends of the two texts pair up as well."""
        old_length, new_length = len(self._old.stream.values), len(self._new.stream.values)
        if not 0 <= old < old_length or not 0 <= new < new_length:
            return (old < 0 and new < 0) or (old >= old_length and new >= new_length)
        return self._alignment.place(old) == new

    def _has_same_neighbours(self, passage: Stretch, place: Stretch) -> bool:
        old, new = self._around(self._old, passage, _NEIGHBOURS), self._around(self._new, place, _NEIGHBOURS)
        return old == new

    def _context(self, passage: Stretch, place: Stretch) -> float:
        """Share (0 to 1) of the surrounding tokens that both sides have in common, in order."""
        olds, news = self._around(self._old, passage, _CONTEXT), self._around(self._new, place, _CONTEXT)
        sizes = [len(old) + len(new) for old, new in zip(olds, news, strict=True)]
        alike = [Indel.normalized_similarity(old, new) for old, new in zip(olds, news, strict=True)]
        return sum(map(float.__mul__, alike, map(float, sizes))) / sum(sizes) if sum(sizes) else 1.0

    @staticmethod
    def _around(layer: Layer, stretch: Stretch, reach: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        values = layer.stream.values
        return values[max(0, stretch.first - reach) : stretch.first], values[stretch.stop : stretch.stop + reach]

    def _is_same_section(self, passage: Stretch, place: Stretch) -> bool:
        """Say whether both stand under the same headings, and those name one section on each side."""
        path = self._old.path(passage)
        alone = self._old.sections.copies(path) == 1 == self._new.sections.copies(path)
        return alone and self._new.path(place) == path


def _is_self_standing(passage: Stretch) -> bool:
    return passage.stop - passage.first >= _SELF_STANDING


def _holds(outer: Stretch, inner: Stretch) -> bool:
    return outer.first <= inner.first and inner.stop <= outer.stop
