"""Two layers being compared, and what is worked out from both: each at most once, and only if a passage needs it."""

from collections.abc import Sequence
from functools import cached_property

from citeledger.core.anchoring.above import Above
from citeledger.core.anchoring.alignment import Alignment
from citeledger.core.anchoring.findings import MOST_CANDIDATES, Finding
from citeledger.core.anchoring.places import Places
from citeledger.core.anchoring.rivals import Rivals
from citeledger.core.anchoring.settled import Settled
from citeledger.core.anchoring.surroundings import Surroundings
from citeledger.core.anchoring.unchanged import Unchanged
from citeledger.core.layout.sides import Layer
from citeledger.core.reading.streams import Stretch


class Compared:
    """What all questions about passages of these two layers share."""

    def __init__(self, *, old: Layer, new: Layer) -> None:
        self.old, self.new = old, new

    @cached_property
    def alignment(self) -> Alignment:
        """The difference of the whole."""
        return Alignment(old=self.old.stream, new=self.new.stream)

    @cached_property
    def surroundings(self) -> Surroundings:
        """What is around passages and places."""
        return Surroundings(old=self.old, new=self.new, alignment=self.alignment, above=self.above)

    @cached_property
    def above(self) -> Above:
        """What stands above them."""
        return Above(old=self.old, new=self.new)

    @cached_property
    def settled(self) -> Settled:
        """Blocks about which nothing is left to ask."""
        return Settled(old=self.old, new=self.new, alignment=self.alignment, above=self.above)

    @cached_property
    def unchanged(self) -> Unchanged:
        """Those among them that nobody has to read. Where all reads the same, less has to be asked than they ask."""
        has_more = self.has_more or self.reads_the_same
        return Unchanged(old=self.old, new=self.new, settled=self.settled, has_more=has_more)

    @cached_property
    def rivals(self) -> Rivals:
        """Edited forms beside the places with the same words."""
        return Rivals(old=self.old, new=self.new, alignment=self.alignment)

    @cached_property
    def places(self) -> Places:
        """Where what is not there any more may be shown."""
        return Places(old=self.old.stream, new=self.new.stream, alignment=self.alignment)

    @cached_property
    def reads_the_same(self) -> bool:
        """Whether both have the very same words."""
        whole = Stretch(0, len(self.old.stream.values))
        return self.old.stream.values == self.new.stream.values and self.old.says_the_same(whole, self.new, whole)

    @cached_property
    def has_more(self) -> bool:
        """Whether anything stands around any part of the texts, or is noted on it."""
        return not all(side.wraps.are_none and side.footnotes.are_none for side in (self.old, self.new))

    def occurrences(self, layer: Layer, passage: Stretch) -> list[Stretch]:
        """All stretches of a layer that say what the passage says."""
        values = self.old.values(passage)
        found = layer.stream.occurrences(values)
        if not found:
            return []
        places = [Stretch(first, first + len(values)) for first in found]
        return [place for place in places if self.is_said(passage, layer, place)]

    def is_said(self, passage: Stretch, layer: Layer, stretch: Stretch) -> bool:
        """Say whether a stretch with the passage's tokens says what the passage says."""
        return layer.is_complete(stretch) and self.old.says_the_same(passage, layer, stretch)

    def changed_to(self, passage: Stretch, place: Stretch | None, news: Sequence[Stretch]) -> Finding:
        """The passage is not there any more, or not where it stood: `place` is shown for it."""
        change = self.places.change(passage=passage, place=place)
        return Finding(change, place, tuple(news[:MOST_CANDIDATES]))
