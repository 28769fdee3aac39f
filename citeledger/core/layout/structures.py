"""What anchoring needs of a stored structure. The structures of `extraction` have it all."""

from collections.abc import Sequence
from typing import Protocol

from citeledger.core.layout.sections import HeadingLike
from citeledger.core.layout.tables import CellLike
from citeledger.core.reading.blocks import BlockLike
from citeledger.core.reading.footnotes import NoteLike


class RegionLike(Protocol):
    """A stretch of source with a property of its own; in code points.

    What is apart, the text flows around: a page's header or footer, words struck through. So it does around a footnote,
    which readers see as well. Words for a picture are none of the text.
    """

    @property
    def is_apart(self) -> bool: ...
    @property
    def is_picture(self) -> bool: ...
    @property
    def is_footnote(self) -> bool: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class StructureLike(Protocol):
    """Headings and blocks in text order, table cells, regions, and notes."""

    @property
    def headings(self) -> Sequence[HeadingLike]: ...
    @property
    def blocks(self) -> Sequence[BlockLike]: ...
    @property
    def cells(self) -> Sequence[CellLike]: ...
    @property
    def regions(self) -> Sequence[RegionLike]: ...
    @property
    def notes(self) -> Sequence[NoteLike]: ...
