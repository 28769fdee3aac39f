"""Lines of code that were commented out: they are still to be read, and do nothing."""

import re
from collections.abc import Sequence

from citeledger.core.reading.blocks import BlockLike, block_at

_COMMENTED = re.compile(r"[ \t]*(?:#+(?!!)|//+|/\*+|--|;+|%+|<!--|rem\b|')[^\n]*", re.IGNORECASE)


def is_commented_out(text: str, blocks: Sequence[BlockLike], start: int) -> bool:
    """Whether what begins at `start` (code points) stands in code, behind what begins a comment on its line."""
    block = block_at(blocks, start)
    if block is None or block.kind != "code":
        return False
    line = text.rfind("\n", 0, start) + 1
    return _COMMENTED.fullmatch(text, line, start) is not None
