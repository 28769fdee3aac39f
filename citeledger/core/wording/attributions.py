"""Who says what is cited, where that stands behind it: "— Anna" below a quotation, "…", says Anna."""

from citeledger.core.vocabulary.stops import FULL_STOPS
from citeledger.core.vocabulary.words import Words
from citeledger.core.wording.subjects import is_said_by_another

DASHES = frozenset("—–―-")
_LONGEST = 6  # tokens of a name with its dash


def is_of_another(behind: Words, behind_now: Words) -> bool:
    """Whether words behind a passage name who says it on both sides, and not the same one."""
    was, now = _named(behind), _named(behind_now)
    if was and now:
        return was != now
    return is_said_by_another(_clause(behind), _clause(behind_now))


def _named(behind: Words) -> Words:
    is_name = 1 < len(behind) <= _LONGEST and behind[0] in DASHES and not behind[1].islower()
    return tuple(word.casefold() for word in behind if word.isalnum()) if is_name else ()


def _clause(behind: Words) -> Words:
    """The words behind the signs that end a quotation, up to the stop."""
    if not behind or behind[0][-1].isalnum():
        return ()
    first = next((at for at, word in enumerate(behind) if word[-1].isalnum()), len(behind))
    stop = next((at for at, word in enumerate(behind) if at >= first and word in FULL_STOPS), len(behind))
    return behind[first:stop]
