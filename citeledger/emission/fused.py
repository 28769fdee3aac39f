"""Segments that say together what none of them says: "1" and "4 days", "-" and "5 kg", "un" and "true". Pure.

Statements are proved one by one and read in a row. So what stands directly beside one whose words were proved (quoted,
computed) must leave it as it is, as what stands beside a passage of a source must where that is quoted. Other words are
the writer's own, wherever they are parted.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from citeledger.core.quotation.quoting import is_whole
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.refusals import Refused
from citeledger.core.statements import Basis, Role, Segment, Statement
from citeledger.emission.sieve import Sieve

_PLAIN: Final = normalizer_for("text/plain")
_PROVED: Final = frozenset({Basis.QUOTED, Basis.COMPUTED})
_NEAR: Final = 64  # code points on either side of an edge in which its words and numbers have room


def refuse_fused(*, segments: Mapping[int, Segment], sieve: Sieve) -> None:
    """Raises Refused (`runs_together`) for a segment; a statement goes through the sieve. By position, in order."""
    for position in fused(segments):
        refusal = Refused(
            "runs_together",
            "It runs into what stands in front of it and says something else with that: put a space between.",
            f"segments.{position}",
        )
        if not isinstance(segments[position], Statement):
            raise refusal
        with sieve.over(position):
            raise refusal


def fused(segments: Mapping[int, Segment]) -> Iterator[int]:
    """The positions of what runs into the segments in front of it; what follows is looked at without them."""
    said: Segment | None = None
    gap = ""
    for position, segment in segments.items():
        if _is_apart(segment):
            said, gap = None, ""
        elif not (_leaves(said, gap + segment.text) and _stands((said.text if said else "") + gap, segment)):
            yield position
        elif isinstance(segment, Statement):
            said, gap = segment, ""
        else:
            gap += segment.text


def _is_apart(segment: Segment) -> bool:
    """Whether it is a line of its own, or begins one."""
    if isinstance(segment, Statement):
        return False
    is_item = segment.role is Role.LIST_MARKER and segment.text[-1:].isspace()
    return is_item or segment.role is Role.HEADING or "\n" in segment.text


def _is_proved(segment: Segment | None) -> bool:
    return isinstance(segment, Statement) and segment.basis in _PROVED and not segment.text.isspace()


def _leaves(said: Segment | None, behind: str) -> bool:
    """Whether proved words stay what they are with this behind them."""
    if said is None or not _is_proved(said):
        return True
    before, after = said.text[-_NEAR:], behind[:_NEAR]
    return not after or _is_whole(before + after, 0, len(before))


def _stands(before: str, said: Segment) -> bool:
    """Whether proved words stay what they are with this in front of them."""
    near, own = before[-_NEAR:], said.text[:_NEAR]
    return not near or not _is_proved(said) or _is_whole(near + own, len(near), len(near + own))


@lru_cache(maxsize=4096)
def _is_whole(text: str, start: int, end: int) -> bool:
    """Remembered, since it is asked before the transaction that records and again in it: there only what is left out
    meanwhile brings other neighbours together."""
    return is_whole(text=text, start=start, end=end, normalizer=_PLAIN)
