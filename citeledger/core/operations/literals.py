"""A value where it stands in a text, or the reason why what stands there is none."""

from dataclasses import dataclass
from typing import Final

from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.values import Date, Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal:
    """Place (code points, end exclusive), and either a value or the `refusal` code of what only looks like one.

    `exponent`: the power of ten of the last digit written, 0 for ``14``, -2 for ``1.50``, 5 for ``1.5 million``.
    `counts`: a word that is no unit follows the number, as in ``14 employees``.
    """

    start: int
    end: int
    value: Number | Date | None = None
    refusal: str = ""
    exponent: int = 0
    counts: bool = False


# These reorder what a reader sees, so that digits may not stand where they seem to.
_REORDERING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def refuse_unreadable(*, text: str, longest: int, at: str = "") -> None:
    """Raises NotComputable where a text is not to be read at all: too long, or shown in another order."""
    if len(text) > longest:
        raise NotComputable("input_too_long", at=at)
    if not _REORDERING.isdisjoint(text):
        raise NotComputable("hidden_direction", at=at)
