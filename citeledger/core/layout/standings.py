"""What the blocks of one text stand under, told once for all passages in each."""

from typing import NamedTuple

from citeledger.core.layout.captions import Captions
from citeledger.core.layout.leads import Lead, Leads
from citeledger.core.layout.sections import Path, Sections
from citeledger.core.layout.table_places import TablePlaces
from citeledger.core.reading.blocks import Blocks, KeptLines
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.vocabulary.words import Words


class Standing(NamedTuple):
    """What is said above a block, the label it begins with and the box before it, and how many tokens the label has."""

    path: Path
    above: tuple[Lead, Words, str]
    label: int
    captions: list[Words]


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
    ) -> None:
        self._stream, self._blocks, self._lines, self._tables = stream, blocks, lines, tables
        self._sections, self._leads, self._captions = sections, leads, captions
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
        return Standing(self._sections.path(first), lead.above, lead.behind - frame.first, self._captions.of(frame))
