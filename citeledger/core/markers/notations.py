"""How markers are written. `like` finds whatever somebody may have meant for one, so that none is lost unseen."""

import re
from dataclasses import dataclass

_UID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_UNSEEN = r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]{0,8}"


@dataclass(frozen=True, slots=True)
class Notation:
    """`marker` has one group: the names between commas. No marker holds white space or is longer than 2,400."""

    marker: re.Pattern[str]
    like: re.Pattern[str]

    def names(self, found: re.Match[str]) -> tuple[str, ...]:
        """What a marker names, in lower case, each once."""
        return tuple(dict.fromkeys(found[1].lower().split(",")))


CITE = Notation(
    marker=re.compile(rf"\[cite:((?i:{_UID})(?:,(?i:{_UID})){{0,63}})\]", re.ASCII),
    like=re.compile(rf"[\[［【〔]{_UNSEEN}{_UNSEEN.join('cite')}{_UNSEEN}[:：]", re.IGNORECASE),
)
NUMBERED = Notation(
    marker=re.compile(r"\[([0-9]{1,4}(?:,[0-9]{1,4}){0,63})\]"), like=re.compile(rf"[\[［【]{_UNSEEN}[0-9]")
)
