"""What parts the words of one passage from those of another, where a statement made on the one is to rest on the other.

Looked at more strictly than a change is named: beside any other edit a number still is a number, and numbers that
change places are others. The passages are read with what is written onto their edges, so that "7" of "~7%" is no "7".
"""

from typing import Final, NamedTuple

from citeledger.core.anchoring.likeness import alike
from citeledger.core.anchoring.places import ALIKE
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.reading.normalization import Normalizer
from citeledger.core.reading.streams import Stream
from citeledger.core.vocabulary.quantities import numbers_in
from citeledger.core.wording.kinds import kind_of_change

_AROUND: Final = 200  # code points on either side in which what belongs to a passage is looked for


class PassageOf(NamedTuple):
    """`text[start:end]` (code points, end exclusive), and how the text reads."""

    text: str
    start: int
    end: int
    normalizer: Normalizer


def rewording(*, old: PassageOf, new: PassageOf) -> OutcomeKind:
    """INTACT for the same words, NEGATION or NUMBERS where any of these differ, DELETED for hardly a word in common.

    EDITED is what is left: other words, of which a person can say whether they still carry the statement.
    """
    words, others = _words(old), _words(new)
    if words == others:
        return OutcomeKind.INTACT
    kind = kind_of_change(words, others)
    if kind is OutcomeKind.EDITED and numbers_in(words) != numbers_in(others):
        kind = OutcomeKind.NUMBERS
    return OutcomeKind.DELETED if kind is OutcomeKind.EDITED and alike(words, others) < ALIKE else kind


def _words(passage: PassageOf) -> tuple[str, ...]:
    first = max(0, passage.start - _AROUND)
    around = passage.text[first : passage.end + _AROUND]
    seen = Stream.of(token for token in passage.normalizer.tokens(around) if token.visible)
    stretch = seen.stretch(start=passage.start - first, end=passage.end - first)
    if stretch.first < stretch.stop:
        stretch = seen.widened(stretch, text=around)
    return seen.values[slice(*stretch)]
