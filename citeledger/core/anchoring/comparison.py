"""The decision for one passage in one pair of versions, in tokens. The order of the questions is the rule.

Thresholds are for context, which only ever confirms an occurrence of the very same tokens.
"""

from collections import Counter
from collections.abc import Sequence

from citeledger.core.anchoring.alignment import Kept
from citeledger.core.anchoring.cell_findings import CellFindings
from citeledger.core.anchoring.compared import Compared
from citeledger.core.anchoring.findings import Finding, in_doubt
from citeledger.core.anchoring.likeness import shared_part
from citeledger.core.anchoring.unchanged import Unchanged
from citeledger.core.layout.sides import Layer
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.reading.streams import MOST_OCCURRENCES, Stretch

_ENOUGH_CONTEXT = 0.5  # for a passage that is the only one of its kind
_ENOUGH_AMONG_EQUALS = 0.6  # for one of several equal passages
_ALIKE_MOVED = 0.5  # share of common tokens from which another stretch may be what a passage that moved became
_ALIKE_KEPT = 0.85  # and what one became that the difference keeps
_FEW_EQUALS = 20


class Comparison:
    """Decides passages of one pair of layers."""

    def __init__(self, *, old: Layer, new: Layer) -> None:
        self._old, self._new = old, new
        self._both = Compared(old=old, new=new)
        self._cells = CellFindings(self._both)

    @property
    def unchanged(self) -> Unchanged:
        """Where a span needs no decision of its own."""
        return self._both.unchanged

    def finding(self, passage: Stretch) -> Finding:
        """Decide one passage (not empty) of the old stream: current only inside what it stood in, with its notes."""
        finding = self._by_its_text(passage)
        place = finding.stretch
        if not self._both.has_more or not finding.kind.is_current or place is None:
            return finding
        is_same = self._old.around(passage) == self._new.around(place)
        is_same = is_same and self._old.conditions(passage) == self._new.conditions(place)
        return finding if is_same else in_doubt(place, [place])

    def _by_its_text(self, passage: Stretch) -> Finding:
        if self._both.reads_the_same and self._is_set_as_before(passage):
            return Finding(OutcomeKind.INTACT, passage)
        settled = self._both.settled.place(passage)
        if settled is not None:
            return Finding(OutcomeKind.INTACT, settled)
        if not self._old.may_hold_cells(passage):
            return self._cells.under_the_same_names(passage, self._anywhere(passage))
        cell = self._old.tables.cell(passage)
        if cell is None:
            finding = self._cells.under_the_same_names(passage, self._anywhere(passage))
            return finding if finding.kind.is_current else self._cells.cell_by_cell(passage) or finding
        return self._cells.in_cell(passage, cell) or self._cells.cautious(passage, self._anywhere(passage))

    def _is_set_as_before(self, passage: Stretch) -> bool:
        """Whether a passage of a text that reads the same is in the same cells, indented under the same."""
        around = self._both.surroundings
        return self._cells.is_in_same_cells(passage, passage) and not around.is_under_another(passage, passage)

    def _anywhere(self, passage: Stretch) -> Finding:
        finding = self._by_its_words(passage)
        place = finding.stretch
        if not finding.kind.is_current or place is None:
            return finding
        return in_doubt(place, [place]) if self._both.surroundings.is_another_statement(passage, place) else finding

    def _by_its_words(self, passage: Stretch) -> Finding:
        place = self._in_place(passage)
        if place is not None:
            return Finding(OutcomeKind.INTACT, place)
        news = self._both.occurrences(self._new, passage)
        if not news:
            return self._changed(passage, ())
        olds = self._both.occurrences(self._old, passage)
        if max(len(olds), len(news)) > MOST_OCCURRENCES or passage not in olds:
            return self._one_of_a_crowd(passage, news)
        if len(olds) == len(news) == 1:
            return self._only_one(passage, news[0])
        return self._one_of_several(passage, olds, news)

    def _in_place(self, passage: Stretch) -> Stretch | None:
        """Where the difference keeps the passage whole between its neighbours, if nothing speaks against it."""
        kept = self._both.alignment.around(passage)
        if kept is None:
            return None
        place = Stretch(passage.first + kept.shift, passage.stop + kept.shift)
        says_the_same = self._old.says_the_same(passage, self._new, place)
        if not says_the_same or self._both.surroundings.is_between_sections(passage, place):
            return None
        if kept.holds_around(self._old.blocks.frame(passage)):
            return place  # the whole block was kept with its neighbours: nothing was put into it or beside it
        return place if self._new.is_complete(place) and self._is_confirmed(passage, place, kept) else None

    def _is_confirmed(self, passage: Stretch, place: Stretch, kept: Kept) -> bool:
        """Say whether no edited form stands beside the sentence or block that came along with a passage."""
        frames = self._both.surroundings.frames(passage, place)
        open_frames = ((frame, moved) for frame, moved in frames if not kept.holds_around(frame))
        return all(self._both.rivals.around(passage, frame, moved) is None for frame, moved in open_frames)

    def _only_one(self, passage: Stretch, place: Stretch) -> Finding:
        """The passage's words stand in one place on both sides: the same place, moved, or a copy of what was edited."""
        around, rival = self._both.surroundings, self._rival(passage, place)
        if rival is not None:
            return self._both.changed_to(passage, rival, (place,))
        if around.is_between_sections(passage, place):
            return in_doubt(place, [place])
        is_kept = around.is_kept(passage, place)
        if not is_kept and around.left_its_section(passage, place):
            return in_doubt(place, [place])
        double = self._edited_double(passage, place, at_least=_ALIKE_KEPT if is_kept else _ALIKE_MOVED)
        if double is not None:
            return self._both.changed_to(passage, double, (place,))
        if around.is_introduced(passage, place):
            return in_doubt(place, [place])
        if is_kept:
            return Finding(OutcomeKind.INTACT, place)
        stands_alone = around.is_same_section(passage, place) and around.has_its_subject(passage, place)
        if stands_alone or around.likeness(passage, place) >= _ENOUGH_CONTEXT:
            return Finding(OutcomeKind.MOVED, place)
        return in_doubt(place, [place])

    def _edited_double(self, passage: Stretch, place: Stretch, *, at_least: float) -> Stretch | None:
        """An edited form of a passage that stands elsewhere and is new: the words found may be its quotation."""
        forms = self._both.places.forms(passage, but=place, at_least=at_least)
        return next((form for form in forms if self._is_edit(passage, place, form)), None)

    def _is_edit(self, passage: Stretch, place: Stretch, form: Stretch) -> bool:
        """Whether a form is new: neither it nor what it shares with the passage stood beside the passage before."""
        words, stood = self._new.values(form), self._old.stream.occurrences
        shared = words[slice(*shared_part(self._old.values(passage), words))]
        beside = (first >= passage.stop or first + len(shared) <= passage.first for first in stood(shared))
        return not stood(words) and not any(beside) and not self._both.rivals.is_of_a_kind(passage, place, form)

    def _rival(self, passage: Stretch, place: Stretch) -> Stretch | None:
        """An edited form of the passage, or of the sentence or block that came along with it, where that stood."""
        found = (self._both.rivals.around(passage, *frame) for frame in self._both.surroundings.frames(passage, place))
        return self._both.rivals.of(passage, place) or next((rival for rival in found if rival is not None), None)

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
        kept = next((place for place in news if self._both.surroundings.is_kept(passage, place)), None)
        if kept is not None:
            rival = self._rival(passage, kept)
            if rival is not None:
                return self._both.changed_to(passage, rival, news)
            has_all_copies = new_counts[self._new.path(kept)] >= old_counts[path]
            return Finding(OutcomeKind.INTACT, kept) if has_all_copies else self._confirmed(passage, kept, news)
        if old_counts == new_counts:
            rank = [stretch for stretch in olds if self._old.path(stretch) == path].index(passage)
            same_rank = [stretch for stretch in news if self._new.path(stretch) == path][rank]
            is_taken = any(self._kept_at(old) == same_rank for old in olds if old != passage)
            return self._changed(passage, news) if is_taken else self._confirmed(passage, same_rank, news)
        return self._changed(passage, news) if new_counts[path] < old_counts[path] else in_doubt(None, news)

    def _kept_with_its_equals(self, passage: Stretch, olds: Sequence[Stretch]) -> Stretch | None:
        """Where the difference keeps the passage, if it keeps every equal one too and none was edited in place."""
        if len(olds) > _FEW_EQUALS:
            return None
        places, around = {old: self._kept_at(old) for old in olds}, self._both.surroundings
        place = places[passage]
        if place is None or None in places.values() or around.is_between_sections(passage, place):
            return None
        if around.left_its_section(passage, place) and not around.came_along_in_its_block(passage, place):
            return None
        return place if all(at and self._rival(old, at) is None for old, at in places.items()) else None

    def _kept_at(self, passage: Stretch) -> Stretch | None:
        """Where the difference leads from the passage's first token, if all of the passage is said there."""
        first = self._both.alignment.place(passage.first)
        if first is None:
            return None
        place = Stretch(first, first + passage.stop - passage.first)
        is_said = self._old.values(passage) == self._new.values(place) and self._both.is_said(passage, self._new, place)
        return place if is_said and self._both.surroundings.is_kept(passage, place) else None

    def _one_of_a_crowd(self, passage: Stretch, news: Sequence[Stretch]) -> Finding:
        """So many equal passages that counting ends: only the kept one in its own context is confirmed."""
        place = self._kept_at(passage)
        return self._confirmed(passage, place, news) if place is not None else in_doubt(None, news)

    def _confirmed(self, passage: Stretch, place: Stretch, news: Sequence[Stretch]) -> Finding:
        """Current if `place` stands among the words the passage stood among; else one of several candidates."""
        around = self._both.surroundings
        enough = around.has_same_neighbours(passage, place) or around.likeness(passage, place) >= _ENOUGH_AMONG_EQUALS
        is_replaced = not around.is_kept(passage, place) and around.is_replaced(passage, place)
        if enough and not is_replaced and self._rival(passage, place) is None:
            return Finding(OutcomeKind.INTACT, place)
        return in_doubt(place, news)

    def _changed(self, passage: Stretch, news: Sequence[Stretch]) -> Finding:
        """Not there any more: show what took its place, or the most similar passage."""
        place = self._both.places.in_place(passage)
        if place is None and not news:
            place = self._both.places.anywhere(passage)
        return self._both.changed_to(passage, place, news)
