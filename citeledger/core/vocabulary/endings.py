"""What marks a text as one that does not hold: names in fields and attributes (`superseded_by`, `class="deleted"`), and
what is written on text that unfolds ("No longer in force").
"""

import re
from functools import lru_cache

from citeledger.core.vocabulary.negations import negates
from citeledger.core.vocabulary.retracting import is_over

ENDED = (
    r"(?:is-|data-)?(?:draft|deprecated|archived|obsoleted?|outdated|withdrawn|expired|superseded|retired|repealed|revoked"
    r"|cancell?ed|void|replaced|invalid|unmaintained|sunset|removed|deleted|rescinded|rejected|struck"
    r"|strike(?:d|through|-through)?|line-through)"
    r"(?:-(?:by|at|on|since|in|date|from))?"
)
_NAME = re.compile(ENDED, re.IGNORECASE)
_LONGEST = 8  # words of a summary
_WORD = re.compile(r"[^\W_][\w'’]*")
_EXAMPLES = frozenset(("example", "beispiel"))


@lru_cache(maxsize=4096)
def names_an_end(name: str) -> bool:
    """Whether a class, or another name in an attribute, says of its text that it does not hold."""
    return _NAME.fullmatch(name.replace("_", "-")) is not None


def says_it_ended(summary: str) -> bool:
    """Whether a few words written on a text say that it does not hold, any more or at all; an example is only shown."""
    words = _WORD.findall(summary.casefold())
    if not 0 < len(words) <= _LONGEST:
        return False
    is_told = any(is_over(word) for word in words if word not in _EXAMPLES)
    return is_told or negates(words[0]) or words[0] == "previous" or "no longer" in summary.casefold()
