"""How much two stretches of tokens have in common, and which part of a stretch a passage may have been edited into.

Likeness proposes and disproves; it never confirms anything.
"""

from collections.abc import Sequence

from rapidfuzz.distance import Indel

from citeledger.core.streams import Stretch

Tokens = Sequence[str]


def alike(one: Tokens, other: Tokens) -> float:
    """Share of tokens (0 to 1) that two sequences have in common, in order."""
    return float(Indel.normalized_similarity(one, other))


def edited_form(passage: Tokens, there: Tokens, *, at_least: float) -> Stretch | None:
    """The part of `there` (as a stretch of it) that is like the passage, and not the same; None if none is enough."""
    equal = [block for block in Indel.opcodes(passage, there) if block.tag == "equal"]
    if not equal:
        return None
    first = max(0, equal[0].dest_start - equal[0].src_start)
    stop = min(len(there), equal[-1].dest_end + len(passage) - equal[-1].src_end)
    return Stretch(first, stop) if at_least <= alike(passage, there[first:stop]) < 1 else None


def differ_in_one_place(one: Tokens, other: Tokens, *, words: int) -> bool:
    """Whether all that tells two sequences apart is in one place, and so many words are the same."""
    equal = [block for block in Indel.opcodes(one, other) if block.tag == "equal"]
    common = [word for block in equal for word in one[block.src_start : block.src_end] if word[0].isalnum()]
    return len(common) >= words and len(equal) <= 2
