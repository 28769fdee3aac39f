"""How much two stretches of tokens have in common, and which part of a stretch a passage may have been edited into.

Likeness proposes and disproves; it never confirms anything. What is too long to compare is answered as the doubt it is:
as an edited form, as all that is shared.
"""

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter

from rapidfuzz.distance import Indel, Opcode

from citeledger.core.reading.streams import Stretch

Tokens = Sequence[str]
# Cells of one comparison, a bit each: about 25 MB. Whole paragraphs are compared, and these have no limit (T84).
_MOST_CELLS = 200_000_000


def alike(one: Tokens, other: Tokens) -> float:
    """Share of tokens (0 to 1) that two sequences have in common, in order."""
    return float(Indel.normalized_similarity(one, other))


def edited_form(passage: Tokens, there: Tokens, *, at_least: float) -> Stretch | None:
    """The part of `there` (as a stretch of it) that is like the passage, and not the same; None if none is enough."""
    if _is_too_long(passage, there):
        return Stretch(0, len(there)) if _may_be_alike(passage, there, at_least=at_least) else None
    equal = _equal(passage, there)
    if not equal:
        return None
    form = _tightest(equal, len(passage), len(there))
    return form if at_least <= alike(passage, there[form.first : form.stop]) < 1 else None


def _is_too_long(one: Tokens, other: Tokens) -> bool:
    return len(one) * len(other) > _MOST_CELLS


def _may_be_alike(passage: Tokens, there: Tokens, *, at_least: float) -> bool:
    """Whether enough of the same words are in both, in whatever order; costs their length."""
    common = (Counter(passage) & Counter(there)).total()
    return 2 * common >= at_least * (len(passage) + common) > 0


def _equal(one: Tokens, other: Tokens) -> list[Opcode]:
    return [block for block in Indel.opcodes(one, other) if block.tag == "equal"]


def shared_part(passage: Tokens, form: Tokens) -> Stretch:
    """The part of an edited form from the first to the last token it has in common with the passage."""
    if _is_too_long(passage, form):
        return Stretch(0, len(form))
    equal = _equal(passage, form)
    return Stretch(equal[0].dest_start, equal[-1].dest_end) if equal else Stretch(0, 0)


def _tightest(equal: Sequence[Opcode], length: int, most: int) -> Stretch:
    """What the equal blocks span, without those at its ends that cost more than they bring: a full stop far behind."""
    first, last = 0, len(equal) - 1
    common = sum(map(_size, equal))

    def tried(first: int, last: int, common: int) -> tuple[float, int, int, int]:
        form = _span(equal[first], equal[last], length, most)
        return 2 * common / (length + form.stop - form.first), first, last, common

    best, *_ = tried(first, last, common)
    while first < last:
        fewer = (
            tried(first + 1, last, common - _size(equal[first])),
            tried(first, last - 1, common - _size(equal[last])),
        )
        better = max(fewer, key=itemgetter(0))
        if better[0] <= best:
            break
        best, first, last, common = better
    return _span(equal[first], equal[last], length, most)


def _size(block: Opcode) -> int:
    return block.src_end - block.src_start


def _span(first: Opcode, last: Opcode, length: int, most: int) -> Stretch:
    """From where the passage would begin, by the first block, to where it would end, by the last one."""
    return Stretch(max(0, first.dest_start - first.src_start), min(most, last.dest_end + length - last.src_end))


def differ_in_one_place(one: Tokens, other: Tokens, *, words: int) -> bool:
    """Whether all that tells two sequences apart is in one place, and so many words are the same."""
    if _is_too_long(one, other):
        return True
    equal = _equal(one, other)
    common = [word for block in equal for word in one[block.src_start : block.src_end] if word[0].isalnum()]
    return len(common) >= words and len(equal) <= 2
