"""What a passage and a place with the same tokens stand under: headings, and the leads below these."""

from citeledger.core.anchoring.titles import says_otherwise
from citeledger.core.layout.leads import Lead, Leads, is_another_lead
from citeledger.core.layout.sections import Path, as_title
from citeledger.core.layout.sides import Layer
from citeledger.core.reading.streams import Stretch
from citeledger.core.vocabulary.contrasts import are_opposed
from citeledger.core.vocabulary.negations import is_denial_of, is_negation_of
from citeledger.core.vocabulary.stops import COLONS
from citeledger.core.wording.beginnings import frames


class Above:
    """Compares what is above passages in one pair of layers."""

    def __init__(self, *, old: Layer, new: Layer) -> None:
        self._old, self._new = old, new
        self._same: dict[tuple[int, int], bool] = {}

    @property
    def _leads(self) -> tuple[Leads, Leads]:
        return self._old.leads, self._new.leads

    def is_same(self, passage: Stretch, place: Stretch) -> bool:
        """Whether the blocks of both have the same headings and leads; asked for each passage in them."""
        (olds, news), old, new = self._leads, self._old.stream.starts, self._new.stream.starts
        block, there = olds.block(old[passage.first]), news.block(new[place.first])
        key = block.start, there.start
        if key not in self._same:
            is_same = block.above == there.above
            self._same[key] = is_same and self._old.path(passage) == self._new.path(place)
        return self._same[key]

    def is_another(self, passage: Stretch, place: Stretch) -> bool:
        """Whether a place stands under another lead than the passage, what denies the same words, or another tick."""
        olds, news = self._leads
        if olds.box(passage, self._old.stream) != news.box(place, self._new.stream):
            return True
        before, now = self._under(passage, place)
        if before != now and is_another_lead(before, now, *self._leads):
            return True
        above, above_now = self.titles(passage, place)
        if above == above_now:
            return False
        return (
            any(map(is_negation_of, above, above_now))
            or any(map(is_denial_of, above, above_now))
            or self._are_opposed(passage, place)
        )

    def _are_opposed(self, passage: Stretch, place: Stretch) -> bool:
        """Whether a title is another one of its kind now; the label of a paragraph is of its first line only."""
        if self._old.is_below_a_line(passage) or self._new.is_below_a_line(place):
            return are_opposed(self._old.path(passage), self._new.path(place))
        return are_opposed(*self.titles(passage, place))

    def says_otherwise(self, passage: Stretch, place: Stretch) -> bool:
        """Whether what stands above says on one side only that the passage does not hold.

        A heading put in where the one before it still stands took the place of none.
        """
        was, now = self.titles(passage, place)
        path, new_path = self._old.path(passage), self._new.path(place)
        is_put_in = len(path) == len(new_path) and path != new_path and self._new.sections.copies(path)
        return says_otherwise((*path[:-1], *was[len(path) :]) if is_put_in else was, now)

    def is_framed_otherwise(self, passage: Stretch, place: Stretch) -> bool:
        """Whether a line put in above a passage, or taken out there, says when, where or for whom it holds."""
        before, now = self._under(passage, place)
        gone, put_in = ([lead for lead in one if lead not in other] for one, other in ((before, now), (now, before)))
        if gone and put_in:
            return False
        leads = self._leads[0 if gone else 1]
        return any(lead[-1] in COLONS and leads.introduces(lead) and frames(lead) for lead in (*gone, *put_in))

    def titles(self, passage: Stretch, place: Stretch) -> tuple[Path, Path]:
        """The headings and leads above the passage, and those above the place."""
        before, now = self._under(passage, place)
        return (*self._old.path(passage), *before), (*self._new.path(place), *now)

    def has_as_lead(self, place: Stretch, title: Path) -> bool:
        """Whether what was a heading stands above a place as a line of bold words, or before a colon."""
        leads = self._leads[1].of(place, self._new.stream)
        return any(as_title(word for word in lead if word not in COLONS) in title for lead in leads)

    def _under(self, passage: Stretch, place: Stretch) -> tuple[Lead, Lead]:
        olds, news = self._leads
        return olds.of(passage, self._old.stream), news.of(place, self._new.stream)
