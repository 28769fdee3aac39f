"""Whether words are introduced or laid out as a quotation: behind a colon or a mark, or in a block of their own."""

from citeledger.core.layout.sides import Layer
from citeledger.core.reading.streams import Stretch
from citeledger.core.vocabulary.stops import COLONS
from citeledger.core.vocabulary.voiding import DIVIDES

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
    block = layer.quotations.around(layer.stream.starts[stretch.first])
    return None if block is None else layer.stream.stretch(start=block.start, end=block.end).first
