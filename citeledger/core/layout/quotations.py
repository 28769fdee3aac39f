"""What is laid out as a quotation: but for the boxes that Markdown calls out, which quote nobody ("> [!NOTE]")."""

import re
from collections.abc import Iterator, Sequence

from citeledger.core.reading.blocks import BlockLike, block_at

_BOX = re.compile(r"[ \t>]*\[!(?!(?:quote|cite)\])\w+\]", re.IGNORECASE)  # a box of these names does quote


class Quotations:
    """Finds them in one text. Linear in its blocks, once it is asked for."""

    def __init__(self, *, text: str, blocks: Sequence[BlockLike]) -> None:
        self._blocks = blocks
        self._called_out = frozenset(_called_out(text, blocks))

    def around(self, start: int) -> BlockLike | None:
        """The block of one that the code point at `start` is in; None if it is in none."""
        block = block_at(self._blocks, start)
        if block is None or block.kind != "quote" or block.start in self._called_out:
            return None
        return block


def _called_out(text: str, blocks: Sequence[BlockLike]) -> Iterator[int]:
    """Where the blocks of boxes begin: the one with the name, and those behind it up to an empty line."""
    goes_on = False
    for block in blocks:
        is_of_box = block.kind == "quote" and (goes_on or _BOX.match(text, block.start) is not None)
        if is_of_box:
            yield block.start
        goes_on = is_of_box and not _is_parted(text, block)


def _is_parted(text: str, block: BlockLike) -> bool:
    """Whether a block ends with an empty line."""
    written = block.start + len(text[block.start : block.end].rstrip())
    return text.count("\n", written, block.end) > 1
