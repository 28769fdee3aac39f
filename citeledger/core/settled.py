"""Blocks that came along with all that stands around them: what is cited in one is intact, and nothing more is asked.

Most of a long text is such. A block is settled where no question of `surroundings` could find anything: it says for all
passages inside what would be found out for each.
"""

from citeledger.core.above import Above
from citeledger.core.alignment import Alignment
from citeledger.core.sides import Layer
from citeledger.core.streams import Stretch
from citeledger.core.takebacks import beside


class Settled:
    """Looks for such blocks in one pair of layers."""

    def __init__(self, *, old: Layer, new: Layer, alignment: Alignment, above: Above) -> None:
        self._old, self._new, self._alignment, self._above = old, new, alignment, above
        self._moved: dict[Stretch, Stretch | None] = {}

    def place(self, passage: Stretch) -> Stretch | None:
        """Where a passage inside a settled block stands; None where there is more to ask."""
        block = self._old.paragraphs.frame(passage)
        if block not in self._moved:
            self._moved[block] = self._place(block)
        moved = self._moved[block]
        if moved is None:
            return None
        shift = moved.first - block.first
        return Stretch(passage.first + shift, passage.stop + shift)

    def _place(self, block: Stretch) -> Stretch | None:
        kept = self._alignment.around(block)
        if kept is None or self._old.joined_stream is not None:
            return None
        moved = Stretch(block.first + kept.shift, block.stop + kept.shift)
        if not (_is_plain(self._old, block) and _is_plain(self._new, moved)):
            return None
        return moved if self._is_under_the_same(block, moved) and self._has_the_same_beside(block, moved) else None

    def _is_under_the_same(self, block: Stretch, moved: Stretch) -> bool:
        """Whether headings, leads and captions are the same, for all of a block."""
        if self._old.path(block) != self._new.path(moved) or not self._above.is_same(block, moved):
            return False
        if self._old.joiners.is_choice(block) is not self._new.joiners.is_choice(moved):
            return False
        was, now = _label_ends(self._old, block), _label_ends(self._new, moved)
        return was is not None and was == now and self._old.captions.of(block) == self._new.captions.of(moved)

    def _has_the_same_beside(self, block: Stretch, moved: Stretch) -> bool:
        """Whether nothing takes the block back, and the words above it that might are the same."""
        if not self._new.retractions.are_none_about(moved):
            return False
        return beside(self._old, block) == beside(self._new, moved)


def _is_plain(layer: Layer, block: Stretch) -> bool:
    """Whether a stretch is one block, without kept lines, and in no table."""
    first = layer.paragraphs.frame(Stretch(block.first, block.first + 1))
    has_lines = layer.kept_lines.around(layer.stream.starts[block.first])
    return first == block and not has_lines and not layer.may_hold_cells(block)


def _label_ends(layer: Layer, block: Stretch) -> int | None:
    """How far behind the beginning of a block its label ends; None where several items are drawn in it."""
    leads, starts = layer.leads, layer.stream.starts
    lead = leads.block(starts[block.first])
    return lead.behind - block.first if leads.block(starts[block.stop - 1]) is lead else None
