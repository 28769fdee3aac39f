"""How often one account may ask for what costs much.

Counted in the cache, where all processes see it. A cache that is lost or switched off counts nothing: then everybody is
answered, as without this module; it protects the machine, and decides about no right and no state (DESIGN rule 4).
"""

from dataclasses import dataclass
from datetime import datetime
from math import ceil
from threading import Lock
from typing import Final

from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from revalidation import wiring
from revalidation.cache import cache_key

SECONDS: Final = 60
"""Turns are counted over as many seconds as these, up to the moment of asking."""
_COUNTING: Final = Lock()


@dataclass(eq=False)
class TooSoon(Refused):
    """Too many turns were taken; `seconds` from now there is one again."""

    seconds: int = SECONDS


def take_turn(*, code: str, most: int, principal: Principal, at: datetime) -> None:
    """One more turn for the principal. Raises TooSoon with this code behind `most` a minute.

    Requests of two processes at the very same moment may count as one; those of one process, which has many threads
    and one processor to give, are counted one after the other.
    """
    key, now = cache_key("turns", code, principal.uid), at.timestamp()
    with _COUNTING:
        taken = [moment for moment in wiring.cache().get(key) or () if now - SECONDS < moment <= now]
        if len(taken) < most:
            wiring.cache().set(key, [*taken, now])
            return
    seconds = ceil(taken[0] + SECONDS - now)
    said = f"At most {most} in {SECONDS} seconds; ask again in {seconds}."
    raise TooSoon(code, said, seconds=seconds)
