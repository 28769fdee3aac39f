"""Whether two lines that introduce a list both say no more than that it is one of the same thing.

"The house supports:" and "The feature highlights of the house include:" make no other statement of an item. Nothing
but what names the thing is left of either then, and it is the same. Words missing here alarm, and hide nothing.
"""

import re
from collections.abc import Sequence

from citeledger.core.vocabulary.words import word_list

_FEATURES = word_list(
    r"features?|highlights?|merkmale?|funktionen|fonctionnalités|caractéristiques|características|funciones"
    r"|caratteristiche|funzioni|kenmerken|функции"
)
# What is listed are some of many: a list of all is another statement.
_EXAMPLES = word_list(
    r"examples?|samples?|scenarios?|beispiele?|exemples?|ejemplos?|esempio?|exemplos?|voorbeeld(?:en)?|примеры?"
)
# Only as things are: what they were or will be is another statement.
_HAS = word_list(
    r"supports?|offers?|has|have|includes?|contains?|unterstützt|bietet|hat|enthält|umfasst|offre|comprend|contient"
    r"|ofrece|tiene|incluye|contiene|include|comprende|oferece|tem|inclui|contém|ondersteunt|biedt|heeft|bevat"
    r"|поддерживает|предлагает|содержит|включает"
)
_SAYS_NOTHING = word_list(r"of|currently|sind|ist|sont|son|sono|são|zijn|derzeit|actuellement|actualmente|attualmente")
_OWNER = "'s"


def list_the_same(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether both lines give examples of the same thing, or both say what it has and one calls that features.

    Another verb alone is an exchange: "Guests offer:" made "Guests have:".
    """
    if _of(was) != _of(now):
        return False
    if _has(_EXAMPLES, was) or _has(_EXAMPLES, now):
        return _has(_EXAMPLES, was) and _has(_EXAMPLES, now)
    return any(_has(_FEATURES, line) for line in (was, now)) and all(map(_lists_features, (was, now)))


def _lists_features(line: Sequence[str]) -> bool:
    return _has(_FEATURES, line) or _has(_HAS, line)


def _has(words: re.Pattern[str], line: Sequence[str]) -> bool:
    return any(words.fullmatch(value) for value in line)


def _of(line: Sequence[str]) -> list[str]:
    """What a line lists something of."""
    lists = (_FEATURES, _EXAMPLES, _HAS, _SAYS_NOTHING)
    return [value.removesuffix(_OWNER) for value in line if not any(words.fullmatch(value) for words in lists)]
