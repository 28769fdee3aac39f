"""How often one account may ask for what costs much.

Counted in the cache, where all processes see it. A cache that is lost or switched off counts nothing: then everybody is
answered, as without this module; it protects the machine, and decides about no right and no state (DESIGN rule 4).
"""

from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Final

from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from revalidation import wiring
from revalidation.cache import cache_key

SECONDS: Final = 60
"""Turns are counted over as many seconds as these, up to the moment of asking."""


@dataclass(eq=False)
class TooSoon(Refused):
    """Too many turns were taken; `seconds` from now there is one again."""

    seconds: int = SECONDS


def take_turn(*, code: str, most: int, principal: Principal, at: datetime) -> None:
    """One more turn for the principal. Raises TooSoon with this code behind `most` a minute.

    Two requests at the very same moment may count as one.
    """
    key, now = cache_key("turns", code, principal.uid), at.timestamp()
    taken = [moment for moment in wiring.cache().get(key) or () if now - SECONDS < moment <= now]
    if len(taken) >= most:
        seconds = ceil(taken[0] + SECONDS - now)
        said = f"At most {most} in {SECONDS} seconds; ask again in {seconds}."
        raise TooSoon(code, said, seconds=seconds)
    wiring.cache().set(key, [*taken, now])
