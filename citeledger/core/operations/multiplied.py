"""Whether a word behind a value multiplies it: "5" of "5 million" is no value of the text."""

from itertools import islice, takewhile
from typing import Final

from citeledger.core.operations.scales import may_multiply
from citeledger.core.reading.normalization import Normalizer
from citeledger.core.reading.tokens import Token

_AROUND: Final = 200  # code points behind a value on either side in which its markup and its scale are looked for
_HYPHENS: Final = frozenset("-\u2010\u2011")


def is_multiplied(*, text: str, start: int, end: int, normalizer: Normalizer) -> bool:
    """Whether `text[start:end]` ends in a number, or a word that multiplies one, and such a word goes on with it.

    Offsets are code points, end exclusive. What readers do not see is looked through; a new paragraph begins anew.
    """
    first = max(0, start - _AROUND)
    around = text[first : end + _AROUND]
    seen = [token for token in normalizer.tokens(around) if token.visible and token.end > start - first]
    within = list(takewhile(lambda token: token.start < end - first, seen))
    behind = next((token for token in islice(seen, len(within), len(within) + 2) if token.value not in _HYPHENS), None)
    if not (within and behind and may_multiply(behind.value) and _is_scalable(within)):
        return False
    return not _parts(around[within[-1].end : behind.start])


def _is_scalable(within: list[Token]) -> bool:
    """The dot of "Mio." stands apart from its word."""
    last = within[-2] if within[-1].value == "." and len(within) > 1 else within[-1]
    return last.value[-1:].isdecimal() or may_multiply(last.value)


def _parts(between: str) -> bool:
    return sum(not line.strip() for line in between.splitlines()[1:-1]) > 0
