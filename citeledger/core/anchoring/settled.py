"""Passages that came along with all that stands around them: what is cited in one is intact, and nothing more is asked.

Most of a long text is such. A block is settled where no question of `surroundings` could find anything: it says for all
passages inside what would be found out for each. Where a block was edited, what is found out for it says as much of
the sentences that stayed in it, but for the words beside them.
"""

from citeledger.core.anchoring.above import Above
from citeledger.core.anchoring.alignment import Alignment, Kept
from citeledger.core.anchoring.takebacks import Takebacks
from citeledger.core.layout.sides import Layer
from citeledger.core.reading.streams import Stretch
from citeledger.core.vocabulary.stops import HALF_ENDS


class Settled:
    """Looks for such blocks and sentences in one pair of layers."""

    def __init__(self, *, old: Layer, new: Layer, alignment: Alignment, above: Above) -> None:
        self._old, self._new, self._alignment = old, new, alignment
        self._takebacks = Takebacks(old=old, new=new, above=above)
        self._moved: dict[Stretch, Stretch | None] = {}
        self._labels: dict[tuple[Stretch, Stretch], int | None] = {}

    def place(self, passage: Stretch) -> Stretch | None:
        """Where a passage that is settled stands; None where there is more to ask."""
        kept = self._alignment.around(passage)
        if kept is None or self._old.joined_stream is not None:
            return None
        block = self._old.paragraphs.frame(passage)
        is_settled = self.moved(block) is not None or self._is_in_its_sentence(passage, kept, block)
        return Stretch(passage.first + kept.shift, passage.stop + kept.shift) if is_settled else None

    def moved(self, block: Stretch) -> Stretch | None:
        """Where all of a block stands that is settled; None where there is more to ask."""
        if block not in self._moved:
            self._moved[block] = self._place(block) if self._old.joined_stream is None else None
        return self._moved[block]

    def _place(self, block: Stretch) -> Stretch | None:
        kept = self._alignment.around(block)
        if kept is None:
            return None
        moved = Stretch(block.first + kept.shift, block.stop + kept.shift)
        was = self._old.standings.of(block)
        is_same = was is not None and was == self._new.standings.of(moved)
        return moved if is_same and self._new.retractions.are_none_about(moved) else None

    def _label(self, block: Stretch, there: Stretch) -> int | None:
        """The length of the label that a block and another one begin with (in tokens, 0 without one).

        None unless both are plain, under the same, and nothing takes the other one back; asked for each passage.
        """
        if (block, there) not in self._labels:
            self._labels[block, there] = self._common_label(block, there)
        return self._labels[block, there]

    def _common_label(self, block: Stretch, there: Stretch) -> int | None:
        was, now = self._old.standings.of(block), self._new.standings.of(there)
        is_same = was is not None and now is not None and was.under == now.under
        return was.under.label if was and is_same and self._new.retractions.are_none_about(there) else None

    def _is_in_its_sentence(self, passage: Stretch, kept: Kept, block: Stretch) -> bool:
        """Whether all of a passage's sentence came along with it, behind the label of a block edited elsewhere."""
        old, new, shift = self._old.stream, self._new.stream, kept.shift
        first, stop = old.sentence(passage)
        if not kept.holds_around(Stretch(first, stop)) or old.values[max(0, first - 1)] in HALF_ENDS:
            return False
        place = Stretch(passage.first + shift, passage.stop + shift)
        if old.values[stop - 1] in HALF_ENDS or new.sentence(place) != (first + shift, stop + shift):
            return False
        there = self._new.paragraphs.frame(place)
        label = self._label(block, there)
        if label is None or min(passage.first - block.first, place.first - there.first) < label:
            return False
        if old.values[slice(*block)] == new.values[block.first + shift : block.stop + shift]:
            return False  # an edited form of all of it may stand beside it
        return self._new.is_complete(place) and not self._takebacks.is_voided_beside(passage, place)
