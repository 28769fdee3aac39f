"""What the blocks of one text stand under, told once for all passages in each."""

from typing import NamedTuple

from citeledger.core.layout.besides import Besides
from citeledger.core.layout.captions import Captions
from citeledger.core.layout.joiners import Joiners
from citeledger.core.layout.leads import Lead, Leads
from citeledger.core.layout.sections import Path, Sections
from citeledger.core.layout.table_places import TablePlaces
from citeledger.core.reading.blocks import Blocks, KeptLines
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.vocabulary.words import Words


class Under(NamedTuple):
    """What is said above a block, the label it begins with and the box before it, how many tokens the label has, and
    whether it is one of a list to choose from.
    """

    path: Path
    above: tuple[Lead, Words, str]
    label: int
    captions: list[Words]
    is_choice: bool


class Standing(NamedTuple):
    """What a block stands under, and the few words of the blocks next to it that are said of it."""

    under: Under
    beside: tuple[Words, Words]


class Standings:
    """Tells it of plain blocks: in no table, without kept lines and items drawn in them. Each is looked at once."""

    def __init__(
        self,
        *,
        stream: Stream,
        blocks: Blocks,
        lines: KeptLines,
        tables: TablePlaces,
        sections: Sections,
        leads: Leads,
        captions: Captions,
        joiners: Joiners,
        besides: Besides,
    ) -> None:
        self._stream, self._blocks, self._lines, self._tables = stream, blocks, lines, tables
        self._sections, self._leads, self._captions = sections, leads, captions
        self._joiners, self._besides = joiners, besides
        self._known: dict[Stretch, Standing | None] = {}

    def of(self, frame: Stretch) -> Standing | None:
        """The standing of a stretch that is a plain block; None if it is not, or several."""
        if frame not in self._known:
            self._known[frame] = self._found(frame)
        return self._known[frame]

    def _found(self, frame: Stretch) -> Standing | None:
        starts, ends = self._stream.starts, self._stream.ends
        first, last = starts[frame.first], starts[frame.stop - 1]
        lead = self._leads.block(first)
        is_one = self._blocks.frame(Stretch(frame.first, frame.first + 1)) == frame
        if not is_one or self._lines.around(first) or self._leads.block(last) is not lead:
            return None
        if self._tables.may_hold(start=first, end=ends[frame.stop - 1]):
            return None
        label, captions = lead.behind - frame.first, self._captions.of(frame)
        under = Under(self._sections.path(first), lead.above, label, captions, self._joiners.is_choice(frame))
        return Standing(under, self._besides.of(frame))
