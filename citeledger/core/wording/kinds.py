"""What kind of change a passage met, by the words taken out and put in: a label, never a state."""

from collections import Counter

from citeledger.core.outcomes import OutcomeKind
from citeledger.core.vocabulary.negations import negates, negates_in_letters
from citeledger.core.vocabulary.quantities import is_numeric
from citeledger.core.vocabulary.words import Words

_FEW = 64  # tokens


def kind_of_change(old: Words, new: Words) -> OutcomeKind:
    """Name the change from one sequence of tokens to another: negation before numbers before any other edit."""
    gone, added = _changed(old, new)
    both = gone + added
    if any(map(negates, both)) or negates_in_letters("".join(gone)) or negates_in_letters("".join(added)):
        return OutcomeKind.NEGATION
    return OutcomeKind.NUMBERS if both and all(map(is_numeric, both)) else OutcomeKind.EDITED


def _changed(old: Words, new: Words) -> tuple[list[str], list[str]]:
    """The tokens that only the one side has, or has more often, and those of the other; in order where they are few."""
    if max(len(old), len(new)) > _FEW:
        olds, news = Counter(old), Counter(new)
        return list(olds - news), list(news - olds)
    gone, added = list(old), []
    for value in new:
        if value in gone:
            gone.remove(value)
        else:
            added.append(value)
    return gone, added
