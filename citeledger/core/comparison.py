"""The decision for one passage in one pair of versions, in tokens. The order of the questions is the rule.

Thresholds are for context, which only ever confirms an occurrence of the very same tokens.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from citeledger.core.alignment import Alignment, Kept
from citeledger.core.kinds import kind_of_change
from citeledger.core.likeness import shared_part
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.places import Places
from citeledger.core.rivals import Rivals
from citeledger.core.sides import Layer
from citeledger.core.streams import MOST_OCCURRENCES, Stretch
from citeledger.core.surroundings import Surroundings
from citeledger.core.tables import Cell, Part, counterparts, differ_in_looks, holds_strangers

_ENOUGH_CONTEXT = 0.5  # for a passage that is the only one of its kind
_ENOUGH_AMONG_EQUALS = 0.6  # for one of several equal passages
_ALIKE_MOVED = 0.5  # share of common tokens from which another stretch may be what a passage that moved became
_ALIKE_KEPT = 0.85  # and what one became that the difference keeps
_FEW_EQUALS = 20
_MOST_CANDIDATES = 20


class Finding(NamedTuple):
    """The decision: kind, the stretch of the new stream it points at, and unconfirmed stretches with the same words."""

    kind: OutcomeKind
    stretch: Stretch | None = None
    candidates: tuple[Stretch, ...] = ()


class Comparison:
    """Two layers being compared. The difference of the whole is made at most once, and only if a passage needs it."""

    def __init__(self, *, old: Layer, new: Layer) -> None:
        self._old, self._new = old, new

    @cached_property
    def _alignment(self) -> Alignment:
        return Alignment(old=self._old.stream, new=self._new.stream)

    @cached_property
    def _surroundings(self) -> Surroundings:
        return Surroundings(old=self._old, new=self._new, alignment=self._alignment)

    @cached_property
    def _rivals(self) -> Rivals:
        return Rivals(old=self._old, new=self._new, alignment=self._alignment)

    @cached_property
    def _places(self) -> Places:
        return Places(old=self._old.stream, new=self._new.stream, alignment=self._alignment)

    @cached_property
    def _reads_the_same(self) -> bool:
        whole = Stretch(0, len(self._old.stream.values))
        return self._old.stream.values == self._new.stream.values and self._old.says_the_same(whole, self._new, whole)

    @cached_property
    def _has_cells(self) -> bool:
        return not (self._old.tables.are_none and self._new.tables.are_none)

    @cached_property
    def _has_more(self) -> bool:
        """Whether anything stands around any part of the texts, or is noted on it."""
        return not all(side.wraps.are_none and side.footnotes.are_none for side in (self._old, self._new))

    def finding(self, passage: Stretch) -> Finding:
        """Decide one passage (not empty) of the old stream: current only inside what it stood in, with its notes."""
        finding = self._by_its_text(passage)
        place = finding.stretch
        if not self._has_more or not finding.kind.is_current or place is None:
            return finding
        is_same = self._old.around(passage) == self._new.around(place)
        is_same = is_same and self._old.conditions(passage) == self._new.conditions(place)
        return finding if is_same else _in_doubt(place, [place])

    def _by_its_text(self, passage: Stretch) -> Finding:
        if self._reads_the_same and self._is_set_as_before(passage):
            return Finding(OutcomeKind.INTACT, passage)
        if not self._has_cells:
            return self._anywhere(passage)
        cell = self._old.tables.cell(passage)
        if cell is None:
            finding = self._under_the_same_names(passage, self._anywhere(passage))
            return finding if finding.kind.is_current else self._cell_by_cell(passage) or finding
        return self._in_cell(passage, cell) or self._cautious(passage, self._anywhere(passage))

    def _is_set_as_before(self, passage: Stretch) -> bool:
        """Whether a passage of a text that reads the same is in the same cells, indented under the same."""
        return self._is_in_same_cells(passage, passage) and not self._surroundings.is_under_another(passage, passage)

    def _in_cell(self, passage: Stretch, cell: Cell) -> Finding | None:
        """Decide a passage inside a cell whose name is that of one cell on both sides; None where it is not."""
        olds, news = self._old.tables.stretches(cell), self._new.tables.stretches(cell)
        if not len(olds) == len(news) == 1:
            return None
        own = [stretch for stretch in self._occurrences(self._old, passage) if _holds(olds[0], stretch)]
        places = [stretch for stretch in self._occurrences(self._new, passage) if _holds(news[0], stretch)]
        if differ_in_looks(self._old.tables, passage, self._new.tables, news[0]):
            own, places = [passage], [news[0]]
        has_more_now = passage == olds[0] and news[0] not in places  # "30" became "14 (was 30)"
        if not places or has_more_now:
            return self._changed_to(passage, news[0], ())
        is_told = passage in own and len(own) == len(places)
        place = places[own.index(passage)] if is_told else places[0]
        in_doubt = not is_told or self._surroundings.left_its_section(passage, place)
        in_doubt = in_doubt or self._surroundings.is_between_sections(passage, place)
        if in_doubt or self._surroundings.is_another_statement(passage, place):
            return _in_doubt(place, places)
        stayed = place.first in (self._alignment.place(passage.first), self._alignment.before(passage.first).place + 1)
        return Finding(OutcomeKind.INTACT if stayed else OutcomeKind.MOVED, place)

    def _cell_by_cell(self, passage: Stretch) -> Finding | None:
        """Decide a passage of several cells that all have a counterpart, wherever their rows and columns stand now."""
        pairs = counterparts(self._old.tables, self._new.tables, passage)
        if not pairs:
            return None
        stays = all(self._is_in_counterpart(part, cell) for part, cell in pairs)
        places = [part.at(cell) if stays else cell for part, cell in pairs]
        place = Stretch(min(place.first for place in places), max(place.stop for place in places))
        if not stays:
            was = tuple(value for part, _ in pairs for value in self._old.values(part.cell))
            return Finding(kind_of_change(was, tuple(v for _, cell in pairs for v in self._new.values(cell))), place)
        around, first, cell = self._surroundings, pairs[0][0].cell, pairs[0][1]
        is_elsewhere = around.left_its_section(first, cell) or around.is_between_sections(first, cell)
        is_parted = holds_strangers(self._new.tables, place, pairs)
        if is_elsewhere or is_parted or around.is_another_statement(first, cell):
            return _in_doubt(place, [place])
        return Finding(OutcomeKind.MOVED, place)

    def _is_in_counterpart(self, part: Part, cell: Stretch) -> bool:
        if part.cited == part.cell and differ_in_looks(self._old.tables, part.cell, self._new.tables, cell):
            return True
        return self._old.values(part.cell) == self._new.values(cell) and self._is_said(part.cell, self._new, cell)

    def _cautious(self, passage: Stretch, finding: Finding) -> Finding:
        """Words in a cell not found by its names are confirmed under the same names, a few only with their row."""
        place = finding.stretch
        if not finding.kind.is_current or place is None:
            return finding
        around = self._surroundings
        is_told = around.is_self_standing(passage) or around.came_along_in_its_block(passage, place)
        return finding if is_told and self._is_in_same_cells(passage, place) else _in_doubt(place, [place])

    def _under_the_same_names(self, passage: Stretch, finding: Finding) -> Finding:
        """Several cells are confirmed cell by cell: each with its words, under its header and in its row."""
        place = finding.stretch
        if not finding.kind.is_current or place is None or self._is_in_same_cells(passage, place):
            return finding
        return _in_doubt(place, [place])

    def _is_in_same_cells(self, passage: Stretch, place: Stretch) -> bool:
        return self._old.tables.names(passage) == self._new.tables.names(place)

    def _anywhere(self, passage: Stretch) -> Finding:
        finding = self._by_its_words(passage)
        place = finding.stretch
        if not finding.kind.is_current or place is None:
            return finding
        return _in_doubt(place, [place]) if self._surroundings.is_another_statement(passage, place) else finding

    def _by_its_words(self, passage: Stretch) -> Finding:
        place = self._in_place(passage)
        if place is not None:
            return Finding(OutcomeKind.INTACT, place)
        news = self._occurrences(self._new, passage)
        if not news:
            return self._changed(passage, ())
        olds = self._occurrences(self._old, passage)
        if max(len(olds), len(news)) > MOST_OCCURRENCES or passage not in olds:
            return self._one_of_a_crowd(passage, news)
        if len(olds) == len(news) == 1:
            return self._only_one(passage, news[0])
        return self._one_of_several(passage, olds, news)

    def _occurrences(self, layer: Layer, passage: Stretch) -> list[Stretch]:
        """All stretches of a layer that say what the passage says."""
        values = self._old.values(passage)
        found = (Stretch(first, first + len(values)) for first in layer.stream.occurrences(values))
        return [stretch for stretch in found if self._is_said(passage, layer, stretch)]

    def _is_said(self, passage: Stretch, layer: Layer, stretch: Stretch) -> bool:
        """Say whether a stretch with the passage's tokens says what the passage says."""
        return layer.is_complete(stretch) and self._old.says_the_same(passage, layer, stretch)

    def _in_place(self, passage: Stretch) -> Stretch | None:
        """Where the difference keeps the passage whole between its neighbours, if nothing speaks against it."""
        kept = self._alignment.around(passage)
        if kept is None:
            return None
        place = Stretch(passage.first + kept.shift, passage.stop + kept.shift)
        says_the_same = self._old.says_the_same(passage, self._new, place)
        if not says_the_same or self._surroundings.is_between_sections(passage, place):
            return None
        if kept.holds_around(self._old.blocks.frame(passage)):
            return place  # the whole block was kept with its neighbours: nothing was put into it or beside it
        return place if self._new.is_complete(place) and self._is_confirmed(passage, place, kept) else None

    def _is_confirmed(self, passage: Stretch, place: Stretch, kept: Kept) -> bool:
        """Say whether no edited form stands beside the sentence or block that came along with a passage."""
        frames = self._surroundings.frames(passage, place)
        open_frames = ((frame, moved) for frame, moved in frames if not kept.holds_around(frame))
        return all(self._rivals.around(passage, frame, moved) is None for frame, moved in open_frames)

    def _only_one(self, passage: Stretch, place: Stretch) -> Finding:
        """The passage's words stand in one place on both sides: the same place, moved, or a copy of what was edited."""
        around, rival = self._surroundings, self._rival(passage, place)
        if rival is not None:
            return self._changed_to(passage, rival, (place,))
        if around.is_between_sections(passage, place):
            return _in_doubt(place, [place])
        is_kept = around.is_kept(passage, place)
        if not is_kept and around.left_its_section(passage, place):
            return _in_doubt(place, [place])
        double = self._edited_double(passage, place, at_least=_ALIKE_KEPT if is_kept else _ALIKE_MOVED)
        if double is not None:
            return self._changed_to(passage, double, (place,))
        if around.is_introduced(passage, place):
            return _in_doubt(place, [place])
        if is_kept:
            return Finding(OutcomeKind.INTACT, place)
        stands_alone = around.is_same_section(passage, place) and around.has_its_subject(passage, place)
        if stands_alone or around.likeness(passage, place) >= _ENOUGH_CONTEXT:
            return Finding(OutcomeKind.MOVED, place)
        return _in_doubt(place, [place])

    def _edited_double(self, passage: Stretch, place: Stretch, *, at_least: float) -> Stretch | None:
        """An edited form of a passage that stands elsewhere and is new: the words found may be its quotation."""
        forms = self._places.forms(passage, but=place, at_least=at_least)
        return next((form for form in forms if self._is_edit(passage, place, form)), None)

    def _is_edit(self, passage: Stretch, place: Stretch, form: Stretch) -> bool:
        """Whether a form is new: neither it nor what it shares with the passage stood beside the passage before."""
        words, stood = self._new.values(form), self._old.stream.occurrences
        shared = words[slice(*shared_part(self._old.values(passage), words))]
        beside = (first >= passage.stop or first + len(shared) <= passage.first for first in stood(shared))
        return not stood(words) and not any(beside) and not self._rivals.is_of_a_kind(passage, place, form)

    def _rival(self, passage: Stretch, place: Stretch) -> Stretch | None:
        """An edited form of the passage, or of the sentence or block that came along with it, where that stood."""
        found = (self._rivals.around(passage, *frame) for frame in self._surroundings.frames(passage, place))
        return self._rivals.of(passage, place) or next((rival for rival in found if rival is not None), None)

    def _one_of_several(self, passage: Stretch, olds: Sequence[Stretch], news: Sequence[Stretch]) -> Finding:
        """Equal passages on at least one side: current only if section counts, difference and context agree."""
        stayed = self._kept_with_its_equals(passage, olds)
        if stayed is not None:
            return Finding(OutcomeKind.INTACT, stayed)
        path = self._old.path(passage)
        old_counts = Counter(self._old.path(stretch) for stretch in olds)
        new_counts = Counter(self._new.path(stretch) for stretch in news)
        if not new_counts[path] and self._new.sections.copies(path):
            return self._changed(passage, news)
        kept = next((place for place in news if self._surroundings.is_kept(passage, place)), None)
        if kept is not None:
            rival = self._rival(passage, kept)
            if rival is not None:
                return self._changed_to(passage, rival, news)
            has_all_copies = new_counts[self._new.path(kept)] >= old_counts[path]
            return Finding(OutcomeKind.INTACT, kept) if has_all_copies else self._confirmed(passage, kept, news)
        if old_counts == new_counts:
            rank = [stretch for stretch in olds if self._old.path(stretch) == path].index(passage)
            same_rank = [stretch for stretch in news if self._new.path(stretch) == path][rank]
            is_taken = any(self._kept_at(old) == same_rank for old in olds if old != passage)
            return self._changed(passage, news) if is_taken else self._confirmed(passage, same_rank, news)
        return self._changed(passage, news) if new_counts[path] < old_counts[path] else _in_doubt(None, news)

    def _kept_with_its_equals(self, passage: Stretch, olds: Sequence[Stretch]) -> Stretch | None:
        """Where the difference keeps the passage, if it keeps every equal one too and none was edited in place."""
        if len(olds) > _FEW_EQUALS:
            return None
        places, around = {old: self._kept_at(old) for old in olds}, self._surroundings
        place = places[passage]
        if place is None or None in places.values() or around.is_between_sections(passage, place):
            return None
        if around.left_its_section(passage, place) and not around.came_along_in_its_block(passage, place):
            return None
        return place if all(at and self._rival(old, at) is None for old, at in places.items()) else None

    def _kept_at(self, passage: Stretch) -> Stretch | None:
        """Where the difference leads from the passage's first token, if all of the passage is said there."""
        first = self._alignment.place(passage.first)
        if first is None:
            return None
        place = Stretch(first, first + passage.stop - passage.first)
        is_said = self._old.values(passage) == self._new.values(place) and self._is_said(passage, self._new, place)
        return place if is_said and self._surroundings.is_kept(passage, place) else None

    def _one_of_a_crowd(self, passage: Stretch, news: Sequence[Stretch]) -> Finding:
        """So many equal passages that counting ends: only the kept one in its own context is confirmed."""
        place = self._kept_at(passage)
        return self._confirmed(passage, place, news) if place is not None else _in_doubt(None, news)

    def _confirmed(self, passage: Stretch, place: Stretch, news: Sequence[Stretch]) -> Finding:
        """Current if `place` stands among the words the passage stood among; else one of several candidates."""
        around = self._surroundings
        enough = around.has_same_neighbours(passage, place) or around.likeness(passage, place) >= _ENOUGH_AMONG_EQUALS
        is_replaced = not around.is_kept(passage, place) and around.is_replaced(passage, place)
        if enough and not is_replaced and self._rival(passage, place) is None:
            return Finding(OutcomeKind.INTACT, place)
        return _in_doubt(place, news)

    def _changed(self, passage: Stretch, news: Sequence[Stretch]) -> Finding:
        """Not there any more: show what took its place, or the most similar passage."""
        place = self._places.in_place(passage)
        if place is None and not news:
            place = self._places.anywhere(passage)
        return self._changed_to(passage, place, news)

    def _changed_to(self, passage: Stretch, place: Stretch | None, news: Sequence[Stretch]) -> Finding:
        change = self._places.change(passage=passage, place=place)
        return Finding(change, place, tuple(news[:_MOST_CANDIDATES]))


def _in_doubt(place: Stretch | None, candidates: Sequence[Stretch]) -> Finding:
    return Finding(OutcomeKind.AMBIGUOUS, place, tuple(candidates[:_MOST_CANDIDATES]))


def _holds(outer: Stretch, inner: Stretch) -> bool:
    return outer.first <= inner.first and inner.stop <= outer.stop
