"""Citation markers in text that is still being generated: `[cite:UID]` or `[cite:UID,UID]`, fed piece by piece.

A marker closes the sentence or clause in front of it: what stands between the last sentence end, or the last marker,
and itself. Spaces in front of it go with it; punctuation right behind it belongs to what it closes. Nothing is a marker
inside code, links, addresses, tags or maths, and nothing that only looks like one: both stay text and are told.

How the stream is cut into pieces changes nothing, not even the events. No more is held back than a paragraph or
LONGEST_BLOCK code points, whichever is less; the time is linear in the text.

The Python client has this very package as `citeledger_client.markers`, by a link to it: what an agent shows while a
model writes and what the gate makes of the whole text are one rule. So it imports the standard library and itself, by
relative names.
"""

from .blocks import LONGEST_BLOCK, LONGEST_LINE, Block, Blocks, Setting
from .notations import CITE, NUMBERED, Notation
from .prose import LeftAlone, Reason, read
from .segments import Segment, segments

__all__ = [
    "CITE", "LONGEST_BLOCK", "LONGEST_LINE", "NUMBERED", "Event", "LeftAlone", "MarkerParser", "Notation", "Reason",
    "Segment",
]  # fmt: skip

Event = Segment | LeftAlone
_REASONS = {Setting.CODE: Reason.IN_CODE, Setting.MATHS: Reason.IN_MATHS}


class MarkerParser:
    """One stream of text. The texts of its segments, joined, are the stream without the markers that were taken."""

    def __init__(self, *, notation: Notation = CITE) -> None:
        self._notation, self._blocks = notation, Blocks()

    def feed(self, piece: str) -> list[Event]:
        """What is certain now that `piece` has come, in the order of the text."""
        return [event for block in self._blocks.feed(piece) for event in self._events(block)]

    def close(self) -> list[Event]:
        """The rest. The parser is as new afterwards."""
        return [event for block in self._blocks.close() for event in self._events(block)]

    def _events(self, block: Block) -> list[Event]:
        if block.setting is not Setting.PROSE:
            found = self._notation.like.finditer(block.text)
            left = [LeftAlone(block.start + like.start(), _REASONS[block.setting]) for like in found]
            return [Segment(block.text), *left]
        reading = read(block, self._notation)
        cut, closing_nothing = segments(block, reading.markers)
        return [*cut, *sorted([*reading.left, *closing_nothing])]
