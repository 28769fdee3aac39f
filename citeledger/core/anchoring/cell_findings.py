"""The decision for passages in cells of tables: by the names of the cells they are in."""

from citeledger.core.anchoring.compared import Compared
from citeledger.core.anchoring.findings import Finding, in_doubt
from citeledger.core.layout.tables import Cell, Part, counterparts, differ_in_looks, holds_strangers
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.reading.streams import Stretch
from citeledger.core.wording.kinds import kind_of_change


class CellFindings:
    """Decides by cells in one pair of layers."""

    def __init__(self, both: Compared) -> None:
        self._both, self._old, self._new = both, both.old, both.new

    def in_cell(self, passage: Stretch, cell: Cell) -> Finding | None:
        """Decide a passage inside a cell whose name is that of one cell on both sides; None where it is not."""
        olds, news = self._old.tables.stretches(cell), self._new.tables.stretches(cell)
        if not len(olds) == len(news) == 1:
            return None
        own = [stretch for stretch in self._both.occurrences(self._old, passage) if _holds(olds[0], stretch)]
        places = [stretch for stretch in self._both.occurrences(self._new, passage) if _holds(news[0], stretch)]
        if differ_in_looks(self._old.tables, passage, self._new.tables, news[0]):
            own, places = [passage], [news[0]]
        has_more_now = passage == olds[0] and news[0] not in places  # "30" became "14 (was 30)"
        if not places or has_more_now:
            return self._both.changed_to(passage, news[0], ())
        is_told = passage in own and len(own) == len(places)
        place = places[own.index(passage)] if is_told else places[0]
        around, alignment = self._both.surroundings, self._both.alignment
        is_elsewhere = around.left_its_section(passage, place) or around.is_between_sections(passage, place)
        if not is_told or is_elsewhere or around.is_another_statement(passage, place):
            return in_doubt(place, places)
        stayed = place.first in (alignment.place(passage.first), alignment.before(passage.first).place + 1)
        return Finding(OutcomeKind.INTACT if stayed else OutcomeKind.MOVED, place)

    def cell_by_cell(self, passage: Stretch) -> Finding | None:
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
        around, first, cell = self._both.surroundings, pairs[0][0].cell, pairs[0][1]
        is_elsewhere = around.left_its_section(first, cell) or around.is_between_sections(first, cell)
        is_parted = holds_strangers(self._new.tables, place, pairs)
        if is_elsewhere or is_parted or around.is_another_statement(first, cell):
            return in_doubt(place, [place])
        return Finding(OutcomeKind.MOVED, place)

    def _is_in_counterpart(self, part: Part, cell: Stretch) -> bool:
        if part.cited == part.cell and differ_in_looks(self._old.tables, part.cell, self._new.tables, cell):
            return True
        return self._old.values(part.cell) == self._new.values(cell) and self._both.is_said(part.cell, self._new, cell)

    def cautious(self, passage: Stretch, finding: Finding) -> Finding:
        """Words in a cell not found by its names are confirmed under the same names, a few only with their row."""
        place = finding.stretch
        if not finding.kind.is_current or place is None:
            return finding
        around = self._both.surroundings
        is_told = around.is_self_standing(passage) or around.came_along_in_its_block(passage, place)
        return finding if is_told and self.is_in_same_cells(passage, place) else in_doubt(place, [place])

    def under_the_same_names(self, passage: Stretch, finding: Finding) -> Finding:
        """Several cells are confirmed cell by cell: each with its words, under its header and in its row."""
        place = finding.stretch
        if not finding.kind.is_current or place is None or self.is_in_same_cells(passage, place):
            return finding
        return in_doubt(place, [place])

    def is_in_same_cells(self, passage: Stretch, place: Stretch) -> bool:
        """Whether both stand in cells of the same names, or both in none."""
        return self._old.cell_names(passage) == self._new.cell_names(place)


def _holds(outer: Stretch, inner: Stretch) -> bool:
    return outer.first <= inner.first and inner.stop <= outer.stop
