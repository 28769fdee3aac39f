"""Whether words are introduced or laid out as a quotation: behind a colon or a mark, or in a block of their own."""

import re

from citeledger.core.layout.sides import Layer
from citeledger.core.reading.blocks import BlockLike, block_at
from citeledger.core.reading.streams import Stretch
from citeledger.core.vocabulary.stops import COLONS
from citeledger.core.vocabulary.voiding import DIVIDES

_CALLED_OUT = re.compile(r"[ \t>]*\[!\w+\]")
_QUOTES = frozenset('"«「『')


def opens(layer: Layer, stretch: Stretch) -> bool:
    """Whether a colon, or a quotation mark written onto it, stands before a stretch."""
    if stretch.first == 0:
        return False
    sign, stream = layer.stream.values[stretch.first - 1], layer.stream
    if stream.values[max(0, stretch.first - 3) : stretch.first] == DIVIDES:
        return False
    touches = stream.ends[stretch.first - 1] == stream.starts[stretch.first]
    return sign in COLONS or (sign in _QUOTES and touches)


def quotation(layer: Layer, stretch: Stretch) -> int | None:
    """The first token of the block laid out as a quotation that a stretch begins in; None if it is in none."""
    block = block_at(layer.structure.blocks, layer.stream.starts[stretch.first])
    if block is None or block.kind != "quote" or _is_called_out(layer, block):
        return None
    return layer.stream.stretch(start=block.start, end=block.end).first


def _is_called_out(layer: Layer, block: BlockLike) -> bool:
    """Whether what is laid out as a quotation begins with the name of a box: "> [!NOTE]"."""
    if _CALLED_OUT.match(layer.text, block.start):
        return True
    before = block_at(layer.structure.blocks, block.start - 1)
    if before is None or before.kind != "quote" or layer.text.endswith("\n\n", before.start, before.end):
        return False
    return _is_called_out(layer, before)
